// SPDX-License-Identifier: GPL-2.0
/* The world as a whole: how it begins, is kept and compared. */
#include "core/notify.h"
#include "core/window.h"
#include "world.h"

struct world_rules rules;
struct world world;
struct operation operation;
struct perfcnt_regfile register_file;
bool verbose;

static struct perfcnt_owner owner;

/* Why a counter cannot count is of no use here: every counter can. */
void perfcnt_reason_set(struct perfcnt_reason *reason, const char *format, ...)
{
	model_wrong(format);
}

void perfcnt_reason_prefix(struct perfcnt_reason *reason, const char *format, ...)
{
	model_wrong(format);
}

int perfcnt_refuse(struct perfcnt_reason *reason, int code, size_t offset,
		   const char *format, ...)
{
	model_wrong(format);
	return code;
}

/* As notify.c does it where a driver has align. */
void perfcnt_notify_begin(unsigned int i, u64 count)
{
	const struct perfcnt_counter *counter = &perfcnt_core.counter[i];

	if (rules.device && !counter->stopped &&
	    (counter->control.word & PERFCNT_CTL_IE))
		perfcnt_core.pmu->align(i, counter->base);
}

void perfcnt_notify_end(unsigned int i, u64 count)
{
}

/* Nothing here follows tasks. */
void perfcnt_windows_init(const struct perfcnt_pmu *driver)
{
}

unsigned long perfcnt_windows_show(unsigned long counters, u64 *sums, unsigned long *lost)
{
	return 0;
}

bool perfcnt_windows_read_all(const struct perfcnt_windows *windows,
			      unsigned long counters,
			      u64 *sums)
{
	model_wrong("no counter has windows");
	return false;
}

void perfcnt_windows_find_open(unsigned long counters, struct cpumask *cpus)
{
	model_wrong("no CPU is asked");
}

static void notify(void)
{
}

static void change(const u64 *sums)
{
}

static int pmu_acquire(struct perfcnt_reason *reason)
{
	return perfcnt_regfile_seize(&register_file);
}

static void pmu_release(void)
{
	perfcnt_regfile_release(&register_file);
}

static int pmu_configure(unsigned long counters,
			 const struct perfcnt_control *control, u64 *sums,
			 struct perfcnt_reason *reason)
{
	return perfcnt_regfile_configure(&register_file, counters, control,
					 sums, reason);
}

static bool pmu_glance(unsigned long counters, u64 *sums)
{
	return perfcnt_regfile_read_fast(&register_file, sums);
}

static long pmu_read(unsigned long counters, const struct cpumask *cpus, u64 *sums,
		     struct perfcnt_reason *reason)
{
	return perfcnt_regfile_read(&register_file, sums, reason);
}

static void pmu_align(unsigned int counter, u64 base)
{
	perfcnt_regfile_align(&register_file, counter, base);
}

static struct perfcnt_pmu pmu = {
	.name = "model",
	.acquire = pmu_acquire,
	.release = pmu_release,
	.configure = pmu_configure,
	.read_fast = pmu_glance,
	.read = pmu_read,
	.align = pmu_align,
};

void world_begin(void)
{
	unsigned int i;

	pmu.limits = (struct perfcnt_limits){
		.counters = rules.counters,
		.tcs = 1,
		.vpes = 1,
		.modes = PERFCNT_CTL_MODES,
	};
	register_file.registers = &model_registers;
	register_file.counters = rules.counters;
	register_file.notify = notify;
	register_file.change = change;
	register_file.no_line = rules.no_line;
	perfcnt_regfile_init(&register_file);
	for (i = 0; i < rules.counters; i++) /* a reset leaves it undefined */
		world.control[i] = PERFCNT_CTL_U | PERFCNT_CTL_K;
	for (i = 0; rules.device && i < rules.counters; i++) {
		owner.mask |= BIT(i);
		perfcnt_core.counter[i].owner = &owner;
		perfcnt_core.counter[i].stopped = true;
	}
	operation = (struct operation){ .quiet = true };
	perfcnt_counters_init(&pmu);
	doors_begin();
}

/* All that can change, for as many counters as there are. */
static const struct piece {
	void *at;
	size_t size;
	size_t each;
} pieces[] = {
	{ &register_file.held, sizeof(register_file.held) },
	{ &register_file.lost, sizeof(register_file.lost) },
	{ &register_file.late, sizeof(register_file.late) },
	{ &register_file.timer.queued, sizeof(register_file.timer.queued) },
	{ register_file.present, 0, sizeof(*register_file.present) },
	{ register_file.word, 0, sizeof(*register_file.word) },
	{ register_file.extend, 0, sizeof(*register_file.extend) },
	{ &perfcnt_core.held, sizeof(perfcnt_core.held) },
	{ perfcnt_core.counter, 0, sizeof(*perfcnt_core.counter) },
	{ world.control, 0, sizeof(*world.control) },
	{ world.count, 0, sizeof(*world.count) },
	{ world.wanted, 0, sizeof(*world.wanted) },
	{ world.expected, 0, sizeof(*world.expected) },
	{ world.since_timer, 0, sizeof(*world.since_timer) },
};

static size_t piece_size(const struct piece *piece)
{
	return piece->size + rules.counters * piece->each;
}

size_t world_size(void)
{
	size_t i, size = 0;

	for (i = 0; i < ARRAY_SIZE(pieces); i++)
		size += piece_size(&pieces[i]);
	return size;
}

void world_save(void *to)
{
	char *at = to;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		memcpy(at, pieces[i].at, piece_size(&pieces[i]));
		at += piece_size(&pieces[i]);
	}
}

void world_restore(const void *from)
{
	const char *at = from;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		memcpy(pieces[i].at, at, piece_size(&pieces[i]));
		at += piece_size(&pieces[i]);
	}
}

/*
 * Worlds that go on alike are one: what a user sees may be less by any number,
 * or by laps where registers are the low bits of counts, and a sum be any number
 * that its base goes with; not 0, which could be forgotten.
 */
void world_normalize(void)
{
	const u64 lap = 1ull << 32, any_sum = 3 * lap + (1u << unit_shift());
	unsigned int i;

	if (!register_file.timer.queued)
		memset(world.since_timer, 0, sizeof(world.since_timer));
	for (i = 0; i < rules.counters; i++) {
		struct perfcnt_counter *counter = &perfcnt_core.counter[i];
		u64 less = world.expected[i];
		u64 unseen =
			(u32)(world.count[i] - register_file.extend[i].last);
		u64 sum = register_file.extend[i].sum + unseen - any_sum;

		if (rules.device)
			less &= ~(lap - 1);
		world.expected[i] -= less;
		register_file.extend[i].sum -= sum;
		counter->base += sum - less;
		counter->kept -= less;
		if (!counter->stopped)
			counter->kept = 0;
		else
			counter->base = 0;
	}
}
