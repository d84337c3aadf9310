/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libperfcnt: what the machine has, and which events have names. */
#ifndef PERFCNT_MACHINE_H
#define PERFCNT_MACHINE_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/**
 * perfcnt_machine_new() - what the machine has, and who uses its counters now
 * @perfcnt: the handle
 *
 * Return: a description, or NULL: ENOMEM.
 */
struct perfcnt_machine *perfcnt_machine_new(struct perfcnt *perfcnt);

/**
 * perfcnt_machine_free() - free a description of the machine
 * @machine: the description, or NULL
 */
void perfcnt_machine_free(struct perfcnt_machine *machine);

/**
 * perfcnt_machine_counters() - how many counters the machine has
 * @machine: the description
 *
 * Return: the number.
 */
unsigned int perfcnt_machine_counters(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_tcs() - how many TCs the machine has
 * @machine: the description
 *
 * A TC is a thread context of a 34K, elsewhere a CPU.
 *
 * Return: the number; the N of @tcN is less.
 */
unsigned int perfcnt_machine_tcs(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_vpes() - how many VPEs the machine has
 * @machine: the description
 *
 * A VPE is a virtual processing element of a 34K, elsewhere a core.
 *
 * Return: the number; the N of @vpeN is less.
 */
unsigned int perfcnt_machine_vpes(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_modes() - the modes that the hardware can tell apart
 * @machine: the description
 *
 * Return: a mask of PERFCNT_CTL_U, _S, _K and _EXL.
 */
uint32_t perfcnt_machine_modes(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_flags() - what else the machine has
 * @machine: the description
 *
 * Return: a mask of PERFCNT_HAS_*.
 */
uint32_t perfcnt_machine_flags(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_events() - how many events have a name
 * @machine: the description
 *
 * Return: the number; an index for perfcnt_event_new() is less.
 */
unsigned int perfcnt_machine_events(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_driver() - the driver that counts
 * @machine: the description
 *
 * Return: mips, perf or sim.
 */
const char *perfcnt_machine_driver(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_version() - the version of the module
 * @machine: the description
 *
 * Return: the version.
 */
const char *perfcnt_machine_version(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_claimed() - the counters that are claimed
 * @machine: the description
 *
 * Return: a mask of the counters that any process had claimed when the
 * description was made.
 */
uint32_t perfcnt_machine_claimed(const struct perfcnt_machine *machine);

/**
 * perfcnt_machine_owner() - the process that has claimed a counter
 * @machine: the description
 * @counter: the counter
 * @pid: the process that opened the device, in the caller's PID namespace; 0 if it
 *	 is in another one
 *
 * Return: 0 or -1: ENODATA if nobody had claimed the counter.
 */
int perfcnt_machine_owner(const struct perfcnt_machine *machine,
			  unsigned int counter, uint32_t *pid);

/**
 * perfcnt_event_new() - get one of the events that have a name
 * @perfcnt: the handle
 * @index: which, from 0
 *
 * A name that means the same on even and on odd counters can occur twice.
 *
 * Return: the event, or NULL: ENOENT after the last one, ENOMEM.
 */
struct perfcnt_event *perfcnt_event_new(struct perfcnt *perfcnt,
					unsigned int index);

/**
 * perfcnt_event_by_name() - get the event that has a name
 * @perfcnt: the handle
 * @name: the name, without modes and without a filter
 *
 * Return: the event, with the banks of all that have the name, or NULL: ENOENT if
 * there is none, ENOMEM.
 */
struct perfcnt_event *perfcnt_event_by_name(struct perfcnt *perfcnt,
					    const char *name);

/**
 * perfcnt_event_free() - free an event
 * @event: the event, or NULL
 */
void perfcnt_event_free(struct perfcnt_event *event);

/**
 * perfcnt_event_name() - the name of an event
 * @event: the event
 *
 * Return: the name, which is valid as long as the event.
 */
const char *perfcnt_event_name(const struct perfcnt_event *event);

/**
 * perfcnt_event_code() - the code of an event in a control word
 * @event: the event
 *
 * Return: the code, PERFCNT_EVENT_NATIVE if the event has none.
 */
unsigned int perfcnt_event_code(const struct perfcnt_event *event);

/**
 * perfcnt_event_banks() - which counters can count an event
 * @event: the event
 *
 * Return: PERFCNT_BANK_IS_EVEN, PERFCNT_BANK_IS_ODD, or both.
 */
uint32_t perfcnt_event_banks(const struct perfcnt_event *event);

/**
 * perfcnt_event_scope() - the narrowest filter that an event can have on a 34K
 * @event: the event
 *
 * Return: PERFCNT_SCOPE_IS_CORE, no filter; PERFCNT_SCOPE_IS_VPE; or
 * PERFCNT_SCOPE_IS_TC.
 */
unsigned int perfcnt_event_scope(const struct perfcnt_event *event);

#endif /* PERFCNT_MACHINE_H */
