// SPDX-License-Identifier: LGPL-2.1-or-later
/* What the environment says of a recording. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "recording.h"

#define DEFAULT_RECORDS	1024
#define DEFAULT_USER	8

/* Returns whether the variable is good. */
static bool read_number(const char *name, uint32_t least, uint32_t most,
			uint32_t *number)
{
	const char *text = secure_getenv(name);
	unsigned long value;
	char *end;

	if (!text || !*text)
		return true;
	errno = 0;
	value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value < least ||
	    value > most)
		return false;
	*number = value;
	return true;
}

/* Programs with more rights than their users do not write where these want. */
static const char *place(const char *name)
{
	const char *text = secure_getenv(name);

	return text && *text ? text : NULL;
}

int perfcnt_regions_settings(struct recording_settings *settings)
{
	const char *wrong = NULL;

	*settings = (struct recording_settings){
		.events = secure_getenv("PERFCNT_REGIONS_EVENTS"),
		.directory = place("PERFCNT_REGIONS_DIR"),
		.records = DEFAULT_RECORDS,
		.user = DEFAULT_USER,
	};
	if (!read_number("PERFCNT_REGIONS_RECORDS", PERFCNT_REGIONS_RECORDS_LEAST,
			 PERFCNT_REGIONS_RECORDS_MOST, &settings->records))
		wrong = "PERFCNT_REGIONS_RECORDS";
	if (!read_number("PERFCNT_REGIONS_USER", 0, PERFCNT_REGIONS_USER_MOST,
			 &settings->user))
		wrong = "PERFCNT_REGIONS_USER";
	if (!wrong)
		return 0;
	settings->events = wrong;
	errno = EINVAL;
	return -1;
}
