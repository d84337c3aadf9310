// SPDX-License-Identifier: GPL-2.0
/* The calls into which faults are put. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt_samples.h"
#include "../selftests/counters.h"
#include "calls.h"

const char *event_name = "instructions";
int text_fd;
int device_fd;
struct perfcnt_set setting;

/* What has to go well before and after the call that is tried. */
void must(int error, const char *what)
{
	if (error)
		fatal("%s: %s", what, strerror(error));
}

/* 0 or the errno. */
int call(unsigned int command, void *arg)
{
	return ioctl(device_fd, command, arg) ? errno : 0;
}

static int with_mask(unsigned int command)
{
	struct perfcnt_mask arg = { sizeof(arg), 1 << 1 };

	return call(command, &arg);
}

int call_claim(void)
{
	return with_mask(PERFCNT_IOC_CLAIM);
}

int call_release(void)
{
	return with_mask(PERFCNT_IOC_RELEASE);
}

int call_set(void)
{
	return call(PERFCNT_IOC_SET, &setting);
}

int call_start(void)
{
	return with_mask(PERFCNT_IOC_START);
}

int call_stop(void)
{
	return with_mask(PERFCNT_IOC_STOP);
}

int call_reset(void)
{
	return with_mask(PERFCNT_IOC_RESET);
}

/* All that a scope can have. */
int call_scope(void)
{
	struct perfcnt_scope arg = {
		.size = sizeof(arg),
		.flags = PERFCNT_SCOPE_INHERIT | PERFCNT_SCOPE_PROCESS |
			 PERFCNT_SCOPE_RECORDS | PERFCNT_SCOPE_SHARED,
		.counters = 1 << 1,
	};

	return call(PERFCNT_IOC_SCOPE, &arg);
}

/*
 * Events that take turns.  On a 34K each is one that no VPE can have alone: in a scope it
 * would need two counters.
 */
int call_multiplex(void)
{
	const unsigned int branch_miss_stalls = 46;
	struct perfcnt_multiplexing arg = {
		.size = sizeof(struct perfcnt_multiplexing), .counters = 1 << 1,
	};
	unsigned int i;

	arg.nr = 3;
	for (i = 0; i < arg.nr; i++) {
		arg.event[i].banks = PERFCNT_BANK_IS_ODD;
		arg.event[i].what = setting.counter[1].what;
		arg.event[i].what.control &= ~PERFCNT_CTL_IE;
		if (!arg.event[i].what.type)
			arg.event[i].what.control =
				branch_miss_stalls << PERFCNT_CTL_EVENT_SHIFT |
				PERFCNT_CTL_U;
	}
	return call(PERFCNT_IOC_MULTIPLEX, &arg);
}

int call_multiplex_no_more(void)
{
	struct perfcnt_multiplexing arg = { .size = offsetof(struct perfcnt_multiplexing, event) };

	return call(PERFCNT_IOC_MULTIPLEX, &arg);
}

int call_multiplexed(void)
{
	struct perfcnt_multiplexed arg = { .size = sizeof(struct perfcnt_multiplexed) };

	return call(PERFCNT_IOC_MULTIPLEXED, &arg);
}

static int call_sampling_of(uint64_t period)
{
	struct perfcnt_sampling arg = {
		.size = sizeof(arg),
		.counter = 1,
		.period = period,
		.flags = PERFCNT_SAMPLING_SHARED,
		.ring_order = 1,
	};

	return call(PERFCNT_IOC_SAMPLE, &arg);
}

int call_sampling(void)
{
	return call_sampling_of(1000);
}

int call_sampling_no_more(void)
{
	return call_sampling_of(0);
}

int call_name(void)
{
	struct perfcnt_name arg = { sizeof(arg), 1 };

	snprintf(arg.name, sizeof(arg.name), "%s:uk", event_name);
	return call(PERFCNT_IOC_NAME, &arg);
}

/* What to count: IE as well, so that there is something to be told. */
struct perfcnt_what what(const char *event)
{
	struct perfcnt_name arg = { sizeof(arg), 1 };

	snprintf(arg.name, sizeof(arg.name), "%s:uk", event);
	must(call(PERFCNT_IOC_NAME, &arg), arg.name);
	arg.what.control |= PERFCNT_CTL_IE;
	return arg.what;
}

int call_event(void)
{
	struct perfcnt_event_row arg = { sizeof(arg) };

	return call(PERFCNT_IOC_EVENT, &arg);
}

int call_describe(void)
{
	struct perfcnt_describe arg = { .size = sizeof(struct perfcnt_describe) };

	return call(PERFCNT_IOC_DESCRIBE, &arg);
}

int call_reason(void)
{
	struct perfcnt_reason_text arg = { sizeof(arg) };

	return call(PERFCNT_IOC_REASON, &arg);
}

int call_sample(void)
{
	struct perfcnt_counts arg = { .size = sizeof(arg), .flags = 0x7 };

	return call(PERFCNT_IOC_READ, &arg);
}

int call_sample_counts(void)
{
	struct perfcnt_counts arg = { .size = sizeof(arg), .counters = 1 << 1 };

	return call(PERFCNT_IOC_READ, &arg);
}

/* A caller that is newer than the kernel. */
int call_sample_longer(void)
{
	struct {
		struct perfcnt_counts read;
		uint64_t more[8];
	} arg = { .read = { .size = sizeof(arg), .flags = 0x7 } };

	return call(PERFCNT_IOC_READ, &arg);
}

int call_set_longer(void)
{
	struct {
		struct perfcnt_set set;
		uint64_t more[8];
	} arg = { .set = setting };

	arg.set.size = sizeof(arg);
	return call(PERFCNT_IOC_SET, &arg);
}

int call_wait_for_notice(void)
{
	struct pollfd arg = { .fd = device_fd, .events = POLLIN };

	return poll(&arg, 1, 0) < 0 ? errno : 0;
}

int call_want_signals(void)
{
	if (fcntl(device_fd, F_SETFL, O_ASYNC))
		return errno;
	return fcntl(device_fd, F_SETFL, 0) ? errno : 0;
}

static int open_close(const char *path)
{
	int fd = open(path, O_RDWR);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

int call_open_text(void)
{
	return open_close(PROC_PERF);
}

int call_open_device(void)
{
	return open_close(DEVICE);
}

int call_read_text(void)
{
	char text[1024];

	return pread(text_fd, text, sizeof(text), 0) < 0 ? errno : 0;
}

int call_read_last_error(void)
{
	char text[1024];
	int fd = open(LAST_ERROR, O_RDONLY), error = 0;

	if (fd < 0)
		return errno;
	if (read(fd, text, sizeof(text)) < 0)
		error = errno;
	close(fd);
	return error;
}

int call_make_step(void)
{
	return write_file(STEP, "0 u instructions 1000");
}

int call_make_no_step(void)
{
	return write_file(STEP, "nothing");
}
