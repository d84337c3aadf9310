// SPDX-License-Identifier: GPL-2.0
/* The line is overwritten, and removed in the end. */
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "progress.h"

/* To the line's begin, and what is there is erased (ECMA-48: EL). */
#define ERASE	"\r\033[K"

void progress_begin(struct progress *progress, int epoll)
{
	static const struct itimerspec each_second = {
		.it_interval.tv_sec = 1, .it_value.tv_sec = 1,
	};
	struct epoll_event event = { .events = EPOLLIN };

	*progress = (struct progress){ .timer = -1 };
	if (!isatty(STDERR_FILENO))
		return;
	progress->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (progress->timer >= 0 &&
	    (timerfd_settime(progress->timer, 0, &each_second, NULL) ||
	     epoll_ctl(epoll, EPOLL_CTL_ADD, progress->timer, &event))) {
		close(progress->timer);
		progress->timer = -1;
	}
}

void progress_show(struct progress *progress, size_t samples)
{
	uint64_t passed;

	if (progress->timer < 0 ||
	    read(progress->timer, &passed, sizeof(passed)) != sizeof(passed))
		return;
	progress->seconds += passed;
	fprintf(stderr, ERASE "%llu s, %zu samples", progress->seconds, samples);
	fflush(stderr);
}

void progress_end(struct progress *progress)
{
	if (progress->timer < 0)
		return;
	if (progress->seconds)
		fputs(ERASE, stderr);
	close(progress->timer);
	progress->timer = -1;
}
