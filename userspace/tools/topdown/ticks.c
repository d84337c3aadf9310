// SPDX-License-Identifier: GPL-2.0
/* A timer of the kernel's, at the same distance however long each time takes. */
#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "base/message.h"
#include "ticks.h"

#define SECOND	1000000000ull

uint64_t ticks_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

static void ready(void *argument)
{
	struct ticks *ticks = argument;
	uint64_t passed;

	if (read(ticks->watch.fd, &passed, sizeof(passed)) == sizeof(passed))
		ticks->tick(ticks->argument);
}

void ticks_begin(struct ticks *ticks, uint64_t interval)
{
	const struct timespec time = { interval / SECOND, interval % SECOND };
	const struct itimerspec timer = { time, time };

	ticks->watch = (struct command_watch){
		.fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK),
		.ready = ready,
		.argument = ticks,
	};
	if (ticks->watch.fd < 0 ||
	    timerfd_settime(ticks->watch.fd, 0, &timer, NULL))
		fail("timer: %s", strerror(errno));
}

void ticks_end(struct ticks *ticks)
{
	close(ticks->watch.fd);
}
