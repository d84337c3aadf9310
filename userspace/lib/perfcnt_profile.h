/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libperfcnt: a program that records what its regions count.
 *
 *	PERFCNT_PROFILE_BEGIN("parse");
 *	parse();
 *	PERFCNT_PROFILE_END();
 *
 * Each thread has a ring of records, in a file or in memory, that pc_regions(1) reads
 * while the program runs and after it has died.  Environment variables say what is
 * counted, how long the rings are, and where they are: perfcnt_profile_begin(3).
 *
 * With PERFCNT_NO_PROFILE defined, the macros are compiled to nothing.
 */
#ifndef PERFCNT_PROFILE_H
#define PERFCNT_PROFILE_H

#ifndef PERFCNT_H
#error "this is a part of <perfcnt.h>, which is to be included"
#endif

/* How often perfcnt_profile_calibrate() tries. */
#define PERFCNT_PROFILE_TRIES	8

/**
 * struct perfcnt_site - a place in the sources that has a mark; made by the macros
 * @name: of the region, or ""
 * @file: where it is
 * @function: where it is
 * @first: the first of the program's or the shared object's sites, or NULL
 * @line: in @file
 * @index: the library's; 0 at first
 */
struct perfcnt_site {
	const char *name;
	const char *file;
	const char *function;
	const struct perfcnt_site *first;
	uint32_t line;
	uint32_t index;
};

/*
 * In C, sites are in a section of their own, so that a tool finds them in the file, and
 * the place there is the ID of the caller.  In C++ a compiler does not put those of
 * inline functions there.
 */
#ifdef __cplusplus
#define PERFCNT_SITE_PLACE
#define PERFCNT_SITE_FIRST	0
#else
#define PERFCNT_SITE_PLACE	__attribute__((section("perfcnt_sites")))
#define PERFCNT_SITE_FIRST	__start_perfcnt_sites
extern const struct perfcnt_site __start_perfcnt_sites[]
	__attribute__((weak, visibility("hidden")));
#endif

#define PERFCNT_SITE(site, name)					\
	static struct perfcnt_site site PERFCNT_SITE_PLACE = {		\
		name, __FILE__, __func__, PERFCNT_SITE_FIRST, __LINE__, 0 \
	}

/**
 * perfcnt_profile_open() - make the profile of this process
 *
 * The first mark does it, too; then what is wrong is said on standard error.
 *
 * Return: 0 or -1: EINVAL if an environment variable is wrong; ENOMEM; or why the file
 * cannot be made.
 */
int perfcnt_profile_open(void);

/**
 * perfcnt_profile_begin() - a region of the calling thread begins
 * @site: where; PERFCNT_PROFILE_BEGIN() makes it
 *
 * Regions nest.  In a handler of a signal this may be called if the thread has made a
 * record before.
 */
void perfcnt_profile_begin(struct perfcnt_site *site);

/**
 * perfcnt_profile_end() - the thread's latest region that is open ends: make a record
 * @count: how many words of user data the record gets
 * @words: these
 *
 * Return: 0 or -1: EPROTO if no region is open; EINVAL if there is no room for so many
 * words, and none are recorded; ENOBUFS if too many regions were open; EPERM without a
 * profile.
 */
int perfcnt_profile_end(unsigned int count, const uint64_t *words);

/**
 * perfcnt_profile_next() - let the calling thread count the next set of events
 *
 * The sets of PERFCNT_PROFILE_EVENTS take turns.  A region that is open has no counts.
 *
 * Return: 0 or -1: as perfcnt_tree_enter() and perfcnt_tree_start(); EPERM without a
 * profile.
 */
int perfcnt_profile_next(void);

/**
 * perfcnt_profile_empty() - tell the library that the last region was empty
 * @inner: how many regions were in it, 0 or 1
 * @tries: number of earlier calls with the same @inner
 *
 * perfcnt_profile_calibrate() uses this.
 */
void perfcnt_profile_empty(unsigned int inner, unsigned int tries);

/**
 * perfcnt_profile_fresh() - has the calling thread no record yet?
 *
 * perfcnt_profile_calibrate() uses this.
 *
 * Return: 0 or -1: EBUSY if it has one; EPERM without a profile.
 */
int perfcnt_profile_fresh(void);

/**
 * perfcnt_profile_calibrate() - measure what an empty region counts
 *
 * For the calling thread, before its first record.  What marks count themselves is then
 * left out of what pc_regions shows.  The loop is compiled into the caller, so that the
 * calls stand there as they do around a region.
 *
 * Return: 0 or -1: as perfcnt_profile_fresh().
 */
static inline int perfcnt_profile_calibrate(void)
{
	PERFCNT_SITE(site, "calibration");
	unsigned int tries;

	if (perfcnt_profile_fresh())
		return -1;
	for (tries = 0; tries < PERFCNT_PROFILE_TRIES; tries++) {
		perfcnt_profile_begin(&site);
		perfcnt_profile_end(0, NULL);
		perfcnt_profile_empty(0, tries);
	}
	for (tries = 0; tries < PERFCNT_PROFILE_TRIES; tries++) {
		perfcnt_profile_begin(&site);
		perfcnt_profile_begin(&site);
		perfcnt_profile_end(0, NULL);
		perfcnt_profile_end(0, NULL);
		perfcnt_profile_empty(1, tries);
	}
	return 0;
}

/* For PERFCNT_PROFILE_SCOPE(). */
static inline struct perfcnt_site *perfcnt_profile_enter(struct perfcnt_site *site)
{
	perfcnt_profile_begin(site);
	return site;
}

static inline void perfcnt_profile_leave(struct perfcnt_site **site)
{
	(void)site;
	perfcnt_profile_end(0, NULL);
}

#define PERFCNT_PROFILE_JOIN2(a, b)	a##b
#define PERFCNT_PROFILE_JOIN(a, b)	PERFCNT_PROFILE_JOIN2(a, b)

#ifndef PERFCNT_NO_PROFILE

/* PERFCNT_PROFILE_BEGIN() - a region begins: @name is a string in quotes */
#define PERFCNT_PROFILE_BEGIN(name)					\
	do {								\
		PERFCNT_SITE(perfcnt_site, name);			\
		perfcnt_profile_begin(&perfcnt_site);			\
	} while (0)

/* PERFCNT_PROFILE_END() - the latest region ends */
#define PERFCNT_PROFILE_END()	((void)perfcnt_profile_end(0, NULL))

/* PERFCNT_PROFILE_END_WITH() - it ends, with @count words of user data in an array */
#define PERFCNT_PROFILE_END_WITH(count, words)				\
	((void)perfcnt_profile_end(count, words))

/* PERFCNT_PROFILE_SCOPE() - a region from here to the end of the block */
#define PERFCNT_PROFILE_SCOPE(name)					\
	PERFCNT_SITE(PERFCNT_PROFILE_JOIN(perfcnt_site_, __LINE__), name); \
	struct perfcnt_site *PERFCNT_PROFILE_JOIN(perfcnt_scope_, __LINE__) \
		__attribute__((cleanup(perfcnt_profile_leave), unused)) = \
		perfcnt_profile_enter(&PERFCNT_PROFILE_JOIN(perfcnt_site_, __LINE__))

#else /* arguments are still checked */

#define PERFCNT_PROFILE_BEGIN(name)		((void)sizeof("" name))
#define PERFCNT_PROFILE_END()			((void)0)
#define PERFCNT_PROFILE_END_WITH(count, words)	\
	((void)sizeof((count) + (words)[0]))
#define PERFCNT_PROFILE_SCOPE(name)		((void)sizeof("" name))

#endif /* PERFCNT_NO_PROFILE */

#endif /* PERFCNT_PROFILE_H */
