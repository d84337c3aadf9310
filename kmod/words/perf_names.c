// SPDX-License-Identifier: GPL-2.0
/* Events that have no 34K code: by name, or r<hex> as the PMU encodes them. */
#include "number.h"
#include "perf_names.h"

static const struct {
	const char *name;
	struct perfcnt_native native;
} names[] = {
#define PERFCNT_PERF_NAME(name_, type_, config_, modes_, description)	\
	{								\
		.name = (name_),					\
		.native = {						\
			.known = true,					\
			.type = PERF_TYPE_##type_,			\
			.config = PERF_COUNT_##config_,			\
			.modes = PERFCNT_NATIVE_##modes_,		\
		},							\
	},
#include "perf_events.h"
};

/**
 * perfcnt_native_same - are they the same event?
 * @a: one
 * @b: the other
 *
 * Return: true if they are, or if both are none.
 */
bool perfcnt_native_same(const struct perfcnt_native *a,
			 const struct perfcnt_native *b)
{
	if (!a->known || !b->known)
		return a->known == b->known;
	return a->type == b->type && a->config == b->config &&
	       a->config1 == b->config1;
}

/* r<hex>[,<hex>] without its r: config and config1 of a raw event */
static int raw_from_name(const char *numbers, size_t length,
			 struct perfcnt_native *native)
{
	const char *comma = memchr(numbers, ',', length);
	size_t first = comma ? (size_t)(comma - numbers) : length;
	int err;

	native->known = true;
	native->type = PERF_TYPE_RAW;
	native->config1 = 0;
	native->modes = PERFCNT_NATIVE_ANY;
	err = perfcnt_number_hexadecimal(numbers, first, &native->config);
	if (err || !comma)
		return err;
	return perfcnt_number_hexadecimal(comma + 1, length - first - 1,
					  &native->config1);
}

/**
 * perfcnt_native_from_name - the native event of a name
 * @name: one of perf_events.h, or r<hex>[,<hex>]
 * @length: its length
 * @native: where the event goes
 *
 * Return: 0; -EINVAL for no such name; -ERANGE for a number of more than 64
 * bits.
 */
int perfcnt_native_from_name(const char *name, size_t length,
			     struct perfcnt_native *native)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (strlen(names[i].name) == length &&
		    !memcmp(names[i].name, name, length)) {
			*native = names[i].native;
			return 0;
		}
	}
	if (length > 1 && name[0] == 'r')
		return raw_from_name(name + 1, length - 1, native);
	return -EINVAL;
}

/**
 * perfcnt_native_has_type - can a native event be of this type?
 * @type: PERF_TYPE_*, or the number of a PMU
 *
 * Of perf's other types some have pointers in config, which it would follow in
 * whatever process runs then, and some must not be made or freed while a CPU
 * comes or goes (tracepoints, breakpoints, probes).
 */
bool perfcnt_native_has_type(u32 type)
{
	switch (type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_SOFTWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		return true;
	default:
		return false;
	}
}

/**
 * perfcnt_native_name - the name of a native event
 * @native: the event
 *
 * Return: the name, or NULL for one that was given by numbers.
 */
const char *perfcnt_native_name(const struct perfcnt_native *native)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (perfcnt_native_same(&names[i].native, native))
			return names[i].name;
	return NULL;
}

/**
 * perfcnt_native_count - how many native events have a name
 */
size_t perfcnt_native_count(void)
{
	return ARRAY_SIZE(names);
}

/**
 * perfcnt_native_name_at - one of the names
 * @index: below perfcnt_native_count()
 */
const char *perfcnt_native_name_at(size_t index)
{
	return names[index].name;
}

/**
 * perfcnt_native_modes - in which modes a native event can happen
 * @native: the event, by its numbers
 */
enum perfcnt_native_modes
perfcnt_native_modes(const struct perfcnt_native *native)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (perfcnt_native_same(&names[i].native, native))
			return names[i].native.modes;
	return PERFCNT_NATIVE_ANY;
}
