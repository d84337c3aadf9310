// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* Events, by code and by name: those of a 34K, the kernel's, and numbers in names. */
#include "event.h"

static const struct perfcnt_event events[] = {
#define PERFCNT_EVENT(code_, bank_, scope_, name_, description)	\
	{							\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.scope = PERFCNT_SCOPE_##scope_,		\
		.name = (name_),				\
	},
#include "../../uapi/linux/perfcnt_events.h"
};

/**
 * perfcnt_event_bank - which events a counter has
 * @counter: its number
 */
enum perfcnt_event_bank perfcnt_event_bank(unsigned int counter)
{
	return counter & 1 ? PERFCNT_BANK_ODD : PERFCNT_BANK_EVEN;
}

/**
 * perfcnt_event_find - the event that a code means for a counter
 * @code: the control word's event field
 * @counter: the counter's number; odd ones have other events
 *
 * Return: the event, or NULL where the table has none (reserved).
 */
const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (events[i].code == code &&
		    events[i].bank == perfcnt_event_bank(counter))
			return &events[i];
	return NULL;
}

/**
 * perfcnt_event_find_name - the event of a name
 * @name: the name, not NUL-terminated
 * @length: its length
 * @counter: the counter that is to have it
 *
 * Return: the event of the counter's bank; that of the other bank if only it
 * has the name; or NULL.
 */
const struct perfcnt_event *perfcnt_event_find_name(const char *name,
						    size_t length,
						    unsigned int counter)
{
	const struct perfcnt_event *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (strlen(events[i].name) != length ||
		    memcmp(events[i].name, name, length))
			continue;
		found = &events[i];
		if (found->bank == perfcnt_event_bank(counter))
			break;
	}
	return found;
}

/**
 * perfcnt_event_count - how many events the table has
 */
size_t perfcnt_event_count(void)
{
	return ARRAY_SIZE(events);
}

/**
 * perfcnt_event_at - a row of the table
 * @index: below perfcnt_event_count()
 */
const struct perfcnt_event *perfcnt_event_at(size_t index)
{
	return &events[index];
}

#define U64_LARGEST (~(u64)0)

/* The value of a digit, or a number that is no digit's. */
static unsigned int number_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

static int number_parse(const char *word, size_t length, unsigned int base,
			u64 *value)
{
	/* base is 10 or 16: no 64-bit division, which 32-bit kernels lack */
	const u64 most = base == 10 ? 1844674407370955161ULL : U64_LARGEST >> 4;
	bool too_large = false;
	u64 sum = 0;
	size_t i;

	if (!length)
		return -EINVAL;
	for (i = 0; i < length; i++) {
		unsigned int d = number_digit(word[i]);

		if (d >= base)
			return -EINVAL;
		if (sum > most || sum * base > U64_LARGEST - d)
			too_large = true;
		sum = sum * base + d;
	}
	if (too_large)
		return -ERANGE;
	*value = sum;
	return 0;
}

/**
 * perfcnt_number_decimal - a word of decimal digits
 * @word: the word, no sign
 * @length: its length
 * @value: where the number goes
 *
 * Return: 0, -EINVAL if it is not decimal, -ERANGE if it is 2^64 or more.
 */
int perfcnt_number_decimal(const char *word, size_t length, u64 *value)
{
	return number_parse(word, length, 10, value);
}

/**
 * perfcnt_number_hexadecimal - a word of hexadecimal digits
 * @word: the word, with or without 0x
 * @length: its length
 * @value: where the number goes
 *
 * Return: 0, -EINVAL if it is not hexadecimal, -ERANGE if it is 2^64 or more.
 */
int perfcnt_number_hexadecimal(const char *word, size_t length, u64 *value)
{
	if (length >= 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X'))
		return number_parse(word + 2, length - 2, 16, value);
	return number_parse(word, length, 16, value);
}

/* PERF_TYPE_HW_CACHE: see perf_event_open(2) */
#define PERF_COUNT_CACHE(cache, op, result)			\
	(PERF_COUNT_HW_CACHE_##cache |				\
	 PERF_COUNT_HW_CACHE_OP_##op << 8 |			\
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct {
	unsigned int code;
	enum perfcnt_event_bank bank;
	u32 type;
	u64 config;
} generic_events[] = {
#define PERFCNT_PERF_MAP(code_, bank_, type_, config_, reason)	\
	{							\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.type = PERF_TYPE_##type_,			\
		.config = PERF_COUNT_##config_,			\
	},
#include "perf_events.h"
};

/* Sets of raw events. */
enum raw_events {
	MEM_RETIRED,
};

static const struct {
	enum raw_events set;
	unsigned int code;
	enum perfcnt_event_bank bank;
	u64 config;
} raw_events[] = {
#define PERFCNT_PERF_RAW(set_, code_, bank_, config_, reason)	\
	{							\
		.set = (set_),					\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.config = (config_),				\
	},
#include "perf_events.h"
};

static const struct {
	enum perfcnt_cpu_vendor vendor;
	unsigned int family;
	unsigned int first;
	unsigned int last;
	enum raw_events set;
} cpus[] = {
#define PERFCNT_PERF_CPU(vendor_, family_, first_, last_, set_)	\
	{							\
		.vendor = PERFCNT_VENDOR_##vendor_,		\
		.family = (family_),				\
		.first = (first_),				\
		.last = (last_),				\
		.set = (set_),					\
	},
#include "perf_events.h"
};

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

/* Has a CPU a set of raw events? */
static bool has_raw_events(const struct perfcnt_cpu_model *cpu,
			   enum raw_events set)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cpus); i++)
		if (cpus[i].set == set && cpus[i].vendor == cpu->vendor &&
		    cpus[i].family == cpu->family &&
		    cpus[i].first <= cpu->model && cpu->model <= cpus[i].last)
			return true;
	return false;
}

/* A CPU's raw event with the meaning of a 34K's. */
static int raw_of_event(unsigned int code, enum perfcnt_event_bank bank,
			const struct perfcnt_cpu_model *cpu,
			struct perfcnt_native *native)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(raw_events); i++) {
		if (raw_events[i].code != code || raw_events[i].bank != bank ||
		    !has_raw_events(cpu, raw_events[i].set))
			continue;
		*native = (struct perfcnt_native){
			.known = true,
			.type = PERF_TYPE_RAW,
			.config = raw_events[i].config,
			.modes = PERFCNT_NATIVE_ANY,
		};
		return 0;
	}
	return -ENOENT;
}

/**
 * perfcnt_native_of_event - the kernel's event with the meaning of a 34K's
 * @code: the 34K's event
 * @bank: of the counters that count it
 * @cpu: the model of the CPUs, or NULL: only a generic event
 * @native: where the event goes
 *
 * Return: 0, or -ENOENT if there is none.
 */
int perfcnt_native_of_event(unsigned int code, enum perfcnt_event_bank bank,
			    const struct perfcnt_cpu_model *cpu,
			    struct perfcnt_native *native)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(generic_events); i++) {
		if (generic_events[i].code != code || generic_events[i].bank != bank)
			continue;
		*native = (struct perfcnt_native){
			.known = true,
			.type = generic_events[i].type,
			.config = generic_events[i].config,
			.modes = PERFCNT_NATIVE_ANY,
		};
		return 0;
	}
	return cpu ? raw_of_event(code, bank, cpu, native) : -ENOENT;
}

static bool is_generic(const struct perfcnt_native *native)
{
	return native->type == PERF_TYPE_HARDWARE ||
	       native->type == PERF_TYPE_HW_CACHE;
}

/**
 * perfcnt_native_pmu - the PMU that a native event is for
 * @native: the event
 * @pmus: the PMUs of the CPUs; on x86 PERF_TYPE_RAW may be the number of one
 *
 * Return: its number, which need not be that of a PMU there is, or 0 if the
 * event is for any of them, or for none.  Of perf's other types some have
 * pointers in config, which it would follow in whatever process runs then, and
 * some must not be made or freed while a CPU comes or goes (tracepoints,
 * breakpoints, probes): no CPU PMU has their numbers.
 */
u32 perfcnt_native_pmu(const struct perfcnt_native *native,
		       const struct perfcnt_cpu_pmus *pmus)
{
	if (is_generic(native))
		return native->config >> PERF_PMU_TYPE_SHIFT;
	if (native->type == PERF_TYPE_SOFTWARE)
		return 0;
	if (native->type == PERF_TYPE_RAW)
		return perfcnt_cpu_pmus_of_type(pmus, PERF_TYPE_RAW) ?
		       PERF_TYPE_RAW : 0;
	return native->type;
}

/**
 * perfcnt_native_set_pmu - let a native event be for one PMU alone
 * @native: an event that is for any
 * @pmu: the PMU's number
 *
 * Return: 0, or -EINVAL for an event that no PMU counts.
 */
int perfcnt_native_set_pmu(struct perfcnt_native *native, u32 pmu)
{
	if (native->type == PERF_TYPE_SOFTWARE)
		return -EINVAL;
	if (is_generic(native))
		native->config |= (u64)pmu << PERF_PMU_TYPE_SHIFT;
	else
		native->type = pmu;
	return 0;
}

/**
 * perfcnt_native_name - the name of a native event
 * @native: the event, whatever PMU it is for
 *
 * Return: the name, or NULL for one that was given by numbers.
 */
const char *perfcnt_native_name(const struct perfcnt_native *native)
{
	struct perfcnt_native any = *native;
	size_t i;

	if (is_generic(native))
		any.config &= PERF_HW_EVENT_MASK;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (perfcnt_native_same(&names[i].native, &any))
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

/**
 * perfcnt_cpu_pmus_count - how many there are
 * @pmus: the table
 *
 * Return: the number; as many entries can be read.
 */
unsigned int perfcnt_cpu_pmus_count(const struct perfcnt_cpu_pmus *pmus)
{
	return smp_load_acquire(&pmus->count); /* pairs with add */
}

/**
 * perfcnt_cpu_pmus_add - one more, if it is not there yet
 * @pmus: the table
 * @type: its number
 * @name: its name, which is copied
 *
 * Context: No other task adds at the same time.
 * Return: its entry, or NULL if there is no space for it.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_add(struct perfcnt_cpu_pmus *pmus, u32 type, const char *name)
{
	const struct perfcnt_cpu_pmu *there;
	unsigned int n = pmus->count;
	struct perfcnt_cpu_pmu *pmu;

	there = perfcnt_cpu_pmus_of_type(pmus, type);
	if (there || n == PERFCNT_MAX_PMUS)
		return there;
	pmu = &pmus->pmu[n];
	pmu->type = type;
	scnprintf(pmu->name, sizeof(pmu->name), "%s", name);
	smp_store_release(&pmus->count, n + 1); /* pairs with count */
	return pmu;
}

/**
 * perfcnt_cpu_pmus_of_type - the PMU with a number
 * @pmus: the table
 * @type: its number
 *
 * Return: the PMU or NULL.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_type(const struct perfcnt_cpu_pmus *pmus, u32 type)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);

	for (i = 0; i < n; i++)
		if (pmus->pmu[i].type == type)
			return &pmus->pmu[i];
	return NULL;
}

/**
 * perfcnt_cpu_pmus_of_name - the PMU with a name
 * @pmus: the table
 * @name: its name
 * @length: the name's length
 *
 * Return: the PMU or NULL.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_name(const struct perfcnt_cpu_pmus *pmus, const char *name,
			 size_t length)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);

	for (i = 0; i < n; i++)
		if (strlen(pmus->pmu[i].name) == length &&
		    !memcmp(pmus->pmu[i].name, name, length))
			return &pmus->pmu[i];
	return NULL;
}

/**
 * perfcnt_cpu_pmus_list - their names, for messages
 * @pmus: the table
 * @between: what to put between two of them
 * @after: what to put after each of them
 * @buf: where the words go, cut short if they are too many
 * @size: its size, at least 1
 */
void perfcnt_cpu_pmus_list(const struct perfcnt_cpu_pmus *pmus,
			   const char *between, const char *after, char *buf,
			   size_t size)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);
	size_t length = 0;

	*buf = '\0';
	for (i = 0; i < n; i++)
		length += scnprintf(buf + length, size - length, "%s%s%s",
				    i ? between : "", pmus->pmu[i].name, after);
}
