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
	struct perfcnt_describe d = { .size = sizeof(struct perfcnt_describe) };

	must(call(fd, PERFCNT_IOC_DESCRIBE, &d), "describe");
	return d;
}

/* Mask of as many counters as event() can have at the same time. */
uint32_t event_counters(int fd)
{
	const struct perfcnt_describe d = describe(fd);

	return (1u << (d.hardware ?: d.counters)) - 1;
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

/* Of some counters, and what the flags say: 0 or the errno. */
int read_some(int fd, uint32_t flags, uint32_t counters, struct perfcnt_counts *r)
{
	*r = (struct perfcnt_counts){ sizeof(*r), flags, counters };
	return call(fd, PERFCNT_IOC_READ, r);
}

/* What is stopped is the same in both; what runs has not become less. */
static void compare(const struct perfcnt_counts *first, const struct perfcnt_counts *then)
{
	uint32_t i, counter, n = 0;

	for (counter = 0; counter < PERFCNT_MAX_COUNTERS; counter++) {
		if (!(first->counters & 1u << counter))
			continue;
		i = n++;
		if ((int64_t)(then->counts[i] - first->counts[i]) < 0 ||
		    (!(first->running & 1u << counter) &&
		     then->counts[i] != first->counts[i]))
			fatal("counter %u: %llu, then %llu", counter,
			      (unsigned long long)first->counts[i],
			      (unsigned long long)then->counts[i]);
	}
}

/* With all that there is, and then the counts alone. */
struct perfcnt_counts sample(int fd)
{
	struct perfcnt_counts r, counts;

	must(read_some(fd, READ_ALL, 0, &r), "read");
	if (!r.counters)
		return r;
	must(read_some(fd, 0, r.counters, &counts), "read");
	compare(&r, &counts);
	return r;
}
