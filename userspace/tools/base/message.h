/* SPDX-License-Identifier: GPL-2.0 */
/* What pc_sweep says, and the statuses that it ends with. */
#ifndef PERFCNT_TOOLS_MESSAGE_H
#define PERFCNT_TOOLS_MESSAGE_H

/* The command's own status, or as env(1) and timeout(1) have it. */
enum status {
	STATUS_OWN = 125,	/* pc_sweep itself failed */
	STATUS_NO_EXEC = 126,	/* the command was found but could not run */
	STATUS_NO_COMMAND = 127,
	STATUS_SIGNAL = 128,	/* the command died by signal 128 + N */
};

/**
 * say() - a line on standard error, after the program's name
 * @format: as printf(3)
 */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * fail() - a line on standard error, and the program's end
 * @status: the program's
 * @format: as printf(3)
 */
void fail(enum status status, const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

#endif /* PERFCNT_TOOLS_MESSAGE_H */
