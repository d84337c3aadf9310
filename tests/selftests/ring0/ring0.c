// SPDX-License-Identifier: GPL-2.0
/*
 * Known code in ring 0 of an x86-64, counted by the kernel's perf.
 *
 *	/sys/module/ring0/parameters/run	"CODE ITERATIONS": does this on the CPU
 *						where it is written, with interrupts
 *						off, at most 100000 of it
 *	/sys/module/ring0/parameters/counts	what that was, each event in kernel
 *						mode and in user mode: instructions,
 *						branches, loads, stores
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "known_code.h"

#define MOST 100000
#define KINDS 4
#define EVENTS (2 * KINDS) /* in kernel mode, then in user mode */

static u64 counts[EVENTS];
static DEFINE_MUTEX(lock);

static const struct {
	u32 type;
	u64 config;
} kinds[KINDS] = {
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ PERF_TYPE_RAW, 0x81d0 }, /* loads of Intel's */
	{ PERF_TYPE_RAW, 0x82d0 }, /* stores */
};

/**
 * struct job - one run
 * @code: the code
 * @iterations: how often
 * @event: the events, which count
 * @err: 0 or a negative errno
 */
struct job {
	const struct known_code *code;
	unsigned long iterations;
	struct perf_event *event[EVENTS];
	int err;
};

static void look(const struct job *job, u64 *now)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++) {
		job->event[i]->pmu->read(job->event[i]);
		now[i] = local64_read(&job->event[i]->count);
	}
}

/* On the CPU of the events, with its interrupts off. */
static void run_here(void *data)
{
	u64 before[EVENTS], after[EVENTS];
	struct job *job = data;
	unsigned int i;

	for (i = 0; i < EVENTS; i++) {
		if (job->event[i]->oncpu == smp_processor_id())
			continue;
		job->err = -EBUSY;
		return;
	}
	look(job, before);
	job->code->run(job->iterations);
	look(job, after);
	for (i = 0; i < EVENTS; i++)
		counts[i] = after[i] - before[i];
}

static struct perf_event *create(unsigned int i, unsigned int cpu)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = kinds[i % KINDS].type,
		.config = kinds[i % KINDS].config,
		.pinned = 1,
		.exclude_user = i < KINDS,
		.exclude_kernel = i >= KINDS,
		.exclude_hv = 1,
	};

	return perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
}

static int run(struct job *job, unsigned int cpu)
{
	unsigned int i, n;
	int err = 0;

	for (n = 0; n < EVENTS; n++) {
		job->event[n] = create(n, cpu);
		err = PTR_ERR_OR_ZERO(job->event[n]);
		if (err)
			break;
	}
	if (!err)
		err = smp_call_function_single(cpu, run_here, job, true);
	for (i = 0; i < n; i++)
		perf_event_release_kernel(job->event[i]);
	return err ?: job->err;
}

static int run_set(const char *words, const struct kernel_param *param)
{
	struct job job = { 0 };
	char name[16];
	size_t i;
	int err;

	if (sscanf(words, "%15s %lu", name, &job.iterations) != 2 ||
	    !job.iterations || job.iterations > MOST)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(known_codes); i++)
		if (!strcmp(known_codes[i].name, name))
			job.code = &known_codes[i];
	if (!job.code)
		return -EINVAL;
	mutex_lock(&lock);
	err = run(&job, raw_smp_processor_id());
	mutex_unlock(&lock);
	return err;
}

static const struct kernel_param_ops run_ops = { .set = run_set };
module_param_cb(run, &run_ops, NULL, 0200);
MODULE_PARM_DESC(run, "code and iterations");

static int counts_get(char *words, const struct kernel_param *param)
{
	unsigned int i;
	int length = 0;

	mutex_lock(&lock);
	for (i = 0; i < EVENTS; i++)
		length += sprintf(words + length, "%llu%c", counts[i],
				  i + 1 < EVENTS ? ' ' : '\n');
	mutex_unlock(&lock);
	return length;
}

static const struct kernel_param_ops counts_ops = { .get = counts_get };
module_param_cb(counts, &counts_ops, NULL, 0400);
MODULE_PARM_DESC(counts, "what the last run was");

MODULE_DESCRIPTION("Known code in ring 0");
MODULE_LICENSE("GPL");
