// SPDX-License-Identifier: GPL-2.0
/* A line for each kind. */
#include "base/message.h"
#include "notices.h"

static const struct {
	const char *one;
	const char *more;
} words[REGION_NOTICES] = {
	[REGION_NO_UPDATE] = {
		"start without update", "starts without update" },
	[REGION_NO_START] = {
		"update without start", "updates without start" },
	[REGION_OVERRUN] = {
		"record after an overrun: the buffer was too small, and records are missing",
		"records after an overrun: the buffer was too small, and records are missing" },
	[REGION_OTHER_CALL] = {
		"record of another call than start and update, skipped",
		"records of other calls than start and update, skipped" },
	[REGION_ORDER] = {
		"record is earlier than the one before it",
		"records are earlier than the one before them" },
	[REGION_TOO_MANY] = {
		"interval has more instructions than cycles",
		"intervals have more instructions than cycles" },
	[REGION_OVERFLOW] = {
		"count overflowed, and is in no average",
		"counts overflowed, and are in no average" },
	[REGION_MOVED] = {
		"interval ends on another CPU than it began on",
		"intervals end on another CPU than they began on" },
};

void region_notice(struct region_notices *notices, enum region_notice notice,
		   size_t line)
{
	if (!notices->count[notice]++)
		notices->line[notice] = line;
}

void region_notices_say(const struct region_notices *notices, const char *name)
{
	enum region_notice i;

	for (i = 0; i < REGION_NOTICES; i++)
		if (notices->count[i])
			say_at(name, notices->line[i], "%zu %s",
			       notices->count[i], notices->count[i] == 1 ?
			       words[i].one : words[i].more);
}
