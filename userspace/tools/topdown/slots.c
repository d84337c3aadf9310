// SPDX-License-Identifier: GPL-2.0
/* Groups of the kernel's events, one for each program, thread or CPU, and sums of them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "slots.h"

#define CPUS	"/sys/devices/system/cpu"

/* More CPUs than any Linux has. */
#define MOST_CPUS	65535

/* A CPU with less than one in this many of the busiest one's slots does nothing. */
#define IDLE_PART	20

/* A program that this process begins. */
#define PROGRAM		(PERFCNT_TOPDOWN_INHERIT | PERFCNT_TOPDOWN_ON_EXEC)

static struct perfcnt_topdown *open_counter(const struct slots *slots, int pid, int cpu,
					    unsigned int flags)
{
	const struct perfcnt_topdown_request request = {
		.size = sizeof(request),
		.flags = slots->flags | flags,
		.pid = pid,
		.cpu = cpu,
		.level = slots->level,
	};

	return perfcnt_topdown_open(&request);
}

static bool add(struct slots *slots, int pid, int cpu, unsigned int flags)
{
	struct slots_counter counter = {
		.counter = open_counter(slots, pid, cpu, flags),
		.cpu = cpu,
		.past = { .running = 1 },
	};

	if (!counter.counter)
		return false;
	slots->counters = grow(slots->counters, slots->count,
			       sizeof(*slots->counters));
	slots->counters[slots->count++] = counter;
	return true;
}

bool slots_open(struct slots *slots)
{
	return add(slots, 0, -1, PROGRAM);
}

static void add_up(struct perfcnt_topdown_shares *to,
		   const struct perfcnt_topdown_shares *what)
{
	unsigned int i;

	to->level = what->level;
	to->method = what->method;
	to->flags = what->flags;
	to->valid |= what->valid;
	to->resolution = what->resolution;
	if (what->running < to->running)
		to->running = what->running;
	to->slots += what->slots;
	for (i = 0; i < PERFCNT_TOPDOWN_SHARES; i++)
		to->share[i].slots += what->share[i].slots;
}

/* Since the last time; what has not counted yet has not been away either. */
static struct perfcnt_topdown_shares count_of(struct slots_counter *counter)
{
	struct perfcnt_topdown_reading now = { .size = sizeof(now) };
	const struct perfcnt_topdown_reading *before =
		counter->before.size ? &counter->before : NULL;
	struct perfcnt_topdown_shares sum = counter->past, more = { .size = sizeof(more) };

	if (perfcnt_topdown_read(counter->counter, &now) ||
	    (perfcnt_topdown_between(before, &now, &more) && errno != ENODATA))
		fail("the kernel does not count slots: %s", perfcnt_strerror(NULL));
	if (!more.slots)
		more.running = 1;
	add_up(&sum, &more);
	counter->before = now;
	return sum;
}

static void forget(struct slots_counter *counter)
{
	counter->past = (struct perfcnt_topdown_shares){ .running = 1 };
	counter->before = (struct perfcnt_topdown_reading){ 0 };
}

/* A counter is sure to count the first program alone: perfcnt_topdown_open(3). */
void slots_again(struct slots *slots)
{
	struct slots_counter *counter = &slots->counters[0];
	const struct perfcnt_topdown_shares past = count_of(counter);

	perfcnt_topdown_close(counter->counter);
	forget(counter);
	counter->past = past;
	counter->counter = open_counter(slots, 0, -1, PROGRAM);
	if (!counter->counter)
		fail("slots: %s", perfcnt_strerror(NULL));
}

bool slots_open_thread(struct slots *slots, int thread)
{
	return add(slots, thread, -1, 0);
}

static bool has(const struct number_list *list, unsigned int number)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->numbers[i] == number)
			return true;
	return false;
}

/* Those that are new; one that has ended meanwhile is none. */
static bool add_threads(struct slots *slots, DIR *folder,
			struct number_list *threads)
{
	const struct dirent *entry;

	while ((entry = readdir(folder))) {
		uint64_t thread;

		if (number_read(entry->d_name, 10, INT32_MAX, &thread) ||
		    has(threads, thread))
			continue;
		if (!add(slots, thread, -1, PERFCNT_TOPDOWN_INHERIT) &&
		    errno != ESRCH)
			return false;
		number_list_add(threads, thread);
	}
	return true;
}

/* A thread that begins before the one that begins it is counted is there next time. */
bool slots_open_process(struct slots *slots, int pid)
{
	struct number_list threads = { 0 };
	char path[64];
	size_t before;
	bool good;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	do {
		DIR *folder = opendir(path);

		before = threads.count;
		good = folder && add_threads(slots, folder, &threads);
		if (folder)
			closedir(folder);
	} while (good && threads.count > before);
	number_list_free(&threads);
	if (good ? !slots->count : errno == ENOENT) {
		errno = ESRCH;
		return false;
	}
	return good;
}

/* A number of a file below CPUS; 0 if it says nothing. */
static unsigned int read_topology(int cpu, const char *name)
{
	unsigned int number = 0;
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), CPUS "/cpu%d/topology/%s", cpu, name);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%u", &number) != 1)
		number = 0;
	fclose(file);
	return number;
}

static struct number_list find_cpus(void)
{
	struct number_list cpus = { 0 };
	char text[4096] = "";
	FILE *file = fopen(CPUS "/online", "re");

	if (!file)
		fail(CPUS "/online: %s", strerror(errno));
	if (fgets(text, sizeof(text), file))
		text[strcspn(text, "\n")] = '\0';
	fclose(file);
	if (number_list_read(&cpus, MOST_CPUS, text))
		fail(CPUS "/online: unexpected '%s'", text);
	return cpus;
}

static bool add_cpu(struct slots *slots, int cpu)
{
	struct slots_counter *counter;

	if (!add(slots, -1, cpu, 0))
		return false;
	counter = &slots->counters[slots->count - 1];
	counter->package = read_topology(cpu, "physical_package_id");
	counter->core = read_topology(cpu, "core_id");
	return true;
}

/* The library says ENXIO of a CPU with another kind of core than those that count. */
bool slots_open_cpus(struct slots *slots, const struct number_list *cpus)
{
	struct number_list all = { 0 };
	bool good = true;
	size_t i;

	if (!cpus)
		all = find_cpus();
	for (i = 0; i < all.count && good; i++)
		good = add_cpu(slots, all.numbers[i]) || errno == ENXIO;
	for (i = 0; cpus && i < cpus->count && good; i++) {
		good = add_cpu(slots, cpus->numbers[i]);
		if (!good && errno == ENXIO)
			fail("CPU %u: its kind of core counts no slots",
			     cpus->numbers[i]);
	}
	number_list_free(&all);
	return good && slots->count;
}

int slots_start(struct slots *slots)
{
	size_t i;

	for (i = 0; i < slots->count; i++) {
		struct slots_counter *counter = &slots->counters[i];

		if (perfcnt_topdown_reset(counter->counter))
			return -1;
		forget(counter);
	}
	return 0;
}

void slots_close(struct slots *slots)
{
	size_t i;

	for (i = 0; i < slots->count; i++)
		perfcnt_topdown_close(slots->counters[i].counter);
	free(slots->counters);
	slots->counters = NULL;
	slots->count = 0;
}

void slots_read(struct slots *slots)
{
	size_t i;

	for (i = 0; i < slots->count; i++) {
		struct slots_counter *counter = &slots->counters[i];

		counter->since = count_of(counter);
		counter->past = (struct perfcnt_topdown_shares){ .running = 1 };
	}
}

static void name_sum(struct slots_sum *sum, const struct slots_counter *counter,
		     enum slots_each each)
{
	if (each == SLOTS_PER_CORE)
		snprintf(sum->name, sizeof(sum->name), "S%u-C%u",
			 counter->package, counter->core);
	else if (each == SLOTS_PER_CPU)
		snprintf(sum->name, sizeof(sum->name), "CPU%d", counter->cpu);
}

/* The one of this name, which may be new. */
static struct slots_sum *find(struct slots_sum *sums, size_t *count,
			      const struct slots_sum *like)
{
	size_t i;

	for (i = 0; i < *count; i++)
		if (!strcmp(sums[i].name, like->name))
			return &sums[i];
	sums[*count] = *like;
	return &sums[(*count)++];
}

static size_t remove_idle(struct slots_sum *sums, size_t count)
{
	uint64_t most = 0;
	size_t i, left = 0;

	for (i = 0; i < count; i++)
		if (sums[i].found.slots > most)
			most = sums[i].found.slots;
	for (i = 0; i < count; i++)
		if (sums[i].found.slots < most / IDLE_PART)
			number_list_free(&sums[i].cpus);
		else
			sums[left++] = sums[i];
	return left;
}

size_t slots_sums(const struct slots *slots, enum slots_each each, bool all,
		  struct slots_sum **sums)
{
	size_t count = 0, i;

	*sums = zeros(slots->count, sizeof(**sums));
	for (i = 0; i < slots->count; i++) {
		const struct slots_counter *counter = &slots->counters[i];
		struct slots_sum like = {
			.found = { .running = 1 },
		};
		struct slots_sum *sum;

		name_sum(&like, counter, each);
		sum = find(*sums, &count, &like);
		add_up(&sum->found, &counter->since);
		if (counter->cpu >= 0)
			number_list_add(&sum->cpus, counter->cpu);
	}
	if (!all && each != SLOTS_TOGETHER)
		count = remove_idle(*sums, count);
	return count;
}

void slots_sums_free(struct slots_sum *sums, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		number_list_free(&sums[i].cpus);
	free(sums);
}
