// SPDX-License-Identifier: GPL-2.0
/* The device, or a machine that is pretended. */
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <kernel.h>
#include <perf.h>

#include "base/message.h"
#include "encoding/control.h"
#include "events/events.h"
#include "machine.h"

/*
 * The model of this machine's CPUs, as the kernel says; nothing of one that is pretended. It is
 * read when somebody asks: the kernel's text is long.
 */
static const struct perfcnt_cpu_model *machine_cpu(struct machine *machine)
{
	struct perfcnt_cpu_model *model = &machine->cpu;
	unsigned int number;
	char line[256];
	FILE *file;

	if (machine->knows_cpu || (!machine->perfcnt && !machine->perf))
		return model;
	machine->knows_cpu = true;
	file = fopen("/proc/cpuinfo", "re");
	/* CPU 0's lines, to the first empty one */
	while (file && fgets(line, sizeof(line), file) && *line != '\n') {
		if (!strcmp(line, "vendor_id\t: GenuineIntel\n"))
			model->vendor = PERFCNT_VENDOR_INTEL;
		if (sscanf(line, "cpu family : %u", &number) == 1)
			model->family = number;
		if (sscanf(line, "model : %u", &number) == 1)
			model->model = number;
	}
	if (file)
		fclose(file);
	return model;
}

#define WAIT_NS		50000000	/* between two tries */

/*
 * Of more than four, four are left to a command that counts itself, or what is over four.
 * A 34K has four.
 */
static void leave_counters(__u32 *counters)
{
	if (*counters > 2 * COUNTERS_OF_34K)
		*counters -= COUNTERS_OF_34K;
	else if (*counters > COUNTERS_OF_34K)
		*counters = COUNTERS_OF_34K;
}

/* A module that does not say how many can have hardware events has no others. */
static void set_counters(struct machine *machine)
{
	const struct perfcnt_describe *has = &machine->describe;

	machine->counters = (1u << has->counters) - 1;
	machine->at_once = has->hardware && has->hardware < has->counters ?
			   has->hardware : has->counters;
}

static void fail_to_open(const char *else_do)
{
	const char *reason = perfcnt_strerror(NULL), *advice = "";

	if (errno == EPERM)
		advice = "; run as root (CAP_PERFMON is needed)";
	fail("%s%s%s", reason, advice, else_do);
}

/* What perfcnt_open_cpus() has opened; NULL: errno says why not. */
static void begin(struct machine *machine, struct perfcnt *perfcnt, const char *else_do)
{
	if (!perfcnt)
		fail_to_open(else_do);
	memset(machine, 0, sizeof(*machine));
	machine->perfcnt = perfcnt;
	if (perfcnt_kernel_describe(machine->perfcnt, &machine->describe))
		fail("/dev/perfcnt: %s", perfcnt_strerror(machine->perfcnt));
	leave_counters(&machine->describe.counters);
	leave_counters(&machine->describe.hardware);
	set_counters(machine);
}

void machine_open(struct machine *machine, const char *else_do)
{
	begin(machine, perfcnt_open_cpus(), else_do);
}

/* What is there to be counted by perf: how many counters the PMU has it does not say. */
static void describe_perf(struct perfcnt_describe *describe)
{
	const struct perfcnt_limits *limits = perfcnt_perf_limits();

	*describe = (struct perfcnt_describe){
		.size = sizeof(*describe),
		.driver = "perf",
		.counters = PERFCNT_MAX_COUNTERS,
		.hardware = COUNTERS_OF_34K,
		.tcs = limits->tcs,
		.vpes = limits->vpes,
		.modes = limits->modes,
		.flags = PERFCNT_HAS_HARDWARE | PERFCNT_HAS_NATIVE | PERFCNT_HAS_ANY_FILTER,
	};
}

void machine_open_any(struct machine *machine)
{
	struct perfcnt *perfcnt = perfcnt_open_cpus();
	const int error = errno;

	if (perfcnt || machine_lacks_perf() || (error != ENOENT && error != EPERM)) {
		errno = error;
		begin(machine, perfcnt, "");
		return;
	}
	memset(machine, 0, sizeof(*machine));
	machine->perf = perfcnt_perf_events_new();
	if (!machine->perf)
		out_of_memory();
	machine->refused = error;
	describe_perf(&machine->describe);
	set_counters(machine);
}

void machine_need_module(const struct machine *machine, const char *what)
{
	if (machine->perf)
		fail("%s needs the perfcnt module: /dev/perfcnt: %s; %s", what,
		     strerror(machine->refused), machine->refused == ENOENT ?
		     "modprobe perfcnt loads it, README says how to install it" :
		     "run as root (CAP_PERFMON is needed)");
}

void machine_pretend(struct machine *machine, const char *text)
{
	memset(machine, 0, sizeof(*machine));
	pretended_describe(text, &machine->describe);
	leave_counters(&machine->describe.counters);
	leave_counters(&machine->describe.hardware);
	set_counters(machine);
}

void machine_close(struct machine *machine)
{
	leavers_free(machine->leavers);
	machine->leavers = NULL;
	perfcnt_perf_events_free(machine->perf);
	perfcnt_event_set_free(machine->set);
	perfcnt_close(machine->perfcnt);
	machine->perf = NULL;
	machine->perfcnt = NULL;
	machine->set = NULL;
}

/* The name of a process, or nothing. */
static void read_name(uint32_t pid, char name[64])
{
	char path[32];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%" PRIu32 "/comm", pid);
	file = fopen(path, "re");
	if (!file || !fgets(name, 64, file))
		*name = '\0';
	name[strcspn(name, "\n")] = '\0';
	if (file)
		fclose(file);
}

/* One line per process that has counters. */
static void say_owners(const struct perfcnt_describe *describe)
{
	uint32_t left = describe->claimed;
	unsigned int first, i;

	for (first = 0; first < PERFCNT_MAX_COUNTERS; first++) {
		uint32_t owner = describe->owner[first];
		char list[4 * PERFCNT_MAX_COUNTERS] = "", name[64];

		if (!(left & 1u << first))
			continue;
		for (i = first; i < PERFCNT_MAX_COUNTERS; i++) {
			if (!(left & 1u << i) || describe->owner[i] != owner)
				continue;
			sprintf(list + strlen(list), " %u", i);
			left &= ~(1u << i);
		}
		read_name(owner, name);
		if (owner)
			say("counters%s are in use by process %" PRIu32 " (%s)",
			    list, owner, *name ? name : "exited");
		else
			say("counters%s are in use by a process in another PID namespace",
			    list);
	}
}

/* Why the counters cannot be claimed. */
static void say_busy(struct machine *machine, const char *reason)
{
	struct perfcnt_describe now;

	if (perfcnt_kernel_describe(machine->perfcnt, &now) || !now.claimed)
		say("%s", reason);
	else
		say_owners(&now);
}

/* Some users may have a few of them only, and these in a scope. */
static bool can_do_with_less(struct machine *machine)
{
	if (errno != EPERM || !machine->follows || machine->describe.counters == 1)
		return false;
	machine->describe.counters--;
	set_counters(machine);
	return true;
}

void machine_claim(struct machine *machine, bool wait)
{
	const struct timespec pause = { .tv_nsec = WAIT_NS };
	bool said = false;

	if (machine->perf) {
		note("/dev/perfcnt: %s; perf counts, but no set-user-ID program that it starts",
		     strerror(machine->refused));
		return;
	}
	while (perfcnt_kernel_mask(machine->perfcnt, PERFCNT_IOC_CLAIM, machine->counters)) {
		const char *reason = perfcnt_strerror(machine->perfcnt);

		if (can_do_with_less(machine))
			continue;
		if (errno != EBUSY)
			fail("%s", reason);
		if (!said)
			say_busy(machine, reason);
		if (!wait)
			fail("the counters are in use; use --wait to wait for them");
		said = true;
		nanosleep(&pause, NULL);
	}
	machine->set = perfcnt_event_set_new(machine->perfcnt);
	if (!machine->set)
		fail("%s", perfcnt_strerror(machine->perfcnt));
	if (!machine->follows)
		perfcnt_event_set_count_cpus(machine->set);
}

bool machine_event(const struct machine *machine, unsigned int index,
		   struct perfcnt_event_row *row)
{
	if (!machine->perfcnt)
		return pretended_event(&machine->describe, index, row);
	return !perfcnt_kernel_event(machine->perfcnt, index, row);
}

/* What perf's own parser has refused. */
static int reject_for_perf(struct machine *machine, int error, const char *words)
{
	machine->reason.error = error;
	snprintf(machine->reason.words, sizeof(machine->reason.words), "%s", words);
	errno = error;
	return -1;
}

static int name_for_perf(struct machine *machine, const char *name, struct perfcnt_what *what)
{
	struct perfcnt_control control;
	struct perfcnt_reason why;
	int error = perfcnt_control_from_name(name, strlen(name), 0, perfcnt_perf_limits(),
					      &control, &why);

	if (error)
		return reject_for_perf(machine, -error, why.words);
	perfcnt_control_to_what(&control, what);
	return 0;
}

int machine_name(struct machine *machine, const char *name,
		 struct perfcnt_what *what)
{
	machine->reason.error = 0;
	if (machine->perf)
		return name_for_perf(machine, name, what);
	if (machine->perfcnt)
		return perfcnt_kernel_name(machine->perfcnt, 0, name, what);
	if (!pretended_name(&machine->describe, 0, name, what,
			    &machine->reason))
		return 0;
	errno = machine->reason.error;
	return -1;
}

/*
 * Does the kernel take this perf event, on any kind of CPU, from this user?  It is
 * disabled, so that no PMU is programmed.  As with the module's, what guests do is left
 * out, where the PMU can: while one has the PMU to itself others are refused.
 */
static bool perf_has(const struct perfcnt_what *event)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = event->type,
		.config = event->config,
		.config1 = event->config1,
		.disabled = 1,
		.exclude_user = !(event->control & PERFCNT_CTL_U),
		.exclude_kernel = !(event->control & (PERFCNT_CTL_S |
						      PERFCNT_CTL_K |
						      PERFCNT_CTL_EXL)),
		.exclude_guest = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			 PERF_FLAG_FD_CLOEXEC);

	if (fd < 0 && errno == EINVAL) {
		attr.exclude_guest = 0;
		fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			     PERF_FLAG_FD_CLOEXEC);
	}
	if (fd >= 0)
		close(fd);
	return fd >= 0 || (errno != ENOENT && errno != EOPNOTSUPP &&
			   errno != EINVAL && errno != ENODEV &&
			   errno != ENXIO);
}

int machine_check(struct machine *machine, unsigned int counter,
		  const struct perfcnt_what *what)
{
	struct pretended_reason *reason = &machine->reason;
	struct perfcnt_what event;

	reason->error = 0;
	/* machine_name() has asked the module about a native event */
	if (!machine->perfcnt || !what->type)
		pretended_check(&machine->describe, machine_cpu(machine), counter, what, reason);
	if ((machine->perfcnt || machine->perf) && !reason->error &&
	    !strcmp(machine->describe.driver, "perf") &&
	    pretended_perf_event(machine_cpu(machine), counter, what, &event) &&
	    !perf_has(&event)) {
		reason->error = ENOENT;
		strcpy(reason->words, "the PMU does not have this event");
	}
	errno = reason->error;
	return reason->error ? -1 : 0;
}

/* What an event is called, for messages. */
static void write_name(unsigned int counter, const struct perfcnt_control *control,
		       char name[PERFCNT_NAME_SIZE])
{
	const struct event *event = event_of(counter, control->word);
	const char *found = event ? event->name : perfcnt_native_name(&control->native);

	if (found)
		snprintf(name, PERFCNT_NAME_SIZE, "%s", found);
	else
		snprintf(name, PERFCNT_NAME_SIZE, "r%" PRIx64, (uint64_t)control->native.config);
}

static int put_for_perf(struct machine *machine, unsigned int counter,
			const struct perfcnt_what *what)
{
	const struct perfcnt_limits *limits = perfcnt_perf_limits();
	char name[PERFCNT_NAME_SIZE];
	struct perf_event_attr attr;
	struct perfcnt_control control;
	struct perfcnt_reason why;
	int error = perfcnt_control_from_what(what, counter, limits, &control, &why);

	if (error)
		return reject_for_perf(machine, -error, why.words);
	if (perfcnt_perf_encode(&control, counter, limits, &attr))
		return reject_for_perf(machine, ENOENT, "perf has no such event");
	write_name(counter, &control, name);
	if (perfcnt_perf_events_put(machine->perf, &attr, name))
		return reject_for_perf(machine, errno, perfcnt_strerror(NULL));
	machine->of_perf |= 1u << counter;
	return 0;
}

/* What cannot be counted at the same time is found out now, not when the command has run. */
static int set_for_perf(struct machine *machine, const struct perfcnt_what what[])
{
	unsigned int i;

	perfcnt_perf_events_free(machine->perf);
	machine->of_perf = 0;
	machine->perf = perfcnt_perf_events_new();
	if (!machine->perf)
		out_of_memory();
	for (i = 0; i < machine->describe.counters; i++)
		if (what[i].control & PERFCNT_CTL_MODES && put_for_perf(machine, i, &what[i]))
			return -1;
	if (!perfcnt_perf_events_try(machine->perf))
		return 0;
	return reject_for_perf(machine, errno, perfcnt_strerror(NULL));
}

int machine_set(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared)
{
	unsigned int i;

	machine->reason.error = 0;
	if (machine->perf)
		return set_for_perf(machine, what);
	if (machine->set)
		return perfcnt_event_set_put(machine->set, machine->counters, what, shared);
	for (i = 0; i < machine->describe.counters; i++)
		if (what[i].control & PERFCNT_CTL_MODES &&
		    machine_check(machine, i, &what[i]))
			return -1;
	return 0;
}

bool machine_is_shared(const struct machine *machine)
{
	return machine->follows && machine->describe.flags & PERFCNT_HAS_SHARED;
}

/* Linux may not run there. Otherwise it costs as much as a run to see what that says. */
static bool has_filter(const struct perfcnt_what what[])
{
	unsigned int i;

	for (i = 0; i < PERFCNT_MAX_COUNTERS; i++)
		if (what[i].control & PERFCNT_CTL_MT_EN || what[i].unit)
			return true;
	return false;
}

int machine_try(struct machine *machine,
		const struct perfcnt_what what[PERFCNT_MAX_COUNTERS], bool shared)
{
	if (machine_set(machine, what, shared))
		return -1;
	if (!machine->follows || !machine->set || !has_filter(what))
		return 0;
	return perfcnt_event_set_enter(machine->set, 0, PERFCNT_SCOPE_SHARED) ? -1 :
	       perfcnt_event_set_leave(machine->set);
}

/* Perf does not say what leaves it: its records do. */
static struct outcome run_by_perf(struct machine *machine, const struct command *command)
{
	struct command watched = *command;

	if (!machine->leavers)
		machine->leavers = leavers_new();
	if (!machine->leavers)
		fail("perf cannot tell which programs leave it: %s", strerror(errno));
	watched.watch = leavers_watch(machine->leavers);
	return command_run_held(&watched, perfcnt_perf_events_start_command, machine->perf);
}

struct outcome machine_run(struct machine *machine, const struct command *command)
{
	if (machine->perf)
		return run_by_perf(machine, command);
	perfcnt_event_set_start(machine->set); /* when it is entered */
	return command_run(command, perfcnt_event_set_enter_command, machine->set);
}

int machine_end(struct machine *machine)
{
	if (!machine->perf)
		return perfcnt_event_set_end(machine->set);
	return perfcnt_perf_events_stop(machine->perf) ||
	       perfcnt_perf_events_read(machine->perf, machine->by_perf,
					PERFCNT_MAX_COUNTERS) ? -1 : 0;
}

const char *machine_missing(const struct machine *machine)
{
	const int left = machine->perf ? perfcnt_perf_events_left(machine->perf) :
					 perfcnt_event_set_left(machine->set);

	if (left < 0)
		return perfcnt_strerror(machine->perfcnt);
	if (left)
		return PERFCNT_LEFT_WORDS;
	return machine->leavers ? leavers_end(machine->leavers) : NULL;
}

bool machine_count(const struct machine *machine, unsigned int counter, uint64_t *count)
{
	const uint32_t bit = 1u << counter;

	if (!machine->perf)
		return !perfcnt_event_set_counter(machine->set, counter, count);
	if (!(machine->of_perf & bit))
		return false;
	*count = machine->by_perf[__builtin_popcount(machine->of_perf & (bit - 1))];
	return true;
}

/* perf_event_open(2), NOTES: this file tells. */
bool machine_lacks_perf(void)
{
	return access("/proc/sys/kernel/perf_event_paranoid", F_OK) != 0;
}

const char *machine_instead(const struct machine *machine, int error)
{
	if (machine->perf && (error == EACCES || error == EPERM))
		return "; or run as root (CAP_PERFMON is needed)";
	if (machine->follows && error == EOPNOTSUPP)
		return "; " MACHINE_INSTEAD;
	return "";
}

const char *machine_reason(struct machine *machine)
{
	if (!machine->perfcnt || machine->reason.error)
		return machine->reason.words;
	return perfcnt_strerror(machine->perfcnt);
}
