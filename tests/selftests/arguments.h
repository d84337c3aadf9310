/* SPDX-License-Identifier: GPL-2.0 */
/* The arguments of /dev/perfcnt's calls, and what perfcnt(4) says of them. */
#ifndef PERFCNT_TEST_ARGUMENTS_H
#define PERFCNT_TEST_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "argument_fields.h" /* made of the headers */
#include "ioctls.h"

/* The longest argument of all headers, and of this one. */
#define ARGUMENT_LONGEST	16384
#define ARGUMENT_WORDS		(ARGUMENT_LONGEST / 8)

/* What a call has; LEAVE has a number that is no pointer. */
#define STRUCT_DESCRIBE	perfcnt_describe
#define STRUCT_EVENT	perfcnt_event_row
#define STRUCT_CLAIM	perfcnt_mask
#define STRUCT_RELEASE	perfcnt_mask
#define STRUCT_NAME	perfcnt_name
#define STRUCT_SET	perfcnt_set
#define STRUCT_START	perfcnt_mask
#define STRUCT_STOP	perfcnt_mask
#define STRUCT_RESET	perfcnt_mask
#define STRUCT_READ	perfcnt_counts
#define STRUCT_REASON	perfcnt_reason_text
#define STRUCT_SCOPE	perfcnt_scope
#define STRUCT_LEAVE	number
#define STRUCT_MULTIPLEX perfcnt_multiplexing
#define STRUCT_MULTIPLEXED perfcnt_multiplexed
#define STRUCT_SAMPLE	perfcnt_sampling

struct number {
	uint64_t value;
};

#define FIELDS_number(F, call) F(call, number, value, value, value, value)

/* A call without a line above ends the build here. */
#define ARGUMENT_CALL(name) CALL_##name,
enum argument_call { CALLS(ARGUMENT_CALL) ARGUMENT_CALLS };

/* FIELDS_type of a call's struct. */
#define ARGUMENT_PASTE(type, F, call) FIELDS_##type(F, call)
#define ARGUMENT_FIELDS(type, F, call) ARGUMENT_PASTE(type, F, call)

#define ARGUMENT_FIELD(call, type, id, path, one, all) call##_##id,
#define ARGUMENT_FIELDS_OF(call) ARGUMENT_FIELDS(STRUCT_##call, ARGUMENT_FIELD, call)
enum argument_field { CALLS(ARGUMENT_FIELDS_OF) ARGUMENTS };

union argument {
	uint32_t size;
	uint64_t words[ARGUMENT_WORDS];
	unsigned char bytes[ARGUMENT_LONGEST];
	struct number number;
	struct perfcnt_describe describe;
	struct perfcnt_event_row row;
	struct perfcnt_mask mask;
	struct perfcnt_name name;
	struct perfcnt_set set;
	struct perfcnt_counts read;
	struct perfcnt_reason_text reason;
	struct perfcnt_scope scope;
	struct perfcnt_multiplexing multiplexing;
	struct perfcnt_multiplexed multiplexed;
	struct perfcnt_sampling sampling;
};

/**
 * struct claims - what the calls of a file have to do with
 * @has: what the machine has
 * @mine: mask of the counters that the file has claimed
 * @others: of those that another file has
 * @set: of the file's, those with an event
 * @filtered: those with a filter
 * @notifying: those with IE
 * @running: those that are started
 * @scoped: those in a scope
 * @turning: those on which events take turns
 * @sampled: those that are sampled
 * @samples: the machine takes samples of the event
 * @rate: the most samples a second, 0: any number
 * @name: of the event that each of its counters has
 * @event: the same for SET, perhaps with a filter
 */
struct claims {
	struct perfcnt_describe has;
	uint32_t mine, others;
	uint32_t set, filtered, notifying, running;
	uint32_t scoped, turning, sampled;
	bool samples;
	uint32_t rate;
	const char *name;
	struct perfcnt_what event;
};

/**
 * struct errors - what a call must say, by perfcnt(4)
 * @must: a bit for each errno, one of which it must return; none: it must succeed
 * @may: those that it may return as well
 */
struct errors {
	uint64_t must;
	uint64_t may;
};

/**
 * struct argument_place - a call, or a field of its argument
 * @name: its name
 * @call: whose
 * @offset: of the field, in bytes
 * @width: of the field, or of the struct
 * @stride: from an element to the next one, if it is in an array
 * @elements: how many there are; 1 if it is in none
 */
struct argument_place {
	const char *name;
	enum argument_call call;
	uint32_t offset, width, stride, elements;
};

extern const struct argument_place argument_fields[ARGUMENTS];
extern const struct argument_place argument_calls[ARGUMENT_CALLS];

unsigned int argument_command(enum argument_call call);
int argument_call(int fd, enum argument_call call, union argument *arg);
const char *argument_unruled(void);
const char *argument_text(unsigned int i);
bool argument_is_result(enum argument_field field);
struct errors argument_errors(const struct claims *claims, enum argument_call call,
			      const union argument *arg);
bool argument_is_right(struct errors errors, int error);
void argument_done(struct claims *claims, enum argument_call call, const union argument *arg);
void argument_base(const struct claims *claims, enum argument_call call,
		   union argument *arg);
void argument_put(const struct argument_place *field, uint32_t element, uint64_t value,
		  union argument *arg);
uint64_t argument_get(const struct argument_place *field, uint32_t element,
		      const union argument *arg);

#endif /* PERFCNT_TEST_ARGUMENTS_H */
