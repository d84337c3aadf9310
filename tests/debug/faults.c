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
#include <unistd.h>

#include "../selftests/counters.h"
#include "../selftests/tap.h"
#include "calls.h"
#include "fault.h"

/* A call has far fewer places where it can fail. */
#define NTH_MOST 2000

/* What a call can find. */
struct state {
	char text[1024];
	uint32_t claimed;
	struct perfcnt_read reading;
	short events;
};

/* What there is before a call, each with what comes before it. */
enum before { NOTHING, CLAIMED, SET, STARTED, HALF_FULL };

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
	{ "open /proc/perf", NOTHING, call_open_text },
	{ "read /proc/perf", NOTHING, call_read_text },
	{ "read last_error", NOTHING, call_read_last_error },
	{ "step", NOTHING, call_make_step, NULL, 0, true },
	{ "preload", NOTHING, call_make_preload, NULL, 0, true },
	{ "preload what is no number", NOTHING, call_make_no_preload, NULL, EINVAL,
	  true },
	{ "open the device", NOTHING, call_open_device },
	{ "describe", SET, call_describe },
	{ "event", NOTHING, call_event },
	{ "name", NOTHING, call_name },
	{ "claim", NOTHING, call_claim },
	{ "claim what is claimed", CLAIMED, call_claim, NULL, EBUSY },
	{ "set", CLAIMED, call_set },
	{ "set while it counts", STARTED, call_set },
	{ "set by a longer struct", CLAIMED, call_set_longer },
	{ "set what is not claimed", NOTHING, call_set, NULL, EPERM },
	{ "start", SET, call_start },
	{ "start what is not claimed", NOTHING, call_start, NULL, EPERM },
	{ "stop", STARTED, call_stop },
	{ "reset", STARTED, call_reset },
	{ "read", STARTED, call_sample },
	{ "read what is half full", HALF_FULL, call_sample, NULL, 0, true },
	{ "read into a longer struct", STARTED, call_sample_longer },
	{ "reason", SET, call_reason },
	{ "poll", STARTED, call_wait_for_notice },
	{ "SIGIO", STARTED, call_want_signals },
	{ "release", STARTED, call_release },
	{ "release what is not claimed", NOTHING, call_release, NULL, EPERM },
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
		must(call_claim(), "claim");
	if (before >= SET)
		must(call_set(), "set");
	if (before >= STARTED)
		must(call_start(), "start");
	if (before >= HALF_FULL) {
		preload(1, 0x7fffffff);
		must(call_make_step(), "step");
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
