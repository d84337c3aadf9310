/* SPDX-License-Identifier: GPL-2.0 */
/* Which file was where in the memory of which process, and when. */
#ifndef PERFCNT_PROFILE_ADDRESS_SPACES_H
#define PERFCNT_PROFILE_ADDRESS_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

/* What changes the memory of a process. */
enum space_change_kind {
	SPACE_MAPPED,
	SPACE_FORKED,	/* it begins with the memory of its parent */
	SPACE_EXECUTED,	/* it begins with nothing */
	SPACE_EXITED,	/* a thread: with the last one the memory goes */
	SPACE_FOUND,	/* it has begun before, and nobody knows how many threads it has */
};

struct space_change {
	uint64_t time; /* on the clock of the samples */
	enum space_change_kind kind;
	uint32_t pid;
	uint32_t parent; /* of a fork, the process that it was copied from, or is a new thread of */
	uint32_t program; /* of an execution, or of what was found, the number of the program */
	uint64_t start; /* of a mapping, its address */
	uint64_t length;
	uint64_t offset; /* where it begins in its file */
	size_t module; /* what is mapped */
};

/* The memory of a process. */
struct space {
	uint32_t pid;
	uint64_t began; /* when it has begun the program that it runs, or 0: before all */
	uint32_t program; /* the number of that, or 0 */
	unsigned int threads; /* how many it has, beside the first one; UINT_MAX: any number */
	struct space_change *mappings; /* the newest last */
	size_t count;
	UT_hash_handle hh;
};

/* A process begins to run a program. */
struct space_begin {
	uint32_t pid;
	uint64_t time;
};

/* What changes have come to so far, and those that are to be made. */
struct address_spaces {
	struct space_change *changes; /* those that are to be made */
	size_t change_count;
	size_t done; /* how many of them have been made since they were sorted */
	uint64_t time; /* up to when all were made */
	struct space *spaces; /* the processes, by their numbers */
	struct space_begin *begins; /* of all processes, in the order of time */
	size_t begin_count;
};

/*
 * Notes a change; of two at the same time the first one comes first.  Returns whether it can be
 * made: it is not before what was made.
 */
bool address_spaces_add(struct address_spaces *all, const struct space_change *change);

/* Puts the changes that are to be made into the order of time. */
void address_spaces_sort(struct address_spaces *all);

/*
 * Makes all changes up to a time; they are sorted.  Returns whether it is not before that of an
 * earlier call.
 */
bool address_spaces_go_to(struct address_spaces *all, uint64_t time);

/* What is at an address now: the newest mapping that has it, or NULL. */
const struct space_change *address_spaces_find(const struct address_spaces *all,
					       uint32_t pid, uint64_t address);

/*
 * What was at an address before a mapping of it: the newest mapping before that one which has the
 * address, or NULL.  The kernel does not say what was unmapped meanwhile.
 */
const struct space_change *address_spaces_below(const struct address_spaces *all,
						uint32_t pid, uint64_t address,
						const struct space_change *mapping);

/* The memory of a process now: its mappings since it was executed, or NULL. */
const struct space *address_spaces_of(const struct address_spaces *all, uint32_t pid);

/*
 * From when to when a process ran the one program that it ran at a time; all changes were made.
 * @from is when it was executed, or the process forked, 0 if that is not known; @to is when it
 * ended that way, which no longer belongs to it, or UINT64_MAX.  Returns whether the process ran
 * one then, as far as is known.
 */
bool address_spaces_life(const struct address_spaces *all, uint32_t pid, uint64_t time,
			 uint64_t *from, uint64_t *to);

void address_spaces_free(struct address_spaces *all);

#endif /* PERFCNT_PROFILE_ADDRESS_SPACES_H */
