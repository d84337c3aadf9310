// SPDX-License-Identifier: GPL-2.0
/*
 * Every allocation and every copy of every call fails once: the call then says
 * ENOMEM or EFAULT, and all counters and claims are as they were.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "../selftests/counters.h"
#include "../selftests/tap.h"
#include "fault.h"

#define DEVICE "/dev/perfcnt"

/* A call has far fewer places where it can fail. */
#define NTH_MOST 2000

/* An event that the machine has. */
static const char *event_name = "instructions";

static int text_fd;   /* /proc/perf */
static int device_fd; /* /dev/perfcnt */

static struct perfcnt_set setting;

/* What a call can find. */
struct state {
	char text[1024];
	uint32_t claimed;
	struct perfcnt_read reading;
	short events;
};

/* What there is before a call, each with what comes before it. */
enum before { NOTHING, CLAIMED, SET, STARTED, HALF_FULL };

static void must(int error, const char *what)
{
	if (error)
		tap_bail_out("%s: %s", what, strerror(error));
}

/* 0 or the errno. */
static int call(unsigned int command, void *arg)
{
	return ioctl(device_fd, command, arg) ? errno : 0;
}

static int with_mask(unsigned int command)
{
	struct perfcnt_mask arg = { sizeof(arg), 1 << 1 };

	return call(command, &arg);
}

static int claim(void)
{
	return with_mask(PERFCNT_IOC_CLAIM);
}

static int release(void)
{
	return with_mask(PERFCNT_IOC_RELEASE);
}

static int set(void)
{
	return call(PERFCNT_IOC_SET, &setting);
}

static int start(void)
{
	return with_mask(PERFCNT_IOC_START);
}

static int stop(void)
{
	return with_mask(PERFCNT_IOC_STOP);
}

static int reset(void)
{
	return with_mask(PERFCNT_IOC_RESET);
}

static int name(void)
{
	struct perfcnt_name arg = { sizeof(arg), 1 };

	snprintf(arg.name, sizeof(arg.name), "%s:uk", event_name);
	return call(PERFCNT_IOC_NAME, &arg);
}

/* What to count: IE as well, so that there is something to be told. */
static struct perfcnt_what what(const char *event)
{
	struct perfcnt_name arg = { sizeof(arg), 1 };

	snprintf(arg.name, sizeof(arg.name), "%s:uk", event);
	must(call(PERFCNT_IOC_NAME, &arg), arg.name);
	arg.what.control |= PERFCNT_CTL_IE;
	return arg.what;
}

static int event(void)
{
	struct perfcnt_event_row arg = { sizeof(arg) };

	return call(PERFCNT_IOC_EVENT, &arg);
}

static int describe(void)
{
	struct perfcnt_describe arg = { sizeof(arg) };

	return call(PERFCNT_IOC_DESCRIBE, &arg);
}

static int reason(void)
{
	struct perfcnt_reason_text arg = { sizeof(arg) };

	return call(PERFCNT_IOC_REASON, &arg);
}

static int sample(void)
{
	struct perfcnt_read arg = { sizeof(arg) };

	return call(PERFCNT_IOC_READ, &arg);
}

/* A caller that is newer than the kernel. */
static int sample_longer(void)
{
	struct {
		struct perfcnt_read read;
		uint64_t more[8];
	} arg = { .read.size = sizeof(arg) };

	return call(PERFCNT_IOC_READ, &arg);
}

static int set_longer(void)
{
	struct {
		struct perfcnt_set set;
		uint64_t more[8];
	} arg = { setting };

	arg.set.size = sizeof(arg);
	return call(PERFCNT_IOC_SET, &arg);
}

static int wait_for_notice(void)
{
	struct pollfd arg = { .fd = device_fd, .events = POLLIN };

	return poll(&arg, 1, 0) < 0 ? errno : 0;
}

static int want_signals(void)
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

static int open_text(void)
{
	return open_close(PROC_PERF);
}

static int open_device(void)
{
	return open_close(DEVICE);
}

static int read_text(void)
{
	char text[1024];

	return pread(text_fd, text, sizeof(text), 0) < 0 ? errno : 0;
}

static int read_last_error(void)
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

static int make_step(void)
{
	return write_file(STEP, "0 u instructions 1000");
}

static int make_preload(void)
{
	return write_file(PRELOAD, "0 1000");
}

static int make_no_preload(void)
{
	return write_file(PRELOAD, "nothing");
}

/**
 * struct operation - something that can fail
 * @name: for the result
 * @before: what there is before it
 * @act: the call, returns 0 or the errno
 * @text: instead of it, what is written to /proc/perf, with %s for an event
 * @wants: what it returns without a fault
 * @sim: only the simulated 34K can
 */
struct operation {
	const char *name;
	enum before before;
	int (*act)(void);
	const char *text;
	int wants;
	bool sim;
};

static const struct operation operations[] = {
	{ "a counter set", NOTHING, NULL, "0 %s:uk 0" },
	{ "a counter set, its count kept", NOTHING, NULL, "0 %s:u -1" },
	{ "a counter set to what it was", NOTHING, NULL, "0 %s:k 7" },
	{ "a counter stopped", NOTHING, NULL, "0 0" },
	{ "a counter with a filter", NOTHING, NULL, "2 %s:u@tc1 0" },
	{ "a counter with a core's filter", NOTHING, NULL, "2 %s:u@vpe1 0" },
	{ "a counter that begins to count", NOTHING, NULL, "3 %s:u 5" },
	{ "several lines", NOTHING, NULL, "0 %s:u 0\n# x\n\n2 0 1\nsuspend 3" },
	{ "suspend", NOTHING, NULL, "suspend" },
	{ "suspend 0", NOTHING, NULL, "suspend 0" },
	{ "resume", NOTHING, NULL, "resume" },
	{ "resume 0", NOTHING, NULL, "resume 0" },
	{ "a comment", NOTHING, NULL, "# nothing" },
	{ "a malformed line", NOTHING, NULL, "0 nothing 0", EINVAL },
	{ "a counter that is not there", NOTHING, NULL, "99 0 0", EINVAL },
	{ "a counter of somebody else's", CLAIMED, NULL, "1 0 0", EBUSY },
	{ "a native event that is not known", NOTHING, NULL, "3 0xfe8 0", EINVAL },
	{ "open /proc/perf", NOTHING, open_text },
	{ "read /proc/perf", NOTHING, read_text },
	{ "read last_error", NOTHING, read_last_error },
	{ "step", NOTHING, make_step, NULL, 0, true },
	{ "preload", NOTHING, make_preload, NULL, 0, true },
	{ "preload what is no number", NOTHING, make_no_preload, NULL, EINVAL,
	  true },
	{ "open the device", NOTHING, open_device },
	{ "describe", SET, describe },
	{ "event", NOTHING, event },
	{ "name", NOTHING, name },
	{ "claim", NOTHING, claim },
	{ "claim what is claimed", CLAIMED, claim, NULL, EBUSY },
	{ "set", CLAIMED, set },
	{ "set while it counts", STARTED, set },
	{ "set by a longer struct", CLAIMED, set_longer },
	{ "set what is not claimed", NOTHING, set, NULL, EPERM },
	{ "start", SET, start },
	{ "start what is not claimed", NOTHING, start, NULL, EPERM },
	{ "stop", STARTED, stop },
	{ "reset", STARTED, reset },
	{ "read", STARTED, sample },
	{ "read what is half full", HALF_FULL, sample, NULL, 0, true },
	{ "read into a longer struct", STARTED, sample_longer },
	{ "reason", SET, reason },
	{ "poll", STARTED, wait_for_notice },
	{ "SIGIO", STARTED, want_signals },
	{ "release", STARTED, release },
	{ "release what is not claimed", NOTHING, release, NULL, EPERM },
};

/* What a call with a reading of this device has before it. */
static bool has_reading(enum before before)
{
	return before >= CLAIMED;
}

static void come_to(enum before before)
{
	struct pollfd notice = { .events = POLLIN };
	char text[256];

	if (device_fd >= 0)
		close(device_fd);
	device_fd = open(DEVICE, O_RDWR);
	notice.fd = device_fd;
	if (device_fd < 0)
		tap_bail_out("%s: %s", DEVICE, strerror(errno));
	snprintf(text, sizeof(text), "0 %s:k 7\n1 0 9\n2 0 0\n3 0 0",
		 event_name);
	set_counters(text_fd, text);
	if (before >= CLAIMED)
		must(claim(), "claim");
	if (before >= SET)
		must(set(), "set");
	if (before >= STARTED)
		must(start(), "start");
	if (before >= HALF_FULL) {
		preload(1, 0x7fffffff);
		must(make_step(), "step");
		if (poll(&notice, 1, 10000) != 1)
			tap_bail_out("half full, and no notice");
	}
}

/* Where counts move by themselves, only what is counted can be compared. */
static void leave_out_counts(struct state *state)
{
	char text[sizeof(state->text)], *line, *rest = text;
	int i;

	strcpy(text, state->text);
	memset(state->text, 0, sizeof(state->text));
	while ((line = strsep(&rest, "\n")))
		if (strstr(line, "Ctl"))
			strcat(strcat(state->text, line), "\n");
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		state->reading.entries[i].count = 0;
}

/* A reading of the device has a notice no more, so it comes last. */
static void look(struct state *state, enum before before)
{
	struct perfcnt_describe description = { sizeof(description) };
	struct pollfd notice = { .fd = device_fd, .events = POLLIN };

	memset(state, 0, sizeof(*state));
	must(call(PERFCNT_IOC_DESCRIBE, &description), "describe");
	state->claimed = description.claimed;
	if (poll(&notice, 1, 0) < 0)
		tap_bail_out("poll: %s", strerror(errno));
	state->events = notice.revents;
	if (pread(text_fd, state->text, sizeof(state->text) - 1, 0) < 0)
		tap_bail_out("%s: %s", PROC_PERF, strerror(errno));
	if (has_reading(before)) {
		state->reading.size = sizeof(state->reading);
		must(call(PERFCNT_IOC_READ, &state->reading), "read");
		state->reading.time = 0;
	}
	if (which_driver() == PERF)
		leave_out_counts(state);
}

static void show(const struct state *state)
{
	printf("# claimed 0x%x, events 0x%x, running 0x%x, half full 0x%x\n",
	       state->claimed, state->events, state->reading.running,
	       state->reading.half_full);
	printf("# %s\n", state->text);
}

static int act(const struct operation *operation)
{
	static char text[256];

	if (operation->act)
		return operation->act();
	snprintf(text, sizeof(text), operation->text, event_name);
	return write_text(text_fd, text);
}

/* One call with one fault; false if it is over: it had none. */
static bool try(const struct operation *operation, unsigned int nth,
		unsigned int *faults, bool *good)
{
	static struct state before, after;
	bool happened;
	int error;

	come_to(operation->before);
	look(&before, operation->before);
	come_to(operation->before);
	fault_arm(nth);
	error = act(operation);
	happened = fault_happened();
	if (!happened) {
		*good &= error == operation->wants;
		if (error != operation->wants)
			printf("# without a fault: %s\n", strerror(error));
		return false;
	}
	*faults += 1;
	if (error == operation->wants)
		return true; /* it could do without */
	look(&after, operation->before);
	if (error != ENOMEM && error != EFAULT) {
		printf("# fault %u: %s\n", nth, strerror(error));
		*good = false;
	} else if (memcmp(&before, &after, sizeof(before))) {
		printf("# fault %u: %s, and not as it was\n", nth,
		       strerror(error));
		show(&before);
		show(&after);
		*good = false;
	}
	return true;
}

static void test_operation(const struct operation *operation)
{
	unsigned int nth = 1, faults = 0;
	bool good = true;

	while (try(operation, nth, &faults, &good) && nth < NTH_MOST)
		nth++;
	tap(good && faults && nth < NTH_MOST, "%s: %u faults", operation->name,
	    faults);
}

int main(void)
{
	size_t i;

	fault_begin();
	device_fd = -1;
	text_fd = open_counters();
	if (which_driver() == PERF)
		event_name = "page-faults";
	setting.size = sizeof(setting);
	setting.controls = 1 << 1;
	setting.counts = 1 << 1;
	setting.count[1] = 5;
	come_to(NOTHING);
	setting.what[1] = what(event_name);
	for (i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (operations[i].sim && which_driver() == PERF)
			continue;
		test_operation(&operations[i]);
	}
	close(device_fd);
	close(text_fd);
	tap(!fault_leaks(), "kmemleak: nothing leaks");
	return tap_end();
}
