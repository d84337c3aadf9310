// SPDX-License-Identifier: GPL-2.0
/* One field after the other. */
#include <stdlib.h>
#include <string.h>

#include <linux/perfcnt_samples.h>

#include "base/memory.h"
#include "base/number.h"
#include "sampling_spec.h"

#define DEFAULT_PERIOD	500000
#define DEFAULT_PERCENT	5 /* of the period, which varies by that */
#define DEFAULT_EVENT	"cycles:u"

/* How far a text has been read. */
struct reading {
	struct sampling_spec *spec; /* what it has said */
	unsigned int numbers; /* how many numbers were there, empty ones included */
	bool event; /* has it an event? */
};

void sampling_spec_begin(struct sampling_spec *spec)
{
	*spec = (struct sampling_spec){
		.event = copy_text(DEFAULT_EVENT),
		.period = DEFAULT_PERIOD,
		.percent = DEFAULT_PERCENT,
	};
}

static char *take_number(struct reading *reading, const char *field)
{
	struct sampling_spec *spec = reading->spec;
	const char *at = field;
	uint64_t number;

	if (!reading->event &&
	    !number_take(&at, 10, PERFCNT_SAMPLING_PERIOD_MAX, &number)) {
		if (!strcmp(at, "%") && number < 100) {
			spec->percent = number;
			reading->numbers = 2;
			return NULL;
		}
		if (!*at && reading->numbers < 2) {
			if (reading->numbers++) {
				spec->percent = -1;
				spec->jitter = number;
			} else {
				spec->period = number;
				spec->frequency = 0;
				spec->has_period = true;
			}
			return NULL;
		}
	}
	return formatted("'%s' is not a period, a variation such as 5%%, or an event",
			 field);
}

/* A number, in events or as a part of the period; or the event. */
static char *take_field(struct reading *reading, const char *field)
{
	if (!*field) {
		reading->numbers++;
		return NULL;
	}
	if (strspn(field, "0123456789"))
		return take_number(reading, field);
	if (reading->event)
		return formatted("more than one event: '%s'", field);
	free(reading->spec->event);
	reading->spec->event = copy_text(field);
	reading->event = true;
	return NULL;
}

char *sampling_spec_read(struct sampling_spec *spec, const char *text)
{
	struct reading reading = { .spec = spec };
	char *copy = copy_text(text), *rest = copy, *field, *wrong = NULL;

	while (!wrong && (field = strsep(&rest, ",")))
		wrong = take_field(&reading, field);
	free(copy);
	if (wrong)
		return wrong;
	if (spec->percent >= 0)
		spec->jitter = spec->percent / 100 * spec->period;
	if (spec->percent >= 0 && spec->jitter > PERFCNT_SAMPLING_JITTER_MAX)
		spec->jitter = PERFCNT_SAMPLING_JITTER_MAX;
	if (!spec->period || spec->jitter > PERFCNT_SAMPLING_JITTER_MAX ||
	    spec->jitter >= spec->period)
		return formatted("'%s': a period is at least 1, and its variation less than it",
				 text);
	return NULL;
}
