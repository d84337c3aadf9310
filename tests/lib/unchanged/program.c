// SPDX-License-Identifier: GPL-2.0
/*
 * program FOLDER THREADS [full] [bytes]: a program that has regions in all that it does, and says
 * what it finds of itself: the same words, whether it is measured or not.  Each thing is done in a
 * process of its own.  FOLDER has object.so, THREADS is how many there are one after the other;
 * with full, each process has more names than there is room for first; with bytes, its files have
 * no more.  Lines that begin with "calls" are how often it has begun and ended its regions, and
 * what is to come of that: run checks a recording by them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"
#include "regions.h"

#define DEEP		40
#define NAMES		1100

struct calls *calls;

static const char *folder;
unsigned long threads;
static bool is_full;

void fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	fflush(stdout);
	_exit(100);
}

void must(bool is_so, const char *what)
{
	if (!is_so)
		fail(what);
}

void run_thread(void *(*work)(void *), void *with)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, work, with);
	must(!errno, "pthread_create");
	errno = pthread_join(thread, NULL);
	must(!errno, "pthread_join");
}

int status_of(void (*work)(void))
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	must(pid >= 0, "fork");
	if (!pid) {
		work();
		fflush(stdout);
		_exit(0);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	return status;
}

/* The first region of the process is one of them. */
static void keep_errno(void)
{
	static const int numbers[] = { 0, EINTR, ENOENT, 12345 };
	unsigned int i, kept = 0;

	for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		errno = numbers[i];
		BEGIN(keeps);
		kept += errno == numbers[i];
		{
			SCOPE(keeps);
		}
		kept += errno == numbers[i];
		END(keeps);
		kept += errno == numbers[i];
	}
	printf("errno is kept %u times of %u\n", kept, 3 * i);
}

static void *open_object(int (**enter)(struct calls *program), int (**stay)(struct calls *program))
{
	char name[4096];
	void *object;

	snprintf(name, sizeof(name), "%s/object.so", folder);
	object = dlopen(name, RTLD_NOW);
	if (!object) {
		printf("%s\n", dlerror());
		exit(100);
	}
	*(void **)enter = dlsym(object, "enter");
	*(void **)stay = dlsym(object, "stay");
	must(*enter && *stay, "dlsym");
	return object;
}

/* Its variables begin anew, so that it was away. */
static void use_object(void)
{
	int (*enter)(struct calls *program), (*stay)(struct calls *program);
	unsigned int i, j;

	printf("an object that is opened again has been entered:");
	for (i = 0; i < 3; i++) {
		void *object = open_object(&enter, &stay);

		for (j = 0; j < 4; j++)
			enter(calls);
		printf(" %d", enter(calls));
		stay(calls);
		dlclose(object);
		END(loaded);
	}
	printf("\n");
}

static void go_deep(unsigned int levels)
{
	SCOPE(deep);

	if (levels > 1)
		go_deep(levels - 1);
}

static void recurse(void)
{
	go_deep(DEEP);
	printf("so deep: %d\n", DEEP);
}

static void have_names(void)
{
	unsigned int i;
	char name[16];

	for (i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), "named-%u", i);
		add(&calls[named].begun);
		add(&calls[named].ended);
#ifndef PERFCNT_NO_REGIONS
		struct perfcnt_region_place *place = perfcnt_regions_place(name);

		must(place, "perfcnt_regions_place");
		perfcnt_regions_begin(place);
		perfcnt_regions_end(place, 0, NULL);
#endif
	}
}

static void say_names(void)
{
	if (!is_full)
		have_names();
	printf("so many names: %d\n", NAMES);
}

static const struct {
	const char *name;
	void (*does)(void);
} things[] = {
	{ "errno", keep_errno },
	{ "signals", keep_signals },
	{ "interrupts", interrupt_regions },
	{ "maps", map_nothing },
	{ "descriptors", open_descriptors },
	{ "closefrom", close_all },
	{ "small thread", have_small_thread },
	{ "small coroutine", have_small_coroutine },
	{ "limit", be_limited },
	{ "exits", leave_process },
	{ "jumps", jump_out },
	{ "cancel", be_cancelled },
	{ "pending cancel", keep_pending_cancel },
	{ "exceptions", throw_exceptions },
	{ "coroutines", have_coroutines },
	{ "fork", fork_in_region },
	{ "vfork", vfork_twice },
	{ "exec", execute_in_region },
	{ "object", use_object },
	{ "pool", have_pool },
	{ "queue", have_queue },
	{ "destructors", destroy_values },
	{ "late destructors", destroy_late_values },
	{ "title", take_title },
	{ "depth", recurse },
	{ "fork beside", fork_beside },
	{ "names", say_names },
};

static void (*thing)(void);

static void do_thing(void)
{
	if (is_full)
		have_names();
	thing();
}

/**
 * struct comes_to - what a region comes to, by how the program goes and perfcnt_regions_begin(3)
 * @name: of the region
 * @left: how often it is dropped: it is left without an end, and one around it ends
 * @unmatched: how often it ends where it is not open
 * @open: how often it is open when its thread or process is over
 * @deep: how often it is around so many that it has no record
 */
struct comes_to {
	const char *name;
	unsigned int left;
	unsigned int unmatched;
	unsigned int open;
	unsigned int deep;
};

static const struct comes_to regions[ALL_REGIONS] = {
	[keeps] = { .name = "keeps" },
	[handled] = { .name = "handled" },
	[interrupted] = { .name = "interrupted" },
	[mapped] = { .name = "mapped" },
	[opens] = { .name = "opens" },
	[closes] = { .name = "closes" },
	[without] = { .name = "without" },
	[small] = { .name = "small" },
	[limited] = { .name = "limited" },
	[exits] = { .name = "exits", .open = 6 },
	[finally] = { .name = "finally" },
	[jumps] = { .name = "jumps", .left = 3 },
	[around] = { .name = "around" },
	[cancelled] = { .name = "cancelled", .open = 1 },
	[pending] = { .name = "pending" },
	[throws] = { .name = "throws" },
	[first] = { .name = "first", .left = 1, .unmatched = 1 },
	[second] = { .name = "second", .left = 1, .unmatched = 1 },
	[forks] = { .name = "forks", .unmatched = 1 },
	[child] = { .name = "child" },
	[vforks] = { .name = "vforks" },
	[execs] = { .name = "execs", .open = 1 },
	[executed] = { .name = "executed" },
	[loaded] = { .name = "loaded" },
	[pool] = { .name = "pool" },
	[queue] = { .name = "queue" },
	[destroyed] = { .name = "destroyed" },
	[late] = { .name = "late" },
	[retitled] = { .name = "retitled" },
	[deep] = { .name = "deep", .deep = 8 },
	[beside] = { .name = "beside" },
	[named] = { .name = "named" },
};

static void say_calls(void)
{
	const struct comes_to *to;
	unsigned int i;

	for (i = 0; i < ALL_REGIONS; i++) {
		to = &regions[i];
		printf("calls %s %u %u %u %u %u %u\n", to->name, calls[i].begun, calls[i].ended,
		       to->left, to->unmatched, to->open, to->deep);
	}
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc == 2 && !strcmp(argv[1], "executed"))
		return be_executed();
	if (argc < 3)
		return 2;
	folder = argv[1];
	threads = strtoul(argv[2], NULL, 10);
	is_full = argc > 3 && !strcmp(argv[3], "full");
	if (argc > 4)
		limit_files(strtoul(argv[4], NULL, 10));
	calls = mmap(NULL, ALL_REGIONS * sizeof(*calls), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(calls != MAP_FAILED, "mmap");
	for (i = 0; i < sizeof(things) / sizeof(*things); i++) {
		int status;

		thing = things[i].does;
		status = status_of(do_thing);
		printf("%s: %#x\n", things[i].name, (unsigned int)status);
	}
	say_calls();
	return 0;
}
