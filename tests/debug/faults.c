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
#include "calls.h"
#include "fault.h"
#include "kselftest_harness.h"

/* A call has far fewer places where it can fail. */
#define NTH_MOST 2000

/* What a call can find. */
struct state {
	char text[1024];
	uint32_t claimed;
	struct perfcnt_counts reading;
	short events;
};

/* What there is before a call, each with what comes before it. */
enum before { NOTHING, CLAIMED, MULTIPLEXED, SET, STARTED, HALF_FULL };

/* What a counter in a scope cannot have. */
static struct perfcnt_set without_ie;

/**
 * struct operation - something that can fail
 * @before: what there is before it
 * @act: the call, returns 0 or the errno
 * @text: instead of it, what is written to /proc/perf, with %s for an event
 * @wants: what it returns without a fault
 * @sim: only the simulated 34K can
 * @plain: the counter has no IE
 */
struct operation {
	enum before before;
	int (*act)(void);
	const char *text;
	int wants;
	bool sim;
	bool plain;
};

FIXTURE(fault) {
};

/* Readings go to the user one number after the other, which no fault can stop. */
FIXTURE_VARIANT(fault) {
	struct operation operation;
	bool never; /* nothing in it can fail */
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
		fatal("%s: %s", DEVICE, strerror(errno));
	snprintf(text, sizeof(text), "0 %s:k 7\n1 0 9\n2 0 0\n3 0 0",
		 event_name);
	set_counters(text_fd, text);
	if (before >= CLAIMED)
		must(call_claim(), "claim");
	if (before == MULTIPLEXED)
		must(call_multiplex(), "multiplex");
	if (before >= SET)
		must(call_set(), "set");
	if (before >= STARTED)
		must(call_start(), "start");
	if (before >= HALF_FULL) {
		must(write_file(STEP, "0 u instructions 2147483648"), "step");
		if (poll(&notice, 1, 10000) != 1)
			fatal("half full, and no notice");
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
		state->reading.counts[i] = 0;
}

/* A reading of the device has a notice no more, so it comes last. */
static void look(struct state *state, enum before before)
{
	struct perfcnt_describe description = { .size = sizeof(struct perfcnt_describe) };
	struct pollfd notice = { .fd = device_fd, .events = POLLIN };

	memset(state, 0, sizeof(*state));
	must(call(PERFCNT_IOC_DESCRIBE, &description), "describe");
	state->claimed = description.claimed;
	if (poll(&notice, 1, 0) < 0)
		fatal("poll: %s", strerror(errno));
	state->events = notice.revents;
	if (pread(text_fd, state->text, sizeof(state->text) - 1, 0) < 0)
		fatal("%s: %s", PROC_PERF, strerror(errno));
	if (has_reading(before)) {
		state->reading = (struct perfcnt_counts){
			.size = sizeof(struct perfcnt_counts), .flags = 0x7,
		};
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
	if (operation->plain)
		must(call(PERFCNT_IOC_SET, &without_ie), "set");
	look(&before, operation->before);
	come_to(operation->before);
	if (operation->plain)
		must(call(PERFCNT_IOC_SET, &without_ie), "set");
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

FIXTURE_VARIANT_ADD(fault, a_counter_set) {
	{ .before = NOTHING, .text = "0 %s:uk 0" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_set_its_count_kept) {
	{ .before = NOTHING, .text = "0 %s:u -1" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_set_to_what_it_was) {
	{ .before = NOTHING, .text = "0 %s:k 7" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_stopped) {
	{ .before = NOTHING, .text = "0 0" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_with_a_filter) {
	{ .before = NOTHING, .text = "2 %s:u@tc1 0" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_with_a_core_s_filter) {
	{ .before = NOTHING, .text = "2 %s:u@vpe1 0" }
};

FIXTURE_VARIANT_ADD(fault, a_counter_that_begins_to_count) {
	{ .before = NOTHING, .text = "3 %s:u 5" }
};

FIXTURE_VARIANT_ADD(fault, several_lines) {
	{ .before = NOTHING, .text = "0 %s:u 0\n# x\n\n2 0 1\nsuspend 3" }
};

FIXTURE_VARIANT_ADD(fault, suspend) {
	{ .before = NOTHING, .text = "suspend" }
};

FIXTURE_VARIANT_ADD(fault, suspend_0) {
	{ .before = NOTHING, .text = "suspend 0" }
};

FIXTURE_VARIANT_ADD(fault, resume) {
	{ .before = NOTHING, .text = "resume" }
};

FIXTURE_VARIANT_ADD(fault, resume_0) {
	{ .before = NOTHING, .text = "resume 0" }
};

FIXTURE_VARIANT_ADD(fault, a_comment) {
	{ .before = NOTHING, .text = "# nothing" }
};

FIXTURE_VARIANT_ADD(fault, a_malformed_line) {
	{ .before = NOTHING, .text = "0 nothing 0", .wants = EINVAL }
};

FIXTURE_VARIANT_ADD(fault, a_counter_that_is_not_there) {
	{ .before = NOTHING, .text = "99 0 0", .wants = EINVAL }
};

FIXTURE_VARIANT_ADD(fault, a_counter_of_somebody_else_s) {
	{ .before = CLAIMED, .text = "1 0 0", .wants = EBUSY }
};

FIXTURE_VARIANT_ADD(fault, a_native_event_that_is_not_known) {
	{ .before = NOTHING, .text = "3 0xfe8 0", .wants = EINVAL }
};

FIXTURE_VARIANT_ADD(fault, open_proc_perf) {
	{ .before = NOTHING, .act = call_open_text }
};

FIXTURE_VARIANT_ADD(fault, read_proc_perf) {
	{ .before = NOTHING, .act = call_read_text }
};

FIXTURE_VARIANT_ADD(fault, read_last_error) {
	{ .before = NOTHING, .act = call_read_last_error }
};

FIXTURE_VARIANT_ADD(fault, step) {
	{ .before = NOTHING, .act = call_make_step, .sim = true }
};

FIXTURE_VARIANT_ADD(fault, step_what_is_no_step) {
	{ .before = NOTHING, .act = call_make_no_step, .wants = EINVAL, .sim = true }
};

FIXTURE_VARIANT_ADD(fault, open_the_device) {
	{ .before = NOTHING, .act = call_open_device }
};

FIXTURE_VARIANT_ADD(fault, describe) {
	{ .before = SET, .act = call_describe }
};

FIXTURE_VARIANT_ADD(fault, event) {
	{ .before = NOTHING, .act = call_event }
};

FIXTURE_VARIANT_ADD(fault, name) {
	{ .before = NOTHING, .act = call_name }
};

FIXTURE_VARIANT_ADD(fault, claim) {
	{ .before = NOTHING, .act = call_claim }
};

FIXTURE_VARIANT_ADD(fault, claim_what_is_claimed) {
	{ .before = CLAIMED, .act = call_claim, .wants = EBUSY }
};

FIXTURE_VARIANT_ADD(fault, set) {
	{ .before = CLAIMED, .act = call_set }
};

FIXTURE_VARIANT_ADD(fault, set_while_it_counts) {
	{ .before = STARTED, .act = call_set }
};

FIXTURE_VARIANT_ADD(fault, set_by_a_longer_struct) {
	{ .before = CLAIMED, .act = call_set_longer }
};

FIXTURE_VARIANT_ADD(fault, set_what_is_not_claimed) {
	{ .before = NOTHING, .act = call_set, .wants = EPERM }
};

FIXTURE_VARIANT_ADD(fault, start) {
	{ .before = SET, .act = call_start }
};

FIXTURE_VARIANT_ADD(fault, start_what_is_not_claimed) {
	{ .before = NOTHING, .act = call_start, .wants = EPERM }
};

FIXTURE_VARIANT_ADD(fault, stop) {
	{ .before = STARTED, .act = call_stop }
};

FIXTURE_VARIANT_ADD(fault, reset) {
	{ .before = STARTED, .act = call_reset }
};

FIXTURE_VARIANT_ADD(fault, read) {
	{ .before = STARTED, .act = call_sample },
	.never = true
};

FIXTURE_VARIANT_ADD(fault, read_what_is_half_full) {
	{ .before = HALF_FULL, .act = call_sample, .sim = true },
	.never = true
};

FIXTURE_VARIANT_ADD(fault, read_into_a_longer_struct) {
	{ .before = STARTED, .act = call_sample_longer }
};

FIXTURE_VARIANT_ADD(fault, read_counts) {
	{ .before = STARTED, .act = call_sample_counts },
	.never = true
};

FIXTURE_VARIANT_ADD(fault, read_counts_of_what_is_not_claimed) {
	{ .before = NOTHING, .act = call_sample_counts, .wants = EPERM },
	.never = true
};

FIXTURE_VARIANT_ADD(fault, reason) {
	{ .before = SET, .act = call_reason }
};

FIXTURE_VARIANT_ADD(fault, poll) {
	{ .before = STARTED, .act = call_wait_for_notice }
};

FIXTURE_VARIANT_ADD(fault, sigio) {
	{ .before = STARTED, .act = call_want_signals }
};

FIXTURE_VARIANT_ADD(fault, scope) {
	{ .before = SET, .act = call_scope, .plain = true }
};

FIXTURE_VARIANT_ADD(fault, scope_of_what_counts) {
	{ .before = STARTED, .act = call_scope, .plain = true }
};

FIXTURE_VARIANT_ADD(fault, scope_of_what_has_no_event) {
	{ .before = CLAIMED, .act = call_scope, .wants = EINVAL }
};

FIXTURE_VARIANT_ADD(fault, multiplex) {
	{ .before = SET, .act = call_multiplex }
};

FIXTURE_VARIANT_ADD(fault, multiplex_what_is_not_claimed) {
	{ .before = NOTHING, .act = call_multiplex, .wants = EPERM }
};

FIXTURE_VARIANT_ADD(fault, start_turns) {
	{ .before = MULTIPLEXED, .act = call_start }
};

FIXTURE_VARIANT_ADD(fault, scope_of_turns) {
	{ .before = MULTIPLEXED, .act = call_scope }
};

FIXTURE_VARIANT_ADD(fault, multiplexed) {
	{ .before = MULTIPLEXED, .act = call_multiplexed }
};

FIXTURE_VARIANT_ADD(fault, multiplex_no_more) {
	{ .before = MULTIPLEXED, .act = call_multiplex_no_more }
};

FIXTURE_VARIANT_ADD(fault, sampling) {
	{ .before = SET, .act = call_sampling, .plain = true, .sim = true }
};

FIXTURE_VARIANT_ADD(fault, sampling_what_has_no_event) {
	{ .before = CLAIMED, .act = call_sampling, .wants = EINVAL, .sim = true }
};

FIXTURE_VARIANT_ADD(fault, sampling_no_more) {
	{ .before = SET, .act = call_sampling_no_more, .wants = EINVAL, .sim = true }
};

FIXTURE_VARIANT_ADD(fault, release) {
	{ .before = STARTED, .act = call_release }
};

FIXTURE_VARIANT_ADD(fault, release_what_is_not_claimed) {
	{ .before = NOTHING, .act = call_release, .wants = EPERM }
};

static void begin(void)
{
	fault_begin();
	device_fd = -1;
	text_fd = open_counters();
	if (which_driver() == PERF)
		event_name = "page-faults";
	setting = (struct perfcnt_set){
		.size = sizeof(struct perfcnt_set), .controls = 1 << 1, .counts = 1 << 1,
	};
	setting.counter[1].count = 5;
	come_to(NOTHING);
	setting.counter[1].what = what(event_name);
	without_ie = setting;
	without_ie.counter[1].what.control &= ~PERFCNT_CTL_IE;
}

FIXTURE_SETUP(fault)
{
	if (variant->operation.sim && which_driver() == PERF)
		SKIP(return, "only the simulated 34K can");
	begin();
}

FIXTURE_TEARDOWN(fault)
{
	close(device_fd);
	set_counters(text_fd, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
	close(text_fd);
}

TEST_F(fault, at_each_place)
{
	unsigned int nth = 1, faults = 0;
	bool good = true;

	while (try(&variant->operation, nth, &faults, &good) && nth < NTH_MOST)
		nth++;
	EXPECT_TRUE(good);
	EXPECT_EQ(variant->never, !faults);
	EXPECT_LT(nth, NTH_MOST);
	TH_LOG("%u faults", faults);
}

/* Last of all. */
FIXTURE(leaks) {
};

FIXTURE_SETUP(leaks)
{
}

FIXTURE_TEARDOWN(leaks)
{
}

TEST_F(leaks, none)
{
	EXPECT_FALSE(fault_leaks());
}

int main(int argc, char **argv)
{
	fault_allow();
	return test_harness_run(argc, argv);
}
