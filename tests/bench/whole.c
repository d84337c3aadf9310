// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions a whole process takes, from its birth to its end, with
 * all that the kernel does for it:
 *
 *	whole COMMAND [ARGUMENT]...
 *
 * The clock must count instructions (run --icount), and there must be nobody
 * else.  What the command prints is not shown.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../selftests/counters.h"

extern char **environ;

/* Often enough for what the kernel puts off until later. */
#define TIMES		8

/* So many that what is around them does not count. */
#define CLOCK_ITERATIONS 10000000

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e9 + time.tv_nsec;
}

static double ns_per_instruction(void)
{
	double start = now();

	short_loop(CLOCK_ITERATIONS);
	return (now() - start) / ((double)CLOCK_ITERATIONS * SHORT_INSTRUCTIONS);
}

static void run_once(char **argv, const posix_spawn_file_actions_t *quiet)
{
	int status, error;
	pid_t pid;

	error = posix_spawnp(&pid, *argv, quiet, NULL, argv, environ);
	if (error)
		fatal("%s: %s", *argv, strerror(error));
	if (waitpid(pid, &status, 0) != pid || status)
		fatal("%s: status 0x%x", *argv, status);
}

int main(int argc, char **argv)
{
	posix_spawn_file_actions_t quiet;
	double clock, start;
	int i;

	if (argc < 2)
		fatal("usage: whole COMMAND [ARGUMENT]...");
	pin_to_cpu(0);
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&quiet, STDOUT_FILENO, STDERR_FILENO);
	clock = ns_per_instruction();
	run_once(argv + 1, &quiet); /* warms up */
	start = now();
	for (i = 0; i < TIMES; i++)
		run_once(argv + 1, &quiet);
	printf("%.0f\n", (now() - start) / TIMES / clock);
	return 0;
}
