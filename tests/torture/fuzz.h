/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the fuzzer share; fuzz.c has the idea. */
#ifndef PERFCNT_TORTURE_FUZZ_H
#define PERFCNT_TORTURE_FUZZ_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../uapi/linux/perfcnt.h"
#include "../../uapi/linux/perfcnt_samples.h"
#include "../selftests/counters.h"
#include "prng.h"

#define FUZZ_PROCESSES 64
#define FUZZ_FILES 6
#define FUZZ_KEPT 12		/* the last calls of a process that are told */
#define FUZZ_OPERATIONS 48
#define FUZZ_TEXT 120
#define FUZZ_ARENA (80 * 1024)

/**
 * struct fuzz_call - one system call
 * @operation: number of the operation that it is part of
 * @text: the call and its arguments
 * @result: what it returned
 * @error: errno if that was -1
 */
struct fuzz_call {
	uint64_t operation;
	char text[FUZZ_TEXT];
	long result;
	int error;
};

/**
 * struct fuzz_slot - a process, as the one that watches it sees it
 * @pid: the process
 * @generation: how many were there before, killed by others
 * @since: when the call began that it is in, 0 if it is in none
 * @calls: how many calls it has made
 * @call: the last of them
 */
struct fuzz_slot {
	atomic_int pid;
	atomic_uint generation;
	atomic_ullong since;
	atomic_ulong calls;
	struct fuzz_call call[FUZZ_KEPT];
};

/**
 * struct fuzz_shared - what all processes have in common
 * @processes: how many there are
 * @stop: end with the operation that you are in
 * @complained: somebody has found something wrong
 * @complaint: what
 * @done: how often each operation was done
 * @succeeded: how often it did what it was to do
 * @next_hotplug: before that, no CPU shall come or go
 * @slot: the processes
 */
struct fuzz_shared {
	unsigned int processes;
	atomic_bool stop;
	atomic_bool complained;
	char complaint[512];
	atomic_ulong done[FUZZ_OPERATIONS];
	atomic_ulong succeeded[FUZZ_OPERATIONS];
	atomic_ullong next_hotplug;
	struct fuzz_slot slot[FUZZ_PROCESSES];
};

/* What a descriptor of the process is. */
enum fuzz_kind { FUZZ_NONE, FUZZ_PROC, FUZZ_DEVICE };

/**
 * struct fuzz_file - a descriptor of the process
 * @kind: what it is of
 * @fd: the descriptor
 * @mask: counters that it may have claimed
 */
struct fuzz_file {
	enum fuzz_kind kind;
	int fd;
	uint32_t mask;
};

/**
 * struct fuzz_process - what a process knows of itself
 * @prng: begins anew with each operation
 * @number: of the operation
 * @slot: what others see of it
 * @file: its descriptors
 * @pipe: for splice
 * @null: /dev/null
 * @is_child: made by an operation, for some operations
 */
struct fuzz_process {
	struct prng prng;
	uint64_t number;
	struct fuzz_slot *slot;
	struct fuzz_file file[FUZZ_FILES];
	int pipe[2];
	int null;
	bool is_child;
};

/**
 * struct fuzz_operation - one kind of thing that is done
 * @name: of it
 * @weight: how often it is chosen, beside the others'
 * @run: do it; true if the kernel did what was asked for
 * @may_fail: it need not succeed anywhere
 */
struct fuzz_operation {
	const char *name;
	unsigned int weight;
	bool (*run)(void);
	bool may_fail;
};

extern struct fuzz_shared *fuzz_shared;
extern struct fuzz_process fuzz_me;

/* A system call; its arguments are told to whoever watches before it is made. */
#define FUZZ_CALL(call, ...) \
	(fuzz_begin(__VA_ARGS__), fuzz_end(call))

__attribute__((format(printf, 1, 2)))
void fuzz_begin(const char *format, ...);
long fuzz_end(long result);
__attribute__((format(printf, 1, 2)))
void fuzz_complain(const char *format, ...);
void fuzz_operate(void);

/* fuzz_memory.c */
extern unsigned char *fuzz_arena;
void fuzz_memory_init(void);
void *fuzz_place(const void *data, size_t size);
void *fuzz_bad_pointer(void);
uint32_t fuzz_number32(void);
uint64_t fuzz_number64(void);

/* fuzz_events.c */
extern struct perfcnt_describe fuzz_machine;
void fuzz_events_init(void);
void fuzz_event_name(char *name, size_t size);
void fuzz_event_what(unsigned int counter, struct perfcnt_what *what);
size_t fuzz_text(char *text, size_t size);

/* fuzz_files.c */
extern const struct fuzz_operation fuzz_file_operations[];
struct fuzz_file *fuzz_any_file(enum fuzz_kind kind);
void fuzz_close_all(void);

/* fuzz_bytes.c, fuzz_system.c, fuzz_ioctl.c */
extern const struct fuzz_operation fuzz_byte_operations[];
extern const struct fuzz_operation fuzz_system_operations[];
extern const struct fuzz_operation fuzz_ioctl_operations[];

bool fuzz_tell(const char *path, const char *what);

/* fuzz_sessions.c */
extern const struct fuzz_operation fuzz_session_operations[];
bool fuzz_sessions_are_possible(void);
void fuzz_sessions_end(void);

/* fuzz_check.c */
void fuzz_check_text(const char *text, size_t length);
void fuzz_check_answer(unsigned int command, const void *sent, const void *got,
		       size_t size, uint64_t before);

#endif /* PERFCNT_TORTURE_FUZZ_H */
