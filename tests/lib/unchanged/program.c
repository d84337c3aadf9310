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
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "regions.h"

#define TURNS		10000
#define SIGNALS		200
#define ROUNDS		20
#define FILES		8
#define SMALL_STACK	16384
#define POOL		8
#define POOL_TURNS	50
#define DESTRUCTIONS	2	/* of 4 that POSIX promises, in which regions are recorded */
#define MOST_DESTRUCTIONS	4
#define DEEP		40
#define BESIDE		500
#define NAMES		1100

struct calls *calls;

static const char *folder;
static unsigned long threads;
static bool is_full;

static void fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	fflush(stdout);
	_exit(100);
}

static void must(bool is_so, const char *what)
{
	if (!is_so)
		fail(what);
}

/* A thread that is over when this comes back. */
static void run_thread(void *(*work)(void *), void *with)
{
	pthread_t thread;

	errno = pthread_create(&thread, NULL, work, with);
	must(!errno, "pthread_create");
	errno = pthread_join(thread, NULL);
	must(!errno, "pthread_join");
}

/* A child process that does something, and how it has ended. */
static int status_of(void (*work)(void))
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

static int handled_signals;

static void handle(int signal)
{
	(void)signal;
	BEGIN(handled);
	__atomic_add_fetch(&handled_signals, 1, __ATOMIC_RELAXED);
	END(handled);
}

static void set_handler(int signal, int flags)
{
	struct sigaction action = { .sa_handler = handle, .sa_flags = flags };

	must(!sigaction(signal, &action, NULL), "sigaction");
}

static sigset_t one_signal(int signal)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signal);
	return set;
}

/* How many signals are as they were: what becomes of them, whether blocked, whether pending. */
static unsigned int same_signals(struct sigaction before[NSIG], const sigset_t *mask,
				 const sigset_t *waiting)
{
	struct sigaction action;
	sigset_t now, pending;
	unsigned int same = 0;
	int i;

	sigprocmask(SIG_SETMASK, NULL, &now);
	sigpending(&pending);
	for (i = 1; i < NSIG; i++)
		same += sigaction(i, NULL, &action) ||
			(action.sa_handler == before[i].sa_handler &&
			 action.sa_flags == before[i].sa_flags &&
			 sigismember(&now, i) == sigismember(mask, i) &&
			 sigismember(&pending, i) == sigismember(waiting, i));
	return NSIG - 1 - same;
}

static void keep_signals(void)
{
	sigset_t blocked = one_signal(SIGUSR2), mask, waiting;
	struct sigaction before[NSIG];
	int i;

	set_handler(SIGUSR2, 0);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	raise(SIGUSR2);
	for (i = 1; i < NSIG; i++)
		sigaction(i, NULL, &before[i]);
	sigprocmask(SIG_SETMASK, NULL, &mask);
	sigpending(&waiting);
	BEGIN(interrupted);
	printf("signals that a region changes: %u\n", same_signals(before, &mask, &waiting));
	sigprocmask(SIG_UNBLOCK, &blocked, NULL);
	printf("handled in a region: %d\n", handled_signals);
	END(interrupted);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	sigpending(&waiting);
	printf("signals that its end changes: %u\n", same_signals(before, &mask, &waiting));
}

static sem_t is_handled;

static void handle_and_say(int signal)
{
	handle(signal);
	sem_post(&is_handled);
}

static void *send_signals(void *to)
{
	unsigned int i;

	for (i = 0; i < SIGNALS; i++) {
		pthread_kill(*(pthread_t *)to, SIGUSR1);
		while (sem_wait(&is_handled))
			;
	}
	return NULL;
}

/* Handlers come wherever regions are just then, on a stack of their own. */
static void interrupt_regions(void)
{
	struct sigaction action = { .sa_handler = handle_and_say, .sa_flags = SA_ONSTACK };
	stack_t stack = { .ss_size = sysconf(_SC_SIGSTKSZ) };
	pthread_t self = pthread_self(), sender;
	unsigned int i;

	stack.ss_sp = malloc(stack.ss_size);
	must(stack.ss_sp && !sigaltstack(&stack, NULL), "sigaltstack");
	must(!sem_init(&is_handled, 0, 0), "sem_init");
	must(!sigaction(SIGUSR1, &action, NULL), "sigaction");
	BEGIN(interrupted);
	END(interrupted);
	errno = pthread_create(&sender, NULL, send_signals, &self);
	must(!errno, "pthread_create");
	while (__atomic_load_n(&handled_signals, __ATOMIC_RELAXED) < SIGNALS) {
		for (i = 0; i < ROUNDS; i++) {
			BEGIN(interrupted);
			END(interrupted);
		}
		sched_yield();
	}
	pthread_join(sender, NULL);
	printf("handled wherever regions are: %d\n", handled_signals);
}

static unsigned int count_maps(void)
{
	static char text[65536];
	int fd = open("/proc/self/maps", O_RDONLY);
	unsigned int lines = 0;
	ssize_t i, size;

	must(fd >= 0, "/proc/self/maps");
	while ((size = read(fd, text, sizeof(text))) > 0)
		for (i = 0; i < size; i++)
			lines += text[i] == '\n';
	close(fd);
	return lines;
}

static void *map_in_thread(void *unused)
{
	BEGIN(mapped);
	END(mapped);
	return unused;
}

static void map_nothing(void)
{
	unsigned int i, before;

	BEGIN(mapped);
	END(mapped);
	before = count_maps();
	for (i = 0; i < TURNS; i++) {
		BEGIN(mapped);
		END(mapped);
	}
	printf("maps more after %d regions: %d\n", TURNS, (int)(count_maps() - before));
	for (i = 0; i < ROUNDS; i++)
		run_thread(map_in_thread, NULL);
	before = count_maps();
	for (i = 0; i < ROUNDS; i++)
		run_thread(map_in_thread, NULL);
	printf("maps more after %d threads: %d\n", ROUNDS, (int)(count_maps() - before));
}

static int lowest_descriptor(void)
{
	int fd = open("/dev/null", O_RDONLY);

	close(fd);
	return fd;
}

static void *open_in_thread(void *unused)
{
	BEGIN(opens);
	printf(" %d", lowest_descriptor());
	END(opens);
	return unused;
}

static void open_descriptors(void)
{
	printf("descriptors: %d", lowest_descriptor());
	BEGIN(opens);
	printf(" %d", lowest_descriptor());
	END(opens);
	printf(" %d", lowest_descriptor());
	run_thread(open_in_thread, NULL);
	printf(" %d\n", lowest_descriptor());
}

static void *go_without(void *unused)
{
	BEGIN(without);
	END(without);
	return unused;
}

/* As a daemon does it, with what it has inherited: its files get all numbers that are free then. */
static void close_all(void)
{
	static const char text[] = "own";
	unsigned int i, intact = 0;
	struct stat status;
	int fds[FILES];

	BEGIN(closes);
	fflush(stdout);
	closefrom(3);
	for (i = 0; i < FILES; i++) {
		fds[i] = memfd_create(text, 0);
		must(write(fds[i], text, sizeof(text)) == sizeof(text), "write");
	}
	END(closes);
	run_thread(go_without, NULL);
	BEGIN(closes);
	END(closes);
	for (i = 0; i < FILES; i++) {
		char found[sizeof(text)] = "";

		intact += !fstat(fds[i], &status) && status.st_size == sizeof(text) &&
			  pread(fds[i], found, sizeof(found), 0) == sizeof(found) &&
			  !memcmp(found, text, sizeof(text));
	}
	printf("files that are the program's own: %u of %d, from %d on\n", intact, FILES, fds[0]);
}

static void *be_small(void *unused)
{
	BEGIN(small);
	END(small);
	return unused;
}

static ucontext_t back, coroutines[2];

static void make_coroutine(unsigned int number, void (*function)(void))
{
	ucontext_t *context = &coroutines[number];

	must(!getcontext(context), "getcontext");
	context->uc_stack.ss_sp = mmap(NULL, SMALL_STACK, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	context->uc_stack.ss_size = SMALL_STACK;
	context->uc_link = &back;
	must(context->uc_stack.ss_sp != MAP_FAILED, "mmap");
	makecontext(context, function, 0);
}

static void be_small_coroutine(void)
{
	be_small(NULL);
}

/* The first regions of a thread and of a process, on the smallest stacks. */
static void have_small_thread(void)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	errno = pthread_attr_setstacksize(&attributes, sysconf(_SC_THREAD_STACK_MIN));
	must(!errno, "pthread_attr_setstacksize");
	errno = pthread_create(&thread, &attributes, be_small, NULL);
	must(!errno, "pthread_create");
	pthread_join(thread, NULL);
	printf("a thread with the least stack is over\n");
}

static void have_small_coroutine(void)
{
	make_coroutine(0, be_small_coroutine);
	swapcontext(&back, &coroutines[0]);
	printf("a coroutine with a small stack is over\n");
}

static void limit_files(rlim_t bytes)
{
	const struct rlimit limit = { .rlim_cur = bytes, .rlim_max = bytes };

	must(!setrlimit(RLIMIT_FSIZE, &limit), "setrlimit");
}

static void be_limited(void)
{
	limit_files(4096);
	BEGIN(limited);
	END(limited);
	printf("files may have no more than 4096 bytes\n");
}

static void finish_with_region(void)
{
	BEGIN(finally);
	END(finally);
}

static void leave_by_exit(void)
{
	atexit(finish_with_region);
	BEGIN(exits);
	exit(3);
}

static void leave_at_once(void)
{
	BEGIN(exits);
	_exit(4);
}

static void leave_by_abort(void)
{
	BEGIN(exits);
	abort();
}

static void leave_by_kill(void)
{
	BEGIN(exits);
	kill(getpid(), SIGKILL);
}

static void leave_by_fault(void)
{
	BEGIN(exits);
	raise(SIGSEGV);
}

static void leave_thread(void)
{
	BEGIN(exits);
	pthread_exit(NULL);
}

static void leave_process(void)
{
	static void (*const ways[])(void) = {
		leave_by_exit, leave_at_once, leave_by_abort, leave_by_kill, leave_by_fault,
		leave_thread,
	};
	const struct rlimit none = { 0 };
	unsigned int i;

	setrlimit(RLIMIT_CORE, &none);
	printf("how processes end:");
	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		printf(" %#x", (unsigned int)status_of(ways[i]));
	printf("\n");
}

static sigjmp_buf there;

static void jump_from_handler(int signal)
{
	(void)signal;
	siglongjmp(there, 1);
}

static void jump(bool by_signal)
{
	BEGIN(jumps);
	if (by_signal)
		raise(SIGUSR1);
	siglongjmp(there, 1);
}

__attribute__((noinline))
static void come_back(bool by_signal)
{
	SCOPE(around);

	if (!sigsetjmp(there, 1))
		jump(by_signal);
}

static void jump_out(void)
{
	signal(SIGUSR1, jump_from_handler);
	come_back(false);
	come_back(true);
	come_back(false);
	printf("jumps came back\n");
}

static sem_t is_there, goes_on;

static void *wait_in_region(void *unused)
{
	BEGIN(cancelled);
	sem_post(&is_there);
	for (;;)
		pause();
	return unused;
}

static void be_cancelled(void)
{
	pthread_t thread;
	void *result;

	must(!sem_init(&is_there, 0, 0), "sem_init");
	errno = pthread_create(&thread, NULL, wait_in_region, NULL);
	must(!errno, "pthread_create");
	sem_wait(&is_there);
	pthread_cancel(thread);
	pthread_join(thread, &result);
	printf("cancelled in a region: %d\n", result == PTHREAD_CANCELED);
}

static int reached;

static void come_to(int point)
{
	__atomic_store_n(&reached, point, __ATOMIC_RELAXED);
}

/* It is cancelled where it asks whether it is, and in no region before. */
static void *be_cancelled_later(void *first)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	if (!first) {
		BEGIN(pending);
		END(pending);
	}
	sem_post(&is_there);
	while (sem_wait(&goes_on))
		;
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	BEGIN(pending);
	come_to(1);
	END(pending);
	come_to(2);
	pthread_testcancel();
	come_to(3);
	return NULL;
}

static void have_pending_cancel(bool in_first)
{
	pthread_t thread;
	void *result;

	come_to(0);
	must(!sem_init(&is_there, 0, 0) && !sem_init(&goes_on, 0, 0), "sem_init");
	errno = pthread_create(&thread, NULL, be_cancelled_later, in_first ? &thread : NULL);
	must(!errno, "pthread_create");
	sem_wait(&is_there);
	pthread_cancel(thread);
	sem_post(&goes_on);
	pthread_join(thread, &result);
	printf("a cancellation that is pending has let it come to %d: %d\n", reached,
	       result == PTHREAD_CANCELED);
}

static void keep_pending_cancel(void)
{
	have_pending_cancel(true);
	have_pending_cancel(false);
}

static void throw_exceptions(void)
{
#ifdef WITH_EXCEPTIONS
	printf("blocks that an exception has left: %d\n", throw_through(5));
#endif
}

/* The other one goes on. */
static void suspend(unsigned int number)
{
	swapcontext(&coroutines[number], &coroutines[!number]);
}

static void be_first(void)
{
	BEGIN(first);
	suspend(0);
	END(first);
	BEGIN(first);
	END(first);
	suspend(0);
	BEGIN(first);
	suspend(0);
	END(first);
	printf("the first coroutine is over\n");
	suspend(0);
}

/* Its region is dropped where that of the first one ends, then the other way round. */
static void be_second(void)
{
	BEGIN(second);
	suspend(1);
	END(second);
	BEGIN(second);
	suspend(1);
	END(second);
	suspend(1);
	printf("the second coroutine is over\n");
}

static void have_coroutines(void)
{
	make_coroutine(0, be_first);
	make_coroutine(1, be_second);
	swapcontext(&back, &coroutines[0]);
}

static void be_grandchild(void)
{
	BEGIN(child);
	END(child);
}

static void be_child(void)
{
	BEGIN(child);
	END(child);
	END(forks);
	printf("a child of a child: %#x\n", (unsigned int)status_of(be_grandchild));
}

static void fork_in_region(void)
{
	BEGIN(forks);
	printf("a child: %#x\n", (unsigned int)status_of(be_child));
	END(forks);
}

/* What the program is that is executed. */
static int be_executed(void)
{
	static struct calls own[ALL_REGIONS];

	calls = own;
	BEGIN(executed);
	END(executed);
	printf("executed\n");
	return 7;
}

static void execute(void)
{
	char program[] = "/proc/self/exe", word[] = "executed";
	char *const words[] = { program, word, NULL };

	add(&calls[executed].begun);
	add(&calls[executed].ended);
	execve(words[0], words, environ);
}

static void vfork_in_region(bool executes)
{
	int status = 0;
	pid_t pid;

	fflush(stdout);
	BEGIN(vforks);
	pid = vfork();
	if (!pid) {
		if (executes)
			execute();
		_exit(5);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	END(vforks);
	printf("a child of vfork: %#x\n", (unsigned int)status);
}

static void vfork_twice(void)
{
	vfork_in_region(false);
	vfork_in_region(true);
}

static void execute_in_region(void)
{
	BEGIN(execs);
	execute();
	fail("execve");
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

static pthread_barrier_t barrier;

static void *swim(void *unused)
{
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; i < POOL_TURNS; i++) {
		BEGIN(pool);
		END(pool);
	}
	return unused;
}

/* All have their first region, which is the process's first, at the same time. */
static void have_pool(void)
{
	pthread_t pool_threads[POOL];
	unsigned int i;

	must(!pthread_barrier_init(&barrier, NULL, POOL), "pthread_barrier_init");
	for (i = 0; i < POOL; i++) {
		errno = pthread_create(&pool_threads[i], NULL, swim, NULL);
		must(!errno, "pthread_create");
	}
	for (i = 0; i < POOL; i++)
		pthread_join(pool_threads[i], NULL);
	printf("all %d threads of the pool are over\n", POOL);
}

static void *be_one(void *unused)
{
	BEGIN(queue);
	END(queue);
	return unused;
}

static void have_queue(void)
{
	unsigned long i;

	for (i = 0; i < threads; i++)
		run_thread(be_one, NULL);
	printf("all threads of the queue are over\n");
}

static pthread_key_t keys[2];
static unsigned int destructions;

/* A value that is set again is destroyed again. */
static void destroy(void *left)
{
	unsigned int *still = left;

	BEGIN(destroyed);
	destructions++;
	END(destroyed);
	if (--*still)
		pthread_setspecific(keys[still[1]], still);
}

static void *leave_values(void *unused)
{
	static unsigned int left[2][2] = { { DESTRUCTIONS, 0 }, { DESTRUCTIONS, 1 } };

	pthread_setspecific(keys[0], left[0]);
	BEGIN(destroyed);
	END(destroyed);
	must(!pthread_key_create(&keys[1], destroy), "pthread_key_create");
	pthread_setspecific(keys[1], left[1]);
	return unused;
}

static pthread_key_t late_key;

static void destroy_late(void *left)
{
	unsigned int *still = left;

	BEGIN(late);
	destructions++;
	END(late);
	if (--*still)
		pthread_setspecific(late_key, still);
}

/* Its value is destroyed after the library's. */
static void *be_late(void *unused)
{
	static unsigned int left = MOST_DESTRUCTIONS;

	BEGIN(late);
	END(late);
	must(!pthread_key_create(&late_key, destroy_late), "pthread_key_create");
	pthread_setspecific(late_key, &left);
	return unused;
}

static void destroy_late_values(void)
{
	run_thread(be_late, NULL);
	printf("a value of a thread was destroyed %u times\n", destructions);
}

static void destroy_values(void)
{
	must(!pthread_key_create(&keys[0], destroy), "pthread_key_create");
	run_thread(leave_values, NULL);
	printf("values of a thread were destroyed %u times\n", destructions);
}

static void *be_retitled(void *unused)
{
	BEGIN(retitled);
	END(retitled);
	return unused;
}

/* As programs do that write what they are doing where ps(1) looks. */
static void take_title(void)
{
	char *first = environ[0], *end = first, **copies;
	unsigned int i, count = 0;

	BEGIN(retitled);
	END(retitled);
	while (environ[count])
		count++;
	copies = calloc(count + 1, sizeof(*copies));
	must(copies, "calloc");
	for (i = 0; i < count; i++) {
		if (environ[i] == end)
			end += strlen(end) + 1;
		copies[i] = strdup(environ[i]);
		must(copies[i], "strdup");
	}
	environ = copies;
	memset(first, 'x', end - first - 1);
	run_thread(be_retitled, NULL);
	printf("it has a title\n");
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

static void *be_beside(void *unused)
{
	unsigned int i;

	for (i = 0; i < BESIDE; i++) {
		BEGIN(beside);
		END(beside);
	}
	return unused;
}

static void be_child_beside(void)
{
	BEGIN(beside);
	END(beside);
}

static void fork_beside(void)
{
	pthread_t thread;
	unsigned int i;

	errno = pthread_create(&thread, NULL, be_beside, NULL);
	must(!errno, "pthread_create");
	printf("children beside a thread that has regions:");
	for (i = 0; i < 5; i++)
		printf(" %#x", (unsigned int)status_of(be_child_beside));
	printf("\n");
	pthread_join(thread, NULL);
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
