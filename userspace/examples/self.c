// SPDX-License-Identifier: GPL-2.0
/* What this program costs, with all that it starts. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	struct perfcnt *self = perfcnt_open_program();
	uint64_t count;

	if (!self || perfcnt_add(self, "instructions:u"))
		errx(1, "%s", perfcnt_strerror(self));
	perfcnt_begin(self);
	if (system(argc > 1 ? argv[1] : "true"))
		warnx("the command failed");
	if (perfcnt_end(self) || perfcnt_count(self, 0, &count))
		errx(1, "%s", perfcnt_strerror(self));
	printf("%" PRIu64 " instructions\n", count);
	perfcnt_close(self);
	return 0;
}
