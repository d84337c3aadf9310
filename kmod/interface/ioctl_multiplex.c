// SPDX-License-Identifier: GPL-2.0
/* The ioctls of events that take turns; uapi/linux/perfcnt.h describes them. */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "../core/counters.h"
#include "../encoding/control.h"
#include "client.h"
#include "ioctl.h"

#define BANKS (PERFCNT_BANK_IS_EVEN | PERFCNT_BANK_IS_ODD)

static int rotate_check_event(const struct perfcnt_rotate_event *wanted,
			      const struct perfcnt_mux_event *entry, unsigned long counters,
			      struct perfcnt_reason *reason)
{
	u32 word = wanted->what.control;

	if (wanted->reserved)
		return perfcnt_refuse_reserved(reason);
	if (!wanted->banks || wanted->banks & ~BANKS)
		return perfcnt_refuse(reason, -EINVAL, 0, "no such banks: 0x%x", wanted->banks);
	if (!perfcnt_mux_round_capacity(entry, counters))
		return perfcnt_refuse(reason, -EINVAL, 0, "none of the counters is %s",
				      wanted->banks == PERFCNT_BANK_IS_EVEN ? "even" :
				      "odd");
	if (perfcnt_control_mt_en(word) || wanted->what.unit)
		return perfcnt_refuse(reason, -EINVAL, 0, "a filter is not possible in a rotation");
	if (word & PERFCNT_CTL_IE)
		return perfcnt_refuse(reason, -EINVAL, 0, "IE is not possible in a rotation");
	if (!(word & PERFCNT_CTL_MODES))
		return perfcnt_refuse(reason, -EINVAL, 0, "it has no mode in which to count");
	return 0;
}

/* What an event is on the counters of a bank, and whether a VPE can have it alone. */
static int rotate_check_bank(unsigned int bank, const struct perfcnt_what *what,
			     struct perfcnt_mux_event *entry,
			     struct perfcnt_reason *reason)
{
	const struct perfcnt_limits *limits = perfcnt_counters_limits();
	struct perfcnt_reason ignored;
	struct perfcnt_control alone;

	if (perfcnt_control_from_what(what, bank, limits, &entry->control, reason))
		return -EINVAL;
	alone = perfcnt_mux_event_on_vpe(entry, 0);
	if (perfcnt_control_check(&alone, bank, limits, &ignored))
		entry->alone = false;
	return 0;
}

static int rotate_fill_event(unsigned int i, const struct perfcnt_rotate_event *wanted,
			     unsigned long counters, struct perfcnt_mux_event *entry,
			     struct perfcnt_reason *reason)
{
	unsigned int bank;
	int err;

	entry->banks = wanted->banks;
	entry->alone = true;
	err = rotate_check_event(wanted, entry, counters, reason);
	for (bank = 0; bank < 2 && !err; bank++)
		if (wanted->banks & BIT(bank))
			err = rotate_check_bank(bank, &wanted->what, entry, reason);
	if (err)
		perfcnt_reason_prefix(reason, "event %u: ", i);
	return err;
}

static int rotate_check_struct(const struct perfcnt_rotate *wanted,
			       struct perfcnt_reason *reason)
{
	if (wanted->flags) {
		perfcnt_reason_set(reason, "flags must be 0");
		return -EINVAL;
	}
	if (wanted->nr > PERFCNT_ROTATE_EVENTS) {
		perfcnt_reason_set(reason, "%u events: at most %u can take turns",
				   wanted->nr, PERFCNT_ROTATE_EVENTS);
		return -EINVAL;
	}
	if (wanted->slot_us && (wanted->slot_us < PERFCNT_ROTATE_SLOT_MIN ||
				wanted->slot_us > PERFCNT_ROTATE_SLOT_MAX)) {
		perfcnt_reason_set(reason, "a slot of %u us: it can have %u to %u",
				   wanted->slot_us, PERFCNT_ROTATE_SLOT_MIN,
				   PERFCNT_ROTATE_SLOT_MAX);
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

static int rotate_begin(struct perfcnt_owner *owner, const struct perfcnt_rotate *wanted,
			struct perfcnt_reason *reason)
{
	struct perfcnt_mux *mux;
	unsigned int i;
	int err;

	err = rotate_check_struct(wanted, reason);
	if (err)
		return err;
	mux = perfcnt_mux_new(wanted->nr);
	if (!mux)
		return -ENOMEM;
	mux->counters = wanted->counters;
	mux->slot_ns = (u64)NSEC_PER_USEC *
			    (wanted->slot_us ?: PERFCNT_ROTATE_SLOT_DEFAULT);
	for (i = 0; i < wanted->nr && !err; i++)
		err = rotate_fill_event(i, &wanted->event[i], mux->counters,
					&mux->entry[i], reason);
	err = err ?: perfcnt_mux_begin(mux, owner, reason);
	if (err)
		perfcnt_mux_free(mux);
	return err;
}

/**
 * perfcnt_rotate - PERFCNT_IOC_ROTATE
 * @owner: the file's counters
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; -ENOMEM; or as
 * perfcnt_mux_begin() and perfcnt_mux_end().
 */
int perfcnt_rotate(struct perfcnt_owner *owner, struct perfcnt_rotate __user *arg,
		   struct perfcnt_reason *reason)
{
	struct perfcnt_rotate *wanted = kzalloc(sizeof(*wanted), GFP_KERNEL);
	u32 size;
	int err;

	if (!wanted)
		return -ENOMEM;
	err = perfcnt_get_struct(wanted, sizeof(*wanted), arg, &size);
	if (!err && wanted->reserved)
		err = perfcnt_refuse_reserved(reason);
	if (!err)
		err = wanted->nr ? rotate_begin(owner, wanted, reason) :
				   perfcnt_mux_end(owner, reason);
	kfree(wanted);
	return err;
}

/**
 * perfcnt_rotated - PERFCNT_IOC_ROTATED
 * @owner: the file's counters
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -ENOMEM; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; or as
 * perfcnt_mux_read().
 */
int perfcnt_rotated(struct perfcnt_owner *owner,
		    struct perfcnt_rotated __user *arg,
		    struct perfcnt_reason *reason)
{
	struct perfcnt_rotated *rotated = kzalloc(sizeof(*rotated), GFP_KERNEL);
	u32 size;
	int err;

	if (!rotated)
		return -ENOMEM;
	err = perfcnt_get_struct(rotated, sizeof(*rotated), arg, &size);
	if (err)
		goto free;
	memset(rotated, 0, sizeof(*rotated));
	rotated->size = size;
	err = perfcnt_mux_read(owner, rotated, reason);
	if (!err)
		err = perfcnt_put_struct(arg, rotated, sizeof(*rotated), size);
free:
	kfree(rotated);
	return err;
}
