// SPDX-License-Identifier: GPL-2.0
/* The calls of /dev/perfcnt, with structs that are right or nearly so. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fuzz.h"
#include "watch.h"

#define SENT_MAX (2 * 4096)

/* The argument as it was sent, to compare with. */
static union {
	unsigned char bytes[SENT_MAX];
	uint32_t words[SENT_MAX / 4];
	struct perfcnt_event_row row;
	struct perfcnt_name name;
	struct perfcnt_set set;
	struct perfcnt_mask mask;
	struct perfcnt_read read;
} sent;

/* Some of these counters, now and then others, or those that there are not. */
static uint32_t some_of(uint32_t mask)
{
	struct prng *prng = &fuzz_me.prng;

	if (prng_one_in(prng, 16))
		return fuzz_number32();
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
		sent.set.count[i] = prng_one_in(&fuzz_me.prng, 3) ?
				    0x7ffffff0 : fuzz_number64();
		fuzz_event_what(i, &sent.set.what[i]);
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

static const struct call {
	const char *name;
	unsigned int command;
	size_t size;
	void (*fill)(const struct fuzz_file *file);
	int errors[6]; /* beside those that any call can have */
} calls[] = {
	{ "DESCRIBE", PERFCNT_IOC_DESCRIBE, sizeof(struct perfcnt_describe),
	  fill_nothing },
	{ "EVENT", PERFCNT_IOC_EVENT, sizeof(struct perfcnt_event_row),
	  fill_row, { ENOENT } },
	{ "CLAIM", PERFCNT_IOC_CLAIM, sizeof(struct perfcnt_mask),
	  fill_claim, { EBADF, EBUSY } },
	{ "RELEASE", PERFCNT_IOC_RELEASE, sizeof(struct perfcnt_mask),
	  fill_mask, { EBADF, EPERM } },
	{ "NAME", PERFCNT_IOC_NAME, sizeof(struct perfcnt_name),
	  fill_name, { ENOENT, ERANGE } },
	{ "SET", PERFCNT_IOC_SET, sizeof(struct perfcnt_set),
	  fill_set, { EBADF, EPERM, EBUSY, ENOENT, ENOMEM, EIO } },
	{ "START", PERFCNT_IOC_START, sizeof(struct perfcnt_mask),
	  fill_mask, { EBADF, EPERM, EIO } },
	{ "STOP", PERFCNT_IOC_STOP, sizeof(struct perfcnt_mask),
	  fill_mask, { EBADF, EPERM, EIO } },
	{ "RESET", PERFCNT_IOC_RESET, sizeof(struct perfcnt_mask),
	  fill_mask, { EBADF, EPERM, EIO } },
	{ "READ", PERFCNT_IOC_READ, sizeof(struct perfcnt_read),
	  fill_nothing, { EIO } },
	{ "REASON", PERFCNT_IOC_REASON, sizeof(struct perfcnt_reason_text),
	  fill_nothing },
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
		size = 4096 + prng_below(prng, 2);
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
static bool run_call(const struct call *call)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
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
			fuzz_check_answer(call->command, &sent, at, size, before);
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
	return run_call(&prng_of(&fuzz_me.prng, calls));
}

static bool run_named(unsigned int command)
{
	return run_call(&calls[command - PERFCNT_IOC_DESCRIBE]);
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
	    command <= PERFCNT_IOC_REASON)
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
	{ "unknown ioctl", 4, run_unknown },
	{ }
};
