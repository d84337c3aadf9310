// SPDX-License-Identifier: GPL-2.0
/* /dev/perfcnt as the tests call it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ioctls.h"
#include "counters.h"

#define DEVICE "/dev/perfcnt"

int open_device(void)
{
	int fd = open(DEVICE, O_RDWR);

	if (fd < 0)
		fatal("%s: %s", DEVICE, strerror(errno));
	return fd;
}

/* 0 or the errno. */
int call(int fd, unsigned int command, void *arg)
{
	return ioctl(fd, command, arg) ? errno : 0;
}

int with_mask(int fd, unsigned int command, uint32_t mask)
{
	struct perfcnt_mask arg = { sizeof(arg), mask };

	return call(fd, command, &arg);
}

void must(int error, const char *what)
{
	if (error)
		fatal("%s: %s", what, strerror(error));
}

struct perfcnt_describe describe(int fd)
{
	struct perfcnt_describe d = { PERFCNT_SIZES(perfcnt_describe, owner) };

	must(call(fd, PERFCNT_IOC_DESCRIBE, &d), "describe");
	return d;
}

/* The words of this file's last refusal, until the next call of this. */
const char *reason(int fd)
{
	static struct perfcnt_reason_text r;

	r.size = sizeof(r);
	must(call(fd, PERFCNT_IOC_REASON, &r), "reason");
	return r.words;
}

/* Does no file own a counter? */
bool none_claimed(void)
{
	int fd = open_device();
	uint32_t claimed = describe(fd).claimed;

	close(fd);
	if (claimed)
		printf("# claimed: 0x%x\n", claimed);
	return !claimed;
}

bool reason_has(int fd, int code, const char *words)
{
	struct perfcnt_reason_text r = { sizeof(r) };

	must(call(fd, PERFCNT_IOC_REASON, &r), "reason");
	return (int)r.code == code && strstr(r.words, words);
}

struct perfcnt_what what_of(int fd, unsigned int counter,
			    const char *text)
{
	struct perfcnt_name name = { sizeof(name), counter };

	snprintf(name.name, sizeof(name.name), "%s", text);
	must(call(fd, PERFCNT_IOC_NAME, &name), text);
	return name.what;
}

struct perfcnt_what word(uint32_t control)
{
	return (struct perfcnt_what){ .control = control };
}

#define WHOLE_FORMAT (PERFCNT_FORMAT_TIME | PERFCNT_FORMAT_STATE | PERFCNT_FORMAT_CONTROLS)

/* What a short reading of these counters has, and how long it is. */
uint32_t set_format(int fd, uint32_t flags, uint32_t counters)
{
	struct perfcnt_format format = { sizeof(format), flags, counters };

	must(call(fd, PERFCNT_IOC_FORMAT, &format), "format");
	return format.length;
}

/* A short reading with all that it can have: 0 or the errno. */
int read_whole(int fd, uint32_t length, uint32_t counters, struct perfcnt_read *r)
{
	uint32_t n = __builtin_popcount(counters), raw[64] = { 0 }, i, next = 0;
	ssize_t got = read(fd, raw, length);
	const uint32_t *words = raw + 2 + 2 * n;

	if (got < 0)
		return errno;
	if (got != (ssize_t)length || words[0] != counters)
		fatal("a short reading of 0x%x: %zd bytes, counters 0x%x", counters,
		      got, words[0]);
	memcpy(&r->time, raw, sizeof(r->time));
	r->counters = n;
	r->running = words[1];
	r->half_full = words[2];
	for (i = 0; i < n; i++) {
		while (!(counters & 1u << next))
			next++;
		r->entries[i].counter = next++;
		memcpy(&r->entries[i].count, raw + 2 + 2 * i, 8);
		r->entries[i].control = words[3 + i];
	}
	return 0;
}

/* What is stopped is the same in both; what runs has not become less. */
static void compare(const struct perfcnt_read *first, const struct perfcnt_read *then)
{
	uint32_t i;

	if (then->time < first->time || then->running != first->running)
		fatal("a reading at %llu, running 0x%x; then a short one at %llu, 0x%x",
		      (unsigned long long)first->time, first->running,
		      (unsigned long long)then->time, then->running);
	for (i = 0; i < first->counters; i++) {
		const struct perfcnt_count *a = &first->entries[i];
		const struct perfcnt_count *b = &then->entries[i];
		bool runs = first->running & 1u << a->counter;

		if (a->counter != b->counter || (int64_t)(b->count - a->count) < 0 ||
		    (!runs && (b->count != a->count || b->control != a->control)))
			fatal("counter %u: %llu, 0x%x; then counter %u: %llu, 0x%x",
			      a->counter, (unsigned long long)a->count, a->control,
			      b->counter, (unsigned long long)b->count, b->control);
	}
}

/* In both ways, one after the other; the short one comes back. */
struct perfcnt_read sample(int fd)
{
	struct perfcnt_read r = { PERFCNT_SIZES(perfcnt_read, entries) };
	struct perfcnt_read then = { PERFCNT_SIZES(perfcnt_read, entries) };
	uint32_t i, counters = 0;

	must(call(fd, PERFCNT_IOC_READ, &r), "read");
	for (i = 0; i < r.counters; i++)
		counters |= 1u << r.entries[i].counter;
	if (!counters)
		return r;
	must(read_whole(fd, set_format(fd, WHOLE_FORMAT, counters), counters, &then),
	     "short reading");
	compare(&r, &then);
	then.half_full |= r.half_full;
	return then;
}
