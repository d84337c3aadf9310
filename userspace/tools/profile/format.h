/* SPDX-License-Identifier: GPL-2.0 */
/* The formats of sampled runs, by name. */
#ifndef PERFCNT_PROFILE_FORMAT_H
#define PERFCNT_PROFILE_FORMAT_H

#include <stdbool.h>
#include <stdio.h>

#include "rows.h"

/* A format prints a run; NULL if there is none of that name. */
typedef void sample_format(FILE *out, const struct sample_view *view);

sample_format *sample_format_named(const char *name);

/* Does it print all samples, one by one? */
bool sample_format_lists(sample_format *format);

/* A run, its modules, its functions and their lines. */
sample_format sample_table_print;

/* The lines of functions: the view's cutoff says of which. */
sample_format sample_details_print;

/* All functions, whatever the view's cutoffs. */
sample_format sample_csv_print;
sample_format sample_json_print;
sample_format sample_folded_print;

/* All samples of all events, whatever tables are of; in a list those of a thread together. */
sample_format sample_list_print;
sample_format sample_script_print;

/* All samples of the view's event.  Ends the tool with a message if it was built without zlib. */
sample_format sample_pprof_print;

#endif /* PERFCNT_PROFILE_FORMAT_H */
