// SPDX-License-Identifier: GPL-2.0
/* Once or again and again, the counters count on meanwhile. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message.h"
#include "session/command.h"
#include "session/process.h"
#include "live.h"

/* What is done, and how the command's watch comes to know. */
struct ticks {
	struct command_watch watch; /* for struct command */
	int timer; /* its descriptor */
	const struct command_watch *also; /* what else is done while the command runs, or NULL */
	void (*tick)(void *argument); /* what is done */
	void *argument; /* for @tick */
};

/* A timer of the kernel's, at the same distance however long each time takes. */

#define PARTIAL_SIZE	256

static void ready(void *argument)
{
	struct ticks *ticks = argument;
	uint64_t passed;

	if (ticks->also)
		ticks->also->ready(ticks->also->argument);
	if (read(ticks->timer, &passed, sizeof(passed)) == sizeof(passed))
		ticks->tick(ticks->argument);
}

static void poll_also(int epoll, int fd)
{
	struct epoll_event event = { .events = EPOLLIN };

	if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event))
		fail("epoll: %s", strerror(errno));
}

/* The first time is an interval from now. */
static void ticks_begin(struct ticks *ticks, uint64_t interval)
{
	const struct timespec time = { interval / CLOCK_SECOND, interval % CLOCK_SECOND };
	const struct itimerspec timer = { time, time };

	ticks->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (ticks->timer < 0 || timerfd_settime(ticks->timer, 0, &timer, NULL))
		fail("timer: %s", strerror(errno));
	ticks->watch = (struct command_watch){
		.fd = epoll_create1(EPOLL_CLOEXEC),
		.ready = ready,
		.argument = ticks,
	};
	poll_also(ticks->watch.fd, ticks->timer);
	if (ticks->also)
		poll_also(ticks->watch.fd, ticks->also->fd);
}

/* Do nothing any more. */
static void ticks_end(struct ticks *ticks)
{
	close(ticks->watch.fd);
	close(ticks->timer);
}

/* Why there is less than the whole: the first reason; and in which run, if there are several. */
static void set_partial(const struct live *live, const char *why)
{
	char text[PARTIAL_SIZE];

	if (live->measurement->partial)
		return;
	if (live->repeats > 1)
		snprintf(text, sizeof(text), "run %u of %u: %s", live->run + 1, live->repeats,
			 why);
	else
		snprintf(text, sizeof(text), "%s", why);
	dump_set_partial(live->measurement, text);
}

/* Whether nothing is missing of what the command has done. */
static bool has_all(const struct live *live)
{
	const char *missing = live->missing ? live->missing(live->argument) : NULL;

	if (missing)
		set_partial(live, missing);
	return !missing;
}

static void read_now(struct live *live)
{
	const uint64_t now = clock_now();

	has_all(live);
	live->take(live->argument, (now - live->begun) / 1e9,
		  (now - live->last) / 1e9);
	live->last = now;
}

static void tick(void *argument)
{
	read_now(argument);
}

/* Whether the run was whole. */
static bool run_once(struct live *live, unsigned int which)
{
	const char *name = *live->command->argv;
	char why[PARTIAL_SIZE];
	struct outcome outcome;
	bool whole;

	live->run = which;
	if (which && live->again)
		live->again(live->argument);
	outcome = command_run(live->command, which ? NULL : live->start, live->argument);
	if (outcome.error)
		command_cannot_run(name, outcome.error);
	outcome.time.run = which;
	dump_add_time(live->measurement, &outcome.time);
	whole = has_all(live);
	live->ended = outcome.signal;
	if (live->ended) {
		snprintf(why, sizeof(why), "interrupted: %s", strsignal(live->ended));
		set_partial(live, why);
	} else if (WIFSIGNALED(outcome.status)) {
		live->signal = WTERMSIG(outcome.status);
		snprintf(why, sizeof(why), "%.40s was killed by signal %d (%s)", name,
			 live->signal, strsignal(live->signal));
		set_partial(live, why);
	} else if (WEXITSTATUS(outcome.status) && !live->status) {
		live->status = WEXITSTATUS(outcome.status);
		say("%s exited with status %d", name, live->status);
	}
	return whole && !live->ended && !live->signal;
}

/* To the end of a process, or to a signal: that is how it is meant to end. */
static void run_nothing(struct live *live)
{
	const struct outcome outcome = process_wait(live->command, live->pid, live->start,
						    live->argument);

	if (outcome.error == ESRCH)
		fail("process %d: %s", live->pid, strerror(ESRCH));
	if (outcome.error)
		fail("cannot start the counters: %s", strerror(outcome.error));
}

void live_run(struct live *live)
{
	struct ticks ticks = { .also = live->also, .tick = tick, .argument = live };
	unsigned int i;
	bool whole = true;

	command_prepare(live->command, live->repeats);
	live->begun = clock_now();
	live->last = live->begun;
	live->command->watch = live->also;
	if (live->interval) {
		ticks_begin(&ticks, live->interval);
		live->command->watch = &ticks.watch;
	}
	if (*live->command->argv)
		for (i = 0; i < live->repeats && whole; i++)
			whole = run_once(live, i);
	else
		run_nothing(live);
	read_now(live);
	if (live->interval)
		ticks_end(&ticks);
	live->command->watch = NULL;
	command_end(live->command);
}

int live_end(const struct live *live, bool written)
{
	command_die(live->ended);
	if (!written)
		return STATUS_OWN;
	if (live->signal)
		return STATUS_SIGNAL + live->signal;
	return live->status ?: live->measurement->partial ? STATUS_OWN : 0;
}
