// SPDX-License-Identifier: GPL-2.0
/*
 * What perfcnt(4) says of each field of each call's argument: what it refuses, and with
 * which errno.  A field of a header that has no rule here makes the test of arguments fail.
 */
#include <errno.h>
#include <glob.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "arguments.h"
#include "counters.h"

#define BANKS (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)

/* Bits for errnos: EOPNOTSUPP is above 63 on some machines. */
static uint64_t bit_of(int error)
{
	return 1ull << (error == EOPNOTSUPP ? 63 : error);
}

static void refuse(struct errors *errors, bool refused, int error)
{
	if (refused)
		errors->must |= bit_of(error);
}

static void allow(struct errors *errors, bool perhaps, int error)
{
	if (perhaps)
		errors->may |= bit_of(error);
}

bool argument_is_right(struct errors errors, int error)
{
	if (!error)
		return !errors.must;
	return (errors.must | errors.may) & bit_of(error);
}

#define FIELD(call, type, id, path, one, all)				\
	[call##_##id] = {						\
		#call " " #path, CALL_##call,				\
		offsetof(struct type, path), FIELD_SIZE(type, path),	\
		FIELD_SIZE(type, one),					\
		FIELD_SIZE(type, all) / FIELD_SIZE(type, one)		\
	},
#define FIELDS_OF(call) ARGUMENT_FIELDS(STRUCT_##call, FIELD, call)

const struct argument_place argument_fields[ARGUMENTS] = { CALLS(FIELDS_OF) };

#define SIZE_OF_(type) sizeof(struct type)
#define SIZE_OF(type) SIZE_OF_(type)
#define CALL(call) { #call, CALL_##call, 0, SIZE_OF(STRUCT_##call) },

const struct argument_place argument_calls[ARGUMENT_CALLS] = { CALLS(CALL) };

unsigned int argument_command(enum argument_call call)
{
#define COMMAND(name) PERFCNT_IOC_##name,
	static const unsigned int commands[] = { CALLS(COMMAND) };

	return commands[call];
}

int argument_call(int fd, enum argument_call call, union argument *arg)
{
	unsigned int command = argument_command(call);

	if (call == CALL_LEAVE)
		return ioctl(fd, command, (unsigned long)arg->number.value) ? errno : 0;
	return ioctl(fd, command, arg) ? errno : 0;
}

uint64_t argument_get(const struct argument_place *field, uint32_t element,
		      const union argument *arg)
{
	const unsigned char *from = arg->bytes + field->offset + element * field->stride;
	uint64_t eight;
	uint32_t four;

	if (field->width == 1)
		return *from;
	if (field->width == sizeof(four)) {
		memcpy(&four, from, sizeof(four));
		return four;
	}
	memcpy(&eight, from, sizeof(eight));
	return eight;
}

void argument_put(const struct argument_place *field, uint32_t element, uint64_t value,
		  union argument *arg)
{
	unsigned char *to = arg->bytes + field->offset + element * field->stride;
	uint32_t four = value;

	if (field->width == 1)
		*to = value;
	else if (field->width == sizeof(four))
		memcpy(to, &four, sizeof(four));
	else
		memcpy(to, &value, sizeof(value));
}

/* Is that the number of a PMU, as sysfs says? */
static bool is_pmu(uint32_t number)
{
	static uint32_t known[64];
	static unsigned int count;
	char text[16];
	glob_t found;
	size_t i;

	if (!count) {
		known[count++] = PERF_TYPE_RAW;
		if (glob("/sys/bus/event_source/devices/*/type", 0, NULL, &found))
			fatal("no PMU is in sysfs");
		for (i = 0; i < found.gl_pathc && count < 64; i++) {
			read_file(found.gl_pathv[i], text, sizeof(text));
			known[count++] = strtoul(text, NULL, 10);
		}
		globfree(&found);
	}
	for (i = 0; i < count; i++)
		if (known[i] == number)
			return true;
	return false;
}

/* The narrowest filter of an event's code on that bank's counters; -1: it has none such. */
static int scope_of_code(const struct claims *claims, uint32_t code, unsigned int counter)
{
	static signed char scopes[2][PERFCNT_EVENT_CODES];
	static bool known;
	struct perfcnt_event_row row;
	uint32_t i;
	int fd;

	if (!known) {
		memset(scopes, -1, sizeof(scopes));
		fd = open_device();
		for (i = 0; i < claims->has.events; i++) {
			row = (struct perfcnt_event_row){ sizeof(row), i };
			if (call(fd, PERFCNT_IOC_EVENT, &row))
				fatal("row %u", i);
			if (row.banks & PERFCNT_BANK_IS_EVEN)
				scopes[0][row.code] = row.scope;
			if (row.banks & PERFCNT_BANK_IS_ODD)
				scopes[1][row.code] = row.scope;
		}
		known = true;
	}
	return scopes[counter & 1][code];
}

/* Of a native event: many that there are no machine has. */
static void native_errors(const struct perfcnt_what *what, struct errors *errors)
{
	uint32_t pmu = what->config >> 32;

	refuse(errors, what->type == PERF_TYPE_TRACEPOINT ||
	       what->type == PERF_TYPE_BREAKPOINT ||
	       (what->type >= PERF_TYPE_MAX && !is_pmu(what->type)), EINVAL);
	refuse(errors, (what->type == PERF_TYPE_HARDWARE || what->type == PERF_TYPE_HW_CACHE) &&
	       pmu && !is_pmu(pmu), EINVAL);
	refuse(errors, what->type == PERF_TYPE_HARDWARE &&
	       (uint32_t)what->config >= PERF_COUNT_HW_MAX, ENOENT);
	refuse(errors, what->type == PERF_TYPE_SOFTWARE &&
	       what->config >= PERF_COUNT_SW_MAX, ENOENT);
	allow(errors, true, EINVAL);
	allow(errors, true, ENOENT);
}

/* Of what a counter is to count. */
static void what_errors(const struct claims *claims, const struct perfcnt_what *what,
			unsigned int counter, struct errors *errors)
{
	uint32_t word = what->control;
	uint32_t code = (word & PERFCNT_CTL_EVENT) >> PERFCNT_CTL_EVENT_SHIFT;
	uint32_t mt_en = (word & PERFCNT_CTL_MT_EN) >> PERFCNT_CTL_MT_EN_SHIFT;
	uint32_t modes = word & PERFCNT_CTL_MODES;
	bool tc = mt_en == PERFCNT_MT_EN_TC, vpe = mt_en == PERFCNT_MT_EN_VPE;
	uint32_t number = tc ? (word & PERFCNT_CTL_TCID) >> PERFCNT_CTL_TCID_SHIFT :
			       (word & PERFCNT_CTL_VPEID) >> PERFCNT_CTL_VPEID_SHIFT;
	uint32_t most = tc ? 255 : vpe ? 15 : 0;
	int scope;

	refuse(errors, what->reserved || what->config2 || what->reserved2, EINVAL);
	refuse(errors, (word & PERFCNT_CTL_MBZ) || mt_en == PERFCNT_MT_EN_RESERVED, EINVAL);
	refuse(errors, modes & ~claims->has.modes && !(modes & PERFCNT_CTL_K), EINVAL);
	refuse(errors, what->unit && (what->unit <= most || !most || number), EINVAL);
	number = what->unit ?: number;
	refuse(errors, tc && number >= claims->has.tcs, EINVAL);
	refuse(errors, vpe && number >= claims->has.vpes, EINVAL);
	if (code == PERFCNT_EVENT_NATIVE) {
		refuse(errors, !(claims->has.flags & PERFCNT_HAS_NATIVE), EINVAL);
		if (claims->has.flags & PERFCNT_HAS_NATIVE)
			native_errors(what, errors);
		return;
	}
	scope = scope_of_code(claims, code, counter);
	refuse(errors, what->type || what->config || what->config1, EINVAL);
	refuse(errors, scope < 0, EINVAL);
	if (scope >= 0 && !(claims->has.flags & PERFCNT_HAS_ANY_FILTER))
		refuse(errors, (tc && scope < PERFCNT_SCOPE_IS_TC) ||
		       (vpe && scope < PERFCNT_SCOPE_IS_VPE), EINVAL);
	/* the table also has events that the machine's PMU has not */
	allow(errors, (word ^ claims->event.control) & PERFCNT_CTL_EVENT, ENOENT);
}

static bool is_there(const struct claims *claims, uint32_t counter)
{
	return counter < claims->has.counters;
}

static uint32_t not_there(const struct claims *claims)
{
	return ~0u << claims->has.counters;
}

/* Events that take turns on some counters are started, stopped and moved together. */
static bool parts_turning(const struct claims *claims, uint32_t mask)
{
	return mask & claims->turning && claims->turning & ~mask;
}

typedef void rule(const struct claims *claims, const union argument *arg,
		  struct errors *errors);

/* What is only a result: whatever stands there before. */
static void result(const struct claims *claims, const union argument *arg,
		   struct errors *errors)
{
	(void)claims;
	(void)arg;
	(void)errors;
}

static void event_row(const struct claims *claims, const union argument *arg,
		      struct errors *errors)
{
	refuse(errors, arg->row.reserved, EINVAL);
	refuse(errors, arg->row.index >= claims->has.events, ENOENT);
}

static void claim(const struct claims *claims, const union argument *arg,
		  struct errors *errors)
{
	uint32_t mask = arg->mask.mask;

	refuse(errors, !mask || mask & not_there(claims), EINVAL);
	refuse(errors, mask & (claims->mine | claims->others), EBUSY);
}

static void release(const struct claims *claims, const union argument *arg,
		    struct errors *errors)
{
	uint32_t mask = arg->mask.mask;

	refuse(errors, mask & ~claims->mine, EPERM);
	refuse(errors, mask & (claims->scoped | claims->turning | claims->sampled), EBUSY);
}

static void change(const struct claims *claims, const union argument *arg,
		   struct errors *errors)
{
	refuse(errors, arg->mask.mask & ~claims->mine, EPERM);
	refuse(errors, parts_turning(claims, arg->mask.mask), EINVAL);
}

/* Names that say what they are; of others the grammar's tests know more. */
static const struct {
	const char *text;
	int error;
} names[] = {
	{ "", EINVAL },
	{ ":u", EINVAL },
	{ "no-such-event", EINVAL },
	{ "instructions:", EINVAL },
	{ "instructions:x", EINVAL },
	{ "instructions:u@", EINVAL },
	{ "instructions:u@tc", EINVAL },
	{ "instructions:u@tc99", EINVAL },
	{ "instructions:u@vpe99", ERANGE },
	{ "instructions:u@tc99999999999999999999", ERANGE },
};

/* One of them, or NULL behind the last one. */
const char *argument_text(unsigned int i)
{
	return i < sizeof(names) / sizeof(*names) ? names[i].text : NULL;
}

static void name(const struct claims *claims, const union argument *arg,
		 struct errors *errors)
{
	const char *text = arg->name.name;
	bool ends = memchr(text, 0, PERFCNT_NAME_SIZE);
	unsigned int i;

	refuse(errors, !is_there(claims, arg->name.counter) || !ends, EINVAL);
	if (!ends || !strcmp(text, claims->name))
		return;
	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i].text)) {
			refuse(errors, true, names[i].error);
			return;
		}
	allow(errors, true, EINVAL);
	allow(errors, true, ENOENT);
	allow(errors, true, ERANGE);
}

static void set(const struct claims *claims, const union argument *arg,
		struct errors *errors)
{
	uint32_t mask = arg->set.controls | arg->set.counts;
	uint32_t i;

	refuse(errors, arg->set.reserved, EINVAL);
	refuse(errors, mask & not_there(claims), EINVAL);
	refuse(errors, mask & claims->others, EBUSY);
	refuse(errors, mask & ~(not_there(claims) | claims->others | claims->mine), EPERM);
	refuse(errors, mask & claims->turning, EBUSY);
	refuse(errors, arg->set.controls & (claims->scoped | claims->sampled), EBUSY);
	for (i = 0; i < claims->has.counters; i++)
		if (arg->set.controls & 1u << i)
			what_errors(claims, &arg->set.counter[i].what, i, errors);
}

static void reading(const struct claims *claims, const union argument *arg,
		    struct errors *errors)
{
	refuse(errors, arg->read.flags & ~READ_ALL, EINVAL);
	refuse(errors, arg->read.counters & ~claims->mine, EPERM);
}

static bool is_thread(int32_t pid)
{
	struct stat thread;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", pid);
	return pid >= 0 && (!pid || !stat(path, &thread));
}

#define SCOPE_FLAGS (PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_ON_EXEC | PERFCNT_SCOPE_PROCESS | \
		     PERFCNT_SCOPE_RECORDS | PERFCNT_SCOPE_SHARED)

static void scope(const struct claims *claims, const union argument *arg,
		  struct errors *errors)
{
	uint32_t mask = arg->scope.counters;

	refuse(errors, claims->scoped, EBUSY);
	refuse(errors, arg->scope.flags & ~SCOPE_FLAGS, EINVAL);
	refuse(errors, !is_thread(arg->scope.pid), ESRCH);
	refuse(errors, mask & ~claims->mine, EPERM);
	refuse(errors, !mask || parts_turning(claims, mask), EINVAL);
	/* their events are of the even bank, and need a counter of it on each VPE */
	refuse(errors, claims->has.flags & PERFCNT_HAS_SHARED && mask & claims->turning &&
	       __builtin_popcount(claims->turning & 0x55555555) < (int)claims->has.vpes, EINVAL);
	allow(errors, claims->has.flags & PERFCNT_HAS_SHARED && mask & claims->turning, EINVAL);
	refuse(errors, mask & claims->mine & ~(claims->set | claims->turning), EINVAL);
	refuse(errors, mask & claims->notifying, EINVAL);
	refuse(errors, mask & claims->turning & claims->running, EBUSY);
	refuse(errors, claims->has.flags & PERFCNT_HAS_SHARED &&
	       mask & claims->mine & ~(claims->filtered | claims->turning) &&
	       !(arg->scope.flags & PERFCNT_SCOPE_SHARED), EINVAL);
}

static void leave(const struct claims *claims, const union argument *arg,
		  struct errors *errors)
{
	refuse(errors, (unsigned long)arg->number.value || !claims->scoped, EINVAL);
}

static void turning_event(const struct claims *claims, const struct perfcnt_multiplexing *wanted,
			  const struct perfcnt_multiplexing_event *event, struct errors *errors)
{
	const uint32_t of_bank[] = { 0x55555555, 0xaaaaaaaa };
	uint32_t counters = 0;
	unsigned int bank;

	for (bank = 0; bank < 2; bank++) {
		if (!(event->banks & 1u << bank))
			continue;
		counters |= wanted->counters & of_bank[bank];
		what_errors(claims, &event->what, bank, errors);
	}
	refuse(errors, event->reserved || event->banks & ~BANKS || !counters, EINVAL);
	refuse(errors, event->what.unit ||
	       event->what.control & (PERFCNT_CTL_MT_EN | PERFCNT_CTL_IE) ||
	       !(event->what.control & PERFCNT_CTL_MODES), EINVAL);
}

static void multiplexing(const struct claims *claims, const union argument *arg,
			 struct errors *errors)
{
	const struct perfcnt_multiplexing *wanted = &arg->multiplexing;
	uint32_t i;

	refuse(errors, wanted->flags || wanted->reserved, EINVAL);
	refuse(errors, wanted->nr > PERFCNT_MULTIPLEX_EVENTS, EINVAL);
	if (!wanted->nr) {
		refuse(errors, !claims->turning, EINVAL);
		refuse(errors, claims->turning & claims->scoped, EBUSY);
		return;
	}
	refuse(errors, wanted->slice_us && wanted->slice_us < PERFCNT_MULTIPLEX_SLICE_MIN, EINVAL);
	refuse(errors, wanted->slice_us > PERFCNT_MULTIPLEX_SLICE_MAX, EINVAL);
	refuse(errors, !wanted->counters || wanted->counters & not_there(claims), EINVAL);
	refuse(errors, wanted->counters & ~(claims->mine | not_there(claims)), EPERM);
	refuse(errors, claims->turning || wanted->counters &
	       (claims->running | claims->scoped | claims->sampled), EBUSY);
	for (i = 0; i < wanted->nr && i < PERFCNT_MULTIPLEX_EVENTS; i++)
		turning_event(claims, wanted, &wanted->event[i], errors);
}

static void multiplexed(const struct claims *claims, const union argument *arg,
			struct errors *errors)
{
	(void)arg;
	refuse(errors, !claims->turning, EINVAL);
}

/* A ring of so many pages for each CPU may be more than a small machine has. */
#define ORDER_SMALL 4

/* The shortest period of an event that a PMU counts. */
#define PMU_LEAST 2

/* What a sample is taken after: so many events, or so often a second. */
static void period(const struct claims *claims, const struct perfcnt_sampling *wanted,
		   struct errors *errors)
{
	if (wanted->flags & PERFCNT_SAMPLING_FREQUENCY) {
		refuse(errors, !wanted->period || wanted->jitter, EINVAL);
		refuse(errors, wanted->period > PERFCNT_SAMPLING_FREQUENCY_MAX ||
		       (claims->rate && wanted->period > claims->rate), EINVAL);
		return;
	}
	refuse(errors, wanted->period > PERFCNT_SAMPLING_PERIOD_MAX, EINVAL);
	refuse(errors, wanted->jitter > PERFCNT_SAMPLING_JITTER_MAX ||
	       (wanted->jitter && wanted->jitter >= wanted->period), EINVAL);
	refuse(errors, wanted->period && wanted->period < wanted->jitter + PMU_LEAST &&
	       !strcmp(claims->has.driver, "perf") &&
	       claims->event.type != PERF_TYPE_SOFTWARE, EINVAL);
}

#define SAMPLING_FLAGS (PERFCNT_SAMPLING_SHARED | PERFCNT_SAMPLING_FREQUENCY)

static void sampling(const struct claims *claims, const union argument *arg,
		     struct errors *errors)
{
	const struct perfcnt_sampling *wanted = &arg->sampling;
	uint32_t counter = wanted->counter < 32 ? 1u << wanted->counter : 0;

	refuse(errors, wanted->reserved || wanted->callers || wanted->stack, EINVAL);
	refuse(errors, wanted->flags & ~SAMPLING_FLAGS, EINVAL);
	refuse(errors, wanted->share > PERFCNT_SAMPLING_SHARE_MAX, EINVAL);
	refuse(errors, wanted->ring_order > PERFCNT_SAMPLING_ORDER_MAX, EINVAL);
	refuse(errors, !(counter & claims->mine), EPERM);
	period(claims, wanted, errors);
	if (!wanted->period) {
		refuse(errors, !(counter & claims->sampled), EINVAL);
		return;
	}
	refuse(errors, counter & (claims->sampled | claims->turning), EBUSY);
	refuse(errors, counter & claims->mine & ~(claims->set | claims->turning), EINVAL);
	refuse(errors, counter & claims->notifying, EINVAL);
	refuse(errors, claims->has.flags & PERFCNT_HAS_SHARED &&
	       counter & claims->mine & ~claims->filtered &&
	       !(wanted->flags & PERFCNT_SAMPLING_SHARED), EINVAL);
	refuse(errors, !claims->samples, EOPNOTSUPP);
	allow(errors, wanted->ring_order > ORDER_SMALL, ENOMEM);
}

/* By field: what it must be, with the others of its call. */
static rule *const rules[ARGUMENTS] = {
	[DESCRIBE_counters] = result,
	[DESCRIBE_tcs] = result,
	[DESCRIBE_vpes] = result,
	[DESCRIBE_modes] = result,
	[DESCRIBE_flags] = result,
	[DESCRIBE_events] = result,
	[DESCRIBE_claimed] = result,
	[DESCRIBE_driver] = result,
	[DESCRIBE_version] = result,
	[DESCRIBE_owner] = result,
	[DESCRIBE_hardware] = result,
	[DESCRIBE_reserved] = result,
	[EVENT_index] = event_row,
	[EVENT_code] = result,
	[EVENT_banks] = result,
	[EVENT_scope] = result,
	[EVENT_reserved] = event_row,
	[EVENT_name] = result,
	[CLAIM_mask] = claim,
	[RELEASE_mask] = release,
	[START_mask] = change,
	[STOP_mask] = change,
	[RESET_mask] = change,
	[NAME_counter] = name,
	[NAME_name] = name,
	[NAME_what_control] = result,
	[NAME_what_unit] = result,
	[NAME_what_type] = result,
	[NAME_what_reserved] = result,
	[NAME_what_config] = result,
	[NAME_what_config1] = result,
	[NAME_what_config2] = result,
	[NAME_what_reserved2] = result,
	[SET_controls] = set,
	[SET_counts] = set,
	[SET_reserved] = set,
	[SET_counter_count] = set,
	[SET_counter_what_control] = set,
	[SET_counter_what_unit] = set,
	[SET_counter_what_type] = set,
	[SET_counter_what_reserved] = set,
	[SET_counter_what_config] = set,
	[SET_counter_what_config1] = set,
	[SET_counter_what_config2] = set,
	[SET_counter_what_reserved2] = set,
	[READ_flags] = reading,
	[READ_counters] = reading,
	[READ_running] = result,
	[READ_half_full] = result,
	[READ_left] = result,
	[READ_time] = result,
	[READ_counts] = result,
	[READ_controls] = result,
	[REASON_code] = result,
	[REASON_words] = result,
	[SCOPE_flags] = scope,
	[SCOPE_pid] = scope,
	[SCOPE_counters] = scope,
	[SCOPE_shared] = result,
	[SCOPE_record_size] = result,
	[LEAVE_value] = leave,
	[MULTIPLEX_nr] = multiplexing,
	[MULTIPLEX_slice_us] = multiplexing,
	[MULTIPLEX_counters] = multiplexing,
	[MULTIPLEX_flags] = multiplexing,
	[MULTIPLEX_reserved] = multiplexing,
	[MULTIPLEX_event_banks] = multiplexing,
	[MULTIPLEX_event_reserved] = multiplexing,
	[MULTIPLEX_event_what_control] = multiplexing,
	[MULTIPLEX_event_what_unit] = multiplexing,
	[MULTIPLEX_event_what_type] = multiplexing,
	[MULTIPLEX_event_what_reserved] = multiplexing,
	[MULTIPLEX_event_what_config] = multiplexing,
	[MULTIPLEX_event_what_config1] = multiplexing,
	[MULTIPLEX_event_what_config2] = multiplexing,
	[MULTIPLEX_event_what_reserved2] = multiplexing,
	[MULTIPLEXED_events] = result,
	[MULTIPLEXED_time] = result,
	[MULTIPLEXED_enabled] = result,
	[MULTIPLEXED_rounds] = result,
	[MULTIPLEXED_slices] = result,
	[MULTIPLEXED_event_count] = result,
	[MULTIPLEXED_event_running] = result,
	[MULTIPLEXED_event_squares] = result,
	[MULTIPLEXED_event_fraction] = result,
	[MULTIPLEXED_event_slices] = result,
	[MULTIPLEXED_event_flags] = result,
	[MULTIPLEXED_event_squares_high] = result,
	[MULTIPLEXED_event_reserved] = result,
	[MULTIPLEXED_event_reserved2] = result,
	[SAMPLE_counter] = sampling,
	[SAMPLE_period] = sampling,
	[SAMPLE_jitter] = sampling,
	[SAMPLE_flags] = sampling,
	[SAMPLE_ring_order] = sampling,
	[SAMPLE_wake] = sampling,
	[SAMPLE_rings] = result,
	[SAMPLE_ring_size] = result,
	[SAMPLE_ring_stride] = result,
	[SAMPLE_callers] = sampling,
	[SAMPLE_stack] = sampling,
	[SAMPLE_share] = sampling,
	[SAMPLE_reserved] = sampling,
};

/* A field that a header has and that has no rule, or NULL. */
const char *argument_unruled(void)
{
	unsigned int i;

	for (i = 0; i < ARGUMENTS; i++)
		if (!rules[i])
			return argument_fields[i].name;
	return NULL;
}

bool argument_is_result(enum argument_field field)
{
	return rules[field] == result;
}

struct errors argument_errors(const struct claims *claims, enum argument_call call,
			      const union argument *arg)
{
	struct errors errors = { 0 };
	rule *last = NULL;
	unsigned int i;

	if (call == CALL_MULTIPLEXED)
		multiplexed(claims, arg, &errors);
	for (i = 0; i < ARGUMENTS; i++) {
		if (argument_fields[i].call != call || rules[i] == last || !rules[i])
			continue;
		rules[i](claims, arg, &errors);
		last = rules[i];
	}
	return errors;
}

/* These counters have what they have no more. */
static void forget(struct claims *claims, uint32_t counters)
{
	claims->set &= ~counters;
	claims->filtered &= ~counters;
	claims->notifying &= ~counters;
	claims->running &= ~counters;
}

/* The events of a SET. */
static void done_set(struct claims *claims, const struct perfcnt_set *set)
{
	uint32_t bit, word;
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		bit = set->controls & 1u << i;
		word = set->counter[i].what.control;
		claims->set = (claims->set & ~bit) | (word & PERFCNT_CTL_MODES ? bit : 0);
		claims->filtered = (claims->filtered & ~bit) |
				   (word & PERFCNT_CTL_MT_EN ? bit : 0);
		claims->notifying = (claims->notifying & ~bit) |
				    (word & PERFCNT_CTL_IE ? bit : 0);
	}
}

/* What the file's counters do after a call that has succeeded. */
void argument_done(struct claims *claims, enum argument_call call, const union argument *arg)
{
	const uint32_t mask = arg->mask.mask, sampled = 1u << (arg->sampling.counter & 31);

	switch (call) {
	case CALL_CLAIM:
		claims->mine |= mask;
		break;
	case CALL_RELEASE:
		claims->mine &= ~mask;
		forget(claims, mask);
		break;
	case CALL_SET:
		done_set(claims, &arg->set);
		break;
	case CALL_START:
		claims->running |= mask;
		break;
	case CALL_STOP:
		claims->running &= ~mask;
		break;
	case CALL_SCOPE:
		claims->scoped = arg->scope.counters;
		break;
	case CALL_LEAVE:
		claims->running &= ~claims->scoped;
		claims->scoped = 0;
		break;
	case CALL_MULTIPLEX:
		forget(claims, claims->turning);
		claims->turning = arg->multiplexing.nr ? arg->multiplexing.counters : 0;
		forget(claims, claims->turning);
		break;
	case CALL_SAMPLE:
		if (arg->sampling.period)
			claims->sampled |= sampled;
		else
			claims->sampled &= ~sampled;
		break;
	default:
		break;
	}
}

/*
 * An argument that is right: counter 0 is claimed, stopped, and has an event.  What it is used
 * for is ended.
 */
void argument_base(const struct claims *claims, enum argument_call call,
		   union argument *arg)
{
	unsigned int i;

	memset(arg, 0, sizeof(*arg));
	if (call != CALL_LEAVE)
		arg->size = argument_calls[call].width;
	switch (call) {
	case CALL_CLAIM:
		arg->mask.mask = ~(claims->mine | claims->others | not_there(claims));
		break;
	case CALL_RELEASE:
	case CALL_START:
	case CALL_STOP:
	case CALL_RESET:
		arg->mask.mask = 1;
		break;
	case CALL_NAME:
		strcpy(arg->name.name, claims->name);
		break;
	case CALL_SET:
		arg->set.controls = 1;
		arg->set.counts = 1;
		arg->set.counter[0].what = claims->event;
		break;
	case CALL_READ:
		arg->read.counters = 1;
		break;
	case CALL_SCOPE:
		arg->scope.flags = PERFCNT_SCOPE_SHARED;
		arg->scope.counters = 1;
		break;
	case CALL_MULTIPLEX:
		arg->multiplexing.nr = claims->turning ? 0 : 2;
		arg->multiplexing.counters = 1;
		for (i = 0; i < arg->multiplexing.nr; i++) {
			arg->multiplexing.event[i].banks = PERFCNT_BANK_IS_EVEN;
			arg->multiplexing.event[i].what = claims->event;
			arg->multiplexing.event[i].what.control &= ~(PERFCNT_CTL_MT_EN |
				PERFCNT_CTL_TCID | PERFCNT_CTL_VPEID);
		}
		break;
	case CALL_SAMPLE:
		arg->sampling.period = claims->sampled ? 0 : 1000000000;
		arg->sampling.flags = PERFCNT_SAMPLING_SHARED;
		break;
	default:
		break;
	}
}
