// SPDX-License-Identifier: LGPL-2.1-or-later
/* The file of a recording: its head, and a part for each thread. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "recording.h"

/* glibc registers rseq(2) for all threads since 2.35. */
#if __has_include("sys/rseq.h")
#include <sys/rseq.h>
#endif

/* So many threads that have exited keep their parts; the oldest ones of more make room. */
#define ENDED_KEPT	32

/* Files of the same program and process number. */
#define MOST_TRIES	100

__thread struct recording_thread perfcnt_regions_own;
struct perfcnt_regions_head *perfcnt_regions_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t exit_key;
static int file = -1;
static struct stat file_status;			/* which one that is */
static bool failed;
static struct perfcnt_regions_head *old_head;		/* of the process that has forked */
static struct perfcnt *counting[PERFCNT_REGIONS_THREADS];
static struct recording_settings settings;
static int no_device;				/* why nothing can be counted */

/* Parts of threads that have exited, in this order: those from @reused on are still theirs. */
static struct {
	uint32_t part[PERFCNT_REGIONS_THREADS];
	uint32_t count;
	uint32_t reused;
} ended;

/* Of the thread that has the lock, to be restored: one that is cancelled would keep it. */
static struct recording_before before;

static bool forks_are_handled;

static void begin_fork(void);
static void end_fork(void);
static void begin_child(void);

/*
 * Before the lock is taken the first time: a child of a fork that was not seen could find it
 * taken, by a thread that the child does not have.  If two threads do this at once, each fork
 * is seen twice, and the lock nests.
 */
static void handle_forks(void)
{
	if (!__atomic_load_n(&forks_are_handled, __ATOMIC_ACQUIRE) &&
	    !pthread_atfork(begin_fork, end_fork, begin_child))
		__atomic_store_n(&forks_are_handled, true, __ATOMIC_RELEASE);
}

void perfcnt_regions_shut_out(struct recording_before *shut)
{
	sigset_t all;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &shut->cancel);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &shut->signals);
}

void perfcnt_regions_let_in(const struct recording_before *shut)
{
	pthread_sigmask(SIG_SETMASK, &shut->signals, NULL);
	pthread_setcancelstate(shut->cancel, NULL);
}

void perfcnt_regions_lock(void)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct recording_before shut;
	int error = errno;

	if (own->locks) {
		own->locks++;
		return;
	}
	perfcnt_regions_shut_out(&shut);
	own->locks = 1;
	handle_forks();
	pthread_mutex_lock(&lock);
	before = shut;
	errno = error;
}

void perfcnt_regions_unlock(void)
{
	struct recording_thread *own = &perfcnt_regions_own;
	const struct recording_before shut = before;
	int error = errno;

	if (own->locks > 1) {
		own->locks--;
		return;
	}
	pthread_mutex_unlock(&lock);
	own->locks = 0;
	perfcnt_regions_let_in(&shut);
	errno = error;
}

static void set_on(int on)
{
	__atomic_store_n(&perfcnt_regions_on, on, __ATOMIC_RELAXED);
}

static uint64_t nanoseconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static uint64_t whole_pages(uint64_t size)
{
	uint64_t page = sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

static int open_file(void)
{
	char *name;
	int fd = -1, try;

	if (!settings.directory)
		return memfd_create("perfcnt.regions", MFD_CLOEXEC);
	for (try = 0; try < MOST_TRIES; try++) {
		char again[16] = "";

		if (try)
			snprintf(again, sizeof(again), "-%d", try);
		if (asprintf(&name, "%s/%s.%d%s.regions", settings.directory,
			     program_invocation_short_name, (int)getpid(),
			     again) < 0)
			return -1;
		fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		free(name);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	return fd;
}

/* A program may close all descriptors that it has, and its own files then have their numbers. */
static bool is_open(void)
{
	struct stat status;

	return file >= 0 && !fstat(file, &status) && status.st_dev == file_status.st_dev &&
	       status.st_ino == file_status.st_ino;
}

static void close_file(void)
{
	if (is_open())
		close(file);
	file = -1;
}

/* A file that would be too long costs the process a signal. */
static bool is_too_long(uint64_t size)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY &&
	       size > limit.rlim_cur;
}

/* All of its room is there before it is mapped: no write can fail later. */
static void *map(uint64_t at, uint64_t size, bool is_new)
{
	void *memory;
	int error = is_open() ? 0 : EBADF;

	if (!error && is_new)
		error = is_too_long(at + size) ? EFBIG : posix_fallocate(file, at, size);
	if (error) {
		errno = error;
		return NULL;
	}
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, at);
	return memory == MAP_FAILED ? NULL : memory;
}

/* How many events the largest set has. */
static unsigned int most_events(const char *text)
{
	unsigned int count, most = 0;

	for (; text && *text; text += strcspn(text, ";"), text += *text == ';') {
		const char *at = text;

		for (count = 0; *at && *at != ';'; count++) {
			at += strspn(at, ", \t\n");
			at += strcspn(at, ",; \t\n");
		}
		if (count > most)
			most = count;
	}
	return most;
}

/* A thread counts two or more, if any: libteja wants two. */
static uint32_t entries_for(const char *events)
{
	unsigned int most = most_events(events), vpes;

	if (events && !most)
		return 0;
	vpes = perfcnt_regions_vpes();
	no_device = vpes ? 0 : errno;
	most = (most < 2 ? 2 : most) * vpes;
	return most < PERFCNT_MAX_COUNTERS ? most : PERFCNT_MAX_COUNTERS;
}

static uint32_t power_of_two(uint32_t number)
{
	uint32_t power = 1;

	while (power < number)
		power *= 2;
	return power;
}

static void fill_in(struct perfcnt_regions_head *head)
{
	uint32_t records = power_of_two(settings.records);

	head->version = PERFCNT_REGIONS_VERSION;
	head->order = PERFCNT_REGIONS_ORDER;
	head->head_size = whole_pages(sizeof(*head));
	head->entries = entries_for(settings.events);
	head->user = settings.user;
	head->slots = records / 2;
	head->kept = records / 4;
	head->slots_at = sizeof(struct perfcnt_regions_thread) +
			 head->slots * sizeof(uint32_t);
	head->slot_size = perfcnt_regions_user_at(head) + head->user * sizeof(uint64_t);
	head->totals_at = head->slots_at +
			  (head->slots + PERFCNT_REGIONS_DEPTH) * head->slot_size;
	head->total_size = sizeof(struct perfcnt_regions_total) +
			   2 * perfcnt_regions_sums_size(head);
	head->totals = PERFCNT_REGIONS_TOTALS;
	head->part_size = whole_pages(head->totals_at +
				      (uint64_t)head->totals * head->total_size);
	head->pid = getpid();
	head->realtime = nanoseconds(CLOCK_REALTIME) -
			 nanoseconds(CLOCK_MONOTONIC);
	snprintf(head->program, sizeof(head->program), "%s",
		 program_invocation_short_name);
	head->places = 1;
}

static struct perfcnt_regions_head *make_head(void)
{
	static struct perfcnt_regions_head draft; /* large for a stack */
	struct perfcnt_regions_head *head;

	memset(&draft, 0, sizeof(draft));
	fill_in(&draft);
	if (old_head) { /* places have their numbers already */
		draft.places = old_head->places;
		memcpy(draft.place, old_head->place, sizeof(draft.place));
		munmap(old_head, whole_pages(sizeof(*old_head)));
		old_head = NULL;
	}
	file = perfcnt_regions_move(open_file());
	if (file < 0 || fstat(file, &file_status))
		return NULL;
	head = map(0, draft.head_size, true);
	if (!head) {
		close_file();
		return NULL;
	}
	*head = draft;
	/* who finds this finds the rest */
	__atomic_thread_fence(__ATOMIC_RELEASE);
	memcpy(head->magic, PERFCNT_REGIONS_MAGIC, sizeof(head->magic));
	perfcnt_regions_add_sets(head, settings.events);
	return head;
}

/* No handler of a signal has a region in a child that still has its parent's recording. */
static void begin_fork(void)
{
	__atomic_store_n(&forks_are_handled, true, __ATOMIC_RELEASE);
	perfcnt_regions_lock();
}

static void end_fork(void)
{
	perfcnt_regions_unlock();
}

static void forget_parent(void)
{
	const struct recording_thread fresh = { .locks = perfcnt_regions_own.locks };
	unsigned int i;

	for (i = 0; i < PERFCNT_REGIONS_THREADS; i++)
		perfcnt_close(counting[i]);
	memset(counting, 0, sizeof(counting));
	ended.count = 0;
	ended.reused = 0;
	close_file();
	old_head = perfcnt_regions_file;
	if (perfcnt_regions_own.ring) {
		munmap(perfcnt_regions_own.ring, old_head->part_size);
		pthread_setspecific(exit_key, NULL);
	}
	perfcnt_regions_file = NULL;
	perfcnt_regions_lose_own();
	perfcnt_regions_own = fresh;
	set_on(RECORDING_UNASKED);
}

/* The child has a recording of its own, if it makes one. */
static void begin_child(void)
{
	if (perfcnt_regions_file)
		forget_parent();
	end_fork();
}

/*
 * The destructors of the program's own values may have regions, too.  They set values again, which
 * POSIX wants to be destroyed four times: the third time is the thread's last for certain, as its
 * first region may be in a destructor.
 */
#define DESTRUCTIONS	3

static void end_thread(void *value)
{
	struct recording_thread *own = &perfcnt_regions_own;
	struct perfcnt_regions_thread *ring = own->ring;

	if (ring && ++own->destructions < DESTRUCTIONS && !pthread_setspecific(exit_key, value))
		return;
	own->refused = true;
	own->over = ring;
	own->ring = NULL;
	perfcnt_regions_lose_own();
	if (!ring)
		return;
	perfcnt_regions_rest();
	__atomic_or_fetch(&ring->flags, PERFCNT_REGIONS_ENDED, __ATOMIC_RELEASE);
	munmap(ring, perfcnt_regions_file->part_size);
	perfcnt_regions_lock();
	ended.part[ended.count++ % PERFCNT_REGIONS_THREADS] = own->part;
	perfcnt_regions_unlock();
}

/* Programs with more rights than their users do not listen to these. */
bool perfcnt_regions_wanted(void)
{
	int on = RECORDING_UNASKED;

	/* another thread may be making it */
	if (__atomic_load_n(&perfcnt_regions_file, __ATOMIC_RELAXED) ||
	    secure_getenv("PERFCNT_REGIONS_EVENTS") ||
	    secure_getenv("PERFCNT_REGIONS_DIR"))
		return true;
	/* perfcnt_regions_open() may be making one */
	if (!__atomic_compare_exchange_n(&perfcnt_regions_on, &on, RECORDING_OFF, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
	    on == RECORDING_ON)
		return true;
	errno = EPERM;
	return false;
}

/* Once, also for the children of the process. */
static int prepare(void)
{
	static bool prepared;
	int error;

	if (prepared)
		return 0;
	error = __atomic_load_n(&forks_are_handled, __ATOMIC_RELAXED) ?
		pthread_key_create(&exit_key, end_thread) : ENOMEM;
	if (error) {
		errno = error;
		return -1;
	}
	prepared = true;
	return 0;
}

static int make_file(void)
{
	if (perfcnt_regions_settings(&settings)) {
		fprintf(stderr, "perfcnt: %s: '%s' is not a possible number\n",
			settings.events, secure_getenv(settings.events));
		errno = EINVAL;
		return -1;
	}
	if (!prepare())
		__atomic_store_n(&perfcnt_regions_file, make_head(), __ATOMIC_RELAXED);
	if (perfcnt_regions_file)
		return 0;
	fprintf(stderr, "perfcnt: no recording in %s: %s\n",
		settings.directory ?: "memory", strerror(errno));
	return -1;
}

/* Regions that other threads begin meanwhile wait for the lock. */
static int make(void)
{
	if (perfcnt_regions_file)
		return 0;
	if (failed) {
		errno = EPERM;
		return -1;
	}
	set_on(RECORDING_ON);
	failed = make_file();
	if (failed)
		set_on(RECORDING_OFF);
	return failed ? -1 : 0;
}

/*
 * In a function that making the recording calls, such as a malloc(3) of the program's own,
 * there is none yet.
 */
static bool is_inside(const struct recording_thread *own)
{
	return own->locks && !own->ring;
}

int perfcnt_regions_make(void)
{
	int result;

	if (is_inside(&perfcnt_regions_own)) {
		errno = EPERM;
		return -1;
	}
	perfcnt_regions_lock();
	result = make();
	perfcnt_regions_unlock();
	return result;
}

struct perfcnt_regions_thread *perfcnt_regions_part(unsigned int number)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;

	return map(head->head_size + (uint64_t)number * head->part_size,
		   head->part_size, false);
}

void perfcnt_regions_note(struct perfcnt *perfcnt)
{
	counting[perfcnt_regions_own.part] = perfcnt;
}

/* Where the number of the thread's CPU is. */
static const uint32_t *find_cpu(struct recording_thread *own)
{
#ifdef RSEQ_SIG
	if (__rseq_size)
		return (const uint32_t *)((char *)__builtin_thread_pointer() +
					  __rseq_offset +
					  offsetof(struct rseq, cpu_id));
#endif
	return &own->old_cpu;
}

/* Of the thread that had it, what its records came to stays.  First they are there no more. */
static void renew_part(struct perfcnt_regions_thread *ring)
{
	uint32_t i;

	ring->made = 0;
	ring->made_high = 0;
	ring->before++;
	__atomic_thread_fence(__ATOMIC_RELEASE);
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++)
		ring->left += ring->open[i].named != PERFCNT_REGIONS_CLOSED;
	ring->flags &= PERFCNT_REGIONS_SHARED;
	ring->depth = 0;
	ring->over = 0;
	ring->error = 0;
	ring->counters = 0;
	ring->group = 0;
	ring->updates = 0;
	ring->dumped = 0;
	ring->why[0] = '\0';
	memset(ring->cost, 0, sizeof(ring->cost));
	memset(&ring->started, 0, sizeof(ring->started));
	memset(ring->total_of, 0, sizeof(ring->total_of));
}

/* Every page is written to, so that no mark waits for one. */
static void begin_part(struct perfcnt_regions_thread *ring, struct recording_thread *own)
{
	const struct perfcnt_regions_slot fresh = { .kind = PERFCNT_REGIONS_REGION };
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t *order = (uint32_t *)(ring + 1), i;

	ring->tid = gettid();
	ring->handle = (uintptr_t)pthread_self();
	prctl(PR_GET_NAME, ring->name);
	memset(ring->event_of, 0xff, sizeof(ring->event_of));
	memset((char *)ring + head->slots_at, 0, head->totals_at - head->slots_at);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	ring->begun = nanoseconds(CLOCK_MONOTONIC); /* whose the slots are from here on */
	for (i = 0; i < head->slots; i++)
		order[i] = head->slots_at + i * head->slot_size;
	for (i = 0; i < PERFCNT_REGIONS_DEPTH; i++)
		ring->open[i] = (struct perfcnt_regions_open){
			.slot = head->slots_at + (head->slots + i) * head->slot_size,
			.named = PERFCNT_REGIONS_CLOSED,
		};
	own->fresh = fresh.whole;
	own->begin_at = perfcnt_regions_begin_at(head);
	own->user_at = perfcnt_regions_user_at(head);
	own->kept = head->kept;
	own->room = head->entries;
	own->user = head->user;
	own->sums_size = perfcnt_regions_sums_size(head);
	own->costs = ring->cost;
	own->hot = &perfcnt_regions_none;
	own->fd = -1;
	own->unordered = true;
	own->cpu = find_cpu(own);
}

/* Where libteja dumps all records at the end, no part is used again. */
static struct perfcnt_regions_thread *find_part(uint32_t *number)
{
	const struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t exited = secure_getenv("PERFCNT_REGIONS_OUTPUT") ? 0 :
			  ended.count - ended.reused;
	struct perfcnt_regions_thread *ring = NULL;

	*number = head->threads;
	if (exited <= ENDED_KEPT && *number < PERFCNT_REGIONS_THREADS)
		ring = map(head->head_size + (uint64_t)*number * head->part_size,
			   head->part_size, true);
	if (ring || !exited)
		return ring;
	*number = ended.part[ended.reused % PERFCNT_REGIONS_THREADS];
	ring = perfcnt_regions_part(*number);
	if (ring) {
		ended.reused++;
		renew_part(ring);
	}
	return ring;
}

static int join(struct recording_thread *own)
{
	struct perfcnt_regions_head *head = perfcnt_regions_file;
	struct perfcnt_regions_thread *ring;
	uint32_t number;

	ring = find_part(&number);
	if (!ring) {
		head->lost_threads++;
		own->refused = true;
		errno = EPERM;
		return -1;
	}
	own->part = number;
	own->destructions = 0;
	begin_part(ring, own);
	pthread_setspecific(exit_key, ring);
	if (number == head->threads)
		__atomic_store_n(&head->threads, number + 1, __ATOMIC_RELEASE);
	own->ring = ring;
	return 0;
}

/* Later than its last destructor a thread has no room any more: that is said, once. */
static void note_over(struct recording_thread *own)
{
	own->over = false;
	perfcnt_regions_lock();
	perfcnt_regions_file->lost_threads++;
	perfcnt_regions_unlock();
}

/* What the environment asks for first; its text may be the program's by now. */
static unsigned int first_set(void)
{
	if (!settings.events)
		return perfcnt_regions_set("instructions:u");
	return perfcnt_regions_file->sets ? 0 : PERFCNT_REGIONS_SETS;
}

int perfcnt_regions_join(bool counts)
{
	struct recording_thread *own = &perfcnt_regions_own;
	int result = 0;

	if (own->over)
		note_over(own);
	if (own->refused || is_inside(own)) {
		errno = EPERM;
		return -1;
	}
	perfcnt_regions_lock();
	if (!own->ring)
		result = make() ? -1 : join(own);
	perfcnt_regions_unlock();
	if (result || own->counts || own->ring->error)
		return result;
	if (!own->room)
		own->ring->error = no_device;
	else if (counts && perfcnt_regions_count(first_set()))
		own->ring->error = errno;
	return 0;
}
