// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/perfcnt as programs call it that were built with another header: an older one,
 * whose structs end before their last field or the last elements of an array, and a newer
 * one, which has more fields.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"
#include "kselftest_harness.h"
#include "trees.h"

/* Of claimed counters. */
#define COUNT 11

/* What a newer struct has more. */
#define MORE 24

/* As long as the longest that this header has, in any header. */
#define LONGEST 16384

union argument {
	uint32_t size;
	struct perfcnt_describe describe;
	struct perfcnt_event_row row;
	struct perfcnt_mask mask;
	struct perfcnt_name name;
	struct perfcnt_set set;
	struct perfcnt_counts read;
	struct perfcnt_reason_text reason;
	struct perfcnt_scope scope;
	struct perfcnt_multiplexing multiplexing;
	struct perfcnt_multiplexed multiplexed;
	struct perfcnt_sampling sampling;
};

/**
 * struct header - where another header differs
 * @size: bytes of the struct more or less
 * @junk: offset of a byte that is not 0, or -1
 */
struct header {
	int size;
	int junk;
};

FIXTURE(abi) {
	int fd;
	int proc;
	union argument arg;
};

/**
 * struct - a call
 * @command: PERFCNT_IOC_*
 * @size: of its struct
 * @last: of what an older one has not; 0 if nothing can be missing
 * @fill: makes the argument, which has its size; counters 0 and 1 are claimed, stopped
 *	  at COUNT, and count
 * @is_right: of what came back, but for the last fields
 */
FIXTURE_VARIANT(abi) {
	unsigned int command;
	uint32_t size, last;
	void (*fill)(int fd, union argument *arg);
	bool (*is_right)(const union argument *arg);
};

/* The same as another header has it. */
static int call_as(int fd, const struct _fixture_variant_abi *call_of,
		   const struct header *header, union argument *arg)
{
	static uint32_t words[LONGEST / 4];
	const uint32_t size = call_of->size + header->size;
	const uint32_t both = header->size < 0 ? size : call_of->size;
	char *there = (char *)words, *here = (char *)arg;
	int error;

	memset(words, 0, sizeof(words));
	memcpy(there, here, both);
	words[0] = size;
	if (header->junk >= 0)
		there[header->junk] = 1;
	error = call(fd, call_of->command, words);
	memcpy(here + sizeof(size), there + sizeof(size), both - sizeof(size));
	return error;
}

static void fill_nothing(int fd, union argument *arg)
{
	(void)fd;
	(void)arg;
}

static bool any(const union argument *arg)
{
	(void)arg;
	return true;
}

#define FOR_MASK(name, command, mask_of)				\
	static void fill_##name(int fd, union argument *arg)		\
	{								\
		(void)fd;						\
		arg->mask.mask = mask_of;				\
	}								\
	FIXTURE_VARIANT_ADD(abi, name) {				\
		command, sizeof(struct perfcnt_mask),			\
		.fill = fill_##name, .is_right = any			\
	}

#define HAS(type, last_size)						\
	.size = sizeof(struct type), .last = (last_size)

/* An older header has the first three elements. */
#define HAS_ARRAY(type, array)						\
	HAS(type, sizeof(struct type) - offsetof(struct type, array[3]))

FOR_MASK(claim, PERFCNT_IOC_CLAIM, 8);
FOR_MASK(release, PERFCNT_IOC_RELEASE, 2);
FOR_MASK(start, PERFCNT_IOC_START, 2);
FOR_MASK(stop, PERFCNT_IOC_STOP, 2);
FOR_MASK(reset, PERFCNT_IOC_RESET, 2);

static bool is_described(const union argument *arg)
{
	return arg->describe.counters >= 4 && arg->describe.claimed == 3 &&
	       arg->describe.owner[1] == (uint32_t)getpid() && !arg->describe.owner[2];
}

FIXTURE_VARIANT_ADD(abi, describe) {
	PERFCNT_IOC_DESCRIBE, HAS_ARRAY(perfcnt_describe, owner),
	.fill = fill_nothing, .is_right = is_described
};

static bool is_row(const union argument *arg)
{
	return arg->row.banks && arg->row.code < PERFCNT_EVENT_CODES;
}

FIXTURE_VARIANT_ADD(abi, event) {
	PERFCNT_IOC_EVENT, HAS(perfcnt_event_row, PERFCNT_NAME_SIZE),
	.fill = fill_nothing, .is_right = is_row
};

static void fill_name(int fd, union argument *arg)
{
	(void)fd;
	strcpy(arg->name.name, "instructions:u");
}

FIXTURE_VARIANT_ADD(abi, name) {
	PERFCNT_IOC_NAME, HAS(perfcnt_name, sizeof(struct perfcnt_what)),
	.fill = fill_name, .is_right = any
};

static void fill_set(int fd, union argument *arg)
{
	arg->set.controls = 1;
	arg->set.counts = 2;
	arg->set.counter[0].what = what_of(fd, 0, event());
	arg->set.counter[0].what.control |= PERFCNT_CTL_K;
	arg->set.counter[1].count = 2 * COUNT;
}

FIXTURE_VARIANT_ADD(abi, set) {
	PERFCNT_IOC_SET, HAS_ARRAY(perfcnt_set, counter),
	.fill = fill_set, .is_right = any
};

static void fill_read(int fd, union argument *arg)
{
	(void)fd;
	arg->read.flags = READ_ALL;
}

static bool is_read(const union argument *arg)
{
	const struct perfcnt_counts *read = &arg->read;

	return read->counters == 3 && read->time && !read->running &&
	       read->counts[0] == COUNT && read->counts[1] == COUNT &&
	       read->controls[0] && read->controls[1];
}

FIXTURE_VARIANT_ADD(abi, read) {
	PERFCNT_IOC_READ, HAS(perfcnt_counts, 4),
	.fill = fill_read, .is_right = is_read
};

static void fill_reason(int fd, union argument *arg)
{
	(void)arg;
	with_mask(fd, PERFCNT_IOC_CLAIM, 1u << 31);
}

static bool is_reason(const union argument *arg)
{
	return arg->reason.code == EINVAL;
}

FIXTURE_VARIANT_ADD(abi, reason) {
	PERFCNT_IOC_REASON, HAS(perfcnt_reason_text, PERFCNT_REASON_SIZE),
	.fill = fill_reason, .is_right = is_reason
};

static void fill_scope(int fd, union argument *arg)
{
	(void)fd;
	arg->scope.counters = 3;
	arg->scope.flags = PERFCNT_SCOPE_SHARED;
}

FIXTURE_VARIANT_ADD(abi, scope) {
	PERFCNT_IOC_SCOPE, HAS(perfcnt_scope, 4),
	.fill = fill_scope, .is_right = any
};

static void fill_multiplex(int fd, union argument *arg)
{
	unsigned int i;

	arg->multiplexing.nr = 3;
	arg->multiplexing.counters = 3;
	for (i = 0; i < arg->multiplexing.nr; i++) {
		arg->multiplexing.event[i].banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		arg->multiplexing.event[i].what = what_of(fd, 0, event());
	}
}

FIXTURE_VARIANT_ADD(abi, multiplex) {
	PERFCNT_IOC_MULTIPLEX, HAS_ARRAY(perfcnt_multiplexing, event),
	.fill = fill_multiplex, .is_right = any
};

static void fill_multiplexed(int fd, union argument *arg)
{
	union argument wanted = { .multiplexing = { .size = sizeof(struct perfcnt_multiplexing) } };

	(void)arg;
	fill_multiplex(fd, &wanted);
	must(call(fd, PERFCNT_IOC_MULTIPLEX, &wanted), reason(fd));
}

static bool is_multiplexed(const union argument *arg)
{
	const struct perfcnt_multiplexed_event *event = arg->multiplexed.event;

	return arg->multiplexed.events == 3 && arg->multiplexed.time && !arg->multiplexed.rounds &&
	       !event->reserved && !event->reserved2;
}

FIXTURE_VARIANT_ADD(abi, multiplexed) {
	PERFCNT_IOC_MULTIPLEXED, HAS_ARRAY(perfcnt_multiplexed, event),
	.fill = fill_multiplexed, .is_right = is_multiplexed
};

static void fill_sampling(int fd, union argument *arg)
{
	(void)fd;
	arg->sampling.period = 100000000;
	arg->sampling.flags = PERFCNT_SAMPLING_SHARED;
}

static bool is_sampling(const union argument *arg)
{
	return arg->sampling.rings && arg->sampling.ring_size && arg->sampling.ring_stride;
}

FIXTURE_VARIANT_ADD(abi, sample) {
	PERFCNT_IOC_SAMPLE, HAS(perfcnt_sampling, 8),
	.fill = fill_sampling, .is_right = is_sampling
};

/**
 * struct state - what calls change
 * @claimed: mask of the claimed counters
 * @control: of all counters
 * @count: of those that count nothing now
 * @set: what setting counter 0 would say: if it is in a scope, sampled, or takes turns
 */
struct state {
	uint32_t claimed;
	uint32_t control[4];
	uint64_t count[4];
	int set;
};

static struct state state_of(int fd, int proc)
{
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set), .controls = 1 };
	struct state state;
	struct snapshot now;
	unsigned int i;

	memset(&state, 0, sizeof(state));
	state.claimed = describe(fd).claimed;
	read_counters(proc, &now);
	for (i = 0; i < 4; i++) {
		state.control[i] = now.control[i];
		if (!(now.control[i] & PERFCNT_CTL_MODES))
			state.count[i] = now.count[i];
	}
	set.counter[0].what = what_of(fd, 0, event());
	state.set = call(fd, PERFCNT_IOC_SET, &set);
	return state;
}

/* Counters 0 and 1, of a new file. */
static int begin(void)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 3, .counts = 3,
	};
	int i, fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 3), "claim");
	for (i = 0; i < 2; i++) {
		set.counter[i].count = COUNT;
		set.counter[i].what = what_of(fd, i, event());
	}
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	return fd;
}

/* The argument of a call as this header has it, for counters of a new file. */
static void prepare_call(struct _test_data_abi *self,
			 const struct _fixture_variant_abi *variant)
{
	close(self->fd);
	self->fd = begin();
	memset(&self->arg, 0, sizeof(self->arg));
	self->arg.size = variant->size;
	variant->fill(self->fd, &self->arg);
}

/* A call as a header has it, and what it has changed. */
static int run(struct __test_metadata *_metadata, struct _test_data_abi *self,
	       const struct _fixture_variant_abi *variant, const struct header *header,
	       struct state *state)
{
	int error;

	prepare_call(self, variant);
	if (header->junk >= 0) {
		struct state before = state_of(self->fd, self->proc);

		error = call_as(self->fd, variant, header, &self->arg);
		*state = state_of(self->fd, self->proc);
		EXPECT_EQ(0, memcmp(&before, state, sizeof(before)));
		return error;
	}
	error = call_as(self->fd, variant, header, &self->arg);
	*state = state_of(self->fd, self->proc);
	if (!error)
		EXPECT_TRUE(variant->is_right(&self->arg));
	return error;
}

FIXTURE_SETUP(abi)
{
	find_event();
	self->proc = open_stopped();
	self->fd = open_device();
}

FIXTURE_TEARDOWN(abi)
{
	close(self->fd);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

/* A call that this machine or its kernel says it has not. */
static bool is_not_here(const struct _fixture_variant_abi *variant, int error)
{
	return error == EOPNOTSUPP && (variant->command == PERFCNT_IOC_SAMPLE ||
				       (variant->command == PERFCNT_IOC_SCOPE && !has_perf()));
}

TEST_F(abi, of_others)
{
	const struct header own = { .junk = -1 };
	const int size = variant->size + MORE;
	const struct header others[] = {
		{ -(int)variant->last, -1 },
		{ MORE, -1 },
	};
	const struct header more[] = {
		{ MORE, size - 1 },
		{ MORE, variant->size },
	};
	struct state state, then;
	unsigned int i;
	int error;

	error = run(_metadata, self, variant, &own, &state);
	if (is_not_here(variant, error))
		SKIP(return, "%s", reason(self->fd));
	ASSERT_EQ(0, error) TH_LOG("%s", reason(self->fd));
	for (i = 0; i < sizeof(others) / sizeof(*others); i++) {
		EXPECT_EQ(0, run(_metadata, self, variant, &others[i], &then))
			TH_LOG("header %u: %s", i, reason(self->fd));
		EXPECT_EQ(0, memcmp(&state, &then, sizeof(state)))
			TH_LOG("header %u", i);
	}
	for (i = 0; i < sizeof(more) / sizeof(*more); i++) {
		EXPECT_EQ(E2BIG, run(_metadata, self, variant, &more[i], &then))
			TH_LOG("more %u", i);
	}
}

/* A result that cannot be written: the call has done nothing, and can be made again. */
TEST_F(abi, read_only)
{
	const size_t size = LONGEST;
	void *arg = mmap(NULL, size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct state before, after;
	int error;

	ASSERT_NE(MAP_FAILED, arg);
	prepare_call(self, variant);
	before = state_of(self->fd, self->proc);
	memcpy(arg, &self->arg, sizeof(self->arg));
	mprotect(arg, size, PROT_READ);
	error = call(self->fd, variant->command, arg);
	after = state_of(self->fd, self->proc);
	mprotect(arg, size, PROT_READ | PROT_WRITE);
	if (variant->command == PERFCNT_IOC_SCOPE && !has_perf()) {
		EXPECT_EQ(EOPNOTSUPP, error);
	} else if (error) {
		EXPECT_EQ(EFAULT, error);
		EXPECT_EQ(0, memcmp(&before, &after, sizeof(before)));
		error = call(self->fd, variant->command, arg);
		if (variant->command != PERFCNT_IOC_SAMPLE || error != EOPNOTSUPP)
			EXPECT_EQ(0, error);
	}
	munmap(arg, size);
}

/*
 * A struct of less than 8 bytes is refused by its size, also where memory ends behind it; but
 * one that never has more than 8 is copied as a whole.
 */
TEST_F(abi, too_small_at_the_end_of_memory)
{
	const size_t size = LONGEST;
	char *arg = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const uint32_t small = 7;

	ASSERT_NE(MAP_FAILED, (void *)arg);
	prepare_call(self, variant);
	munmap(arg + size, size);
	memcpy(arg + size - small, &small, sizeof(small));
	EXPECT_EQ(variant->size == sizeof(struct perfcnt_mask) ? EFAULT : EINVAL,
		  call(self->fd, variant->command, arg + size - small));
	munmap(arg, size);
}

TEST_HARNESS_MAIN
