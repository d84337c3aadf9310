// SPDX-License-Identifier: GPL-2.0
/* Is what came back as it is documented? */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "watch.h"

/* Modes that the machine does not tell apart are part of kernel mode. */
static void check_control(uint32_t control, const char *where)
{
	uint32_t modes = control & PERFCNT_CTL_MODES;

	if (control & PERFCNT_CTL_MBZ ||
	    (modes & ~fuzz_machine.modes && !(modes & PERFCNT_CTL_K)))
		fuzz_complain("%s: control word 0x%08x", where, control);
}

/* A whole snapshot of /proc/perf. */
void fuzz_check_text(const char *text, size_t length)
{
	const char *at = text;
	unsigned int i;

	for (i = 0; i < fuzz_machine.counters; i++) {
		unsigned long long count;
		unsigned int n, m, control;
		int used = 0;

		if (sscanf(at, "PerfCnt[%u].Ctl : 0x%8x\nPerfCnt[%u].Cnt : %llu%n",
			   &n, &control, &m, &count, &used) != 4 ||
		    n != i || m != i || at[used] != '\n') {
			fuzz_complain("counter %u of a snapshot: '%.80s'", i, at);
			return;
		}
		check_control(control, "a snapshot");
		if (!(control & PERFCNT_CTL_M) != (i + 1 == fuzz_machine.counters))
			fuzz_complain("M of counter %u: 0x%08x", i, control);
		at += used + 1;
	}
	if (at != text + length)
		fuzz_complain("%zu bytes behind a snapshot",
			      (size_t)(text + length - at));
}

static void check_describe(const struct perfcnt_describe *got, size_t size)
{
	uint32_t all = (1u << fuzz_machine.counters) - 1;
	unsigned int i;

	if (size < sizeof(*got))
		return;
	if (memcmp(&got->counters, &fuzz_machine.counters,
		   offsetof(struct perfcnt_describe, claimed) -
		   offsetof(struct perfcnt_describe, counters)) ||
	    strcmp(got->driver, fuzz_machine.driver) ||
	    strcmp(got->version, fuzz_machine.version))
		fuzz_complain("DESCRIBE: another machine");
	if (got->claimed & ~all)
		fuzz_complain("DESCRIBE: claimed 0x%x", got->claimed);
	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (got->owner[i] && !(got->claimed & 1u << i))
			fuzz_complain("DESCRIBE: counter %u of %u is not claimed",
				      i, got->owner[i]);
}

static void check_event(const struct perfcnt_event_row *got, size_t size)
{
	if (size < sizeof(*got))
		return;
	if (got->code >= PERFCNT_EVENT_CODES || !got->banks || got->banks > 3 ||
	    got->scope > PERFCNT_SCOPE_IS_TC || !got->name[0] ||
	    !memchr(got->name, '\0', sizeof(got->name)))
		fuzz_complain("EVENT: row %u: code %u, banks %u, scope %u",
			      got->index, got->code, got->banks, got->scope);
}

static void check_name(const struct perfcnt_name *sent,
		       const struct perfcnt_name *got, size_t size)
{
	size_t head = offsetof(struct perfcnt_name, what);

	if (memcmp(sent, got, size < head ? size : head))
		fuzz_complain("NAME: what was asked has changed");
	if (size < sizeof(*got))
		return;
	check_control(got->what.control, "NAME");
	if (got->what.reserved || got->what.control & PERFCNT_CTL_M)
		fuzz_complain("NAME: 0x%08x, reserved %u", got->what.control,
			      got->what.reserved);
}

static void check_read(const struct perfcnt_counts *sent, const struct perfcnt_counts *got,
		       size_t size, uint64_t before)
{
	uint32_t i, counter, running = 0;

	if (size < sizeof(*got))
		return;
	if (sent->flags != got->flags || (sent->counters && sent->counters != got->counters) ||
	    got->counters >> fuzz_machine.counters)
		fuzz_complain("READ: flags 0x%x, counters 0x%x of 0x%x", got->flags,
			      got->counters, sent->counters);
	if (got->flags & PERFCNT_READ_TIME &&
	    (got->time < before || got->time > watch_now()))
		fuzz_complain("READ: time %llu, after %llu",
			      (unsigned long long)got->time,
			      (unsigned long long)before);
	for (i = 0, counter = 0; counter < fuzz_machine.counters; counter++) {
		if (!(got->counters & 1u << counter))
			continue;
		if (got->flags & PERFCNT_READ_CONTROLS)
			check_control(got->controls[i], "READ");
		if (got->controls[i++] & PERFCNT_CTL_MODES)
			running |= 1u << counter;
	}
	if (!(got->flags & PERFCNT_READ_STATE))
		return;
	if (got->running & ~got->counters || got->half_full & ~got->counters ||
	    (got->flags & PERFCNT_READ_CONTROLS && got->running != running))
		fuzz_complain("READ: running 0x%x, half full 0x%x of 0x%x",
			      got->running, got->half_full, got->counters);
}

static void check_multiplexed(const struct perfcnt_multiplexed *got, size_t size,
			      uint64_t before)
{
	unsigned int i;

	if (size < sizeof(*got))
		return;
	if (!got->events || got->events > PERFCNT_MULTIPLEX_EVENTS)
		fuzz_complain("MULTIPLEXED: %u events", got->events);
	if (got->time < before || got->time > watch_now())
		fuzz_complain("MULTIPLEXED: time %llu, after %llu",
			      (unsigned long long)got->time,
			      (unsigned long long)before);
	for (i = 0; i < PERFCNT_MULTIPLEX_EVENTS; i++) {
		const struct perfcnt_multiplexed_event *event = &got->event[i];

		if (!event->running != !event->slices ||
		    event->slices > got->rounds + 1 || event->reserved || event->reserved2 ||
		    (i >= got->events && (event->slices || event->count)))
			fuzz_complain("MULTIPLEXED: %u of %u: %llu, %u slices, %u rounds, %llu ns",
				      i, got->events,
				      (unsigned long long)event->count,
				      event->slices, got->rounds,
				      (unsigned long long)event->running);
	}
}

static void check_reason(const struct perfcnt_reason_text *got, size_t size)
{
	if (size < sizeof(*got))
		return;
	if (got->code > 4095 || !memchr(got->words, '\0', sizeof(got->words)))
		fuzz_complain("REASON: code %u", got->code);
}

/* Where its rings are; nothing if it is sampled no more. */
static void check_sampling(const struct perfcnt_sampling *sent,
			   const struct perfcnt_sampling *got, size_t size)
{
	if (size < sizeof(*got))
		return;
	if (!sent->period ? memcmp(sent, got, sizeof(*got)) :
	    !got->rings || got->ring_size < 2 * 4096 ||
	    got->ring_stride < got->ring_size)
		fuzz_complain("SAMPLE: %u rings of %u bytes, each %u", got->rings,
			      got->ring_size, got->ring_stride);
}

/**
 * fuzz_check_answer - what an ioctl has given that succeeded
 * @command: PERFCNT_IOC_*
 * @sent: the struct before
 * @got: the struct after
 * @size: its size as it was said
 * @before: the time before
 */
void fuzz_check_answer(unsigned int command, const void *sent, const void *got,
		       size_t size, uint64_t before)
{
	switch (command) {
	case PERFCNT_IOC_DESCRIBE:
		check_describe(got, size);
		break;
	case PERFCNT_IOC_EVENT:
		check_event(got, size);
		break;
	case PERFCNT_IOC_NAME:
		check_name(sent, got, size);
		break;
	case PERFCNT_IOC_READ:
		check_read(sent, got, size, before);
		break;
	case PERFCNT_IOC_REASON:
		check_reason(got, size);
		break;
	case PERFCNT_IOC_MULTIPLEXED:
		check_multiplexed(got, size, before);
		break;
	case PERFCNT_IOC_SAMPLE:
		check_sampling(sent, got, size);
		break;
	case PERFCNT_IOC_SCOPE:
		break; /* which counters are shared */
	default: /* nothing comes back */
		if (memcmp(sent, got, size))
			fuzz_complain("ioctl %u has changed its argument",
				      command & 0xff);
	}
	if (memcmp(sent, got, sizeof(uint32_t)))
		fuzz_complain("ioctl %u has changed the size", command & 0xff);
}
