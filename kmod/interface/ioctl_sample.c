// SPDX-License-Identifier: GPL-2.0
/* The ioctl of samples, and their rings; uapi/linux/perfcnt_samples.h describes them. */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/mm.h>

#include "../core/owner.h"
#include "../sample/ring.h"
#include "../sample/sampler.h"
#include "client.h"
#include "ioctl.h"

#define FLAGS (PERFCNT_SAMPLING_SHARED | PERFCNT_SAMPLING_FREQUENCY)

/* A number of samples a second, within what the parameter allows. */
static int sample_check_frequency(const struct perfcnt_sampling *wanted,
				  struct perfcnt_reason *reason)
{
	unsigned int rate = READ_ONCE(perfcnt_sample_rate);

	if (!wanted->period)
		perfcnt_reason_set(reason,
				   "a frequency of 0: at least 1; a period of 0, without PERFCNT_SAMPLING_FREQUENCY, ends sampling");
	else if (wanted->period > PERFCNT_SAMPLING_FREQUENCY_MAX)
		perfcnt_reason_set(reason, "a frequency of %llu: at most %u", wanted->period,
				   PERFCNT_SAMPLING_FREQUENCY_MAX);
	else if (rate && wanted->period > rate)
		perfcnt_reason_set(reason,
				   "a frequency of %llu: the parameter sample_rate allows %u",
				   wanted->period, rate);
	else if (wanted->jitter)
		perfcnt_reason_set(reason,
				   "a jitter of %llu events: with a frequency it must be 0",
				   wanted->jitter);
	else
		return 0;
	return -EINVAL;
}

static int sample_check_struct(const struct perfcnt_sampling *wanted,
			       struct perfcnt_reason *reason)
{
	if (wanted->reserved)
		return perfcnt_client_refuse_reserved(reason);
	if (wanted->flags & ~FLAGS)
		perfcnt_reason_set(reason, "no such flags: 0x%x", wanted->flags);
	else if (wanted->callers || wanted->stack)
		perfcnt_reason_set(reason,
				   "%s of %u: samples have none yet, it must be 0",
				   wanted->callers ? "callers" : "a stack",
				   wanted->callers ?: wanted->stack);
	else if (wanted->share > PERFCNT_SAMPLING_SHARE_MAX)
		perfcnt_reason_set(reason, "a share of %u thousandths: at most %u",
				   wanted->share, PERFCNT_SAMPLING_SHARE_MAX);
	else if (wanted->ring_order > PERFCNT_SAMPLING_ORDER_MAX)
		perfcnt_reason_set(reason, "a ring of 2^%u pages: at most 2^%u",
				   wanted->ring_order,
				   PERFCNT_SAMPLING_ORDER_MAX);
	else if (wanted->flags & PERFCNT_SAMPLING_FREQUENCY)
		return sample_check_frequency(wanted, reason);
	else if (wanted->period > PERFCNT_SAMPLING_PERIOD_MAX)
		perfcnt_reason_set(reason, "a period of %llu events: at most %llu",
				   wanted->period, PERFCNT_SAMPLING_PERIOD_MAX);
	else if (wanted->jitter > PERFCNT_SAMPLING_JITTER_MAX)
		perfcnt_reason_set(reason, "a jitter of %llu events: at most %llu",
				   wanted->jitter, PERFCNT_SAMPLING_JITTER_MAX);
	else if (wanted->jitter && wanted->jitter >= wanted->period)
		perfcnt_reason_set(reason,
				   "a jitter of %llu events: it must be less than the period, %llu",
				   wanted->jitter, wanted->period);
	else
		return 0;
	return -EINVAL;
}

static struct perfcnt_rings *sample_rings(const struct perfcnt_file_samples *samples)
{
	return smp_load_acquire(&samples->rings); /* pairs with sample_make_rings() */
}

/* The file's rings, which the first call makes. */
static struct perfcnt_rings *sample_make_rings(struct perfcnt_file_samples *samples,
					       const struct perfcnt_sampling *wanted,
					       struct perfcnt_reason *reason)
{
	struct perfcnt_rings *rings = sample_rings(samples), *others;

	if (rings)
		return rings;
	rings = perfcnt_rings_new(samples->owner, wanted->ring_order, wanted->wake,
				  reason);
	if (!rings)
		return NULL;
	others = cmpxchg(&samples->rings, NULL, rings); /* pairs with sample_rings() */
	if (!others)
		return rings;
	perfcnt_rings_free(rings);
	return others;
}

/**
 * perfcnt_ioctl_sample - PERFCNT_IOC_SAMPLE
 * @samples: the open file's
 * @arg: its struct
 * @reason: why not, if not
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL, -E2BIG, -EFAULT for a struct that is wrong; -ENOMEM; or as
 * perfcnt_sampler_begin() and perfcnt_sampler_end().
 */
int perfcnt_ioctl_sample(struct perfcnt_file_samples *samples,
			 struct perfcnt_sampling __user *arg,
			 struct perfcnt_reason *reason)
{
	struct perfcnt_sampling wanted;
	struct perfcnt_rings *rings;
	u32 size;
	int err;

	err = perfcnt_client_get(&wanted, sizeof(wanted), arg, &size) ?:
	      sample_check_struct(&wanted, reason);
	if (err)
		return err;
	if (!wanted.period)
		return perfcnt_sampler_end(samples->owner, wanted.counter,
					   reason);
	rings = sample_make_rings(samples, &wanted, reason);
	if (!rings)
		return -ENOMEM;
	err = perfcnt_sampler_begin(samples->owner, wanted.counter, &wanted, rings, NULL,
				    reason);
	if (err)
		return err;
	wanted.size = size;
	wanted.rings = nr_cpu_ids;
	wanted.ring_size = PAGE_SIZE + rings->size;
	wanted.ring_stride = perfcnt_rings_stride(rings);
	err = perfcnt_client_put(arg, &wanted, sizeof(wanted), size);
	if (err)
		perfcnt_sampler_end(samples->owner, wanted.counter, reason);
	return err;
}

/**
 * perfcnt_file_samples_due - has a ring as much to read as the program waits for?
 * @samples: the open file's
 *
 * Context: Any.
 */
bool perfcnt_file_samples_due(const struct perfcnt_file_samples *samples)
{
	const struct perfcnt_rings *rings = sample_rings(samples);

	return rings && perfcnt_rings_due(rings);
}

/**
 * perfcnt_file_samples_map - map a ring
 * @samples: the open file's
 * @vma: where; its offset says which
 *
 * Context: Process context, may sleep.
 * Return: 0; -EINVAL if nothing is sampled yet, or as perfcnt_rings_map().
 */
int perfcnt_file_samples_map(const struct perfcnt_file_samples *samples,
			     struct vm_area_struct *vma)
{
	struct perfcnt_rings *rings = sample_rings(samples);

	return rings ? perfcnt_rings_map(rings, vma) : -EINVAL;
}

/**
 * perfcnt_file_samples_end - the file is closed
 * @samples: the open file's
 *
 * Context: Process context, may sleep.
 */
void perfcnt_file_samples_end(struct perfcnt_file_samples *samples)
{
	perfcnt_sampler_end_all(samples->owner);
	perfcnt_rings_free(samples->rings);
}
