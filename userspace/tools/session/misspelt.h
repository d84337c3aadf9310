/* SPDX-License-Identifier: GPL-2.0 */
/* Names of events that no machine has, so that they are refused before anything is run. */
#ifndef PERFCNT_TOOLS_MISSPELT_H
#define PERFCNT_TOOLS_MISSPELT_H

/*
 * Is a word, name[:modes][@tcN|@vpeN] or a raw event, no event of any machine?  A PMU's own names,
 * with slashes, only that PMU knows.  A name that is known may be an event that this machine does
 * not have.  Returns what is wrong, with the name that may be meant, to be freed by free(); or
 * NULL.
 */
char *misspelt(const char *word);

#endif /* PERFCNT_TOOLS_MISSPELT_H */
