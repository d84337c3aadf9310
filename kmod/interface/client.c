// SPDX-License-Identifier: GPL-2.0
/* What is kept of an open file's last failure. */
#include "client.h"

/**
 * perfcnt_keep_reason - note why a command failed, for PERFCNT_IOC_REASON
 * @client: the open file
 * @err: the negative errno
 * @reason: the words
 *
 * Context: Process context, may sleep.
 */
void perfcnt_keep_reason(struct perfcnt_client *client, int err,
			 const struct perfcnt_reason *reason)
{
	mutex_lock(&client->lock);
	client->code = err;
	client->last = *reason;
	mutex_unlock(&client->lock);
}
