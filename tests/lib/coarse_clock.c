// SPDX-License-Identifier: GPL-2.0
/* What a reading of an event of perf's is between: each read(2) of one goes through here. */
#include <stdarg.h>
#include <sys/syscall.h>

#include "coarse_clock.h"

void (*before_reading)(void);
uint64_t tick;

struct reading {
	uint64_t count, enabled, running, id;
};

typedef long syscall_function(long number, ...);
syscall_function __real_syscall;

long __wrap_syscall(long number, ...)
{
	struct reading *reading;
	long words[5], result;
	va_list arguments;
	int i;

	va_start(arguments, number);
	for (i = 0; i < 5; i++)
		words[i] = va_arg(arguments, long);
	va_end(arguments);
	if (number == SYS_read && before_reading)
		before_reading();
	result = __real_syscall(number, words[0], words[1], words[2], words[3], words[4]);
	reading = (struct reading *)words[1];
	if (number == SYS_read && result == sizeof(*reading) && tick) {
		reading->enabled -= reading->enabled % tick;
		reading->running -= reading->running % tick;
	}
	return result;
}
