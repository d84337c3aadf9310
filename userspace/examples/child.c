// SPDX-License-Identifier: MIT-0
/* child COMMAND...: what a command costs, from its exec on. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/wait.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	struct perfcnt *child = perfcnt_open_command();
	uint64_t count;
	pid_t pid;

	if (!child || perfcnt_add(child, "instructions:u"))
		errx(1, "%s", perfcnt_strerror(child));
	pid = argc > 1 ? perfcnt_spawn(child, argv + 1) : -1;
	if (pid < 0 || waitpid(pid, NULL, 0) < 0)
		errx(1, "%s", argc > 1 ? perfcnt_strerror(child) : "a command is missing");
	if (perfcnt_read(child, &count, 1))
		errx(1, "%s", perfcnt_strerror(child));
	printf("%" PRIu64 " instructions\n", count);
	perfcnt_close(child);
	return 0;
}
