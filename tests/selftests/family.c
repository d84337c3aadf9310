// SPDX-License-Identifier: GPL-2.0
/* A process and its children that take turns on a CPU. */
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "family.h"

static void take_turns(unsigned long n, unsigned int which)
{
	size_t size = sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, n * size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned long i;

	if (pages == MAP_FAILED)
		_exit(1);
	madvise(pages, n * size, MADV_NOHUGEPAGE);
	for (i = 0; i < n; i++) {
		pages[i * size] = 1;
		if (i % 7 == which)
			usleep(100);
		else
			sched_yield();
	}
	mixed_loop(100 * n);
}

/* One after the other: which counters are free, when each begins, is always the same. */
static void begin_in_turn(void (*begin)(void), const int begun[2], bool is_child)
{
	char byte = 0;

	if (is_child)
		begin();
	if ((is_child ? write(begun[1], &byte, 1) : read(begun[0], &byte, 1)) != 1)
		_exit(1);
}

void be_a_family(unsigned long n, void (*begin)(void), void (*end)(void))
{
	unsigned int which = 0, i;
	int status, worst = 0;
	int begun[2];

	pin_to_cpu(0);
	if (begin && pipe(begun))
		_exit(1);
	if (begin)
		begin();
	for (i = 1; i <= CHILDREN && !which; i++) {
		pid_t pid = fork();

		if (pid < 0)
			_exit(1);
		if (!pid)
			which = i;
		if (begin)
			begin_in_turn(begin, begun, which);
	}
	take_turns(n, which);
	while (wait(&status) > 0)
		worst |= status;
	if (end)
		end();
	_exit(!!worst);
}
