// SPDX-License-Identifier: GPL-2.0
/*
 * perfex over a tree of processes and threads that do as they are told: each member
 * waits for a number of turns of a loop, does them, says so, and waits again; 0 turns
 * end it.  The test is not in the tree, so it can wait without being counted.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <counters.h>

#define EVENT		"instructions:u"

/*
 * An interrupt between ll and sc makes sc fail, and the C library does both again: that
 * is counted beside them, where anything counts it.
 */
#ifdef __mips__
#define BESIDE		"sc-failures:u"
#define RETRY		8 /* the most instructions that are done again */
#else
#define BESIDE		"instructions:k"
#define RETRY		0
#endif

#define COUNTS		"tree.csv"

/* The descriptors that the members have: the one that all write to, and one each. */
#define SAYS		50
#define IS_TOLD		60

/* The main thread, two more; a child with one more; its child. */
#define MEMBERS		6

/* This program, in the tree, too. */
static const char *program;

/* So that only one is the last: threads first, and the oldest process last. */
static const unsigned int exits[MEMBERS] = { 2, 5, 4, 1, 3, 0 };

/**
 * struct said - what a member says
 * @member: who
 * @tid: its thread
 */
struct said {
	unsigned int member;
	pid_t tid;
};

/**
 * struct tree - perfex and what it counts
 * @perfex: its process
 * @tell: where each member is told
 * @hear: what they say
 * @tid: the thread of each
 */
struct tree {
	pid_t perfex;
	int tell[MEMBERS];
	int hear;
	pid_t tid[MEMBERS];
};

static void *member(void *argument)
{
	struct said said = { (unsigned long)argument, gettid() };
	unsigned long turns;

	for (;;) {
		if (write(SAYS, &said, sizeof(said)) != sizeof(said) ||
		    read(IS_TOLD + said.member, &turns, sizeof(turns)) !=
		    sizeof(turns))
			_exit(1);
		if (!turns)
			return NULL;
		short_loop(turns);
	}
}

static pthread_t start_thread(unsigned long number)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, member, (void *)number))
		_exit(1);
	return thread;
}

/*
 * The program in the tree.  While a process has one thread only, the C library needs no
 * atomic access to fork.  With more, the first one after it faults, and is executed
 * again, unless the kernel, when it switched tasks, has written to that page before.
 */
static int be_members(void)
{
	pthread_t threads[2], other;

	if (!fork()) {
		if (!fork()) {
			member((void *)5);
			_exit(0);
		}
		other = start_thread(4);
		member((void *)3);
		pthread_join(other, NULL);
		_exit(0);
	}
	threads[0] = start_thread(1);
	threads[1] = start_thread(2);
	member((void *)0);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}

static void read_line(char *text, size_t size, pid_t pid, pid_t tid,
		      const char *name)
{
	char path[64];
	ssize_t length;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)pid, (int)tid,
		 name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	length = fd < 0 ? 0 : read(fd, text, size - 1);
	text[length > 0 ? length : 0] = '\0';
	if (fd >= 0)
		close(fd);
}

/* What a sleeping task is in: nothing if it runs, or is not there any more. */
static long system_call(pid_t tid)
{
	char text[256], *end;
	long number;

	read_line(text, sizeof(text), tid, tid, "syscall");
	number = strtol(text, &end, 10);
	return end == text ? -1 : number;
}

static void await_call(pid_t tid, long number)
{
	while (system_call(tid) != number)
		usleep(1000);
}

/* R to Z, or nothing if there is no such thread any more. */
static char state_of(pid_t tid)
{
	char text[256], *end;

	read_line(text, sizeof(text), tid, tid, "stat");
	end = strrchr(text, ')');
	return end && end[1] ? end[2] : '\0';
}

/* A thread that others wait for is a zombie first. */
static void await_exit(pid_t tid)
{
	char state;

	while ((state = state_of(tid)) && state != 'Z')
		usleep(1000);
}

static bool hear_all(struct tree *tree)
{
	struct said said;
	unsigned int i;

	for (i = 0; i < MEMBERS; i++) {
		if (read(tree->hear, &said, sizeof(said)) != sizeof(said))
			return false;
		tree->tid[said.member] = said.tid;
	}
	/* what they say does not block: now they wait */
	for (i = 0; i < MEMBERS; i++)
		while (state_of(tree->tid[i]) != 'S')
			usleep(1000);
	return true;
}

/* The members wait when this comes back. */
static bool begin(struct tree *tree, const char *option)
{
	int told[MEMBERS][2], says[2];
	unsigned int i;

	if (pipe2(says, O_CLOEXEC))
		return false;
	for (i = 0; i < MEMBERS; i++) {
		if (pipe2(told[i], O_CLOEXEC))
			return false;
		tree->tell[i] = told[i][1];
	}
	tree->hear = says[0];
	tree->perfex = fork();
	if (!tree->perfex) {
		/* a program begins with other instructions at other addresses */
		personality(ADDR_NO_RANDOMIZE);
		dup2(says[1], SAYS);
		for (i = 0; i < MEMBERS; i++)
			dup2(told[i][0], IS_TOLD + i);
		execlp("perfex", "perfex", option, "-e", EVENT, "-e",
		       BESIDE, "--format", "csv", "-o", COUNTS,
		       program, "members", NULL);
		_exit(127);
	}
	close(says[1]);
	for (i = 0; i < MEMBERS; i++)
		close(told[i][0]);
	return hear_all(tree);
}

static bool tell(const struct tree *tree, unsigned int member,
		 unsigned long turns)
{
	return write(tree->tell[member], &turns, sizeof(turns)) == sizeof(turns);
}

/* All do their turns, beside each other. */
static bool work(struct tree *tree, const unsigned long turns[MEMBERS])
{
	unsigned int i;

	for (i = 0; i < MEMBERS; i++)
		if (!tell(tree, i, turns[i]))
			return false;
	return hear_all(tree);
}

/* Each exits before the next one is told. */
static bool end(struct tree *tree)
{
	unsigned int i;
	int status;

	for (i = 0; i < MEMBERS; i++) {
		tell(tree, exits[i], 0);
		await_exit(tree->tid[exits[i]]);
		close(tree->tell[exits[i]]);
	}
	close(tree->hear);
	return waitpid(tree->perfex, &status, 0) == tree->perfex && !status;
}

/**
 * struct counts - what perfex says of an event
 * @tid: of each thread, in its order
 * @count: of each
 * @threads: how many
 * @all: the sum that it says
 */
struct counts {
	pid_t tid[2 * MEMBERS];
	long long count[2 * MEMBERS];
	unsigned int threads;
	long long all;
};

/**
 * struct tally - what was counted
 * @events: EVENT
 * @beside: BESIDE
 */
struct tally {
	long long events;
	long long beside;
};

/* No field of these lines is quoted: the 7th is the count, the 17th the thread. */
static bool read_counts(const char *event, struct counts *counts)
{
	FILE *file = fopen(COUNTS, "r");
	char line[512], *at, *field;
	long long count;
	unsigned int i;
	pid_t tid;

	memset(counts, 0, sizeof(*counts));
	while (file && fgets(line, sizeof(line), file)) {
		count = 0;
		tid = 0;
		at = line;
		if (!strstr(line, event))
			continue;
		for (i = 1; (field = strsep(&at, ",")); i++) {
			if (i == 7)
				count = atoll(field);
			if (i == 17)
				tid = atoi(field);
		}
		if (!tid) {
			counts->all = count;
		} else if (counts->threads < 2 * MEMBERS) {
			counts->tid[counts->threads] = tid;
			counts->count[counts->threads++] = count;
		}
	}
	if (file)
		fclose(file);
	return file;
}

static int wrong;

static void expect(bool good, const char *what)
{
	if (good)
		return;
	printf("# %s\n", what);
	wrong = 1;
}

/* Has MORE so many events more than LESS, but for what was done again? */
static bool is_above(long long expected, struct tally less, struct tally more)
{
	return less.events + expected <= more.events + RETRY * less.beside &&
	       more.events <= less.events + expected + RETRY * more.beside;
}

/* One run, whose threads have done so much; the counts are by member. */
static void count_threads(const unsigned long turns[MEMBERS],
			  struct tally by_member[MEMBERS])
{
	struct counts counts, beside;
	long long sum = 0;
	struct tree tree;
	unsigned int i;

	if (!begin(&tree, "-mp") || !work(&tree, turns) || !end(&tree)) {
		expect(false, "-mp");
		return;
	}
	expect(read_counts("," EVENT ",", &counts) &&
	       read_counts("," BESIDE ",", &beside), COUNTS);
	expect(counts.threads == MEMBERS && beside.threads == MEMBERS,
	       "a row for each thread");
	for (i = 0; i < MEMBERS; i++) {
		printf("# thread %d %lld\n", (int)counts.tid[i], counts.count[i]);
		expect(counts.tid[i] == tree.tid[exits[i]],
		       "rows are in the order of exits");
		by_member[exits[i]].events = counts.count[i];
		by_member[exits[i]].beside = beside.count[i];
		sum += counts.count[i];
	}
	expect(counts.all > 0 && sum == counts.all, "rows add up");
}

/* What a thread does beside its turns is the same each time. */
static bool are_exact(const unsigned long less[MEMBERS],
		      const unsigned long more[MEMBERS])
{
	struct tally first[MEMBERS] = { 0 }, second[MEMBERS] = { 0 };
	bool exact = true;
	unsigned int i;

	count_threads(less, first);
	count_threads(more, second);
	for (i = 0; i < MEMBERS; i++) {
		long long wanted = SHORT_INSTRUCTIONS *
				   (long long)(more[i] - less[i]);

		printf("# member %u: %lld and %lld, wanted %lld; beside %lld and %lld\n",
		       i, first[i].events, second[i].events, wanted,
		       first[i].beside, second[i].beside);
		exact = exact && is_above(wanted, first[i], second[i]);
	}
	return exact;
}

static void check_threads(void)
{
	static const unsigned long less[MEMBERS] = { 1, 2, 3, 4, 5, 6 };
	static const unsigned long more[MEMBERS] = {
		10001, 300002, 70003, 1000004, 200005, 50006,
	};

	expect(are_exact(less, more), "rows are exact");
}

/* It has done what the signal says when it waits again. */
static void send(const struct tree *tree, int number, long waits)
{
	char text[4096], *pending;

	kill(tree->perfex, number);
	do {
		usleep(1000);
		read_line(text, sizeof(text), tree->perfex, tree->perfex,
			  "status");
		pending = strstr(text, "ShdPnd:");
	} while (pending && strtoull(pending + 7, NULL, 16));
	await_call(tree->perfex, waits);
}

/*
 * Work three times, and count the second; with MORE, work twice again, and count the
 * first of these.
 */
static struct tally count_between(const unsigned long turns[MEMBERS],
				  const unsigned long uncounted[MEMBERS], bool more)
{
	struct counts counts, beside;
	struct tree tree;
	long waits;
	bool good;

	if (!begin(&tree, "-s")) {
		expect(false, "-s");
		return (struct tally){ 0 };
	}
	while (state_of(tree.perfex) != 'S')
		usleep(1000);
	waits = system_call(tree.perfex);
	good = waits > 0 && work(&tree, uncounted);
	send(&tree, SIGUSR2, waits); /* it is stopped: nothing */
	send(&tree, SIGUSR1, waits);
	good = good && work(&tree, turns);
	if (more)
		send(&tree, SIGUSR1, waits); /* it counts: nothing */
	send(&tree, SIGUSR2, waits);
	good = good && work(&tree, uncounted);
	if (more) {
		send(&tree, SIGUSR1, waits);
		good = good && work(&tree, turns);
		send(&tree, SIGUSR2, waits);
		good = good && work(&tree, uncounted);
	}
	expect(good && end(&tree), "-s");
	expect(read_counts("," EVENT ",", &counts) &&
	       read_counts("," BESIDE ",", &beside), COUNTS);
	return (struct tally){ counts.all, beside.all };
}

static void check_signals(void)
{
	static const unsigned long one[MEMBERS] = { 1, 1, 1, 1, 1, 1 };
	static const unsigned long less[MEMBERS] = {
		10001, 20002, 30003, 40004, 50005, 60006,
	};
	static const unsigned long more[MEMBERS] = {
		310001, 20012, 70003, 1000004, 100005, 64006,
	};
	struct tally first, second, third, twice;
	long long wanted = 0;
	unsigned int i;

	for (i = 0; i < MEMBERS; i++)
		wanted += SHORT_INSTRUCTIONS * (long long)(more[i] - less[i]);
	first = count_between(less, one, false);
	second = count_between(more, one, false);
	third = count_between(more, less, false);
	twice = count_between(less, more, true);
	printf("# between signals %lld %lld %lld twice %lld, difference %lld\n",
	       first.events, second.events, third.events, twice.events, wanted);
	printf("# beside %lld %lld %lld twice %lld\n", first.beside, second.beside,
	       third.beside, twice.beside);
	expect(first.events > 0 && is_above(wanted, first, second),
	       "what is between the signals is exact");
	expect(is_above(0, second, third), "what is before and after is not counted");
	first.events *= 2;
	first.beside *= 2;
	expect(is_above(0, first, twice), "repeated signals add up");
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "members"))
		return be_members();
	program = argv[0];
	signal(SIGPIPE, SIG_IGN);
	if (argc > 1 && !strcmp(argv[1], "threads"))
		check_threads();
	else
		check_signals();
	return wrong;
}
