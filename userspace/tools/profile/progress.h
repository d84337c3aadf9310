/* SPDX-License-Identifier: GPL-2.0 */
/* On a terminal, while the command runs: for how long, and how many samples there are. */
#ifndef PERFCNT_PROFILE_PROGRESS_H
#define PERFCNT_PROFILE_PROGRESS_H

#include <stddef.h>

/**
 * struct progress - a line on standard error
 * @timer: tells when it is printed again, or -1 if there is no terminal
 * @seconds: how often it was
 */
struct progress {
	int timer;
	unsigned long long seconds;
};

/**
 * progress_begin() - print a line each second from now on
 * @progress: comes back
 * @epoll: from epoll_create1(2): it is ready when the line has to be printed
 *
 * Nothing is printed if standard error is no terminal.
 */
void progress_begin(struct progress *progress, int epoll);

/**
 * progress_show() - print the line, if it is time to
 * @progress: the line
 * @samples: how many samples there are
 */
void progress_show(struct progress *progress, size_t samples);

/**
 * progress_end() - remove the line
 * @progress: the line
 */
void progress_end(struct progress *progress);

#endif /* PERFCNT_PROFILE_PROGRESS_H */
