/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: a program that records what its regions count, if that is asked for.
 *
 *	PERFCNT_REGION_BEGIN("parse");
 *	parse();
 *	PERFCNT_REGION_END("parse");
 *
 *	$ pc_regions -- ./program
 *
 * Each thread has a table of what its regions come to, and a ring of records, in a file or
 * in memory, that pc_regions(1) reads while the program runs and after it has died.
 * Environment variables ask for it, and say what is counted: perfcnt_regions_begin(3).
 *
 * An end says which region it ends, so that one that was left otherwise, as by longjmp(3),
 * spoils itself alone.  Nothing here changes errno.  With PERFCNT_NO_REGIONS defined, the
 * macros are compiled to nothing.
 */
#ifndef PERFCNT_PUBLIC_REGIONS_H
#define PERFCNT_PUBLIC_REGIONS_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/* How often perfcnt_regions_calibrate() tries. */
#define PERFCNT_REGIONS_TRIES	8

/**
 * struct perfcnt_region_place - where a region begins in the sources; made by the macros
 * @size: of this struct: what comes later is added at its end
 * @index: the library's; 0 at first
 * @line: in @file; 0 of a place of perfcnt_regions_place()
 * @named: the library's: the number of the name; 0 at first
 * @name: of the region, or ""
 * @file: where it is
 * @function: where it is
 * @first: the first of the program's or the shared object's places, or NULL
 */
struct perfcnt_region_place {
	uint32_t size;
	uint32_t index;
	uint32_t line;
	uint32_t named;
	const char *name;
	const char *file;
	const char *function;
	const struct perfcnt_region_place *first;
};

/*
 * In C, places are in a section of their own, so that a tool finds them in the file, and
 * the place there is the ID of the caller.  In C++ a compiler does not put those of
 * inline functions there.
 */
#ifdef __cplusplus
#define PERFCNT_REGION_SECTION
#define PERFCNT_REGION_FIRST	0
#else
#define PERFCNT_REGION_SECTION	__attribute__((section("perfcnt_regions")))
#define PERFCNT_REGION_FIRST	__start_perfcnt_regions
extern const struct perfcnt_region_place __start_perfcnt_regions[]
	__attribute__((weak, visibility("hidden")));
#endif

/* What C wants of a place's name, too: C++ would keep that of the first call. */
#if defined(__cplusplus) && defined(__clang__)
#define PERFCNT_REGION_CONSTANT	__attribute__((require_constant_initialization))
#elif defined(__cplusplus) && __GNUC__ >= 10
#define PERFCNT_REGION_CONSTANT	__constinit
#else
#define PERFCNT_REGION_CONSTANT
#endif

#define PERFCNT_REGION_PLACE(place, name)				\
	static PERFCNT_REGION_CONSTANT					\
	struct perfcnt_region_place place PERFCNT_REGION_SECTION = {	\
		sizeof(struct perfcnt_region_place), 0, __LINE__, 0,	\
		name, __FILE__, __func__, PERFCNT_REGION_FIRST		\
	}

/*
 * Are regions recorded?  The macros below do nothing but test this.  It is not 0 before the
 * first region, which looks whether the environment asks for a recording.  The only variable
 * that the library exports: a call would be twice the cost of a region that is off.
 */
extern int perfcnt_regions_on;

/* Compiled as if they were: where they are, the same instructions are around each region. */
static inline int perfcnt_regions_are_on(void)
{
	return __builtin_expect(__atomic_load_n(&perfcnt_regions_on, __ATOMIC_RELAXED), 1) != 0;
}

/**
 * perfcnt_regions_open() - make the recording of this process, even if nothing asks
 *
 * The first region does it, too, if the environment asks for it; then what is wrong is
 * said on standard error.  A child process has none until it makes its own: the parent's is
 * not written.
 *
 * Return: 0 or -1: EINVAL if an environment variable is wrong; ENOMEM; or why the file
 * cannot be made, such as ENOENT without the directory PERFCNT_REGIONS_DIR; EPERM from then on.
 */
int perfcnt_regions_open(void);

/**
 * perfcnt_regions_place() - a place for a name that is made at run time, or by other languages
 * @name: of the region; it is copied
 *
 * The same name has the same place, which stays as long as the process.
 *
 * Return: the place, for perfcnt_regions_begin() and perfcnt_regions_end(), or NULL: ENOMEM.
 */
struct perfcnt_region_place *perfcnt_regions_place(const char *name);

/**
 * perfcnt_regions_begin() - a region of the calling thread begins
 * @place: where; PERFCNT_REGION_BEGIN() makes it
 *
 * Regions nest.  In a handler of a signal this may be called if the thread has made a
 * record before, in this process.  Keeps errno.
 */
void perfcnt_regions_begin(struct perfcnt_region_place *place);

/**
 * perfcnt_regions_end() - a region ends: make a record
 * @place: of the region, or another place of the same name; NULL: the latest that is open
 * @count: how many words of user data the record gets
 * @words: these; the record has as many as there is space for
 *
 * What is open above that region has been left without an end: it is dropped, and counted.
 * If no such region is open, that is counted, and nothing else happens.  Keeps errno.
 */
void perfcnt_regions_end(struct perfcnt_region_place *place, unsigned int count,
			 const uint64_t *words);

/* What the macros do. */
static inline struct perfcnt_region_place *perfcnt_regions_enter(struct perfcnt_region_place *at)
{
	if (perfcnt_regions_are_on())
		perfcnt_regions_begin(at);
	return at;
}

/* The function's own end is not to come before the call, into the region. */
static inline void perfcnt_regions_leave(struct perfcnt_region_place **place)
{
	if (perfcnt_regions_are_on())
		perfcnt_regions_end(*place, 0, NULL);
	__asm__ volatile("");
}

/**
 * perfcnt_regions_next() - let the calling thread count the next set of events
 *
 * The sets of PERFCNT_REGIONS_EVENTS take turns.  A region that is open has no counts.
 *
 * Return: 0 or -1: EPERM without a recording; otherwise as perfcnt_start().
 */
int perfcnt_regions_next(void);

/**
 * perfcnt_regions_empty() - tell the library of empty regions, which it leaves out then
 * @inner: how many regions were in the last one, 0 or 1; or -1 before the first of them
 * @tries: number of earlier calls with the same @inner
 *
 * For perfcnt_regions_calibrate() alone.
 *
 * Return: 0 or -1: EBUSY if the thread has a record, or an open region; EPERM without a
 * recording.
 */
int perfcnt_regions_empty(int inner, unsigned int tries);

#define PERFCNT_REGION_JOIN2(a, b)	a##b
#define PERFCNT_REGION_JOIN(a, b)	PERFCNT_REGION_JOIN2(a, b)

#ifndef PERFCNT_NO_REGIONS

/* Its address, by the same instructions also in a loop, which would keep it in a register. */
#if defined(__aarch64__) && defined(__LP64__)
#define PERFCNT_REGION_ADDRESS(place) (__extension__ ({			\
	struct perfcnt_region_place *perfcnt_address;			\
									\
	__asm__ volatile("adrp %0, %1\n\tadd %0, %0, :lo12:%1"		\
			 : "=r"(perfcnt_address) : "S"(&(place)));	\
	perfcnt_address;						\
}))
#else
#define PERFCNT_REGION_ADDRESS(place)	(&(place))
#endif

/* PERFCNT_REGION_BEGIN() - a region begins: @name is a string in quotes */
#define PERFCNT_REGION_BEGIN(name)					\
	do {								\
		PERFCNT_REGION_PLACE(perfcnt_place, name);		\
									\
		perfcnt_regions_enter(&perfcnt_place);			\
	} while (0)

/* PERFCNT_REGION_END_WITH() - the latest region of that name ends, with @count words */
#define PERFCNT_REGION_END_WITH(name, count, words)			\
	do {								\
		PERFCNT_REGION_PLACE(perfcnt_place, name);		\
		const unsigned int perfcnt_count = count;		\
		const uint64_t *const perfcnt_words = words;		\
									\
		if (perfcnt_regions_are_on())				\
			perfcnt_regions_end(PERFCNT_REGION_ADDRESS(perfcnt_place), \
					    perfcnt_count, perfcnt_words); \
		__asm__ volatile("");					\
	} while (0)

/* PERFCNT_REGION_END() - it ends */
#define PERFCNT_REGION_END(name)	PERFCNT_REGION_END_WITH(name, 0, NULL)

/* PERFCNT_REGION_SCOPE() - a region from here to the end of the block */
#define PERFCNT_REGION_SCOPE(name)					\
	PERFCNT_REGION_PLACE(PERFCNT_REGION_JOIN(perfcnt_place_, __LINE__), name); \
	struct perfcnt_region_place *PERFCNT_REGION_JOIN(perfcnt_scope_, __LINE__) \
		__attribute__((cleanup(perfcnt_regions_leave), unused)) = \
		perfcnt_regions_enter(&PERFCNT_REGION_JOIN(perfcnt_place_, __LINE__))

/* An empty region, as it stands in a function: a loop would keep addresses in registers. */
static __attribute__((noinline, unused)) void perfcnt_regions_do_nothing(void)
{
	PERFCNT_REGION_BEGIN("calibration");
	PERFCNT_REGION_END("calibration");
}

/* The same with one more region in it. */
static __attribute__((noinline, unused)) void perfcnt_regions_do_one(void)
{
	PERFCNT_REGION_BEGIN("calibration");
	PERFCNT_REGION_BEGIN("calibration");
	PERFCNT_REGION_END("calibration");
	PERFCNT_REGION_END("calibration");
}

/**
 * perfcnt_regions_calibrate() - measure what an empty region counts
 *
 * For the calling thread, before its first record.  What regions count themselves is then
 * left out of what pc_regions shows; otherwise a region also counts its own begin and end.
 * The calls are compiled with the caller, so that they stand there as they do around a region.
 *
 * Return: 0 or -1: as perfcnt_regions_empty(), and as perfcnt_regions_open() if it makes the
 * recording.
 */
static inline int perfcnt_regions_calibrate(void)
{
	unsigned int tries;

	if (perfcnt_regions_empty(-1, 0))
		return -1;
	for (tries = 0; tries < PERFCNT_REGIONS_TRIES; tries++) {
		perfcnt_regions_do_nothing();
		perfcnt_regions_empty(0, tries);
	}
	for (tries = 0; tries < PERFCNT_REGIONS_TRIES; tries++) {
		perfcnt_regions_do_one();
		perfcnt_regions_empty(1, tries);
	}
	return 0;
}

#else /* arguments are still checked */

#define PERFCNT_REGION_BEGIN(name)					\
	((void)sizeof(__extension__({					\
		static PERFCNT_REGION_CONSTANT				\
		const char *const perfcnt_name __attribute__((unused)) = name; \
									\
		perfcnt_name;						\
	})))
#define PERFCNT_REGION_END(name)	PERFCNT_REGION_BEGIN(name)
#define PERFCNT_REGION_END_WITH(name, count, words)			\
	(PERFCNT_REGION_BEGIN(name),					\
	 (void)sizeof((count) + *(1 ? (words) : (const uint64_t *)NULL)))
#define PERFCNT_REGION_SCOPE(name)	PERFCNT_REGION_BEGIN(name)

static inline int perfcnt_regions_calibrate(void)
{
	return 0;
}

#endif /* PERFCNT_NO_REGIONS */

#endif /* PERFCNT_PUBLIC_REGIONS_H */
