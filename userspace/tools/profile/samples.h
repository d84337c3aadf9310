/* SPDX-License-Identifier: GPL-2.0 */
/* A sampled run of a command: where its events were. */
#ifndef PERFCNT_PROFILE_SAMPLES_H
#define PERFCNT_PROFILE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The most events that are sampled in a run. */
#define SAMPLES_MOST_TRIGGERS	16

/**
 * struct sample_sum - samples that are added up
 * @samples: how many
 * @events: how many events they stand for
 * @squares: the squares of how many each stands for, added up
 */
struct sample_sum {
	uint64_t samples;
	uint64_t events;
	double squares;
};

/**
 * struct sample_trigger - an event that is sampled
 * @event: name[:modes]
 * @frequency: so many samples a second on each CPU; or 0: there is a period
 * @period: a sample every so many events, or 0
 * @jitter: so many events more or fewer
 * @count: how often it happened in all; if that is not known, as often as in @all
 * @all: its samples
 * @left_out: periods that were left out, and that samples stand for
 * @shared: is it counted for several VPEs together?
 */
struct sample_trigger {
	char *event;
	uint64_t frequency;
	uint64_t period;
	uint64_t jitter;
	uint64_t count;
	struct sample_sum all;
	uint64_t left_out;
	bool shared;
};

/**
 * struct sample_count - an event that is counted, and not sampled
 * @event: name[:modes]
 * @count: how often it happened
 * @run: the run in which it was counted: 1 is that which was sampled; 0 if there was no
 *	 counter for it, or the machine does not know it
 */
struct sample_count {
	char *event;
	uint64_t count;
	unsigned int run;
};

/**
 * struct sample_module - a file whose code has run, or another kind of memory
 * @path: the file; or a name in brackets, as [kernel], or what the kernel calls memory
 *	  without a file
 * @build_id: the file's build-id in hexadecimal digits, or ""
 * @device: without a build-id, the file system of the file in the run that is being made
 * @inode: and its number there; or both are 0
 * @generation: which of the files it is that have had the number
 * @size: without a build-id, how many bytes the file has, or 0 if that is not known
 * @checksum: and of its bytes
 * @refused: why the file that is at the path is not used, or NULL
 * @root: what the path is below, in the run that is being made, or NULL
 * @mapped: when it was mapped first, as CLOCK_MONOTONIC has it, in nanoseconds
 * @is_seen: was it found while it was mapped?
 * @file: the file, opened when it was mapped, or -1
 * @modified: if so, when it had been written to last then, in nanoseconds since 1970
 * @is_any: nothing is known of the file but its path
 * @process: of memory whose names are found in the end, the process, or 0
 * @began: when that had begun the program whose memory it is
 * @below: and the module that it is if it has no names
 * @shift: from an address in memory to one in that
 */
struct sample_module {
	char *path;
	char *build_id;
	uint64_t device;
	uint64_t inode;
	uint64_t generation;
	uint64_t size;
	uint64_t checksum;
	char *refused;
	char *root;
	uint64_t mapped;
	bool is_seen;
	int file;
	uint64_t modified;
	bool is_any;
	uint32_t process;
	uint64_t began;
	size_t below;
	uint64_t shift;
};

/**
 * struct sample_symbol - a function of a module that has no file
 * @module: the module
 * @start: its first address
 * @end: the address after it, as far as samples are concerned
 * @reach: the last @end of those of the module up to it, in the order of @start
 * @name: its name
 */
struct sample_symbol {
	size_t module;
	uint64_t start;
	uint64_t end;
	uint64_t reach;
	char *name;
};

/**
 * struct sample - what ran when a period ended
 * @time: CLOCK_MONOTONIC, in nanoseconds
 * @address: where it was: in the module's file if it has one, otherwise in memory
 * @period: events of the period that it ends
 * @left_out: so many periods of that length came before it, and have no sample
 * @pid: the process
 * @tid: the thread
 * @cpu: the CPU
 * @flags: PERFCNT_SAMPLE_*
 * @trigger: which event it is of
 * @program: which program the process ran, from 1, or 0 if that is not known
 * @module: which module
 */
struct sample {
	uint64_t time;
	uint64_t address;
	uint64_t period;
	uint64_t left_out;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint32_t flags;
	unsigned int trigger;
	uint32_t program;
	size_t module;
};

/**
 * struct sample_spot - where samples of an event are
 * @module: which module
 * @address: where in it, as in struct sample
 * @flags: PERFCNT_SAMPLE_*
 * @trigger: which event
 * @program: which program, as in struct sample
 * @sum: the samples
 */
struct sample_spot {
	uint64_t address;
	uint32_t module;
	uint32_t flags;
	uint32_t trigger;
	uint32_t program;
	struct sample_sum sum;
};

/**
 * struct sample_move - where an address of a module belongs, as was found in the end
 * @module: the module
 * @address: the address
 * @to: the module that it is of
 * @at: and its address there
 */
struct sample_move {
	size_t module;
	uint64_t address;
	size_t to;
	uint64_t at;
};

/**
 * struct sample_lost - what left no sample
 * @samples: samples for which there was no room
 * @periods: periods that were left out, and are in no sample's left_out
 * @throttles: how often the kernel's perf has stopped an event
 * @throttled_ns: how long that was, in nanoseconds, as far as it is known
 * @mappings: records of mappings for which there was no room
 */
struct sample_lost {
	uint64_t samples;
	uint64_t periods;
	uint64_t throttles;
	uint64_t throttled_ns;
	uint64_t mappings;
};

/**
 * struct samples - a run
 * @title: what the measurement is called, or ""
 * @command: its words, with a blank between them
 * @machine: the machine and its kernel
 * @driver: what counted
 * @date: when it ended
 * @ended: what became of the command, in words
 * @missing: why counts are too low, or ""
 * @unwatched: which CPU has no records of mappings, as it was plugged in meanwhile, or NULL
 * @partial: this run or a further one was not counted to its end; no file has it
 * @broken_off: the file is of a recording that did not come to its end
 * @elapsed: how long it took, in nanoseconds
 * @lost: what left no sample
 * @triggers: the events
 * @trigger_count: how many
 * @counts: the events that were to be counted beside them
 * @count_count: how many
 * @modules: the modules
 * @module_count: how many
 * @programs: what the kernel calls the programs that have run: their comm
 * @program_count: how many
 * @symbols: functions of modules without a file, those that have samples
 * @symbol_count: how many
 * @moves: of samples that had been added before it was known where they belong
 * @move_count: how many
 * @count: how many samples there are
 * @spots: where they are, each once and in order after samples_settle()
 * @spot_count: how many
 * @spot_most: of so many those that are alike become one
 * @keeps_each: samples are kept one by one, too
 * @samples: these
 * @sample_count: how many
 */
struct samples {
	char *title;
	char *command;
	char *machine;
	char *driver;
	char *date;
	char *ended;
	char *missing;
	char *unwatched;
	bool partial;
	bool broken_off;
	uint64_t elapsed;
	struct sample_lost lost;
	struct sample_trigger triggers[SAMPLES_MOST_TRIGGERS];
	unsigned int trigger_count;
	struct sample_count *counts;
	size_t count_count;
	struct sample_module *modules;
	size_t module_count;
	char **programs;
	size_t program_count;
	struct sample_symbol *symbols;
	size_t symbol_count;
	struct sample_move *moves;
	size_t move_count;
	uint64_t count;
	struct sample_spot *spots;
	size_t spot_count;
	size_t spot_most;
	bool keeps_each;
	struct sample *samples;
	size_t sample_count;
};

/**
 * samples_module() - the number of a module
 * @samples: the run, which gets the module if it is new
 * @path: its path or name
 * @build_id: its build-id, or ""
 *
 * Return: the number.
 */
size_t samples_module(struct samples *samples, const char *path,
		      const char *build_id);

/**
 * samples_add_module() - add a module, also if there is one like it
 * @samples: the run
 * @path: its path or name
 * @build_id: its build-id, or ""
 *
 * Return: the module, until the next one is added.
 */
struct sample_module *samples_add_module(struct samples *samples, const char *path,
					 const char *build_id);

/**
 * samples_file() - the number of a file that has no build-id
 * @samples: the run, which gets the module if it is new
 * @path: its path
 * @device: its file system
 * @inode: its number there
 * @generation: which of the files it is that have had the number
 *
 * Return: the number.
 */
size_t samples_file(struct samples *samples, const char *path, uint64_t device,
		    uint64_t inode, uint64_t generation);

/**
 * samples_program() - the number of a program
 * @samples: the run, which gets the program if it is new
 * @name: what the kernel calls it
 *
 * Return: the number, from 1.
 */
uint32_t samples_program(struct samples *samples, const char *name);

/**
 * samples_program_name() - what a program is called
 * @samples: the run
 * @program: its number, or 0
 *
 * Return: its name as one word, to be freed by free(): blanks and control characters are "_".
 * Of a run that does not know its programs it is the command's, and of 0 in another "[unknown]".
 */
char *samples_program_name(const struct samples *samples, uint32_t program);

/**
 * samples_refuse() - do not use the file that is at a module's path
 * @module: the module
 * @why: in words
 */
void samples_refuse(struct sample_module *module, const char *why);

/**
 * samples_add() - add a sample
 * @samples: the run
 * @sample: the sample, whose trigger and module there are
 */
void samples_add(struct samples *samples, const struct sample *sample);

/**
 * samples_settle() - put spots in order, each once, where the run's moves lead
 * @samples: the run, to which all samples and moves were added; more can be
 */
void samples_settle(struct samples *samples);

/**
 * samples_spot() - where a sample is
 * @samples: the run, which has been settled
 * @sample: one of it
 *
 * Return: the number of its spot.
 */
size_t samples_spot(const struct samples *samples, const struct sample *sample);

/**
 * samples_move() - note where an address of a module belongs
 * @samples: the run
 * @move: the address and its place
 */
void samples_move(struct samples *samples, const struct sample_move *move);

/**
 * sample_sum_merge() - add a sum up
 * @sum: the sum
 * @part: the other one
 *
 * A number of events for which there is no room is UINT64_MAX.
 */
void sample_sum_merge(struct sample_sum *sum, const struct sample_sum *part);

/**
 * sample_sum_add() - add a sample up
 * @sum: the sum
 * @sample: the sample, which stands for its period and for those left out before it
 *
 * A number of events for which there is no room is UINT64_MAX.
 */
void sample_sum_add(struct sample_sum *sum, const struct sample *sample);

/**
 * sample_events() - how many events a sample stands for
 * @sample: the sample
 *
 * Return: the number, or UINT64_MAX if it is more.
 */
uint64_t sample_events(const struct sample *sample);

/**
 * samples_add_symbol() - name the function that an address of a module is in
 * @samples: the run
 * @module: the module
 * @start: the function's first address
 * @address: an address in it
 * @name: its name
 */
void samples_add_symbol(struct samples *samples, size_t module, uint64_t start,
			uint64_t address, const char *name);

/**
 * samples_sort_symbols() - put the functions in order, each once, when all were added
 * @samples: the run
 */
void samples_sort_symbols(struct samples *samples);

/**
 * samples_find_symbol() - the function that an address of a module is in
 * @samples: the run, whose functions are in order
 * @module: the module
 * @address: the address
 *
 * Return: the function, or NULL if none was added.
 */
const struct sample_symbol *samples_find_symbol(const struct samples *samples,
						size_t module, uint64_t address);

/**
 * samples_add_count() - add an event that is counted
 * @samples: the run
 * @count: the event, whose name becomes the run's
 */
void samples_add_count(struct samples *samples, const struct sample_count *count);

/**
 * samples_is_low() - can counts be too low?
 * @samples: the run
 *
 * Return: whether they are only what the events have happened at least.
 */
bool samples_is_low(const struct samples *samples);

/**
 * samples_partial() - what cannot be known of a run, and that it did not end by itself
 * @samples: the run
 *
 * Return: it in words, to be freed by free(), or NULL if all is known: each event is counted,
 * and a sample stands for it.
 */
char *samples_partial(const struct samples *samples);

/**
 * samples_say_partial() - say on standard error what cannot be known, and what helps
 * @samples: the run
 */
void samples_say_partial(const struct samples *samples);

/**
 * samples_free() - free what a run has
 * @samples: the run
 */
void samples_free(struct samples *samples);

/**
 * struct samples_file - a file that a run is written to, while it is made
 * @out: where it goes, or NULL: nothing is written
 * @modules: so many modules have been written
 * @programs: and so many programs
 */
struct samples_file {
	FILE *out;
	size_t modules;
	size_t programs;
};

/**
 * samples_write_begin() - write what is known of a run when it begins
 * @file: the file
 * @samples: the run
 */
void samples_write_begin(struct samples_file *file, const struct samples *samples);

/**
 * samples_write_sample() - write a sample
 * @file: the file
 * @samples: the run
 * @sample: the sample
 */
void samples_write_sample(struct samples_file *file, const struct samples *samples,
			  const struct sample *sample);

/**
 * samples_write_end() - write what is known of a run when it has ended
 * @file: the file
 * @samples: the run
 */
void samples_write_end(struct samples_file *file, const struct samples *samples);

/**
 * samples_read() - read a run
 * @samples: comes back, settled; samples_free() frees it; @keeps_each is the caller's
 * @file: the file
 * @name: what messages call it
 *
 * Return: whether all of it is good; otherwise it is said what is not.
 */
bool samples_read(struct samples *samples, FILE *file, const char *name);

#endif /* PERFCNT_PROFILE_SAMPLES_H */
