// SPDX-License-Identifier: GPL-2.0
/* The calls of /dev/perfcnt, with structs that are right or nearly so. */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "watch.h"

#define SENT_MAX (4 * 4096)

/* The argument as it was sent, to compare with. */
static union {
	unsigned char bytes[SENT_MAX];
	uint32_t words[SENT_MAX / 4];
	struct perfcnt_event_row row;
	struct perfcnt_name name;
	struct perfcnt_set set;
	struct perfcnt_mask mask;
	struct perfcnt_counts read;
	struct perfcnt_scope scope;
	struct perfcnt_multiplexing multiplexing;
	struct perfcnt_sampling sampling;
} sent;

/* Some of these counters, now and then others, or those that there are not. */
static uint32_t some_of(uint32_t mask)
{
	struct prng *prng = &fuzz_me.prng;

	if (prng_one_in(prng, 16))
		return fuzz_number32();
	if (prng_one_in(prng, 8))
		return (prng_one_in(prng, 2) ? mask : 0) | 1u << prng_below(prng, 32);
	if (prng_one_in(prng, 8))
		return prng_below(prng, 1 << fuzz_machine.counters);
	return prng_one_in(prng, 3) ? mask & prng_next(prng) : mask;
}

static void fill_nothing(const struct fuzz_file *file)
{
	(void)file;
}

static void fill_row(const struct fuzz_file *file)
{
	(void)file;
	sent.row.index = prng_below(&fuzz_me.prng, fuzz_machine.events + 2);
}

static void fill_name(const struct fuzz_file *file)
{
	(void)file;
	sent.name.counter = prng_below(&fuzz_me.prng, fuzz_machine.counters);
	fuzz_event_name(sent.name.name, sizeof(sent.name.name));
}

static void fill_set(const struct fuzz_file *file)
{
	unsigned int i;

	sent.set.controls = some_of(file->mask);
	sent.set.counts = some_of(file->mask);
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++) {
		sent.set.counter[i].count = prng_one_in(&fuzz_me.prng, 3) ?
					    0x7ffffff0 : fuzz_number64();
		fuzz_event_what(i, &sent.set.counter[i].what);
	}
}

static void fill_mask(const struct fuzz_file *file)
{
	sent.mask.mask = some_of(file->mask);
}

static void fill_claim(const struct fuzz_file *file)
{
	unsigned int counter;

	(void)file;
	counter = prng_below(&fuzz_me.prng, fuzz_machine.counters);
	sent.mask.mask = some_of(1u << counter);
}

/* This process, one that there is not, or any; its counters or others. */
static void fill_scope(const struct fuzz_file *file)
{
	struct prng *prng = &fuzz_me.prng;

	sent.scope.flags = prng_one_in(prng, 16) ? fuzz_number32() :
						   prng_below(prng, 32);
	if (!prng_one_in(prng, 3))
		sent.scope.flags |= PERFCNT_SCOPE_SHARED;
	if (prng_one_in(prng, 2))
		sent.scope.pid = prng_one_in(prng, 4) ? (int)fuzz_number32() :
							getpid();
	sent.scope.counters = some_of(file->mask);
}

/* What every counter can count, without a filter and without IE. */
static struct perfcnt_what plain_event(void)
{
	struct perfcnt_what plain = { .control = PERFCNT_CTL_U };

	if (fuzz_machine.flags & PERFCNT_HAS_NATIVE) { /* cycles need a PMU */
		plain.control |= PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT;
		plain.type = PERF_TYPE_SOFTWARE;
		plain.config = PERF_COUNT_SW_PAGE_FAULTS;
	}
	return plain;
}

/* Now and then none, which ends what there was. */
static void fill_multiplex(const struct fuzz_file *file)
{
	struct prng *prng = &fuzz_me.prng;
	bool plain = !prng_one_in(prng, 4);
	unsigned int i;

	sent.multiplexing.counters = plain ? file->mask : some_of(file->mask);
	sent.multiplexing.nr = prng_below(prng, prng_one_in(prng, 8) ?
					  PERFCNT_MULTIPLEX_EVENTS + 2 : 9);
	if (prng_one_in(prng, 2))
		sent.multiplexing.slice_us = prng_one_in(prng, 8) ? fuzz_number32() :
				      PERFCNT_MULTIPLEX_SLICE_MIN + prng_below(prng, 4000);
	for (i = 0; i < sent.multiplexing.nr && i < PERFCNT_MULTIPLEX_EVENTS; i++) {
		struct perfcnt_multiplexing_event *event = &sent.multiplexing.event[i];

		event->banks = PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD;
		event->what = plain_event();
		if (plain)
			continue;
		event->banks = prng_one_in(prng, 16) ? fuzz_number32() :
						       1 + prng_below(prng, 3);
		fuzz_event_what(prng_below(prng, 2), &event->what);
		if (!prng_one_in(prng, 16))
			event->what.control &= ~(PERFCNT_CTL_IE | PERFCNT_CTL_MT_EN |
						 PERFCNT_CTL_VPEID | PERFCNT_CTL_TCID);
	}
}

/* Short periods, small rings; now and then what cannot be, or the end of it. */
static void fill_sampling(const struct fuzz_file *file)
{
	struct prng *prng = &fuzz_me.prng;

	sent.sampling.counter = prng_below(prng, fuzz_machine.counters);
	if (file->mask && !prng_one_in(prng, 8))
		sent.sampling.counter = __builtin_ctz(file->mask);
	if (prng_one_in(prng, 4))
		return; /* no more */
	sent.sampling.period = prng_one_in(prng, 8) ? fuzz_number64() :
						      1 + prng_below(prng, 100000);
	if (prng_one_in(prng, 2))
		sent.sampling.jitter =
			prng_below(prng, 1 + (sent.sampling.period & 0xffff));
	sent.sampling.flags = prng_one_in(prng, 16) ? fuzz_number32() :
			      PERFCNT_SAMPLING_SHARED;
	sent.sampling.ring_order = prng_below(prng, prng_one_in(prng, 64) ? 12 : 3);
	sent.sampling.wake = prng_one_in(prng, 2) ? fuzz_number32() : 0;
	sent.sampling.share = prng_one_in(prng, 2) ? prng_below(prng, 1002) : 0;
	if (prng_one_in(prng, 32))
		sent.sampling.callers = fuzz_number32();
	if (prng_one_in(prng, 32))
		sent.sampling.stack = fuzz_number32();
	if (!prng_one_in(prng, 4))
		return;
	sent.sampling.flags |= PERFCNT_SAMPLING_FREQUENCY;
	if (!prng_one_in(prng, 8))
		sent.sampling.jitter = 0;
}

static void fill_read(const struct fuzz_file *file)
{
	sent.read.flags = prng_one_in(&fuzz_me.prng, 8) ? fuzz_number32() :
			  prng_below(&fuzz_me.prng, 8);
	sent.read.counters = prng_one_in(&fuzz_me.prng, 2) ? 0 : some_of(file->mask);
}

static const struct call {
	const char *name;
	unsigned int command;
	uint32_t size;
	void (*fill)(const struct fuzz_file *file);
	int errors[7]; /* beside those that any call can have */
} calls[] = {
	{ "DESCRIBE", PERFCNT_IOC_DESCRIBE, .size = sizeof(struct perfcnt_describe),
	  .fill = fill_nothing },
	{ "EVENT", PERFCNT_IOC_EVENT, .size = sizeof(struct perfcnt_event_row),
	  .fill = fill_row, .errors = { ENOENT } },
	{ "CLAIM", PERFCNT_IOC_CLAIM, .size = sizeof(struct perfcnt_mask),
	  .fill = fill_claim, .errors = { EBADF, EBUSY } },
	{ "RELEASE", PERFCNT_IOC_RELEASE, .size = sizeof(struct perfcnt_mask),
	  .fill = fill_mask, .errors = { EBADF, EPERM, EBUSY } },
	{ "NAME", PERFCNT_IOC_NAME, .size = sizeof(struct perfcnt_name),
	  .fill = fill_name, .errors = { ENOENT, ERANGE } },
	{ "SET", PERFCNT_IOC_SET, .size = sizeof(struct perfcnt_set),
	  .fill = fill_set, .errors = { EBADF, EPERM, EBUSY, ENOENT, ENOMEM, EIO } },
	{ "START", PERFCNT_IOC_START, .size = sizeof(struct perfcnt_mask),
	  .fill = fill_mask, .errors = { EBADF, EPERM, EIO } },
	{ "STOP", PERFCNT_IOC_STOP, .size = sizeof(struct perfcnt_mask),
	  .fill = fill_mask, .errors = { EBADF, EPERM, EIO } },
	{ "RESET", PERFCNT_IOC_RESET, .size = sizeof(struct perfcnt_mask),
	  .fill = fill_mask, .errors = { EBADF, EPERM, EIO } },
	{ "READ", PERFCNT_IOC_READ, .size = sizeof(struct perfcnt_counts),
	  .fill = fill_read, .errors = { EPERM, EIO } },
	{ "REASON", PERFCNT_IOC_REASON, .size = sizeof(struct perfcnt_reason_text),
	  .fill = fill_nothing },
	{ "SCOPE", PERFCNT_IOC_SCOPE, .size = sizeof(struct perfcnt_scope),
	  .fill = fill_scope, .errors = { EBADF, EPERM, EBUSY, ESRCH, ENOMEM, EIO, EINTR } },
	{ "MULTIPLEX", PERFCNT_IOC_MULTIPLEX, .size = sizeof(struct perfcnt_multiplexing),
	  .fill = fill_multiplex, .errors = { EBADF, EPERM, EBUSY, ENOENT, ENOMEM, EIO } },
	{ "MULTIPLEXED", PERFCNT_IOC_MULTIPLEXED, .size = sizeof(struct perfcnt_multiplexed),
	  .fill = fill_nothing, .errors = { ENOMEM, EIO } },
	{ "SAMPLE", PERFCNT_IOC_SAMPLE, .size = sizeof(struct perfcnt_sampling),
	  .fill = fill_sampling, .errors = { EBADF, EPERM, EBUSY, ENOMEM, EIO, EOPNOTSUPP } },
};

static bool may_be(const struct call *call, int fd, int error)
{
	size_t i;

	if (error == EINVAL || error == E2BIG)
		return true;
	if (error == EBADF && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return false;
	for (i = 0; i < ARRAY_SIZE(call->errors); i++)
		if (error == call->errors[i])
			/* nobody takes registers that are memory */
			return error != EIO || strcmp(fuzz_machine.driver, "sim");
	return false;
}

/* Other sizes, and bytes that have another value. */
static uint32_t mutate(uint32_t size)
{
	struct prng *prng = &fuzz_me.prng;
	unsigned int n;

	switch (prng_below(prng, 6)) {
	case 0:
		size = prng_below(prng, size + 1);
		break;
	case 1: /* longer than the kernel's, the rest 0 */
		size += prng_below(prng, 64);
		break;
	case 2:
		size += 8;
		sent.bytes[size - 1 - prng_below(prng, 8)] = prng_next(prng);
		break;
	case 3:
		size = SENT_MAX + prng_below(prng, 2);
		break;
	case 4:
		size = fuzz_number32();
		break;
	default:
		for (n = 1 + prng_below(prng, 4); n; n--)
			sent.words[prng_below(prng, size / 4)] = fuzz_number32();
	}
	return size;
}

/* One call, right or nearly so. */
static bool run_call(const struct call *call, struct fuzz_file *file)
{
	struct prng *prng = &fuzz_me.prng;
	uint32_t size = call->size;
	bool bad = prng_one_in(prng, 40), whole;
	uint64_t before;
	size_t there;
	void *at;

	if (!file)
		return false;
	memset(&sent, 0, sizeof(sent));
	call->fill(file);
	if (prng_one_in(prng, 4))
		size = mutate(size);
	sent.words[0] = size;
	there = size < 8 ? 8 : size > SENT_MAX ? call->size : size;
	whole = there >= size;
	at = bad ? fuzz_bad_pointer() : fuzz_place(&sent, there);
	before = watch_now();
	if (!FUZZ_CALL(ioctl(file->fd, call->command, at),
		       "ioctl(%d, %s, %p, {%u, 0x%x, 0x%x, 0x%x})", file->fd,
		       call->name, at, size, sent.words[1], sent.words[2],
		       sent.words[3])) {
		if (!bad && whole)
			fuzz_check_answer(call->command, &sent, at, there, before);
		if (call->command == PERFCNT_IOC_CLAIM)
			file->mask |= sent.mask.mask;
		else if (call->command == PERFCNT_IOC_RELEASE)
			file->mask &= ~sent.mask.mask;
		return true;
	}
	if (errno == EFAULT ? !bad && whole : !may_be(call, file->fd, errno))
		fuzz_complain("%s: %s", call->name, strerror(errno));
	if (!bad && whole && memcmp(&sent, at, there))
		fuzz_complain("%s was refused and has changed its argument",
			      call->name);
	return false;
}

/* Which call: reading often, as programs do. */
static bool run_any(void)
{
	return run_call(&prng_of(&fuzz_me.prng, calls), fuzz_any_file(FUZZ_DEVICE));
}

static bool run_on(struct fuzz_file *file, unsigned int command)
{
	size_t i;

	for (i = 0; calls[i].command != command; i++)
		;
	return run_call(&calls[i], file);
}

static bool run_named(unsigned int command)
{
	return run_on(fuzz_any_file(FUZZ_DEVICE), command);
}

static bool run_claim(void)
{
	return run_named(PERFCNT_IOC_CLAIM);
}

static bool run_release(void)
{
	return run_named(PERFCNT_IOC_RELEASE);
}

static bool run_set(void)
{
	return run_named(PERFCNT_IOC_SET);
}

static bool run_start(void)
{
	return run_named(PERFCNT_IOC_START);
}

static bool run_read(void)
{
	return run_named(PERFCNT_IOC_READ);
}

/* What may have a scope: counters of one's own. */
static void prepare_scope(struct fuzz_file *file)
{
	struct perfcnt_mask claim = { .size = sizeof(claim) };
	struct perfcnt_set set = { .size = sizeof(struct perfcnt_set) };
	unsigned int i;

	if (!file->mask) {
		claim.mask = 1u << prng_below(&fuzz_me.prng, fuzz_machine.counters);
		if (!FUZZ_CALL(ioctl(file->fd, PERFCNT_IOC_CLAIM, &claim),
			       "ioctl(%d, CLAIM, 0x%x)", file->fd, claim.mask))
			file->mask = claim.mask;
	}
	set.controls = file->mask;
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (file->mask & (1u << i))
			set.counter[i].what = plain_event();
	FUZZ_CALL(ioctl(file->fd, PERFCNT_IOC_SET, &set),
		  "ioctl(%d, SET, {0x%x})", file->fd, set.controls);
}

/* With what the counters happen to count, or with what can have a scope. */
static bool run_scope(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);

	if (file && !prng_one_in(&fuzz_me.prng, 4))
		prepare_scope(file);
	return run_on(file, PERFCNT_IOC_SCOPE);
}

/* The same; and what is stopped, if it is not in a scope. */
static bool run_multiplex(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
	struct perfcnt_mask stop = { .size = sizeof(stop) };

	if (file && !prng_one_in(&fuzz_me.prng, 4)) {
		prepare_scope(file);
		stop.mask = file->mask;
		FUZZ_CALL(ioctl(file->fd, PERFCNT_IOC_STOP, &stop),
			  "ioctl(%d, STOP, 0x%x)", file->fd, stop.mask);
	}
	return run_on(file, PERFCNT_IOC_MULTIPLEX);
}

static bool run_sampling(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);

	if (file && !prng_one_in(&fuzz_me.prng, 4))
		prepare_scope(file);
	return run_on(file, PERFCNT_IOC_SAMPLE);
}

/* A ring, or what is none; then anything is written where the program may write. */
static bool run_map(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
	size_t size = 4096 * (1 + prng_below(prng, 6));
	size_t offset = prng_one_in(prng, 2) ? 0 : 4096 * prng_below(prng, 200);
	struct perfcnt_ring_header *ring;
	unsigned int n;

	if (!file)
		return false;
	ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, offset);
	if (ring == MAP_FAILED) {
		if (errno != EINVAL && errno != ENXIO && errno != EACCES &&
		    errno != ENOMEM)
			fuzz_complain("mmap: %s", strerror(errno));
		return false;
	}
	ring->tail = prng_one_in(prng, 2) ? ring->head : fuzz_number32();
	for (n = prng_below(prng, 4); n; n--)
		((uint32_t *)ring)[prng_below(prng, size / 4)] = fuzz_number32();
	munmap(ring, size);
	return true;
}

static bool run_multiplexed(void)
{
	return run_named(PERFCNT_IOC_MULTIPLEXED);
}

/* With its argument, or one that it does not have; then all records. */
static bool run_leave(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
	void *argument = prng_one_in(&fuzz_me.prng, 8) ? &sent : NULL;
	struct perfcnt_thread threads[4];
	ssize_t length;

	if (!file)
		return false;
	if (FUZZ_CALL(ioctl(file->fd, PERFCNT_IOC_LEAVE, argument),
		      "ioctl(%d, LEAVE, %p)", file->fd, argument) &&
	    errno != EINVAL && errno != EBADF)
		fuzz_complain("LEAVE: %s", strerror(errno));
	while ((length = read(file->fd, threads, sizeof(threads))) > 0)
		if (threads->size != offsetof(struct perfcnt_thread, counts[threads->nr]) ||
		    length % threads->size)
			fuzz_complain("records of %zd bytes, %u counts", length,
				      threads->nr);
	if (!length || (errno != EAGAIN && errno != EINVAL && errno != EBADF))
		fuzz_complain("read: %zd, %s", length, strerror(errno));
	return true;
}

/* Commands that there are not, and right ones for a file that has none. */
static bool run_unknown(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(prng_one_in(prng, 2) ?
					       FUZZ_DEVICE : FUZZ_PROC);
	unsigned int command = PERFCNT_IOC << 8 | prng_below(prng, 256);
	void *at = fuzz_place(&sent, sizeof(sent));

	if (!file)
		return false;
	if (prng_one_in(prng, 2))
		command ^= 1u << (16 + prng_below(prng, 16));
	if (file->kind == FUZZ_DEVICE && command >= PERFCNT_IOC_DESCRIBE &&
	    command <= PERFCNT_IOC_SAMPLE)
		command |= 0x80; /* a command that there is not */
	memset(at, 0, sizeof(sent));
	if (!FUZZ_CALL(ioctl(file->fd, command, at), "ioctl(%d, 0x%x, %p)",
		       file->fd, command, at))
		fuzz_complain("ioctl 0x%x was taken", command);
	else if (errno != ENOTTY)
		fuzz_complain("ioctl 0x%x: %s", command, strerror(errno));
	return true;
}

const struct fuzz_operation fuzz_ioctl_operations[] = {
	{ "any ioctl", 40, run_any },
	{ "CLAIM", 10, run_claim },
	{ "RELEASE", 4, run_release },
	{ "SET", 20, run_set },
	{ "START", 10, run_start },
	{ "READ", 20, run_read },
	{ "SCOPE", 12, run_scope },
	{ "LEAVE", 6, run_leave },
	{ "MULTIPLEX", 8, run_multiplex },
	{ "MULTIPLEXED", 6, run_multiplexed },
	{ "SAMPLE", 12, run_sampling },
	{ "map a ring", 6, run_map },
	{ "unknown ioctl", 4, run_unknown },
	{ }
};
