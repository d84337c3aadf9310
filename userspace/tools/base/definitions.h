/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions: lines of text by which people add to what the tools know.
 *
 *	group NAME even EVENT... odd EVENT... any EVENT...
 *	metric NAME UNIT "LABEL" = FORMULA
 *	share EVENT of EVENT
 *	stage EVENT
 *	cause EVENT [within EVENT] [per EVENT "LABEL"]
 *
 * They are read from a text of the tool's own, then from perfcnt/definitions in
 * $XDG_CONFIG_HOME (~/.config), then from the files of definitions_add().
 * Of two with one name the later one counts.  `#` begins a comment.
 */
#ifndef PERFCNT_TOOLS_DEFINITIONS_H
#define PERFCNT_TOOLS_DEFINITIONS_H

#include <stddef.h>

/* A line. */
struct definition {
	const char *file; /* the file's name */
	size_t line; /* the line's number */
	char *rest; /* what is left of the line, after what was taken */
};

/* Who takes the lines that begin with a word. */
struct definition_kind {
	const char *keyword; /* the word */
	void (*take)(struct definition *definition); /* takes what follows it */
};

/* Has a file read, too; its name must stay. */
void definitions_add(const char *path);

/*
 * Reads all definitions of some kinds, up to a NULL keyword.  Ends the tool with words on what is
 * wrong.
 */
void definitions_read(const char *name, const char *text,
		      const struct definition_kind *kinds);

/* Takes the next word, or what stands between quotation marks; NULL at the line's end. */
char *definition_word(struct definition *definition);

/* A copy of the next word, of which the message says what it should be if there is none. */
char *definition_take(struct definition *definition, const char *what);

/* There must be no more words. */
void definition_end(struct definition *definition);

/* Ends the tool, with the place of the line. */
void definition_fail(const struct definition *definition, const char *format,
		     ...) __attribute__((format(printf, 2, 3), noreturn));

#endif /* PERFCNT_TOOLS_DEFINITIONS_H */
