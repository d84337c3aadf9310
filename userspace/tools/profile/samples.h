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

/* Samples that are added up. */
struct sample_sum {
	uint64_t samples;
	uint64_t events; /* how many events they stand for */
	double squares; /* the squares of how many each stands for, added up */
};

/* An event that is sampled. */
struct sample_trigger {
	char *event; /* name[:modes] */
	uint64_t frequency; /* so many samples a second on each CPU; or 0: there is a period */
	uint64_t period; /* a sample every so many events, or 0 */
	uint64_t jitter; /* so many events more or fewer */
	/* how often it happened in all; if that is not known, as often as in @all */
	uint64_t count;
	struct sample_sum all; /* its samples */
	uint64_t left_out; /* periods that were left out, and that samples stand for */
	bool shared; /* is it counted for several VPEs together? */
};

/* An event that is counted, and not sampled. */
struct sample_count {
	char *event; /* name[:modes] */
	uint64_t count; /* how often it happened */
	/*
	 * the run in which it was counted: 1 is that which was sampled; 0 if there was no counter
	 * for it, or the machine does not know it
	 */
	unsigned int run;
};

/* A file whose code has run, or another kind of memory. */
struct sample_module {
	/*
	 * the file; or a name in brackets, as [kernel], or what the kernel calls memory without a
	 * file
	 */
	char *path;
	char *build_id; /* in hexadecimal digits, or "" */
	/* without a build-id, the file system of the file in the run that is being made */
	uint64_t device;
	uint64_t inode; /* and its number there; or both are 0 */
	uint64_t generation; /* which of the files it is that have had the number */
	/* without a build-id, how many bytes the file has, or 0 if that is not known */
	uint64_t size;
	uint64_t checksum; /* and of its bytes */
	char *refused; /* why the file that is at the path is not used, or NULL */
	char *root; /* what the path is below, in the run that is being made, or NULL */
	uint64_t mapped; /* when it was mapped first, as CLOCK_MONOTONIC has it, in nanoseconds */
	bool is_seen; /* was it found while it was mapped? */
	int file; /* the file, opened when it was mapped, or -1 */
	/* if so, when it had been written to last then, in nanoseconds since 1970 */
	uint64_t modified;
	bool is_any; /* is nothing known of the file but its path? */
	uint32_t process; /* of memory whose names are found in the end, the process, or 0 */
	uint64_t began; /* when that had begun the program whose memory it is */
	size_t below; /* and the module that it is if it has no names */
	uint64_t shift; /* from an address in memory to one in that */
};

/* A function of a module that has no file. */
struct sample_symbol {
	size_t module;
	uint64_t start; /* its first address */
	uint64_t end; /* the address after it, as far as samples are concerned */
	uint64_t reach; /* the last @end of those of the module up to it, in the order of @start */
	char *name;
};

/* What ran when a period ended. */
struct sample {
	uint64_t time; /* CLOCK_MONOTONIC, in nanoseconds */
	/* where it was: in the module's file if it has one, otherwise in memory */
	uint64_t address;
	uint64_t period; /* events of the period that it ends */
	uint64_t left_out; /* so many periods of that length came before it, and have no sample */
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint32_t flags; /* PERFCNT_SAMPLE_* */
	unsigned int trigger; /* which event it is of */
	uint32_t program; /* which program the process ran, from 1, or 0 if that is not known */
	size_t module;
};

/* Where samples of an event are. */
struct sample_spot {
	uint64_t address; /* as in struct sample */
	uint32_t module;
	uint32_t flags; /* PERFCNT_SAMPLE_* */
	uint32_t trigger; /* which event */
	uint32_t program; /* as in struct sample */
	struct sample_sum sum;
};

/* Where an address of a module belongs, as was found in the end. */
struct sample_move {
	size_t module;
	uint64_t address;
	size_t to; /* the module that it is of */
	uint64_t at; /* and its address there */
};

/* What left no sample. */
struct sample_lost {
	uint64_t samples; /* samples for which there was no room */
	uint64_t periods; /* periods that were left out, and are in no sample's left_out */
	uint64_t throttles; /* how often the kernel's perf has stopped an event */
	uint64_t throttled_ns; /* how long that was, in nanoseconds, as far as it is known */
	uint64_t mappings; /* records of mappings for which there was no room */
};

/* A run. */
struct samples {
	char *title; /* what the measurement is called, or "" */
	char *command; /* its words, with a blank between them */
	char *machine; /* the machine and its kernel */
	char *driver; /* what counted */
	char *date; /* when it ended */
	char *ended; /* what became of the command, in words */
	char *missing; /* why counts are too low, or "" */
	/* which CPU has no records of mappings, as it was plugged in meanwhile, or NULL */
	char *unwatched;
	bool partial; /* was this run or a further one not counted to its end?  No file has it. */
	bool broken_off; /* is the file of a recording that did not come to its end? */
	uint64_t elapsed; /* how long it took, in nanoseconds */
	struct sample_lost lost;
	struct sample_trigger triggers[SAMPLES_MOST_TRIGGERS];
	unsigned int trigger_count;
	struct sample_count *counts; /* the events that were to be counted beside @triggers */
	size_t count_count;
	struct sample_module *modules;
	size_t module_count;
	char **programs; /* what the kernel calls the programs that have run: their comm */
	size_t program_count;
	/* functions of modules without a file, those that have samples */
	struct sample_symbol *symbols;
	size_t symbol_count;
	/* of samples that had been added before it was known where they belong */
	struct sample_move *moves;
	size_t move_count;
	uint64_t count; /* how many samples there are */
	/* where they are, each once and in order after samples_settle() */
	struct sample_spot *spots;
	size_t spot_count;
	size_t spot_most; /* of so many those that are alike become one */
	bool keeps_each; /* are samples kept one by one, too? */
	struct sample *samples; /* these */
	size_t sample_count;
};

/*
 * The number of a module, by its path or name; the run gets the module if it is new.  The build-id
 * may be "".
 */
size_t samples_module(struct samples *samples, const char *path,
		      const char *build_id);

/*
 * As samples_module(), but adds a module also if there is one like it.  Returns it, until the next
 * one is added.
 */
struct sample_module *samples_add_module(struct samples *samples, const char *path,
					 const char *build_id);

/*
 * The number of a file that has no build-id; the run gets the module if it is new.  @generation:
 * which of the files it is that have had the number of the inode.
 */
size_t samples_file(struct samples *samples, const char *path, uint64_t device,
		    uint64_t inode, uint64_t generation);

/*
 * The number of a program, from 1, by what the kernel calls it; the run gets the program if it is
 * new.
 */
uint32_t samples_program(struct samples *samples, const char *name);

/*
 * What a program is called, by its number or 0, as one word, to be freed by free(): blanks and
 * control characters are "_".  Of a run that does not know its programs it is the command's name,
 * and of 0 in another "[unknown]".
 */
char *samples_program_name(const struct samples *samples, uint32_t program);

/* The file that is at a module's path is not used; @why is in words. */
void samples_refuse(struct sample_module *module, const char *why);

/* Adds a sample, whose trigger and module there are. */
void samples_add(struct samples *samples, const struct sample *sample);

/*
 * Puts spots in order, each once, where the run's moves lead.  All samples and moves were added;
 * more can be.
 */
void samples_settle(struct samples *samples);

/* The number of the spot that a sample has in a run, which has been settled. */
size_t samples_spot(const struct samples *samples, const struct sample *sample);

/* Notes where an address of a module belongs. */
void samples_move(struct samples *samples, const struct sample_move *move);

/* Adds another sum up.  A number of events for which there is no room is UINT64_MAX. */
void sample_sum_merge(struct sample_sum *sum, const struct sample_sum *part);

/*
 * Adds a sample up, which stands for its period and for those left out before it.  A number of
 * events for which there is no room is UINT64_MAX.
 */
void sample_sum_add(struct sample_sum *sum, const struct sample *sample);

/* How many events a sample stands for, or UINT64_MAX if it is more. */
uint64_t sample_events(const struct sample *sample);

/* Names the function that an address of a module is in; @start is the function's first address. */
void samples_add_symbol(struct samples *samples, size_t module, uint64_t start,
			uint64_t address, const char *name);

/* Puts the functions in order, each once, when all were added. */
void samples_sort_symbols(struct samples *samples);

/*
 * The function that an address of a module is in, or NULL if none was added; the run's functions
 * are in order.
 */
const struct sample_symbol *samples_find_symbol(const struct samples *samples,
						size_t module, uint64_t address);

/* Adds an event that is counted, whose name becomes the run's. */
void samples_add_count(struct samples *samples, const struct sample_count *count);

/* Can counts be too low, so that they are only what the events have happened at least? */
bool samples_is_low(const struct samples *samples);

/* So many percent of an event may be in no sample before it is said. */
#define MOST_MISSING	5

/* How many events are in no sample. */
uint64_t sample_trigger_missing(const struct sample_trigger *trigger);

/* Are these more than MOST_MISSING percent? */
bool sample_trigger_misses_many(const struct sample_trigger *trigger);

/*
 * What cannot be known of a run, and that it did not end by itself, in words, to be freed by
 * free(), or NULL if all is known: each event is counted, and a sample stands for it.
 */
char *samples_partial(const struct samples *samples);

/* Says on standard error what cannot be known, and what helps. */
void samples_say_partial(const struct samples *samples);

void samples_free(struct samples *samples);

/* A file that a run is written to, while it is made. */
struct samples_file {
	FILE *out; /* where it goes, or NULL: nothing is written */
	size_t modules; /* so many modules have been written */
	size_t programs; /* and so many programs */
};

/* Writes what is known of a run when it begins. */
void samples_write_begin(struct samples_file *file, const struct samples *samples);

void samples_write_sample(struct samples_file *file, const struct samples *samples,
			  const struct sample *sample);

/* Writes what is known of a run when it has ended. */
void samples_write_end(struct samples_file *file, const struct samples *samples);

/*
 * Reads a run, settled, for samples_free(); its @keeps_each is the caller's.  @name is what
 * messages call the file.  Returns whether all of it is good; otherwise it is said what is not.
 */
bool samples_read(struct samples *samples, FILE *file, const char *name);

#endif /* PERFCNT_PROFILE_SAMPLES_H */
