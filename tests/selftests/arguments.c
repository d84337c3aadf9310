// SPDX-License-Identifier: GPL-2.0
/*
 * Every call with every field of its argument at every kind of value: what perfcnt(4) refuses
 * is refused with the errno that it says, and changes neither the argument nor the module.
 * Which calls and fields there are comes from the headers.  neighbour.ko has memory of each
 * CPU behind perfcnt.ko's, where a counter beyond the last one would be.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arguments.h"
#include "counters.h"
#include "kselftest_harness.h"
#include "perf_rate.h"
#include "trees.h"

/* Of the file's counter, and of the other file's that is stopped. */
#define COUNT 11

#define MINE	0x1u
#define RUNS	0x2u	/* of the other file */
#define STANDS	0x8u
#define OTHERS	(RUNS | STANDS)

/* The module's data, as another part of the kernel would see them. */
static struct {
	int kcore;
	off_t at;
	size_t size;
} core;

#define CORE_MOST 8192

#define RATE "/sys/module/perfcnt/parameters/sample_rate"

/* Where the core's data begin, and at most how long they are; 0 if nobody says. */
static size_t find_symbol(unsigned long *begin)
{
	FILE *symbols = fopen("/proc/kallsyms", "r");
	unsigned long address, end = 0;
	char line[512], name[256];

	if (!symbols)
		fatal("kallsyms: %s", strerror(errno));
	*begin = 0;
	while (!*begin && fgets(line, sizeof(line), symbols))
		if (sscanf(line, "%lx %*c %255s", &address, name) == 2 &&
		    !strcmp(name, "perfcnt_core"))
			*begin = address;
	rewind(symbols);
	while (*begin && fgets(line, sizeof(line), symbols)) {
		address = strtoul(line, NULL, 16);
		if (address > *begin && (!end || address < end))
			end = address;
	}
	fclose(symbols);
	return end - *begin;
}

/* Is it to be seen? */
static bool find_core(void)
{
	ElfW(Ehdr) header;
	ElfW(Phdr) part;
	unsigned long begin;
	int i;

	core.size = find_symbol(&begin);
	if (!begin)
		return false;
	if (core.size > CORE_MOST)
		fatal("the core's data: %zu bytes", core.size);
	core.kcore = open("/proc/kcore", O_RDONLY);
	if (pread(core.kcore, &header, sizeof(header), 0) != sizeof(header))
		fatal("kcore: %s", strerror(errno));
	for (i = 0; i < header.e_phnum; i++) {
		if (pread(core.kcore, &part, sizeof(part), header.e_phoff + i * sizeof(part)) !=
		    sizeof(part))
			fatal("kcore: %s", strerror(errno));
		if (part.p_type == PT_LOAD && begin - part.p_vaddr < part.p_memsz)
			core.at = part.p_offset + (begin - part.p_vaddr);
	}
	return core.at;
}

/**
 * struct state - what a call that is refused leaves as it was
 * @core: the module's data, if they are to be seen
 * @claimed: as every caller sees it
 * @mine: the file's counter
 * @others: the other file's that is stopped
 */
struct state {
	uint64_t core[CORE_MOST / 8];
	uint32_t claimed;
	struct perfcnt_counts mine, others;
};

/**
 * struct - the counters of a file, and of another one
 * @claims: what they do
 * @before: what a call that is refused leaves
 * @now: what it has left
 * @base: an argument that is right
 * @arg: the argument to call with
 * @sent: as it was
 * @calls: how many there were
 * @refused: of these
 */
FIXTURE(arguments) {
	int proc, fd, other;
	struct claims claims;
	struct state before, now;
	union argument base, arg, sent;
	unsigned long calls, refused;
};

/**
 * struct - where the counters count, and what for
 * @filter: behind their event's name
 * @alone: no CPU but the first is there
 * @used: the file's counter is used by this call: SCOPE, MULTIPLEX, SAMPLE; or by none
 */
FIXTURE_VARIANT(arguments) {
	const char *filter;
	bool alone;
	enum argument_call used;
};

/* On the caller's CPU alone a call asks no other one. */
FIXTURE_VARIANT_ADD(arguments, filtered) { .filter = "@tc0" };
FIXTURE_VARIANT_ADD(arguments, all_cpus) { .filter = "" };
FIXTURE_VARIANT_ADD(arguments, one_cpu) { .filter = "", .alone = true };
FIXTURE_VARIANT_ADD(arguments, scoped) { .filter = "", .used = CALL_SCOPE };
FIXTURE_VARIANT_ADD(arguments, turning) { .filter = "", .used = CALL_MULTIPLEX };
FIXTURE_VARIANT_ADD(arguments, sampled) { .filter = "", .used = CALL_SAMPLE };

/* Counters of a new file, which have an event. */
static int claim(uint32_t mask, const struct perfcnt_what *what)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = mask, .counts = mask,
	};
	unsigned int i;
	int fd = open_device();

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		set.counter[i].what = *what;
		set.counter[i].count = COUNT;
	}
	must(with_mask(fd, PERFCNT_IOC_CLAIM, mask), "claim");
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	return fd;
}

static void look_at_core(struct state *state)
{
	if (core.at && pread(core.kcore, state->core, core.size, core.at) != (ssize_t)core.size)
		fatal("kcore: %zu bytes: %s", core.size, strerror(errno));
}

/* Readings come first: they are in the module's data. */
static void look(struct _test_data_arguments *self, struct state *state)
{
	memset(state, 0, sizeof(*state));
	state->claimed = describe(self->fd).claimed;
	must(read_some(self->fd, READ_ALL & ~PERFCNT_READ_TIME, MINE, &state->mine), "read");
	must(read_some(self->other, READ_ALL & ~PERFCNT_READ_TIME, STANDS, &state->others),
	     "read");
	look_at_core(state);
}

/* What a call says whose argument is right, of a counter that is not used yet. */
static int call_base(struct _test_data_arguments *self, enum argument_call call)
{
	struct claims unused = self->claims;
	static union argument arg;

	unused.turning = 0;
	unused.sampled = 0;
	argument_base(&unused, call, &arg);
	return argument_call(self->fd, call, &arg);
}

/* The counters as each call finds them. */
static void begin(struct _test_data_arguments *self,
		  const struct _fixture_variant_arguments *variant)
{
	if (self->fd >= 0)
		close(self->fd);
	self->fd = claim(MINE, &self->claims.event);
	if (variant->used)
		must(call_base(self, variant->used), reason(self->fd));
	look(self, &self->before);
}

FIXTURE_SETUP(arguments)
{
	char name[PERFCNT_NAME_SIZE], rate[16];
	int error;

	if (variant->alone && access(CPU1_ONLINE, W_OK))
		SKIP(return, "CPUs do not come and go here");
	if (variant->alone)
		put_online(false);
	error = load_module("neighbour.ko", "");
	ASSERT_TRUE(!error || error == EEXIST) TH_LOG("%s", strerror(error));
	/* what perf throttles changes the module's data at any time */
	if (!access(PERF_RATE, W_OK))
		perf_rate_allow_any();
	find_event();
	find_core();
	self->proc = open_stopped();
	pin_to_cpu(0);
	snprintf(name, sizeof(name), "%s%s", event(), variant->filter);
	read_file(RATE, rate, sizeof(rate));
	self->fd = open_device();
	self->claims = (struct claims){
		.has = describe(self->fd), .mine = MINE, .others = OTHERS,
		.set = MINE, .filtered = *variant->filter ? MINE : 0, .name = event(),
		.rate = strtoul(rate, NULL, 10),
		.event = what_of(self->fd, 0, name),
	};
	close(self->fd);
	self->other = claim(OTHERS, &self->claims.event);
	must(with_mask(self->other, PERFCNT_IOC_START, RUNS), "start");
	self->fd = claim(MINE, &self->claims.event);
	error = call_base(self, CALL_SAMPLE);
	self->claims.samples = !error;
	if (error && error != EOPNOTSUPP)
		fatal("sample: %s", reason(self->fd));
	if (variant->used == CALL_SAMPLE && error)
		SKIP(return, "%s", reason(self->fd));
	begin(self, variant);
	self->claims.scoped = variant->used == CALL_SCOPE ? MINE : 0;
	self->claims.turning = variant->used == CALL_MULTIPLEX ? MINE : 0;
	self->claims.sampled = variant->used == CALL_SAMPLE ? MINE : 0;
}

FIXTURE_TEARDOWN(arguments)
{
	close(self->fd);
	close(self->other);
	if (!access(PERF_RATE, W_OK))
		perf_rate_allow(100000);
	EXPECT_EQ(0, unload_module("neighbour"));
	if (variant->alone)
		put_online(true);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

/* Are all fields but results what they were? READ says of which counters it was. */
static const char *changed_field(enum argument_call call, const union argument *sent,
				 const union argument *arg)
{
	uint32_t element;
	unsigned int i;

	for (i = 0; i < ARGUMENTS; i++) {
		const struct argument_place *field = &argument_fields[i];

		if (field->call != call || argument_is_result(i) ||
		    (i == READ_counters && !sent->read.counters))
			continue;
		if (field == &argument_fields[NAME_name])
			continue; /* of which each byte */
		for (element = 0; element < field->elements; element++)
			if (argument_get(field, element, sent) !=
			    argument_get(field, element, arg))
				return field->name;
	}
	return NULL;
}

/* A call that only looks. */
static bool changes_nothing(enum argument_call call)
{
	return call == CALL_DESCRIBE || call == CALL_EVENT || call == CALL_NAME ||
	       call == CALL_REASON;
}

/* The counter as it was: only what a call has changed is made again. */
static void set_again(struct _test_data_arguments *self)
{
	const uint32_t used = self->claims.scoped | self->claims.turning | self->claims.sampled;
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = MINE & ~used,
		.counts = MINE & ~self->claims.turning,
	};

	set.counter[0].count = COUNT;
	set.counter[0].what = self->claims.event;
	must(call(self->fd, PERFCNT_IOC_SET, &set), reason(self->fd));
}

/* What a call has done is undone; that is less than to claim the counter again. */
static void undo(struct _test_data_arguments *self,
		 const struct _fixture_variant_arguments *variant, enum argument_call call,
		 const union argument *arg)
{
	struct perfcnt_sampling no_more = { sizeof(no_more) };

	if (call == CALL_CLAIM)
		must(with_mask(self->fd, PERFCNT_IOC_RELEASE, arg->mask.mask), "release");
	else if (call == CALL_SCOPE)
		must(call_base(self, CALL_LEAVE), "leave");
	else if (call == CALL_SAMPLE && arg->sampling.period && !arg->sampling.ring_order)
		must(argument_call(self->fd, call, (union argument *)&no_more), "sample");
	else if (call == CALL_START && !variant->used)
		must(with_mask(self->fd, PERFCNT_IOC_STOP, MINE), "stop");
	else if (call != CALL_SET && call != CALL_STOP && call != CALL_RESET)
		return begin(self, variant);
	set_again(self);
	look(self, &self->before);
}

/* Are the module's data what they were? */
static bool same_core(struct _test_data_arguments *self)
{
	look_at_core(&self->now);
	return !memcmp(self->before.core, self->now.core, sizeof(self->now.core));
}

/* Is what everybody sees? */
static bool same_counters(struct _test_data_arguments *self)
{
	const size_t shown = offsetof(struct state, claimed);
	bool same;

	look(self, &self->now);
	same = !memcmp((char *)&self->before + shown, (char *)&self->now + shown,
		       sizeof(self->now) - shown);
	self->before = self->now;
	return same;
}

/* What is wrong with a call that was not refused, or NULL. */
static const char *wrong_success(struct _test_data_arguments *self,
				 const struct _fixture_variant_arguments *variant,
				 enum argument_call call, const union argument *arg, size_t size)
{
	const char *field = size >= argument_calls[call].width ?
			    changed_field(call, &self->sent, arg) : NULL;

	if (field)
		return field;
	if (changes_nothing(call))
		return NULL; /* and all of them together are looked at */
	if (call != CALL_READ && call != CALL_MULTIPLEXED)
		undo(self, variant, call, &self->sent);
	else
		look(self, &self->before);
	return NULL;
}

static int call_reason(int fd, struct perfcnt_reason_text *text)
{
	return call(fd, PERFCNT_IOC_REASON, text);
}

/* What only a try says: then the module has done it, and undone it. */
static bool was_tried(int error)
{
	return error == ENOENT || error == EOPNOTSUPP || error == ENOMEM || error == EFAULT;
}

/* Likewise with one that was refused. */
static const char *wrong_refusal(struct _test_data_arguments *self, enum argument_call call,
				 const union argument *arg, size_t size, int error)
{
	struct perfcnt_reason_text text = { sizeof(text) };

	self->refused++;
	if (call != CALL_LEAVE && memcmp(&self->sent, arg, size))
		return "the argument changes";
	must(call_reason(self->fd, &text), "reason");
	if (call != CALL_REASON && (int)text.code != error)
		return "the reason is another one's";
	if (was_tried(error))
		return same_counters(self) ? NULL : "counters change";
	return same_core(self) ? NULL : "the module's data change";
}

/* A call whose argument is there, of at most so many bytes: is all as it must be? */
static bool try_at(struct _test_data_arguments *self,
		   const struct _fixture_variant_arguments *variant, enum argument_call call,
		   struct errors errors, union argument *arg, size_t size)
{
	const char *wrong;
	int error;

	memset(&self->sent, 0, argument_calls[call].width);
	memcpy(&self->sent, arg, size);
	error = argument_call(self->fd, call, arg);
	self->calls++;
	if (!argument_is_right(errors, error)) {
		printf("# %s: %s: %s; not as 0x%llx\n", argument_calls[call].name,
		       strerror(error), error ? reason(self->fd) : "",
		       (unsigned long long)errors.must);
		begin(self, variant);
		return false;
	}
	wrong = error ? wrong_refusal(self, call, arg, size, error) :
			wrong_success(self, variant, call, arg, size);
	if (wrong)
		printf("# %s: %s: %s\n", argument_calls[call].name, strerror(error), wrong);
	return !wrong;
}

/* A field of the base at this value. */
static bool try_value(struct _test_data_arguments *self,
		      const struct _fixture_variant_arguments *variant,
		      const struct argument_place *field, uint32_t element, uint64_t value)
{
	self->arg = self->base;
	argument_put(field, element, value, &self->arg);
	if (try_at(self, variant, field->call,
		   argument_errors(&self->claims, field->call, &self->arg),
		   &self->arg, argument_calls[field->call].width))
		return true;
	printf("# %s, element %u: 0x%llx\n", field->name, element, (unsigned long long)value);
	return false;
}

/* Numbers beside which something ends. */
static const uint64_t edges[] = {
	3, PERFCNT_SAMPLING_ORDER_MAX, PERFCNT_SAMPLING_ORDER_MAX + 1, PERFCNT_MAX_COUNTERS,
	PERFCNT_MULTIPLEX_EVENTS - 1, PERFCNT_MULTIPLEX_EVENTS, PERFCNT_MULTIPLEX_EVENTS + 1,
	PERFCNT_MULTIPLEX_SLICE_MIN - 1, PERFCNT_MULTIPLEX_SLICE_MIN, PERFCNT_MULTIPLEX_SLICE_MAX,
	PERFCNT_MULTIPLEX_SLICE_MAX + 1, PERFCNT_SAMPLING_JITTER_MAX,
	PERFCNT_SAMPLING_JITTER_MAX + 1, PERFCNT_SAMPLING_PERIOD_MAX,
	PERFCNT_SAMPLING_PERIOD_MAX + 1, PERFCNT_SAMPLING_SHARE_MAX,
	PERFCNT_SAMPLING_SHARE_MAX + 1, PERFCNT_SAMPLING_FREQUENCY_MAX,
	PERFCNT_SAMPLING_FREQUENCY_MAX + 1,
};

/* All kinds of values of the first element of a field; a few of others. */
static unsigned int wrong_values(struct _test_data_arguments *self,
				 const struct _fixture_variant_arguments *variant,
				 const struct argument_place *field)
{
	const uint64_t all = ~0ull >> (64 - 8 * field->width);
	const uint64_t was = argument_get(field, 0, &self->base);
	const uint64_t values[] = { was, 0, all, all >> 1, was - 1, was + 1 };
	unsigned int i, wrong = 0;

#define TRY(element, value) \
	(wrong += !try_value(self, variant, field, element, value))
	for (i = 0; i < sizeof(values) / sizeof(*values); i++)
		TRY(0, values[i]);
	for (i = 0; i < 8 * field->width; i++) {
		TRY(0, 1ull << i);
		if (was)
			TRY(0, was ^ 1ull << i);
	}
	for (i = 0; i < sizeof(edges) / sizeof(*edges); i++)
		TRY(0, edges[i]);
	for (i = 1; i < field->elements; i = i == 1 ? field->elements - 1 : field->elements) {
		TRY(i, 1);
		TRY(i, all);
		if (field->elements == 2)
			break;
	}
#undef TRY
	if (changes_nothing(field->call))
		wrong += !same_core(self);
	return wrong + !same_counters(self);
}

TEST_F(arguments, each_field)
{
	unsigned int i;

	ASSERT_EQ(NULL, argument_unruled()) TH_LOG("no rule for %s", argument_unruled());
	for (i = 0; i < ARGUMENTS; i++) {
		argument_base(&self->claims, argument_fields[i].call, &self->base);
		EXPECT_EQ(0, wrong_values(self, variant, &argument_fields[i]))
			TH_LOG("%s", argument_fields[i].name);
	}
	printf("# %lu calls, %lu refused\n", self->calls, self->refused);
}

/* Numbers that a seed repeats: splitmix64. */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static uint64_t random_value(uint64_t *state, uint64_t was)
{
	const uint64_t bit = 1ull << random_next(state) % 64;

	switch (random_next(state) % 6) {
	case 0:
		return random_next(state) % 4;
	case 1:
		return edges[random_next(state) % (sizeof(edges) / sizeof(*edges))];
	case 2:
		return bit;
	case 3:
		return was ^ (bit >> 32 ?: bit);
	case 4:
		return ~0ull;
	default:
		return random_next(state);
	}
}

static unsigned long parameter(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 0) : otherwise;
}

/* Several fields at once. */
TEST_F(arguments, several_fields)
{
	unsigned long rounds = parameter("ARGUMENTS_ROUNDS", 1000);
	uint64_t state = parameter("ARGUMENTS_SEED", 1);
	const struct argument_place *field;
	enum argument_call call;
	unsigned int changes;
	uint32_t element;
	unsigned long i;
	uint64_t value;

	for (i = 0; i < rounds; i++) {
		call = argument_fields[random_next(&state) % ARGUMENTS].call;
		argument_base(&self->claims, call, &self->arg);
		for (changes = 0; changes < 4;) {
			field = &argument_fields[random_next(&state) % ARGUMENTS];
			if (field->call != call)
				continue;
			changes++;
			element = random_next(&state) % field->elements % 3;
			value = argument_get(field, element, &self->arg);
			argument_put(field, element, random_value(&state, value), &self->arg);
		}
		EXPECT_TRUE(try_at(self, variant, call,
				   argument_errors(&self->claims, call, &self->arg),
				   &self->arg, argument_calls[call].width))
			TH_LOG("round %lu", i);
	}
}

/* Some of the counters that can count at once, or, now and then, any. */
static uint32_t random_mask(struct _test_data_arguments *self, uint64_t *state)
{
	const uint32_t any = random_next(state), all = event_counters(self->fd);

	if (!(random_next(state) % 16))
		return any;
	return any & all & ~(random_next(state) % 8 ? OTHERS : 0);
}

/* A call that may well be right, whatever its counters do. */
static enum argument_call random_call(struct _test_data_arguments *self, uint64_t *state)
{
	const enum argument_call call = random_next(state) % ARGUMENT_CALLS;
	const uint32_t mask = random_mask(self, state);
	union argument *arg = &self->arg;
	unsigned int i;

	argument_base(&self->claims, call, arg);
	switch (call) {
	case CALL_CLAIM:
	case CALL_RELEASE:
	case CALL_START:
	case CALL_STOP:
	case CALL_RESET:
		arg->mask.mask = mask;
		break;
	case CALL_SET:
		arg->set.controls = mask;
		arg->set.counts = random_mask(self, state);
		for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
			arg->set.counter[i].what = self->claims.event;
		break;
	case CALL_READ:
		arg->read.counters = mask;
		arg->read.flags = random_next(state) & READ_ALL;
		break;
	case CALL_SCOPE:
		arg->scope.counters = mask;
		break;
	case CALL_MULTIPLEX:
		arg->multiplexing.counters = mask;
		break;
	case CALL_SAMPLE:
		arg->sampling.counter = random_next(state) % 4;
		arg->sampling.period = random_next(state) % 2 ? 1000000000 : 0;
		break;
	default:
		break;
	}
	return call;
}

/* One field of it, perhaps, is anything. */
static void random_field(struct _test_data_arguments *self, enum argument_call call,
			 uint64_t *state)
{
	const struct argument_place *field = &argument_fields[random_next(state) % ARGUMENTS];
	const uint32_t element = random_next(state) % field->elements % 3;

	if (field->call == call)
		argument_put(field, element,
			     random_value(state, argument_get(field, element, &self->arg)),
			     &self->arg);
}

/* Does something change the module's data while nobody calls it? */
static bool goes_on(const struct claims *claims)
{
	return claims->running & (claims->turning | claims->notifying);
}

/* A call as it is: what is wrong with it, or NULL. */
static const char *wrong_step(struct _test_data_arguments *self, enum argument_call call)
{
	const size_t size = argument_calls[call].width;
	struct errors errors = argument_errors(&self->claims, call, &self->arg);
	int error;

	memcpy(&self->sent, &self->arg, size);
	look_at_core(&self->before);
	error = argument_call(self->fd, call, &self->arg);
	self->calls++;
	if (!argument_is_right(errors, error)) {
		printf("# %s; not as 0x%llx\n", error ? reason(self->fd) : "0",
		       (unsigned long long)errors.must);
		return "another errno";
	}
	if (!error) {
		argument_done(&self->claims, call, &self->sent);
		return changed_field(call, &self->sent, &self->arg);
	}
	self->refused++;
	look_at_core(&self->now);
	if (call != CALL_LEAVE && memcmp(&self->sent, &self->arg, size))
		return "the argument changes";
	if (was_tried(error) || goes_on(&self->claims))
		return NULL;
	return memcmp(self->before.core, self->now.core, sizeof(self->now.core)) ?
	       "the module's data change" : NULL;
}

/* Calls one after the other: what one has done is there for the next one. */
TEST_F(arguments, sequences)
{
	const unsigned long sequences = parameter("ARGUMENTS_SEQUENCES", 20);
	const uint64_t seed = parameter("ARGUMENTS_SEED", 1);
	const struct claims first = self->claims;
	enum argument_call call;
	const char *wrong;
	unsigned long i;
	uint64_t state;
	unsigned int k;

	for (i = 0; i < sequences; i++) {
		state = seed + i;
		for (k = 0, wrong = NULL; k < 40 && !wrong; k++) {
			call = random_call(self, &state);
			if (random_next(&state) % 2)
				random_field(self, call, &state);
			wrong = wrong_step(self, call);
		}
		EXPECT_EQ(NULL, wrong) {
			TH_LOG("seed %llu, call %u, %s: %s", (unsigned long long)seed + i, k,
			       argument_calls[call].name, wrong);
		}
		self->claims = first;
		begin(self, variant);
	}
	printf("# seed %llu: %lu sequences, %lu calls, %lu refused\n", (unsigned long long)seed,
	       sequences, self->calls, self->refused);
}

/* Two pages or more, and none behind them; each test has its own. */
static char *end_of_memory(void)
{
	char *memory = mmap(NULL, 3 * ARGUMENT_LONGEST, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		fatal("mmap: %s", strerror(errno));
	munmap(memory + 2 * ARGUMENT_LONGEST, ARGUMENT_LONGEST);
	return memory + 2 * ARGUMENT_LONGEST;
}

static struct errors only(int error)
{
	return (struct errors){ .must = 1ull << error };
}

/* Who reads counts touches nothing else of the struct. */
static struct errors unless_counts(enum argument_call call, int error)
{
	return call == CALL_READ ? (struct errors){ .may = 1ull << error } : only(error);
}

/**
 * struct sizes - the base of a call, at the end of memory or before it
 * @call: which
 * @end: of the memory
 * @full: bytes of the struct
 */
struct sizes {
	enum argument_call call;
	char *end;
	uint32_t full;
};

/* The base, said to be of a size, of which so many bytes are before the end of memory. */
static unsigned int try_size(struct _test_data_arguments *self,
			     const struct _fixture_variant_arguments *variant,
			     const struct sizes *of, uint32_t size, size_t before,
			     struct errors errors)
{
	char *at = of->end - before;

	self->base.size = size;
	memset(of->end - ARGUMENT_LONGEST - 128, 0, ARGUMENT_LONGEST + 128);
	memcpy(at, &self->base, before < of->full ? before : of->full);
	if (try_at(self, variant, of->call, errors, (union argument *)at, before))
		return 0;
	printf("# of size %u, %zu bytes before the end of memory\n", size, before);
	return 1;
}

/* What a struct means that ends after so many bytes: others are 0. */
static struct errors errors_of_first(struct _test_data_arguments *self, const struct sizes *of,
				     uint32_t size)
{
	memset(&self->arg, 0, sizeof(self->arg));
	memcpy(&self->arg, &self->base, size < of->full ? size : of->full);
	return argument_errors(&self->claims, of->call, &self->arg);
}

/* Those that a struct has which is shorter, or longer and 0 there. */
static unsigned int wrong_sizes(struct _test_data_arguments *self,
				const struct _fixture_variant_arguments *variant,
				const struct sizes *of)
{
	const uint32_t more[] = { 1, 4, 8, 100, ARGUMENT_LONGEST - of->full };
	const uint32_t step = of->full < 128 ? 1 : of->full < 1024 ? 13 : 113;
	unsigned int i, wrong = 0;
	uint32_t size;

	for (size = 8; size <= of->full; size += size < 64 || of->full - size < 16 ? 1 : step)
		wrong += try_size(self, variant, of, size, size,
				  errors_of_first(self, of, size));
	wrong += try_size(self, variant, of, of->full, of->full,
			  errors_of_first(self, of, of->full));
	for (i = 0; i < sizeof(more) / sizeof(*more); i++) {
		size = of->full + more[i];
		wrong += try_size(self, variant, of, size, size,
				  errors_of_first(self, of, size));
		/* the bytes that are more are not there */
		wrong += try_size(self, variant, of, size, size - 1, only(EFAULT));
	}
	return wrong;
}

/* Those that none has. */
static unsigned int impossible_sizes(struct _test_data_arguments *self,
				     const struct _fixture_variant_arguments *variant,
				     const struct sizes *of)
{
	const uint32_t huge[] = { ARGUMENT_LONGEST + 1, 65536, 1u << 31, ~0u - 7, ~0u };
	const uint32_t few[] = { 1, 2, 3, 4, 7 };
	unsigned int i, wrong = 0;
	uint32_t size;

	for (size = 0; size < 8; size++)
		wrong += try_size(self, variant, of, size, of->full, only(EINVAL));
	for (i = 0; i < sizeof(huge) / sizeof(*huge); i++)
		wrong += try_size(self, variant, of, huge[i], of->full, only(E2BIG)) +
			 try_size(self, variant, of, huge[i], ARGUMENT_LONGEST, only(E2BIG));
	for (i = 0; i < sizeof(few) / sizeof(*few); i++)
		wrong += try_size(self, variant, of, of->full, few[i], only(EFAULT)) +
			 try_size(self, variant, of, of->full, of->full - few[i],
				  unless_counts(of->call, EFAULT));
	return wrong;
}

/* A byte behind this header's struct that is not 0. */
static unsigned int try_junk(struct _test_data_arguments *self,
			     const struct _fixture_variant_arguments *variant,
			     const struct sizes *of, uint32_t more, uint32_t junk)
{
	union argument *arg = (union argument *)(of->end - of->full - more);

	self->base.size = of->full + more;
	memset(arg, 0, of->full + more);
	memcpy(arg, &self->base, of->full);
	arg->bytes[of->full + junk] = 1;
	if (try_at(self, variant, of->call, only(E2BIG), arg, of->full + more))
		return 0;
	printf("# %u bytes more, of which number %u is not 0\n", more, junk);
	return 1;
}

TEST_F(arguments, sizes)
{
	char *end = end_of_memory();
	unsigned int i;

	for (i = 0; i < ARGUMENT_CALLS; i++) {
		const struct sizes of = { i, end, argument_calls[i].width };

		if (i == CALL_LEAVE)
			continue;
		argument_base(&self->claims, i, &self->base);
		EXPECT_EQ(0, wrong_sizes(self, variant, &of));
		EXPECT_EQ(0, impossible_sizes(self, variant, &of));
		EXPECT_EQ(0, try_junk(self, variant, &of, 1, 0));
		EXPECT_EQ(0, try_junk(self, variant, &of, 64, 0));
		EXPECT_EQ(0, try_junk(self, variant, &of, 64, 63));
	}
}

/* The result can be written in part, or there is none: if it fails, nothing is changed. */
TEST_F(arguments, read_only_from_the_middle)
{
	const size_t rest = ARGUMENT_LONGEST;
	char *end = end_of_memory();
	struct errors errors;
	union argument *arg;
	unsigned int i;
	uint32_t at;
	int error;

	for (i = 0; i < ARGUMENT_CALLS; i++)
		for (at = 4; at < argument_calls[i].width && i != CALL_LEAVE;
		     at += at < 64 ? 4 : 28) {
			argument_base(&self->claims, i, &self->base);
			arg = (union argument *)(end - rest - at);
			memcpy(arg, &self->base, argument_calls[i].width);
			errors = argument_errors(&self->claims, i, arg);
			mprotect(end - rest, rest, PROT_READ);
			error = argument_call(self->fd, i, arg);
			mprotect(end - rest, rest, PROT_READ | PROT_WRITE);
			if (error == EFAULT) {
				EXPECT_TRUE(same_counters(self))
					TH_LOG("%s, from byte %u", argument_calls[i].name, at);
				continue;
			}
			EXPECT_TRUE(argument_is_right(errors, error))
				TH_LOG("%s: %s", argument_calls[i].name, strerror(error));
			if (!error)
				undo(self, variant, i, arg);
		}
}

/* Whole names. */
TEST_F(arguments, names)
{
	const struct argument_place *field = &argument_fields[NAME_name];
	unsigned int i, k;
	const char *text;

	for (i = 0; (text = argument_text(i)); i++) {
		argument_base(&self->claims, CALL_NAME, &self->arg);
		memset(self->arg.name.name, 0, PERFCNT_NAME_SIZE);
		for (k = 0; text[k]; k++)
			argument_put(field, k, text[k], &self->arg);
		EXPECT_TRUE(try_at(self, variant, CALL_NAME,
				   argument_errors(&self->claims, CALL_NAME, &self->arg),
				   &self->arg, sizeof(struct perfcnt_name)))
			TH_LOG("'%s'", text);
	}
	/* no byte is the end */
	memset(self->arg.name.name, 'a', PERFCNT_NAME_SIZE);
	EXPECT_TRUE(try_at(self, variant, CALL_NAME, only(EINVAL), &self->arg,
			   sizeof(struct perfcnt_name)));
}

TEST_HARNESS_MAIN
