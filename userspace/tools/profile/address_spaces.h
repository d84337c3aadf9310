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
};

/**
 * struct space_change - a change
 * @time: when, on the clock of the samples
 * @kind: what it is
 * @pid: the process
 * @parent: of a fork, the process that it was copied from, or is a new thread of
 * @program: of an execution, the number of the program
 * @start: of a mapping, its address
 * @length: its length
 * @offset: where it begins in its file
 * @module: what is mapped
 */
struct space_change {
	uint64_t time;
	enum space_change_kind kind;
	uint32_t pid;
	uint32_t parent;
	uint32_t program;
	uint64_t start;
	uint64_t length;
	uint64_t offset;
	size_t module;
};

/**
 * struct space - the memory of a process
 * @pid: the process
 * @began: when it has begun the program that it runs
 * @program: the number of that, or 0
 * @threads: how many it has, beside the first one
 * @mappings: its mappings, the newest last
 * @count: how many
 * @hh: for uthash
 */
struct space {
	uint32_t pid;
	uint64_t began;
	uint32_t program;
	unsigned int threads;
	struct space_change *mappings;
	size_t count;
	UT_hash_handle hh;
};

/**
 * struct space_begin - a process begins to run a program
 * @pid: the process
 * @time: when
 */
struct space_begin {
	uint32_t pid;
	uint64_t time;
};

/**
 * struct address_spaces - what changes have come to so far, and those that are to be made
 * @changes: these
 * @change_count: how many
 * @done: how many of them have been made since they were sorted
 * @time: up to when all were made
 * @spaces: the processes, by their numbers
 * @begins: of all processes, in the order of time
 * @begin_count: how many
 */
struct address_spaces {
	struct space_change *changes;
	size_t change_count;
	size_t done;
	uint64_t time;
	struct space *spaces;
	struct space_begin *begins;
	size_t begin_count;
};

/**
 * address_spaces_add() - note a change
 * @all: the changes
 * @change: the change; of two at the same time the first one comes first
 *
 * Return: whether it can be made: it is not before what was made.
 */
bool address_spaces_add(struct address_spaces *all, const struct space_change *change);

/**
 * address_spaces_sort() - put the changes that are to be made into the order of time
 * @all: the changes
 */
void address_spaces_sort(struct address_spaces *all);

/**
 * address_spaces_go_to() - make all changes up to a time
 * @all: the changes, sorted
 * @time: the time
 *
 * Return: whether it is not before that of an earlier call.
 */
bool address_spaces_go_to(struct address_spaces *all, uint64_t time);

/**
 * address_spaces_find() - what is at an address now
 * @all: the changes
 * @pid: the process
 * @address: the address
 *
 * Return: the newest mapping that has the address, or NULL.
 */
const struct space_change *address_spaces_find(const struct address_spaces *all,
					       uint32_t pid, uint64_t address);

/**
 * address_spaces_below() - what was at an address before
 * @all: the changes
 * @pid: the process
 * @address: the address
 * @mapping: a mapping of it
 *
 * Return: the newest mapping before that one which has the address, or NULL.  The kernel does
 * not say what was unmapped meanwhile.
 */
const struct space_change *address_spaces_below(const struct address_spaces *all,
						uint32_t pid, uint64_t address,
						const struct space_change *mapping);

/**
 * address_spaces_of() - the memory of a process now
 * @all: the changes
 * @pid: the process
 *
 * Return: its mappings since it was executed, or NULL.
 */
const struct space *address_spaces_of(const struct address_spaces *all, uint32_t pid);

/**
 * address_spaces_life() - from when to when a process ran one program
 * @all: the changes, all of which were made
 * @pid: the process
 * @time: a time in it
 * @from: gets when it was executed, or the process forked; 0 if that is not known
 * @to: gets when it ended that way, which no longer belongs to it; or UINT64_MAX
 *
 * Return: whether the process ran one then, as far as is known.
 */
bool address_spaces_life(const struct address_spaces *all, uint32_t pid, uint64_t time,
			 uint64_t *from, uint64_t *to);

/**
 * address_spaces_free() - free all
 * @all: the changes
 */
void address_spaces_free(struct address_spaces *all);

#endif /* PERFCNT_PROFILE_ADDRESS_SPACES_H */
