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

/**
 * struct definition - a line
 * @file: the file's name
 * @line: the line's number
 * @rest: what is left of the line, after what was taken
 */
struct definition {
	const char *file;
	size_t line;
	char *rest;
};

/**
 * struct definition_kind - who takes the lines that begin with a word
 * @keyword: the word
 * @take: takes what follows it
 */
struct definition_kind {
	const char *keyword;
	void (*take)(struct definition *definition);
};

/**
 * definitions_add() - read a file, too
 * @path: the file; is kept
 */
void definitions_add(const char *path);

/**
 * definitions_read() - read all definitions of some kinds
 * @name: what the tool's own text is called in messages
 * @text: the tool's own text
 * @kinds: who takes them, up to a NULL keyword
 *
 * Ends the tool with words on what is wrong.
 */
void definitions_read(const char *name, const char *text,
		      const struct definition_kind *kinds);

/**
 * definition_word() - take the next word of a line
 * @definition: the line
 *
 * Return: the word, or what stands between quotation marks, part of the line; or
 * NULL at its end.
 */
char *definition_word(struct definition *definition);

/**
 * definition_take() - take the next word of a line, which must have one
 * @definition: the line
 * @what: what the word is, for the message if there is none
 *
 * Return: a copy of the word, to be freed.
 */
char *definition_take(struct definition *definition, const char *what);

/**
 * definition_end() - a line must have no more words
 * @definition: the line
 */
void definition_end(struct definition *definition);

/**
 * definition_fail() - end the tool, with the place of the line
 * @definition: the line
 * @format: as printf(3)
 */
void definition_fail(const struct definition *definition, const char *format,
		     ...) __attribute__((format(printf, 2, 3), noreturn));

#endif /* PERFCNT_TOOLS_DEFINITIONS_H */
