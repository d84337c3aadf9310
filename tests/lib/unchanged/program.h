/* SPDX-License-Identifier: GPL-2.0 */
/* What the program does, a thing each, which say what they find; and what they are made of. */
#ifndef UNCHANGED_PROGRAM_H
#define UNCHANGED_PROGRAM_H

#include <stdbool.h>
#include <sys/resource.h>

#define ROUNDS		20

/* How many threads there are one after the other. */
extern unsigned long threads;

/* Ends the process, by @what and errno: at once, or if it is not so. */
void fail(const char *what);
void must(bool is_so, const char *what);

/* A thread that is over when this comes back. */
void run_thread(void *(*work)(void *), void *with);

/* A child process that does something, and how it has ended. */
int status_of(void (*work)(void));

/* Files have no more bytes from here on. */
void limit_files(rlim_t bytes);

/* What the program is that is executed. */
int be_executed(void);

void keep_signals(void);
void interrupt_regions(void);
void map_nothing(void);
void open_descriptors(void);
void close_all(void);
void be_limited(void);
void have_small_thread(void);
void have_small_coroutine(void);
void have_coroutines(void);
void leave_process(void);
void jump_out(void);
void be_cancelled(void);
void keep_pending_cancel(void);
void throw_exceptions(void);
void fork_in_region(void);
void vfork_twice(void);
void execute_in_region(void);
void take_title(void);
void fork_beside(void);
void have_pool(void);
void have_queue(void);
void destroy_values(void);
void destroy_late_values(void);

#endif /* UNCHANGED_PROGRAM_H */
