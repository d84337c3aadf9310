// SPDX-License-Identifier: MIT-0
/* sample COMMAND...: where its instructions are, every 100,000. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/wait.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	const struct perfcnt_sampling often = {
		.size = sizeof(often), .period = 100000, .jitter = 1000,
	};
	struct perfcnt *child = perfcnt_open_command();
	const struct perfcnt_ring_sample *sample;
	pid_t pid;

	if (!child || perfcnt_add(child, "instructions:u") ||
	    perfcnt_sample(child, 0, &often))
		errx(1, "%s", perfcnt_strerror(child));
	pid = argc > 1 ? perfcnt_spawn(child, argv + 1) : -1;
	if (pid < 0)
		errx(1, "%s", argc > 1 ? perfcnt_strerror(child) : "a command is missing");
	while ((sample = perfcnt_next_sample(child, -1, NULL)))
		printf("%u %#" PRIx64 "\n", sample->tid, (uint64_t)sample->ip);
	if (errno != ENODATA || waitpid(pid, NULL, 0) < 0)
		errx(1, "%s", perfcnt_strerror(child));
	perfcnt_close(child);
	return 0;
}
