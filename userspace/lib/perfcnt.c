// SPDX-License-Identifier: LGPL-2.1-or-later
/* The handle: what is open, what the machine has, and why not. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "internal.h"

PERFCNT_API struct perfcnt *perfcnt_open(void)
{
	struct perfcnt *perfcnt = calloc(1, sizeof(*perfcnt));

	if (!perfcnt)
		return NULL;
	perfcnt->fd = open("/dev/perfcnt", O_RDWR | O_CLOEXEC);
	if (perfcnt->fd >= 0)
		return perfcnt;
	free(perfcnt);
	return NULL;
}

PERFCNT_API void perfcnt_close(struct perfcnt *perfcnt)
{
	int error = errno;

	if (!perfcnt)
		return;
	close(perfcnt->fd);
	free(perfcnt);
	errno = error;
}

PERFCNT_API int perfcnt_fd(const struct perfcnt *perfcnt)
{
	return perfcnt->fd;
}

PERFCNT_API const char *perfcnt_strerror(struct perfcnt *perfcnt)
{
	int error = errno;
	struct perfcnt_reason_text *reason = perfcnt ? &perfcnt->reason : NULL;

	if (reason) {
		memset(reason, 0, sizeof(*reason));
		reason->size = sizeof(*reason);
		if (ioctl(perfcnt->fd, PERFCNT_IOC_REASON, reason) ||
		    (int)reason->code != error || !*reason->words)
			reason = NULL;
		errno = error;
	}
	return reason ? reason->words : strerror(error);
}

PERFCNT_API int perfcnt_describe(struct perfcnt *perfcnt,
				 struct perfcnt_describe *describe)
{
	memset(describe, 0, sizeof(*describe));
	describe->size = sizeof(*describe);
	return ioctl(perfcnt->fd, PERFCNT_IOC_DESCRIBE, describe);
}
