// SPDX-License-Identifier: MIT-0
/* threads COMMAND...: what each of its threads costs. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/wait.h>
#include <perfcnt.h>

int main(int argc, char **argv)
{
	struct perfcnt_thread_info thread = { .size = sizeof(thread) };
	struct perfcnt *child = perfcnt_open_command();
	uint64_t count;
	pid_t pid;

	if (!child || perfcnt_record_threads(child) || perfcnt_add(child, "instructions:u"))
		errx(1, "%s", perfcnt_strerror(child));
	pid = argc > 1 ? perfcnt_spawn(child, argv + 1) : -1;
	if (pid < 0 || waitpid(pid, NULL, 0) < 0)
		errx(1, "%s", argc > 1 ? perfcnt_strerror(child) : "a command is missing");
	while (!perfcnt_next_thread(child, &thread, &count, 1))
		printf("%s %d: %" PRIu64 " instructions\n", thread.name, thread.tid, count);
	if (errno != ENODATA)
		errx(1, "%s", perfcnt_strerror(child));
	perfcnt_close(child);
	return 0;
}
