// SPDX-License-Identifier: GPL-2.0
/* The control word: take it apart, check it, make it from a name. */
#include "control.h"
#include "number.h"

static const struct perfcnt_event events[] = {
#define PERFCNT_EVENT(code_, bank_, scope_, name_, description)	\
	{							\
		.code = (code_),				\
		.bank = PERFCNT_BANK_##bank_,			\
		.scope = PERFCNT_SCOPE_##scope_,		\
		.name = (name_),				\
	},
#include "../uapi/linux/perfcnt_events.h"
};

static enum perfcnt_bank bank_of(unsigned int counter)
{
	return counter & 1 ? PERFCNT_BANK_ODD : PERFCNT_BANK_EVEN;
}

static int refuse(struct perfcnt_refusal *refusal, int code, size_t offset,
		  const char *reason)
{
	refusal->code = code;
	refusal->offset = offset;
	refusal->reason = reason;
	return code;
}

static const char *wrong_bank(unsigned int counter)
{
	return counter & 1 ? "an event that only even counters count" :
			     "an event that only odd counters count";
}

/**
 * perfcnt_event_find - the event that a code means for a counter
 * @code: the control word's event field
 * @counter: the counter's number; odd ones have other events
 *
 * Return: the event, or NULL where the table has none (reserved).
 */
const struct perfcnt_event *perfcnt_event_find(unsigned int code,
					       unsigned int counter)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++)
		if (events[i].code == code &&
		    events[i].bank == bank_of(counter))
			return &events[i];
	return NULL;
}

/* MD00548, Table 2: an event's type says which filters it can have. */
static int check_filter(u32 control, const struct perfcnt_event *event,
			const struct perfcnt_limits *limits,
			struct perfcnt_refusal *refusal)
{
	u32 tc = (control & PERFCNT_CTL_TCID) >> PERFCNT_CTL_TCID_SHIFT;
	u32 vpe = (control & PERFCNT_CTL_VPEID) >> PERFCNT_CTL_VPEID_SHIFT;

	switch ((control & PERFCNT_CTL_MT_EN) >> PERFCNT_CTL_MT_EN_SHIFT) {
	case PERFCNT_MT_EN_ALL:
		return 0;
	case PERFCNT_MT_EN_VPE:
		if (event->scope == PERFCNT_SCOPE_CORE)
			return refuse(refusal, -EINVAL, 0,
				      "a VPE filter on an event that is counted for the whole core only");
		if (vpe >= limits->vpes)
			return refuse(refusal, -EINVAL, 0,
				      "a filter for a VPE that this machine does not have");
		return 0;
	case PERFCNT_MT_EN_TC:
		if (event->scope != PERFCNT_SCOPE_TC)
			return refuse(refusal, -EINVAL, 0,
				      "a TC filter on an event that is not counted per TC");
		if (tc >= limits->tcs)
			return refuse(refusal, -EINVAL, 0,
				      "a filter for a TC that this machine does not have");
		return 0;
	default:
		return refuse(refusal, -EINVAL, 0, "MT_EN 3 is reserved");
	}
}

/**
 * perfcnt_control_check - may this word be written to this counter?
 * @control: the word; M is ignored
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @refusal: why not, if not
 *
 * Return: 0 or -EINVAL.
 */
int perfcnt_control_check(u32 control, unsigned int counter,
			  const struct perfcnt_limits *limits,
			  struct perfcnt_refusal *refusal)
{
	unsigned int code = (control & PERFCNT_CTL_EVENT) >>
			    PERFCNT_CTL_EVENT_SHIFT;
	const struct perfcnt_event *event = perfcnt_event_find(code, counter);

	if (control & PERFCNT_CTL_MBZ)
		return refuse(refusal, -EINVAL, 0,
			      "bit 30 and bits 15 to 12 must be zero");
	if (event)
		return check_filter(control, event, limits, refusal);
	if (!perfcnt_event_find(code, counter ^ 1))
		return refuse(refusal, -EINVAL, 0, "a reserved event");
	return refuse(refusal, -EINVAL, 0, wrong_bank(counter));
}

/* The length of the part of a word that ends before any of two characters. */
static size_t part(const char *word, size_t length, char end1, char end2)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (word[i] == end1 || word[i] == end2)
			break;
	return i;
}

static int event_from_name(const char *name, size_t length,
			   unsigned int counter, u32 *control,
			   struct perfcnt_refusal *refusal)
{
	const struct perfcnt_event *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (strlen(events[i].name) != length ||
		    memcmp(events[i].name, name, length))
			continue;
		found = &events[i];
		if (found->bank == bank_of(counter))
			break;
	}
	if (!found)
		return refuse(refusal, -EINVAL, 0,
			      "neither a hexadecimal word nor the name of an event");
	if (found->bank != bank_of(counter))
		return refuse(refusal, -EINVAL, 0, wrong_bank(counter));
	*control |= found->code << PERFCNT_CTL_EVENT_SHIFT;
	return 0;
}

static int modes_from_name(const char *modes, size_t length, size_t offset,
			   u32 *control, struct perfcnt_refusal *refusal)
{
	size_t i;

	if (!length)
		return refuse(refusal, -EINVAL, offset, "no mode after the ':'");
	for (i = 0; i < length; i++) {
		u32 mode;

		switch (modes[i]) {
		case 'u':
			mode = PERFCNT_CTL_U;
			break;
		case 's':
			mode = PERFCNT_CTL_S;
			break;
		case 'k':
			mode = PERFCNT_CTL_K;
			break;
		case 'e':
			mode = PERFCNT_CTL_EXL;
			break;
		default:
			return refuse(refusal, -EINVAL, offset + i,
				      "a mode other than u, s, k and e");
		}
		if (*control & mode)
			return refuse(refusal, -EINVAL, offset + i,
				      "a mode that stands there twice");
		*control |= mode;
	}
	return 0;
}

static int filter_from_name(const char *filter, size_t length, size_t offset,
			    u32 *control, struct perfcnt_refusal *refusal)
{
	u32 mt_en, shift, most;
	size_t prefix;
	u64 number;
	int err;

	if (length >= 2 && !memcmp(filter, "tc", 2)) {
		prefix = 2;
		mt_en = PERFCNT_MT_EN_TC;
		shift = PERFCNT_CTL_TCID_SHIFT;
		most = PERFCNT_CTL_TCID >> PERFCNT_CTL_TCID_SHIFT;
	} else if (length >= 3 && !memcmp(filter, "vpe", 3)) {
		prefix = 3;
		mt_en = PERFCNT_MT_EN_VPE;
		shift = PERFCNT_CTL_VPEID_SHIFT;
		most = PERFCNT_CTL_VPEID >> PERFCNT_CTL_VPEID_SHIFT;
	} else {
		return refuse(refusal, -EINVAL, offset,
			      "a filter other than @tcN and @vpeN");
	}
	err = perfcnt_number_decimal(filter + prefix, length - prefix, &number);
	if (err == -EINVAL)
		return refuse(refusal, err, offset + prefix,
			      "a filter's number is decimal");
	if (err || number > most)
		return refuse(refusal, -ERANGE, offset + prefix,
			      "a filter's number is at most 255 for a TC and 15 for a VPE");
	*control |= mt_en << PERFCNT_CTL_MT_EN_SHIFT | (u32)number << shift;
	return 0;
}

/**
 * perfcnt_control_from_name - the word for name[:modes][@tcN|@vpeN]
 * @word: the name; modes are any of u, s, k and e, and u if there are none
 * @length: its length
 * @counter: below @limits->counters
 * @limits: what the machine has
 * @control: where the word goes; it has passed perfcnt_control_check()
 * @refusal: why not, if not
 *
 * Return: 0, -EINVAL, or -ERANGE for a filter's number that no word can hold.
 */
int perfcnt_control_from_name(const char *word, size_t length,
			      unsigned int counter,
			      const struct perfcnt_limits *limits,
			      u32 *control, struct perfcnt_refusal *refusal)
{
	size_t at = part(word, length, ':', '@');
	u32 made = 0;
	int err;

	err = event_from_name(word, at, counter, &made, refusal);
	if (err)
		return err;
	if (at < length && word[at] == ':') {
		size_t modes = at + 1;

		at = modes + part(word + modes, length - modes, '@', '@');
		err = modes_from_name(word + modes, at - modes, modes, &made,
				      refusal);
		if (err)
			return err;
	} else {
		made |= PERFCNT_CTL_U;
	}
	if (at < length) {
		err = filter_from_name(word + at + 1, length - at - 1, at + 1,
				       &made, refusal);
		if (err)
			return err;
	}
	err = perfcnt_control_check(made, counter, limits, refusal);
	if (err) {
		/* the name and its modes are right: the filter is not */
		refusal->offset = at < length ? at + 1 : 0;
		return err;
	}
	*control = made;
	return 0;
}
