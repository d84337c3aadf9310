// SPDX-License-Identifier: GPL-2.0
/* The program that perf_events counts: its words say what it does, each in turn. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counted_program.h"

/* A sanitizer would touch pages of its own. */
__attribute__((no_sanitize_address, no_sanitize_thread))
void touch(unsigned int pages)
{
	const size_t size = sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, pages * size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(memory, pages * size, MADV_NOHUGEPAGE);
	while (pages--)
		memory[pages * size] = 1;
	__asm__ volatile("" : : "r"(memory) : "memory");
}

void spin(unsigned long turns)
{
#if defined(__x86_64__)
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(turns));
#elif defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(turns));
#elif defined(__mips__)
	__asm__ volatile(".set push\n\t.set noreorder\n"
			 "1:\tbnez %0, 1b\n\taddiu %0, %0, -1\n\t.set pop" : "+r"(turns));
#else
	(void)turns;
#endif
}

static void *execute_others(void *words)
{
	char **argv = words;

	execv(*argv, argv);
	_exit(9);
}

static void *sleep_on(void *none)
{
	for (;;)
		pause();
	return none;
}

static void start_thread(void *(*begin)(void *argument), void *argument, bool joins)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, begin, argument))
		_exit(8);
	if (joins)
		pthread_join(thread, NULL);
}

static void *touch_some(void *pages)
{
	touch(*(const unsigned int *)pages);
	return NULL;
}

int run(char **word)
{
	for (; *word; word++) {
		if (!strcmp(*word, "touch")) {
			touch(atoi(*++word));
		} else if (!strcmp(*word, "spin")) {
			spin(atol(*++word));
		} else if (!strcmp(*word, "thread")) { /* touches, and is waited for */
			unsigned int pages = atoi(*++word);

			start_thread(touch_some, &pages, true);
		} else if (!strcmp(*word, "idle")) { /* a thread more */
			start_thread(sleep_on, NULL, false);
		} else if (!strcmp(*word, "family")) { /* the rest in a child's child */
			if (fork()) {
				wait(NULL);
				return 0;
			}
			if (fork()) {
				wait(NULL);
				return 0;
			}
		} else if (!strcmp(*word, "exec")) {
			execute_others(word + 1);
		} else if (!strcmp(*word, "thread-exec")) {
			start_thread(execute_others, word + 1, true);
		} else if (!strcmp(*word, "ready")) { /* says so to this descriptor */
			if (write(atoi(*++word), "", 1) != 1)
				return 6;
		} else if (!strcmp(*word, "await")) { /* somebody's word from this one */
			char byte;

			if (read(atoi(*++word), &byte, 1) != 1)
				return 6;
		} else if (!strcmp(*word, "kill")) {
			raise(SIGKILL);
		} else if (!strcmp(*word, "raise")) {
			raise(SIGTERM);
		} else {
			return 7;
		}
	}
	return 0;
}
