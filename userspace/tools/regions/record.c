// SPDX-License-Identifier: GPL-2.0
/* The fields of a record, one after the other. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "record.h"

#define CALL_FIELD	2
#define START_FIELDS	8
#define UPDATE_FIELDS	9	/* without user data */

static const char *const names[UPDATE_FIELDS] = {
	"CPU ID", "caller ID", "call type", "cycles", "PC", "group",
	"event_hi", "event_lo", "overflow",
};

/* The next field without the blanks around it, or NULL. */
static char *next_field(char **text)
{
	char *field = strsep(text, ","), *end;

	if (!field)
		return NULL;
	field += strspn(field, " \t");
	for (end = field + strlen(field);
	     end > field && isspace((unsigned char)end[-1]); end--)
		;
	*end = '\0';
	return field;
}

static char *take_number(const char *field, size_t which, uint64_t *number)
{
	const char *name = which < UPDATE_FIELDS ? names[which] : "user data";

	if (!strchr(field, 'x') && !strchr(field, 'X') &&
	    !number_read(field, 16, UINT64_MAX, number))
		return NULL;
	if (errno == ERANGE)
		return formatted("field %zu (%s) is larger than 64 bits", which + 1, name);
	return formatted("field %zu (%s) is not a hexadecimal number", which + 1, name);
}

/* All numbers of a line, to be freed by free() even if one is wrong. */
static char *take_numbers(char *text, uint64_t **numbers, size_t *count)
{
	const char *field;
	char *wrong;

	*numbers = NULL;
	for (*count = 0; (field = next_field(&text)); (*count)++) {
		*numbers = grow(*numbers, *count, sizeof(**numbers));
		errno = 0;
		wrong = take_number(field, *count, &(*numbers)[*count]);
		if (wrong)
			return wrong;
	}
	return NULL;
}

static char *check_count(uint64_t call, size_t count)
{
	if (call == REGION_CALL_START && count != START_FIELDS)
		return formatted("a start record has %d fields, not %zu", START_FIELDS, count);
	if (call == REGION_CALL_UPDATE && count < UPDATE_FIELDS)
		return formatted("an update record has at least %d fields, not %zu",
				 UPDATE_FIELDS, count);
	return NULL;
}

static char *fill(struct region_record *record, const uint64_t *numbers,
		  size_t count)
{
	char *wrong;

	if (count <= CALL_FIELD)
		return formatted("not a record: it has less than %d fields", START_FIELDS);
	record->call = numbers[CALL_FIELD];
	wrong = check_count(record->call, count);
	if (wrong || count < START_FIELDS)
		return wrong;
	record->cpu = numbers[0];
	record->id = numbers[1];
	record->cycles = numbers[3];
	record->pc = numbers[4];
	record->group = numbers[5];
	record->high = numbers[6];
	record->low = numbers[7];
	if (record->call != REGION_CALL_UPDATE)
		return NULL;
	record->overflow = numbers[8];
	if (record->overflow > (REGION_OVERFLOW_LOW | REGION_OVERFLOW_HIGH))
		return formatted("field %d (overflow) is not 0 to 3", UPDATE_FIELDS);
	record->user_count = count - UPDATE_FIELDS;
	record->user = resize(NULL, record->user_count,
			      sizeof(*record->user));
	memcpy(record->user, numbers + UPDATE_FIELDS,
	       record->user_count * sizeof(*record->user));
	return NULL;
}

char *region_record_parse(char *text, struct region_record *record)
{
	uint64_t *numbers;
	size_t count;
	char *wrong;

	*record = (struct region_record){ 0 };
	text += strspn(text, " \t");
	if (!strncmp(text, "-1", 2) && strspn(text + 2, ", \t")) {
		record->overrun = true;
		text += 2;
		text += strspn(text, " \t");
		text += *text == ',';
	}
	wrong = take_numbers(text, &numbers, &count);
	if (!wrong)
		wrong = fill(record, numbers, count);
	free(numbers);
	return wrong;
}

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

void intervals_add(struct intervals *intervals, const struct interval *interval)
{
	intervals->all = grow(intervals->all, intervals->count,
			      sizeof(*intervals->all));
	intervals->all[intervals->count++] = *interval;
}

static int compare_events(const struct interval *a, const struct interval *b)
{
	unsigned int i;

	for (i = 0; i < a->event_count && i < b->event_count; i++) {
		if (a->events[i].type != b->events[i].type)
			return a->events[i].type < b->events[i].type ? -1 : 1;
		if (a->events[i].value != b->events[i].value)
			return a->events[i].value < b->events[i].value ? -1 : 1;
	}
	return (a->event_count > b->event_count) - (a->event_count < b->event_count);
}

/* 0 if the records are the same. */
static int compare_contents(const struct interval *a, const struct interval *b)
{
	const uint64_t of_a[] = { a->cpu, a->begin, a->cycles, a->end_cpu, a->from_id,
				  a->to_id, a->from_pc, a->to_pc, a->group, a->user_count };
	const uint64_t of_b[] = { b->cpu, b->begin, b->cycles, b->end_cpu, b->from_id,
				  b->to_id, b->from_pc, b->to_pc, b->group, b->user_count };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(of_a); i++)
		if (of_a[i] != of_b[i])
			return of_a[i] < of_b[i] ? -1 : 1;
	for (i = 0; i < a->user_count; i++)
		if (a->user[i] != b->user[i])
			return a->user[i] < b->user[i] ? -1 : 1;
	return compare_events(a, b);
}

/* Then in the order in which they were read. */
static int compare_repeated(const void *left, const void *right)
{
	const struct interval *a = *(const struct interval *const *)left;
	const struct interval *b = *(const struct interval *const *)right;

	return compare_contents(a, b) ?: (a > b) - (a < b);
}

size_t intervals_drop_repeated(struct intervals *intervals)
{
	struct interval **sorted = zeros(intervals->count, sizeof(*sorted));
	bool *repeated = zeros(intervals->count, sizeof(*repeated));
	size_t i, left = 0, count = intervals->count;

	for (i = 0; i < count; i++)
		sorted[i] = &intervals->all[i];
	qsort(sorted, count, sizeof(*sorted), compare_repeated);
	for (i = 1; i < count; i++)
		repeated[sorted[i] - intervals->all] =
			!compare_contents(sorted[i - 1], sorted[i]);
	for (i = 0; i < count; i++) {
		if (repeated[i])
			free(intervals->all[i].user);
		else
			intervals->all[left++] = intervals->all[i];
	}
	intervals->count = left;
	free(repeated);
	free(sorted);
	return count - left;
}

void intervals_free(struct intervals *intervals)
{
	size_t i;

	for (i = 0; i < intervals->count; i++)
		free(intervals->all[i].user);
	free(intervals->all);
	free(intervals->names.names);
	*intervals = (struct intervals){ 0 };
}
