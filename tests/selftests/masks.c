// SPDX-License-Identifier: GPL-2.0
/*
 * Calls for counters that are not the caller's, or that the machine does not have: each is
 * refused, and changes nothing.  neighbour.ko has memory of each CPU behind perfcnt.ko's,
 * where a counter beyond the last one would be.
 */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "trees.h"

#define BITS 32

/* Of the counter of another file, which is stopped. */
#define COUNT 11

/* Who has a counter: this file has number 0, another one number 1. */
enum whose { MINE, OTHERS, NOBODYS, NONE };

static enum whose whose(int fd, unsigned int counter)
{
	return counter >= describe(fd).counters ? NONE : counter < 2 ? counter : NOBODYS;
}

/* The module's data, as another part of the kernel would see them. */
static struct {
	int kcore;
	off_t at;
	size_t size;
} core;

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

#define CORE_MOST 8192

static void read_core(uint64_t *words)
{
	memset(words, 0, CORE_MOST);
	if (core.size > CORE_MOST ||
	    pread(core.kcore, words, core.size, core.at) != (ssize_t)core.size)
		fatal("kcore: %zu bytes: %s", core.size, strerror(errno));
}

FIXTURE(masks) {
	int proc, fd, other;
};

/**
 * struct - where the counters count
 * @filter: behind their event's name
 * @alone: no CPU but the first is there
 */
FIXTURE_VARIANT(masks) {
	const char *filter;
	bool alone;
};

/* On the caller's CPU alone a call asks no other one. */
FIXTURE_VARIANT_ADD(masks, filtered) { .filter = "@tc0" };
FIXTURE_VARIANT_ADD(masks, all_cpus) { .filter = "" };
FIXTURE_VARIANT_ADD(masks, one_cpu) { .filter = "", .alone = true };

/* One counter of a new file, set to count. */
static int claim_one(unsigned int counter, const char *name)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set),
		.controls = 1u << counter, .counts = 1u << counter,
	};
	int fd = open_device();

	must(with_mask(fd, PERFCNT_IOC_CLAIM, 1u << counter), "claim");
	set.counter[counter].what = what_of(fd, counter, name);
	set.counter[counter].count = COUNT;
	must(call(fd, PERFCNT_IOC_SET, &set), reason(fd));
	return fd;
}

FIXTURE_SETUP(masks)
{
	char name[PERFCNT_NAME_SIZE];

	if (variant->alone && access(CPU1_ONLINE, W_OK))
		SKIP(return, "CPUs do not come and go here");
	if (variant->alone)
		put_online(false);
	ASSERT_EQ(0, load_module("neighbour.ko", ""));
	find_event();
	self->proc = open_stopped();
	pin_to_cpu(0);
	snprintf(name, sizeof(name), "%s%s", event(), variant->filter);
	self->fd = claim_one(0, name);
	self->other = claim_one(1, name);
}

FIXTURE_TEARDOWN(masks)
{
	close(self->fd);
	close(self->other);
	EXPECT_EQ(0, unload_module("neighbour"));
	if (variant->alone)
		put_online(true);
	EXPECT_TRUE(none_claimed());
	EXPECT_TRUE(all_stopped(self->proc));
	close(self->proc);
}

static const unsigned int changes[] = { PERFCNT_IOC_START, PERFCNT_IOC_STOP, PERFCNT_IOC_RESET };

/* Each bit, all of them, this file's counter with each other one, and none. */
static uint32_t mask_of(unsigned int i)
{
	return i < BITS ? 1u << i : i == BITS ? ~0u : i <= 2 * BITS ? 1 | 1u << (i - BITS - 1) : 0;
}

#define MASKS (2 * BITS + 2)

TEST_F(masks, starts_stops_and_resets_its_own_alone)
{
	unsigned int i, n;
	uint32_t mask;

	for (n = 0; n < sizeof(changes) / sizeof(*changes); n++)
		for (i = 0; i < MASKS; i++) {
			mask = mask_of(i);
			EXPECT_EQ(mask & ~1u ? EPERM : 0, with_mask(self->fd, changes[n], mask))
				TH_LOG("call %u, mask 0x%x", n, mask);
			EXPECT_TRUE(!(mask & ~1u) || reason_has(self->fd, EPERM, "not claimed"));
		}
	EXPECT_EQ(COUNT, sample(self->other).counts[0]);
}

TEST_F(masks, a_refused_call_changes_nothing)
{
	static uint64_t before[CORE_MOST / 8], after[CORE_MOST / 8];
	struct perfcnt_read read;
	unsigned int i, n;
	uint32_t mask;

	if (!find_core())
		SKIP(return, "this kernel does not say where a module's data are");
	must(with_mask(self->fd, PERFCNT_IOC_START, 1), "start");
	read_core(before);
	for (n = 0; n < sizeof(changes) / sizeof(*changes); n++)
		for (i = 0; i < MASKS; i++) {
			mask = mask_of(i);
			if (!(mask & ~1u))
				continue;
			EXPECT_EQ(EPERM, with_mask(self->fd, changes[n], mask));
			EXPECT_EQ(EPERM, read_some(self->fd, n ? READ_ALL : 0, mask, &read));
			read_core(after);
			ASSERT_EQ(0, memcmp(before, after, sizeof(before)))
				TH_LOG("call %u, mask 0x%x", n, mask);
		}
	/* what one that is not refused changes is seen */
	must(with_mask(self->fd, PERFCNT_IOC_STOP, 1), "stop");
	read_core(after);
	EXPECT_NE(0, memcmp(before, after, sizeof(before)));
}

static int call_claim(int fd, unsigned int counter)
{
	int error = with_mask(fd, PERFCNT_IOC_CLAIM, 1u << counter);

	return error ?: with_mask(fd, PERFCNT_IOC_RELEASE, 1u << counter);
}

static int call_release(int fd, unsigned int counter)
{
	return with_mask(fd, PERFCNT_IOC_RELEASE, 1u << counter);
}

static int call_read(int fd, unsigned int counter)
{
	struct perfcnt_read read;

	return read_some(fd, 0, 1u << counter, &read) ?:
	       read_some(fd, READ_ALL, 1u << counter, &read);
}

static int call_scope(int fd, unsigned int counter)
{
	struct perfcnt_scope scope = {
		.size = sizeof(scope), .counters = 1u << counter,
		.flags = PERFCNT_SCOPE_SHARED,
	};

	return call(fd, PERFCNT_IOC_SCOPE, &scope);
}

static int call_set_event(int fd, unsigned int counter)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 1u << counter,
	};

	return call(fd, PERFCNT_IOC_SET, &set);
}

static int call_set_count(int fd, unsigned int counter)
{
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .counts = 1u << counter,
	};

	return call(fd, PERFCNT_IOC_SET, &set);
}

static int call_rotate(int fd, unsigned int counter)
{
	struct perfcnt_multiplexing rotate = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = 1u << counter,
	};

	rotate.nr = 1;
	rotate.event[0].banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
	rotate.event[0].what = what_of(fd, 0, event());
	return call(fd, PERFCNT_IOC_MULTIPLEX, &rotate);
}

static int call_sample(int fd, unsigned int counter)
{
	struct perfcnt_sampling sampling = {
		.size = sizeof(sampling), .counter = counter, .period = 1000000,
		.flags = PERFCNT_SAMPLING_SHARED,
	};

	return call(fd, PERFCNT_IOC_SAMPLE, &sampling);
}

static int call_sample_no_more(int fd, unsigned int counter)
{
	struct perfcnt_sampling sampling = { .size = sizeof(sampling), .counter = counter };

	return call(fd, PERFCNT_IOC_SAMPLE, &sampling);
}

static int call_name(int fd, unsigned int counter)
{
	struct perfcnt_name name = { sizeof(name), counter };

	strcpy(name.name, event());
	return call(fd, PERFCNT_IOC_NAME, &name);
}

/* What perfcnt(4) says of counters that are another's, nobody's, and not there. */
static const struct {
	const char *name;
	int (*call)(int fd, unsigned int counter);
	int errors[NONE + 1];
} others[] = {
	{ "CLAIM", call_claim, { [OTHERS] = EBUSY, [NONE] = EINVAL } },
	{ "RELEASE", call_release, { [OTHERS] = EPERM, EPERM, EPERM } },
	{ "READ", call_read, { [OTHERS] = EPERM, EPERM, EPERM } },
	{ "SCOPE", call_scope, { [OTHERS] = EPERM, EPERM, EPERM } },
	{ "SET of an event", call_set_event, { [OTHERS] = EBUSY, EPERM, EINVAL } },
	{ "SET of a count", call_set_count, { [OTHERS] = EBUSY, EPERM, EINVAL } },
	{ "ROTATE", call_rotate, { [OTHERS] = EPERM, EPERM, EINVAL } },
	{ "SAMPLE", call_sample, { [OTHERS] = EPERM, EPERM, EPERM } },
	{ "SAMPLE no more", call_sample_no_more, { [OTHERS] = EPERM, EPERM, EPERM } },
	{ "NAME", call_name, { [NONE] = EINVAL } },
};

TEST_F(masks, other_calls_refuse_what_is_not_the_callers)
{
	unsigned int i, counter;
	enum whose who;

	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		for (counter = 1; counter < BITS; counter++) {
			who = whose(self->fd, counter);
			EXPECT_EQ(others[i].errors[who], others[i].call(self->fd, counter))
				TH_LOG("%s, counter %u: %s", others[i].name, counter,
				       reason(self->fd));
		}
	EXPECT_EQ(3, describe(self->fd).claimed);
	EXPECT_EQ(COUNT, sample(self->other).counts[0]);
}

/* Events that take turns, of which START makes the first ones count. */
TEST_F(masks, a_rotation_is_not_started_with_others)
{
	struct perfcnt_multiplexed rotated = { .size = sizeof(struct perfcnt_multiplexed) };
	struct perfcnt_multiplexing rotate = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = 1,
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		rotate.event[i].banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		rotate.event[i].what = what_of(self->fd, 0, event());
	}
	rotate.nr = 2;
	must(call(self->fd, PERFCNT_IOC_MULTIPLEX, &rotate), reason(self->fd));
	for (i = 1; i < BITS; i++) {
		EXPECT_EQ(EPERM, with_mask(self->fd, PERFCNT_IOC_START, 1 | 1u << i))
			TH_LOG("counter %u", i);
	}
	must(call(self->fd, PERFCNT_IOC_MULTIPLEXED, &rotated), reason(self->fd));
	EXPECT_EQ(0, rotated.event[0].flags & PERFCNT_MULTIPLEXED_NOW);
	EXPECT_EQ(0, rotated.event[1].flags & PERFCNT_MULTIPLEXED_NOW);
}

TEST_HARNESS_MAIN
