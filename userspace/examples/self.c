// SPDX-License-Identifier: MIT-0
/* What this program costs, with all that it starts. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	struct perfcnt *self = perfcnt_open_process(0);
	uint64_t count;

	if (!self || perfcnt_add(self, "instructions:u") || perfcnt_start(self))
		errx(1, "%s", perfcnt_strerror(self));
	if (system(argc > 1 ? argv[1] : "true"))
		warnx("the command failed");
	if (perfcnt_read(self, &count, 1))
		errx(1, "%s", perfcnt_strerror(self));
	printf("%" PRIu64 " instructions\n", count);
	perfcnt_close(self);
	return 0;
}
