// SPDX-License-Identifier: GPL-2.0
/* Children, programs that are executed, and the title of a process. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

#define BESIDE		500

static void be_grandchild(void)
{
	BEGIN(child);
	END(child);
}

static void be_child(void)
{
	BEGIN(child);
	END(child);
	END(forks);
	printf("a child of a child: %#x\n", (unsigned int)status_of(be_grandchild));
}

void fork_in_region(void)
{
	BEGIN(forks);
	printf("a child: %#x\n", (unsigned int)status_of(be_child));
	END(forks);
}

int be_executed(void)
{
	static struct calls own[ALL_REGIONS];

	calls = own;
	BEGIN(executed);
	END(executed);
	printf("executed\n");
	return 7;
}

static void execute(void)
{
	char program[] = "/proc/self/exe", word[] = "executed";
	char *const words[] = { program, word, NULL };

	add(&calls[executed].begun);
	add(&calls[executed].ended);
	execve(words[0], words, environ);
}

static void vfork_in_region(bool executes)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	BEGIN(vforks);
	pid = vfork();
	if (!pid) {
		if (executes)
			execute();
		_exit(5);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	END(vforks);
	printf("a child of vfork: %#x\n", (unsigned int)status);
}

void vfork_twice(void)
{
	vfork_in_region(false);
	vfork_in_region(true);
}

void execute_in_region(void)
{
	BEGIN(execs);
	execute();
	fail("execve");
}

static void *be_retitled(void *unused)
{
	BEGIN(retitled);
	END(retitled);
	return unused;
}

/* As programs do that write what they are doing where ps(1) looks. */
void take_title(void)
{
	char *first = environ[0], *end = first, **copies;
	unsigned int i, count = 0;

	BEGIN(retitled);
	END(retitled);
	while (environ[count])
		count++;
	copies = calloc(count + 1, sizeof(*copies));
	must(copies, "calloc");
	for (i = 0; i < count; i++) {
		if (environ[i] == end)
			end += strlen(end) + 1;
		copies[i] = strdup(environ[i]);
		must(copies[i], "strdup");
	}
	environ = copies;
	memset(first, 'x', end - first - 1);
	run_thread(be_retitled, NULL);
	printf("it has a title\n");
}

static void *be_beside(void *unused)
{
	unsigned int i;

	for (i = 0; i < BESIDE; i++) {
		BEGIN(beside);
		END(beside);
	}
	return unused;
}

static void be_child_beside(void)
{
	BEGIN(beside);
	END(beside);
}

void fork_beside(void)
{
	pthread_t thread;
	unsigned int i;

	errno = pthread_create(&thread, NULL, be_beside, NULL);
	must(!errno, "pthread_create");
	printf("children beside a thread that has regions:");
	for (i = 0; i < 5; i++)
		printf(" %#x", (unsigned int)status_of(be_child_beside));
	printf("\n");
	pthread_join(thread, NULL);
}
