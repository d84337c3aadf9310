// SPDX-License-Identifier: GPL-2.0 OR LGPL-2.1-or-later
/* The PMUs of a machine's CPUs. */
#include "cpu_pmus.h"

/**
 * perfcnt_cpu_pmus_count - how many there are
 * @pmus: the table
 *
 * Return: the number; as many entries can be read.
 */
unsigned int perfcnt_cpu_pmus_count(const struct perfcnt_cpu_pmus *pmus)
{
	return smp_load_acquire(&pmus->count); /* pairs with add */
}

/**
 * perfcnt_cpu_pmus_add - one more, if it is not there yet
 * @pmus: the table
 * @type: its number
 * @name: its name, which is copied
 *
 * Context: No other task adds at the same time.
 * Return: its entry, or NULL if there is no space for it.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_add(struct perfcnt_cpu_pmus *pmus, u32 type, const char *name)
{
	const struct perfcnt_cpu_pmu *there;
	unsigned int n = pmus->count;
	struct perfcnt_cpu_pmu *pmu;

	there = perfcnt_cpu_pmus_of_type(pmus, type);
	if (there || n == PERFCNT_MAX_PMUS)
		return there;
	pmu = &pmus->pmu[n];
	pmu->type = type;
	scnprintf(pmu->name, sizeof(pmu->name), "%s", name);
	smp_store_release(&pmus->count, n + 1); /* pairs with count */
	return pmu;
}

/**
 * perfcnt_cpu_pmus_of_type - the PMU with a number
 * @pmus: the table
 * @type: its number
 *
 * Return: the PMU or NULL.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_type(const struct perfcnt_cpu_pmus *pmus, u32 type)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);

	for (i = 0; i < n; i++)
		if (pmus->pmu[i].type == type)
			return &pmus->pmu[i];
	return NULL;
}

/**
 * perfcnt_cpu_pmus_of_name - the PMU with a name
 * @pmus: the table
 * @name: its name
 * @length: the name's length
 *
 * Return: the PMU or NULL.
 */
const struct perfcnt_cpu_pmu *
perfcnt_cpu_pmus_of_name(const struct perfcnt_cpu_pmus *pmus, const char *name,
			 size_t length)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);

	for (i = 0; i < n; i++)
		if (strlen(pmus->pmu[i].name) == length &&
		    !memcmp(pmus->pmu[i].name, name, length))
			return &pmus->pmu[i];
	return NULL;
}

/**
 * perfcnt_cpu_pmus_list - their names, for messages
 * @pmus: the table
 * @between: what to put between two of them
 * @after: what to put after each of them
 * @buf: where the words go, cut short if they are too many
 * @size: its size, at least 1
 */
void perfcnt_cpu_pmus_list(const struct perfcnt_cpu_pmus *pmus,
			   const char *between, const char *after, char *buf,
			   size_t size)
{
	unsigned int i, n = perfcnt_cpu_pmus_count(pmus);
	size_t length = 0;

	*buf = '\0';
	for (i = 0; i < n; i++)
		length += scnprintf(buf + length, size - length, "%s%s%s",
				    i ? between : "", pmus->pmu[i].name, after);
}
