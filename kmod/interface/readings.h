/* SPDX-License-Identifier: GPL-2.0 */
/* Readings of an open file's counters: by ioctl, or short ones by read(). */
#ifndef PERFCNT_READINGS_H
#define PERFCNT_READINGS_H

#include "client.h"

struct perfcnt_format;
struct perfcnt_read;

int perfcnt_format(struct perfcnt_client *client, struct perfcnt_format __user *arg,
		   struct perfcnt_reason *reason);
ssize_t perfcnt_read_short(struct perfcnt_client *client, u32 format,
			   void __user *to);
int perfcnt_read_counters(struct perfcnt_client *client,
			  struct perfcnt_read __user *arg,
			  struct perfcnt_reason *reason);

#endif /* PERFCNT_READINGS_H */
