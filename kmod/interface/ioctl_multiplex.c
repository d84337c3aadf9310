// SPDX-License-Identifier: GPL-2.0
/* The ioctls of events that take turns; uapi/linux/perfcnt.h describes them. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "../core/counters.h"
#include "../encoding/control.h"
#include "../encoding/event.h"
#include "client.h"
#include "ioctl.h"

#define BANKS (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)

static int multiplex_check_event(const struct perfcnt_multiplexing_event *wanted,
				 const struct perfcnt_multiplex_event *entry,
				 unsigned long counters,
				 struct perfcnt_reason *reason)
{
	u32 word = wanted->what.control;

	if (wanted->reserved)
		return perfcnt_client_refuse_reserved(reason);
	if (!wanted->banks || wanted->banks & ~BANKS)
		return perfcnt_refuse(reason, -EINVAL, 0, "no such banks: 0x%x", wanted->banks);
	if (!perfcnt_multiplex_round_capacity(entry, counters))
		return perfcnt_refuse(reason, -EINVAL, 0, "none of the counters is %s",
				      wanted->banks == PERFCNT_BANK_IS_EVEN ? "even" :
				      "odd");
	if (perfcnt_control_mt_en(word) || wanted->what.unit)
		return perfcnt_refuse(reason, -EINVAL, 0,
				      "a filter is not possible with multiplexing");
	if (word & PERFCNT_CTL_IE)
		return perfcnt_refuse(reason, -EINVAL, 0, "IE is not possible with multiplexing");
	if (!(word & PERFCNT_CTL_MODES))
		return perfcnt_refuse(reason, -EINVAL, 0, "it has no mode in which to count");
	return 0;
}

/* What an event is on the counters of a bank, and whether a VPE can have it alone. */
static int multiplex_check_bank(unsigned int bank, const struct perfcnt_what *what,
				struct perfcnt_multiplex_event *entry,
				struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_reason ignored;
	struct perfcnt_control alone;

	if (perfcnt_control_from_what(what, bank, limits, &entry->control, reason))
		return -EINVAL;
	alone = perfcnt_multiplex_event_on_vpe(entry, 0);
	if (perfcnt_control_check(&alone, bank, limits, &ignored))
		entry->alone = false;
	return 0;
}

/* One event, whichever of its banks has it: the count of two has no meaning. */
static int multiplex_check_code(u32 word, u32 banks, struct perfcnt_reason *reason)
{
	unsigned int code = perfcnt_control_event(word);
	const struct perfcnt_event *even = perfcnt_event_find(code, 0);
	const struct perfcnt_event *odd = perfcnt_event_find(code, 1);

	if (banks != BANKS || code == PERFCNT_EVENT_NATIVE || !strcmp(even->name, odd->name))
		return 0;
	return perfcnt_refuse(reason, -EINVAL, 0,
			      "code %u is %s on even counters and %s on odd ones; use one of the banks",
			      code, even->name, odd->name);
}

static int multiplex_fill_event(unsigned int i, const struct perfcnt_multiplexing_event *wanted,
				unsigned long counters, struct perfcnt_multiplex_event *entry,
				struct perfcnt_reason *reason)
{
	unsigned int bank;
	int err;

	entry->banks = wanted->banks;
	entry->alone = true;
	err = multiplex_check_event(wanted, entry, counters, reason);
	for (bank = 0; bank < 2 && !err; bank++)
		if (wanted->banks & BIT(bank))
			err = multiplex_check_bank(bank, &wanted->what, entry, reason);
	err = err ?: multiplex_check_code(wanted->what.control, wanted->banks, reason);
	if (err)
		perfcnt_reason_prefix(reason, "event %u: ", i);
	return err;
}

static int multiplex_check_struct(const struct perfcnt_multiplexing *wanted,
				  struct perfcnt_reason *reason)
{
	if (wanted->nr > PERFCNT_MULTIPLEX_EVENTS) {
		perfcnt_reason_set(reason, "%u events: at most %u can take turns",
				   wanted->nr, PERFCNT_MULTIPLEX_EVENTS);
		return -EINVAL;
	}
	if (wanted->slice_us && (wanted->slice_us < PERFCNT_MULTIPLEX_SLICE_MIN ||
				 wanted->slice_us > PERFCNT_MULTIPLEX_SLICE_MAX)) {
		perfcnt_reason_set(reason, "a slice of %u us: it can have %u to %u",
				   wanted->slice_us, PERFCNT_MULTIPLEX_SLICE_MIN,
				   PERFCNT_MULTIPLEX_SLICE_MAX);
		return -EINVAL;
	}
	if (!wanted->counters || wanted->counters >> perfcnt_counters_limits()->counters) {
		perfcnt_reason_set(reason,
				   "counters 0x%x: this machine has 0 to %u",
				   wanted->counters,
				   perfcnt_counters_limits()->counters - 1);
		return -EINVAL;
	}
	return 0;
}

static int multiplex_begin(struct perfcnt_owner *owner, const struct perfcnt_multiplexing *wanted,
			   struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexer *multiplexer;
	unsigned int i;
	int err;

	err = multiplex_check_struct(wanted, reason);
	if (err)
		return err;
	multiplexer = perfcnt_multiplex_new(wanted->nr);
	if (!multiplexer)
		return -ENOMEM;
	multiplexer->counters = wanted->counters;
	multiplexer->slice_ns = (u64)NSEC_PER_USEC *
			    (wanted->slice_us ?: PERFCNT_MULTIPLEX_SLICE_DEFAULT);
	for (i = 0; i < wanted->nr && !err; i++)
		err = multiplex_fill_event(i, &wanted->event[i], multiplexer->counters,
					   &multiplexer->entry[i], reason);
	err = err ?: perfcnt_multiplex_begin(multiplexer, owner, reason);
	if (err)
		perfcnt_multiplex_free(multiplexer);
	return err;
}

/**
 * perfcnt_ioctl_multiplex - PERFCNT_IOC_MULTIPLEX
 * @owner: the file's counters
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; -ENOMEM; or as
 * perfcnt_multiplex_begin() and perfcnt_multiplex_end().
 */
int perfcnt_ioctl_multiplex(struct perfcnt_owner *owner, struct perfcnt_multiplexing __user *arg,
			    struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexing *wanted = kzalloc(sizeof(*wanted), GFP_KERNEL);
	u32 size;
	int err;

	if (!wanted)
		return -ENOMEM;
	err = perfcnt_client_get(wanted, sizeof(*wanted), arg, &size);
	if (!err && wanted->reserved)
		err = perfcnt_client_refuse_reserved(reason);
	if (!err && wanted->flags)
		err = perfcnt_refuse(reason, -EINVAL, 0, "flags must be 0");
	if (!err)
		err = wanted->nr ? multiplex_begin(owner, wanted, reason) :
				   perfcnt_multiplex_end(owner, reason);
	kfree(wanted);
	return err;
}

/**
 * perfcnt_ioctl_multiplexed - PERFCNT_IOC_MULTIPLEXED
 * @owner: the file's counters
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -ENOMEM; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; or as
 * perfcnt_multiplex_read().
 */
int perfcnt_ioctl_multiplexed(struct perfcnt_owner *owner,
			      struct perfcnt_multiplexed __user *arg,
			      struct perfcnt_reason *reason)
{
	struct perfcnt_multiplexed *result = kzalloc(sizeof(*result), GFP_KERNEL);
	u32 size;
	int err;

	if (!result)
		return -ENOMEM;
	err = perfcnt_client_get(result, sizeof(*result), arg, &size);
	if (err)
		goto free;
	memset(result, 0, sizeof(*result));
	result->size = size;
	err = perfcnt_multiplex_read(owner, result, reason);
	if (!err)
		err = perfcnt_client_put(arg, result, sizeof(*result), size);
free:
	kfree(result);
	return err;
}
