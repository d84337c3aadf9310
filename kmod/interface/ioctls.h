/* SPDX-License-Identifier: GPL-2.0 */
/* The ioctls of /dev/perfcnt. */
#ifndef PERFCNT_IOCTLS_H
#define PERFCNT_IOCTLS_H

#include "client.h"

int perfcnt_ioctl(struct perfcnt_client *client, unsigned int cmd,
		  void __user *arg, struct perfcnt_reason *reason);

#endif /* PERFCNT_IOCTLS_H */
