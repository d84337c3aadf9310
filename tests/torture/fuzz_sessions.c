// SPDX-License-Identifier: GPL-2.0
/* Sessions of a kernel module: marker.ko begins them, marks, and ends them at any time. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../kmod/encoding/regions.h"
#include "fuzz.h"

#define MARKER "/sys/module/marker/parameters/"
#define FILE_NAME "/proc/perf_regions/marker"

/* Its counter may have been claimed by somebody else. */
static bool run_begin(void)
{
	static const char *const records[] = {
		"4", "5", "16", "16", "1000", "0", "3", "4194305", "4294967295",
	};

	static const char *const events[] = {
		"instructions:k", "cpu-clock:uk", "instructions", "@", "",
	};

	fuzz_tell(MARKER "event", prng_of(&fuzz_me.prng, events));
	if (prng_one_in(&fuzz_me.prng, 3))
		fuzz_tell(MARKER "records", prng_of(&fuzz_me.prng, records));
	return fuzz_tell(MARKER "count", "1");
}

static bool run_end(void)
{
	return fuzz_tell(MARKER "count", "0");
}

static bool run_mark(void)
{
	char line[16];

	snprintf(line, sizeof(line), "%u", prng_below(&fuzz_me.prng, 200));
	return fuzz_tell(MARKER "marks", line);
}

/* Its records, from the beginning or from anywhere, while they are written or go away. */
static bool run_read(void)
{
	int fd = open(FILE_NAME, O_RDONLY | O_CLOEXEC);
	char *place;
	size_t size;
	off_t from;
	long got;

	if (fd < 0)
		return false;
	size = prng_below(&fuzz_me.prng, FUZZ_ARENA);
	from = prng_one_in(&fuzz_me.prng, 2) ? 0 : fuzz_number64() & INT64_MAX;
	place = prng_one_in(&fuzz_me.prng, 10) ? fuzz_bad_pointer() : fuzz_place(NULL, size);
	got = FUZZ_CALL(pread(fd, place, size, from), "pread(%s, %p, %zu, %lld)",
			FILE_NAME, place, size, (long long)from);
	if (got > (long)size)
		fuzz_complain("%s: %ld of %zu bytes", FILE_NAME, got, size);
	if (!from && got >= (long)sizeof(PERFCNT_REGIONS_MAGIC) &&
	    memcmp(place, PERFCNT_REGIONS_MAGIC, sizeof(PERFCNT_REGIONS_MAGIC)))
		fuzz_complain("%s: it begins with something else", FILE_NAME);
	if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED)
		fuzz_complain("%s: mmap was taken", FILE_NAME);
	close(fd);
	return got > 0;
}

/**
 * fuzz_sessions_are_possible - is there a module that has some?
 */
bool fuzz_sessions_are_possible(void)
{
	return !access(MARKER "count", W_OK);
}

/**
 * fuzz_sessions_end - there is none any more
 */
void fuzz_sessions_end(void)
{
	if (fuzz_sessions_are_possible())
		write_file(MARKER "count", "0");
}

const struct fuzz_operation fuzz_session_operations[] = {
	{ "a session begins", 3, run_begin },
	{ "a session ends", 1, run_end },
	{ "marks", 6, run_mark },
	{ "records of marks", 8, run_read },
	{ }
};
