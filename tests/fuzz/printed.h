/* SPDX-License-Identifier: GPL-2.0 */
/* What the tools print while a harness runs, and what must hold of it. */
#ifndef PERFCNT_FUZZ_PRINTED_H
#define PERFCNT_FUZZ_PRINTED_H

#include <stdio.h>

/* Until printed_said(), what is said on standard error is kept. */
void printed_listen(void);

/* What was said; kept until the next one. */
const char *printed_said(void);

/* A file that a format is written to. */
FILE *printed_begin(void);

/* The text that was written; kept until the next one. */
const char *printed_end(void);

/* It is one value of JSON. */
void printed_json(const char *text);

/* Each line has as many fields as the first one, and ends as RFC 4180 says. */
void printed_csv(const char *text);

#endif /* PERFCNT_FUZZ_PRINTED_H */
