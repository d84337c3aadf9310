// SPDX-License-Identifier: GPL-2.0
/* Formulas, as steps for a machine with a stack. */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "events/dump.h"
#include "formula.h"
#include "operand.h"

/* The most values that a formula may need at a time. */
#define MOST_DEPTH	16

enum step_kind {
	STEP_NUMBER,
	STEP_COUNT,
	STEP_FIRST,	/* a count of the first measurement */
	STEP_TIME,	/* of a run, in seconds */
	STEP_OPERATOR,	/* of the last two values */
};

struct step {
	enum step_kind kind;
	double number; /* of STEP_NUMBER */
	char sign; /* of STEP_OPERATOR: + - * / */
	/* the event of STEP_COUNT and STEP_FIRST, or which time of STEP_TIME */
	char name[PERFCNT_NAME_SIZE];
	struct operand operand; /* the event, found when it is needed first */
};

struct formula {
	char *text; /* what the steps were made from */
	struct step *steps; /* operators come after what they work on */
	size_t count;
	bool is_relative; /* is one of them STEP_FIRST? */
};

/* How far a formula has been read. */
struct parser {
	const char *at;
	struct formula *formula; /* what it comes to */
	unsigned int depth; /* how many values there are then */
	unsigned int nested; /* how many parentheses are open */
	const char *wrong; /* what is wrong, or NULL */
};

static void set_wrong(struct parser *parser, const char *words)
{
	if (!parser->wrong)
		parser->wrong = words;
}

static void add_step(struct parser *parser, const struct step *step)
{
	struct formula *formula = parser->formula;

	formula->steps = grow(formula->steps, formula->count,
			      sizeof(*formula->steps));
	formula->steps[formula->count++] = *step;
	if (step->kind == STEP_OPERATOR)
		parser->depth--;
	else if (++parser->depth > MOST_DEPTH)
		set_wrong(parser, "too many parentheses");
}

static bool skip(struct parser *parser, char c)
{
	while (isspace((unsigned char)*parser->at))
		parser->at++;
	if (*parser->at != c)
		return false;
	parser->at++;
	return true;
}

static void take_number(struct parser *parser)
{
	struct step step = { .kind = STEP_NUMBER };
	char *end;

	step.number = strtod(parser->at, &end);
	parser->at = end;
	add_step(parser, &step);
}

/* Returns the length, 0 for what is no name. */
static size_t name_length(const char *at)
{
	size_t length = 0;

	if (!isalpha((unsigned char)*at))
		return 0;
	while (isalnum((unsigned char)at[length]) ||
	       (at[length] && strchr("-_.:", at[length])))
		length++;
	return length;
}

static void take_operand(struct parser *parser, enum step_kind kind)
{
	struct step step = { .kind = kind };
	size_t length = name_length(parser->at);

	if (!length || length >= sizeof(step.name)) {
		set_wrong(parser, length ? "the event's name is too long" :
			  "expected an event, a number or '('");
		return;
	}
	memcpy(step.name, parser->at, length);
	parser->at += length;
	add_step(parser, &step);
}

static bool is_time(const char *name)
{
	return !strcmp(name, "elapsed") || !strcmp(name, "user") ||
	       !strcmp(name, "system");
}

static void take_time(struct parser *parser)
{
	size_t count = parser->formula->count;

	take_operand(parser, STEP_TIME);
	if (parser->formula->count == count ||
	    !is_time(parser->formula->steps[count].name))
		set_wrong(parser, "times are elapsed, user and system");
}

static void take_sum(struct parser *parser);

static void take_parenthesis(struct parser *parser)
{
	if (!skip(parser, ')'))
		set_wrong(parser, "missing ')'");
}

static void take_value(struct parser *parser)
{
	if (skip(parser, '(')) {
		take_sum(parser);
		take_parenthesis(parser);
	} else if (isdigit((unsigned char)*parser->at)) {
		take_number(parser);
	} else if (!strncmp(parser->at, "first(", 6)) {
		parser->at += 6;
		parser->formula->is_relative = true;
		take_operand(parser, STEP_FIRST);
		take_parenthesis(parser);
	} else if (!strncmp(parser->at, "time(", 5)) {
		parser->at += 5;
		take_time(parser);
		take_parenthesis(parser);
	} else {
		take_operand(parser, STEP_COUNT);
	}
}

/* Values with operators of one rank between them, from the left. */
static void take_operators(struct parser *parser, const char *signs,
			   void (*take)(struct parser *parser))
{
	struct step step = { .kind = STEP_OPERATOR };

	take(parser);
	while (!parser->wrong) {
		const char *sign = signs;

		while (*sign && !skip(parser, *sign))
			sign++;
		if (!*sign)
			return;
		take(parser);
		step.sign = *sign;
		if (!parser->wrong)
			add_step(parser, &step);
	}
}

static void take_product(struct parser *parser)
{
	take_operators(parser, "*/", take_value);
}

static void take_sum(struct parser *parser)
{
	if (++parser->nested > MOST_DEPTH)
		set_wrong(parser, "too many parentheses");
	else
		take_operators(parser, "+-", take_product);
	parser->nested--;
}

struct formula *formula_parse(const char *text, const char **wrong)
{
	struct parser parser = {
		.at = text,
		.formula = zeros(1, sizeof(struct formula)),
	};

	parser.formula->text = copy_text(text);
	take_sum(&parser);
	if (!skip(&parser, '\0'))
		set_wrong(&parser, "expected + - * / or the end");
	*wrong = parser.wrong;
	if (!parser.wrong)
		return parser.formula;
	formula_free(parser.formula);
	return NULL;
}

void formula_free(struct formula *formula)
{
	free(formula->steps);
	free(formula->text);
	free(formula);
}

const char *formula_text(const struct formula *formula)
{
	return formula->text;
}

bool formula_is_relative(const struct formula *formula)
{
	return formula->is_relative;
}

static bool has_name(const char **names, unsigned int count, const char *name)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

unsigned int formula_names(const struct formula *formula, const char **names,
			   unsigned int most)
{
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < formula->count; i++) {
		const struct step *step = &formula->steps[i];

		if (step->kind != STEP_COUNT ||
		    has_name(names, count < most ? count : most, step->name))
			continue;
		if (count < most)
			names[count] = step->name;
		count++;
	}
	return count;
}

static double apply(char sign, double a, double b)
{
	switch (sign) {
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	default:
		return b == 0 ? NAN : a / b;
	}
}

static bool find_time(const struct step *step, const struct search *here,
		      double *value)
{
	const struct seconds seconds = run_times_median(here->measurement);

	if (!strcmp(step->name, "elapsed"))
		*value = seconds.elapsed;
	else if (!strcmp(step->name, "user"))
		*value = seconds.user;
	else
		*value = seconds.system;
	return !isnan(*value);
}

static bool find_count(struct step *step, struct search *here,
		       struct search *first, unsigned int run, double *count)
{
	if (step->kind == STEP_TIME)
		return find_time(step, here, count);
	if (!step->operand.count)
		step->operand = operand_named(step->name);
	if (step->kind == STEP_FIRST)
		return operand_count(&step->operand, first, count);
	return operand_count_in(&step->operand, here, run, count);
}

/* With the counts of a run, or with the first ones for UINT_MAX. */
static bool compute(struct formula *formula, struct search *here,
		    struct search *first, unsigned int run, double *value)
{
	double values[MOST_DEPTH] = { 0 };
	unsigned int depth = 0;
	size_t i;

	for (i = 0; i < formula->count; i++) {
		struct step *step = &formula->steps[i];

		if (step->kind == STEP_OPERATOR) {
			depth--;
			values[depth - 1] = apply(step->sign, values[depth - 1],
						  values[depth]);
		} else if (step->kind == STEP_NUMBER) {
			values[depth++] = step->number;
		} else if (!find_count(step, here, first, run,
				       &values[depth++])) {
			return false;
		}
	}
	*value = values[0];
	return true;
}

/* One run that has all, if there is one. */
static void compute_in_a_run(struct formula *formula, struct search *here,
			     struct search *first, double *value)
{
	const struct operand *operand = NULL;
	unsigned int run = 0;
	size_t i;

	for (i = 0; i < formula->count && !operand; i++)
		if (formula->steps[i].kind == STEP_COUNT)
			operand = &formula->steps[i].operand;
	while (operand && (run = operand_next_run(operand, here, run)) != UINT_MAX)
		if (compute(formula, here, first, run++, value))
			return;
}

bool formula_value(struct formula *formula,
		   const struct measurement *measurement,
		   const struct measurement *first, uint32_t control,
		   double *value)
{
	struct search here = { measurement, control, false };
	struct search of_first = { first, control, false };

	if (!compute(formula, &here, &of_first, UINT_MAX, value) || !here.exact)
		return false;
	if (formula->is_relative && !of_first.exact)
		return false;
	compute_in_a_run(formula, &here, &of_first, value);
	return true;
}
