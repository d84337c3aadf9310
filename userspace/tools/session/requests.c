// SPDX-License-Identifier: GPL-2.0
/* From what was asked for to what is to be counted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "events/control.h"
#include "requests.h"

static const struct filter no_filter = { PERFCNT_MT_EN_ALL, 0 };

/* Can this event have this filter? */
static bool takes(const struct event *event, const struct filter *filter,
		  const struct perfcnt_describe *machine)
{
	if (machine->flags & PERFCNT_HAS_ANY_FILTER)
		return true;
	return event->scope == SCOPE_TC ||
	       (event->scope == SCOPE_VPE &&
		filter->mt_en == PERFCNT_MT_EN_VPE);
}

void item_modes(const struct item *item, char text[5])
{
	control_modes(item->what.control, CONTROL_MODES_WRITTEN, text);
}

void item_filter(const struct item *item, char text[FILTER_TEXT_SIZE])
{
	struct filter filter = filter_of(item->what.control, item->what.unit);

	filter_text(&filter, text);
}

bool item_same_event(const struct item *a, const struct item *b)
{
	return a->code == b->code && a->home == b->home &&
	       !strcmp(a->name, b->name);
}

/* What cannot have the filter is there with every filter, but counted once. */
static bool is_there(const struct items *items, const struct item *item)
{
	unsigned int i;

	for (i = 0; i < items->count; i++)
		if (item_same_event(&items->item[i], item) &&
		    !memcmp(&items->item[i].what, &item->what,
			    sizeof(item->what)))
			return true;
	return false;
}

static void add(struct items *items, const struct item *item)
{
	if (is_there(items, item))
		return;
	items->item = grow(items->item, items->count, sizeof(*items->item));
	items->item[items->count++] = *item;
}

static void add_coded(struct items *items, const struct selection *selection,
		      uint32_t modes, const struct filter *filter,
		      const struct perfcnt_describe *machine)
{
	unsigned int code, bank;

	for (code = 0; code < PERFCNT_EVENT_CODES; code++) {
		for (bank = BANK_EVEN; bank <= BANK_ODD; bank++) {
			const struct event *event = event_at(bank, code);
			struct item item = {
				.code = code,
				.home = bank,
				.what.control = modes |
					code << PERFCNT_CTL_EVENT_SHIFT,
			};

			if (!selection->wanted[bank][code])
				continue;
			strcpy(item.name, event->name);
			item.movable = selection_is_movable(selection, bank,
							    code);
			filter_set(takes(event, filter, machine) ? filter :
				   &no_filter, &item.what);
			add(items, &item);
		}
	}
}

static bool has_name(struct perfcnt *perfcnt, const char *name)
{
	struct perfcnt_event_row row;

	return !perfcnt_event_by_name(perfcnt, name, &row);
}

/* A name that no machine knows is an error, not an event that is missing. */
static void add_native(struct items *items, const char *name, uint32_t modes,
		       const struct filter *filter, struct perfcnt *perfcnt,
		       bool strict)
{
	struct item item = {
		.code = PERFCNT_EVENT_NATIVE,
		.movable = true,
		.what.control = modes |
				PERFCNT_EVENT_NATIVE << PERFCNT_CTL_EVENT_SHIFT,
	};
	char text[2 * PERFCNT_NAME_SIZE], letters[5], unit[FILTER_TEXT_SIZE];
	const char *reason;
	int error;

	control_modes(modes, CONTROL_MODES_WRITTEN, letters);
	filter_text(filter, unit);
	snprintf(text, sizeof(text), "%.*s:%s%s%s", PERFCNT_NAME_SIZE, name,
		 letters, *unit ? "@" : "", unit);
	snprintf(item.name, sizeof(item.name), "%s", name);
	if (!perfcnt_name(perfcnt, 0, text, &item.what)) {
		add(items, &item);
		return;
	}
	error = errno;
	reason = perfcnt_strerror(perfcnt);
	if (error != ENOENT && !has_name(perfcnt, name))
		fail("'%s': %s", name, reason);
	items_refuse(items, &item, error, reason, strict);
	add(items, &item);
}

/* All native events of the machine, for --all. */
static void add_natives(struct items *items, uint32_t modes,
			const struct filter *filter, struct perfcnt *perfcnt,
			bool strict)
{
	struct perfcnt_event_row row;
	unsigned int i;

	for (i = 0; !perfcnt_event(perfcnt, i, &row); i++)
		if (row.code == PERFCNT_EVENT_NATIVE)
			add_native(items, row.name, modes, filter, perfcnt,
				   strict);
}

static void add_all(struct items *items, const struct options *options,
		    uint32_t modes, const struct filter *filter,
		    struct perfcnt *perfcnt,
		    const struct perfcnt_describe *machine)
{
	const struct selection *selection = &options->selection;
	unsigned int i;

	add_coded(items, selection, modes, filter, machine);
	if (selection->all)
		add_natives(items, modes, filter, perfcnt, options->strict);
	for (i = 0; i < selection->name_count; i++)
		add_native(items, selection->names[i], modes, filter, perfcnt,
			   options->strict);
}

static void check_unit(const char *what, int unit, unsigned int units)
{
	if (unit != OPTIONS_NO_UNIT && (unsigned int)unit >= units)
		fail("%s %d: this machine has 0 to %u", what, unit,
		     units - 1);
}

static void add_filters(struct items *items, const struct options *options,
			uint32_t modes, struct perfcnt *perfcnt,
			const struct perfcnt_describe *machine)
{
	struct filter filter = no_filter;
	unsigned int i;

	for (i = 0; options->balance && i < machine->tcs + machine->vpes; i++) {
		filter.mt_en = i < machine->tcs ? PERFCNT_MT_EN_TC :
			       PERFCNT_MT_EN_VPE;
		filter.unit = i < machine->tcs ? i : i - machine->tcs;
		add_all(items, options, modes, &filter, perfcnt, machine);
	}
	if (options->balance)
		return;
	if (options->tc != OPTIONS_NO_UNIT) {
		filter.mt_en = PERFCNT_MT_EN_TC;
		filter.unit = options->tc;
	} else if (options->vpe != OPTIONS_NO_UNIT) {
		filter.mt_en = PERFCNT_MT_EN_VPE;
		filter.unit = options->vpe;
	}
	add_all(items, options, modes, &filter, perfcnt, machine);
}

void items_make(struct items *items, const struct options *options,
		struct perfcnt *perfcnt, const struct perfcnt_describe *machine)
{
	static const uint32_t modes[] = {
		PERFCNT_CTL_U, PERFCNT_CTL_S, PERFCNT_CTL_K, PERFCNT_CTL_EXL,
	};
	unsigned int i;

	memset(items, 0, sizeof(*items));
	check_unit("TC", options->tc, machine->tcs);
	check_unit("VPE", options->vpe, machine->vpes);
	if (!options->sweep_modes) {
		add_filters(items, options, options->modes, perfcnt, machine);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (machine->modes & modes[i])
			add_filters(items, options, modes[i], perfcnt, machine);
}

void items_refuse(struct items *items, struct item *item, int error,
		  const char *reason, bool strict)
{
	char modes[5];
	unsigned int i;

	item->missing = error;
	if (error == ENOENT)
		return;
	for (i = 0; i < items->count; i++) {
		const struct item *other = &items->item[i];

		if (other != item && other->missing == item->missing &&
		    item_same_event(other, item) &&
		    !((other->what.control ^ item->what.control) &
		      PERFCNT_CTL_MODES))
			return;
	}
	item_modes(item, modes);
	if (strict)
		fail("%s:%s: %s", item->name, modes, reason);
	say("left out: %s:%s: %s", item->name, modes, reason);
}

void items_drop_missing(struct items *items)
{
	unsigned int i, kept = 0;

	for (i = 0; i < items->count; i++)
		if (!items->item[i].missing)
			items->item[kept++] = items->item[i];
	items->count = kept;
}
