/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of sampled runs, by name. */
#ifndef PERFCNT_PROFILE_FORMAT_H
#define PERFCNT_PROFILE_FORMAT_H

#include <stdio.h>

#include "rows.h"

struct sample_format;

/**
 * sample_format_named() - find a format
 * @name: its name
 *
 * Return: the format, or NULL if there is none of that name.
 */
const struct sample_format *sample_format_named(const char *name);

/**
 * sample_format_write() - print a run
 * @format: how
 * @out: where it goes
 * @view: what is shown
 */
void sample_format_write(const struct sample_format *format, FILE *out,
			 const struct sample_view *view);

/**
 * sample_csv_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoff is not looked at
 */
void sample_csv_print(FILE *out, const struct sample_view *view);

/**
 * sample_details_print() - print the lines of functions
 * @out: where it goes
 * @view: what is shown: its cutoff says of which functions
 */
void sample_details_print(FILE *out, const struct sample_view *view);

/**
 * sample_folded_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoff is not looked at
 */
void sample_folded_print(FILE *out, const struct sample_view *view);

/**
 * sample_json_print() - print a run, with all its functions
 * @out: where it goes
 * @view: what is shown; its cutoffs are not looked at
 */
void sample_json_print(FILE *out, const struct sample_view *view);

/**
 * sample_list_print() - print a run, with all its samples, those of a thread together
 * @out: where it goes
 * @view: what is shown; of all events, whatever tables are of
 */
void sample_list_print(FILE *out, const struct sample_view *view);

/**
 * sample_pprof_print() - print a run, with all samples of the view's event
 * @out: where it goes
 * @view: what is shown
 *
 * Ends the tool with a message if it was built without zlib.
 */
void sample_pprof_print(FILE *out, const struct sample_view *view);

/**
 * sample_script_print() - print a run, with all its samples
 * @out: where it goes
 * @view: what is shown; of all events, whatever tables are of
 */
void sample_script_print(FILE *out, const struct sample_view *view);

/**
 * sample_table_print() - print a run, its modules, its functions and their lines
 * @out: where it goes
 * @view: what is shown
 */
void sample_table_print(FILE *out, const struct sample_view *view);

#endif /* PERFCNT_PROFILE_FORMAT_H */
