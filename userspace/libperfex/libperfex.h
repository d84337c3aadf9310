/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfex: counts of two events of the calling thread, with the calls of IRIX's
 * libperfex and the event numbers of the R10000.  libperfex(3) describes them.
 *
 *	long long c0, c1;
 *
 *	if (start_counters(0, 15) < 0)
 *		perror("start_counters");
 *	work();
 *	if (read_counters(0, &c0, 15, &c1) < 0)
 *		perror("read_counters");
 *	print_counters(0, c0, 15, c1);
 */
#ifndef LIBPERFEX_H
#define LIBPERFEX_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * start_counters() - set both counts to 0, and start counting
 * @e0: an event, 0 to 31
 * @e1: another one, or the same
 *
 * Counts the calling thread in user mode.  The environment variables T5_EVENT0 and
 * T5_EVENT1 override the events.
 *
 * Return: a number more than 0, or -1 with errno set: EINVAL for an event that
 * there is not; ENOENT for one that the machine does not have; EBUSY if they need
 * the same counter, which is said on standard error; or as perfcnt_start(3).
 */
int start_counters(int e0, int e1);

/**
 * read_counters() - read both counts, and stop counting
 * @e0: as for start_counters()
 * @c0: gets the first count
 * @e1: as for start_counters()
 * @c1: gets the second count
 *
 * Return: the number that start_counters() returned, or -1 with errno set: EINVAL
 * if the calling thread has not started the counters with these events, or for
 * NULL; EIO if the counters were lost meanwhile.
 */
int read_counters(int e0, long long *c0, int e1, long long *c1);

/**
 * print_counters() - print two counts on standard error, as perfex does
 * @e0: the first event
 * @c0: its count
 * @e1: the second event
 * @c1: its count
 *
 * Return: 0, or -1 with errno set: EINVAL for an event that there is not.
 */
int print_counters(int e0, long long c0, int e1, long long c1);

/**
 * print_costs() - print two counts, their times and statistics, as perfex -y does
 * @e0: the first event
 * @c0: its count
 * @e1: the second event
 * @c1: its count
 *
 * Return: 0, or -1 with errno set: EINVAL for an event that there is not, or if
 * /etc/perfex.costs is wrong; ENODATA if the clock is not known.
 */
int print_costs(int e0, long long c0, int e1, long long c1);

/**
 * load_costs() - read a cost table, as perfex -c does
 * @CostFileName: the file
 *
 * Return: 0, or -1 with errno set: EINVAL if a line is wrong, which is said on
 * standard error; or as fopen(3).
 */
int load_costs(char *CostFileName);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERFEX_H */
