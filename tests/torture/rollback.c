// SPDX-License-Identifier: GPL-2.0
/*
 * CPU 1 goes and comes while counters count, and at each of the states on its
 * way something fails, so that the way is gone back; and it stands for a while at
 * each state, where the kernel lets it.  Readers read all the time.  No count
 * goes back, none is short, and in the end all count on CPU 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "kselftest.h"
#include "watch.h"

#define CPU1	"/sys/devices/system/cpu/cpu1/"
#define ONLINE	CPU1 "online"
#define FAIL	CPU1 "hotplug/fail"
#define TARGET	CPU1 "hotplug/target"
#define STATES	"/sys/devices/system/cpu/hotplug/states"

#define READERS 2
#define STATES_MAX 256

struct state {
	int number;
	char name[48];
};

static struct state states[STATES_MAX];
static int state_count;

static struct shared {
	atomic_ulong snapshots;
	atomic_int wrong;
	char complaint[128];
} *shared;

static enum driver driver;
static int not_back; /* how often a failure did not bring CPU 1 back */

/* What there is on the way; our own state is there while something counts. */
static void read_states(void)
{
	FILE *file = fopen(STATES, "r");

	if (!file)
		fatal("%s: %s", STATES, strerror(errno));
	for (state_count = 0; state_count < STATES_MAX; state_count++)
		if (fscanf(file, "%d: %47s\n", &states[state_count].number,
			   states[state_count].name) != 2)
			break;
	fclose(file);
}

static void read_forever(int fd)
{
	struct snapshot now, last = { 0 };
	unsigned int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;; usleep(200)) {
		read_counters(fd, &now);
		for (i = 0; i < now.counters; i++)
			if (now.count[i] < last.count[i] &&
			    !atomic_exchange(&shared->wrong, 1))
				snprintf(shared->complaint,
					 sizeof(shared->complaint),
					 "counter %u goes back from %llu to %llu",
					 i, (unsigned long long)last.count[i],
					 (unsigned long long)now.count[i]);
		last = now;
		shared->snapshots++;
	}
}

/* Is CPU 1 there? */
static bool online(void)
{
	char text[8];

	read_file(ONLINE, text, sizeof(text));
	return text[0] == '1';
}

/* Once down and up with a failure at a state; true if there was one. */
static bool fail_at(const struct state *state, bool up)
{
	char text[16];
	int error;

	if (write_file(ONLINE, up ? "0" : "1"))
		return false;
	snprintf(text, sizeof(text), "%d", state->number);
	if (write_file(FAIL, text))
		return false; /* one at which nothing can fail */
	error = write_file(ONLINE, up ? "1" : "0");
	if (error && online() == up)
		ksft_print_msg("CPU 1 did not go back at %d, %s\n",
			       state->number, state->name);
	not_back += error && online() == up;
	write_file(FAIL, "-1");
	return error;
}

/*
 * A CPU that is stopped before it is whole does not come back whole: the kernel
 * lets that be done and dies of it (BUG_ON() in cpuhp_report_idle_dead(), a
 * warning of call_rcu()).  So it stands only where it can run, from here on.
 */
static int first_whole(void)
{
	int i;

	for (i = 0; i < state_count; i++)
		if (!strcmp(states[i].name, "cpu:teardown"))
			return states[i].number + 1;
	return states[state_count - 1].number;
}

/* Down to a state, and from there up to the end. */
static bool stand_at(const struct state *state)
{
	char text[16];
	int error;

	snprintf(text, sizeof(text), "%d", state->number);
	write_file(ONLINE, "1");
	error = write_file(TARGET, text);
	usleep(1000);
	snprintf(text, sizeof(text), "%d", states[state_count - 1].number);
	write_file(TARGET, text);
	return !error;
}

/* All states, or one in so many and our own. */
static void go_through(int stride, int *down, int *up, int *stood)
{
	int i, whole = first_whole();
	const char *fault;

	for (i = 0; i < state_count; i++) {
		if (i % stride && strcmp(states[i].name, "perfcnt:online"))
			continue;
		*down += fail_at(&states[i], false);
		*up += fail_at(&states[i], true);
		if (states[i].number >= whole)
			*stood += stand_at(&states[i]);
		fault = watch_fault();
		if (fault)
			fatal("at %d, %s the kernel says: %s",
			      states[i].number, states[i].name, fault);
	}
	write_file(ONLINE, "1");
}

/* What counts on CPU 1 alone, and on both. */
static const char *text_of(int fd)
{
	static const char instructions[] =
		"0 instructions:uk 0\n1 instructions:uk@tc1 0\n"
		"2 instructions:uk@vpe1 0";
	static const char software[] =
		"0 cpu-clock:uk 0\n1 cpu-clock:uk@tc1 0\n"
		"2 context-switches:k@vpe1 0\n3 page-faults:uk 0";

	return is_taken(fd, instructions) ? instructions : software;
}

static void count_on(int fd)
{
	struct snapshot before, after;

	pin_to_cpu(1);
	read_counters(fd, &before);
	do {
		if (driver == SIM)
			write_file(STEP, "1 u instructions 1000");
		usleep(5000);
		read_counters(fd, &after);
	} while (after.count[0] == before.count[0] ||
		 after.count[1] == before.count[1]);
	ksft_test_result(after.count[0] > before.count[0] &&
			 after.count[1] > before.count[1],
			 "counters count on CPU 1 again: %llu more, %llu there\n",
			 (unsigned long long)(after.count[0] - before.count[0]),
			 (unsigned long long)(after.count[1] - before.count[1]));
}

int main(int argc, char **argv)
{
	int stride = argc > 1 ? atoi(argv[1]) : 1, i, fd = open_counters();
	int down = 0, up = 0, stood = 0, ended = 0;
	pid_t readers[READERS];

	ksft_print_header();
	if (access(FAIL, W_OK) || access(ONLINE, W_OK))
		ksft_exit_skip("this kernel has no way to let it fail\n");
	ksft_set_plan(4);
	driver = which_driver();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (stride < 1 || shared == MAP_FAILED)
		fatal("rollback [STRIDE]");
	watch_start();
	set_counters(fd, text_of(fd));
	read_states();
	for (i = 0; i < READERS; i++) {
		readers[i] = fork();
		if (!readers[i])
			read_forever(fd);
	}
	go_through(stride, &down, &up, &stood);
	for (i = 0; i < READERS; i++) {
		bool is_over = waitpid(readers[i], NULL, WNOHANG);

		kill(readers[i], SIGKILL);
		ended += is_over || !watch_wait(readers[i]);
	}
	ksft_test_result(down && up && !not_back,
			 "%d states: %d times back from going, %d from coming\n",
			 state_count, down, up);
	if (stood <= 1) /* the last any kernel has */
		ksft_test_result_skip("no CONFIG_CPU_HOTPLUG_STATE_CONTROL\n");
	else
		ksft_test_result_pass("CPU 1 stood at %d states\n", stood);
	ksft_test_result(!shared->wrong && !ended && shared->snapshots,
			 "%lu snapshots%s%s; %d readers have ended, or do not\n",
			 shared->snapshots, shared->wrong ? ": " : "",
			 shared->complaint, ended);
	count_on(fd);
	stop_counters(fd);
	ksft_finished();
}
