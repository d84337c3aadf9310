// SPDX-License-Identifier: GPL-2.0
/* Last of all: has anything been leaked?  Where the kernel can tell. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "../selftests/tap.h"

#define KMEMLEAK "/sys/kernel/debug/kmemleak"

int main(void)
{
	char found[4096];
	int i;

	if (access(KMEMLEAK, W_OK)) {
		tap_skip("this kernel has no kmemleak", "nothing is leaked");
		return tap_end();
	}
	/* what is younger than 5 s is never said to be a leak */
	for (i = 0; i < 2; i++) {
		sleep(6);
		if (write_file(KMEMLEAK, "scan"))
			tap_bail_out("%s: %s", KMEMLEAK, strerror(errno));
	}
	read_file(KMEMLEAK, found, sizeof(found));
	if (!tap(!*found, "nothing is leaked"))
		printf("# %.1000s\n", found);
	return tap_end();
}
