// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/perf_profile: where the time goes, as text.
 *
 * A write begins a profile, or ends it; a read shows what has been counted so far, summed up
 * by function.  The counters are those of an owner of the module's own, and so the module
 * stays while a profile is taken.
 */
#include <linux/capability.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/proc_fs.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "../core/counters.h"
#include "../core/owner.h"
#include "../core/window.h"
#include "../encoding/control.h"
#include "../sample/looks.h"
#include "../sample/profile.h"
#include "../sample/sampler.h"
#include "interface.h"
#include "module_owner.h"

#define FILE_NAME "perf_profile"

/* The longest line that is accepted, and the longest event in it. */
#define LINE_MAX_BYTES	255
#define EVENT_MAX	63

/* No more VPEs share counters. */
#define VPES_MAX 4

/* Periods vary by such a part, so that they are in step with nothing. */
#define JITTER_PART 8

/* So often it is seen whether an interrupt has come, until one has. */
#define WATCH_JIFFIES (HZ / 4)

/* Who takes the samples. */
enum taker {
	INTERRUPTS,	/* those of the counters */
	TIMER,		/* looks.c, as none of these comes */
	NOBODY,		/* and timers come at ticks only */
};

/**
 * struct wanted - what a line asks for
 * @event: as it was written
 * @period: in events; 0: no profile
 * @addresses: each address by itself, in numbers
 */
struct wanted {
	char event[EVENT_MAX + 1];
	u64 period;
	bool addresses;
};

/**
 * struct taken - the profile that is taken
 * @lock: guards all of it
 * @owner: of the counters; NULL: no profile is taken
 * @profile: what was counted
 * @wanted: what was asked for
 * @by: who takes the samples
 * @silent: so often in a row no interrupt had come where it should
 * @began: when, in nanoseconds
 */
struct taken {
	struct mutex lock; /* taken before those of core */
	struct perfcnt_owner *owner;
	struct perfcnt_profile *profile;
	struct wanted wanted;
	enum taker by;
	unsigned int silent;
	u64 began;
};

static struct taken taken = { .lock = __MUTEX_INITIALIZER(taken.lock) };

static void watch(struct work_struct *unused);
static DECLARE_DELAYED_WORK(watch_work, watch);

/* What is written: EVENT PERIOD [addresses], or 0. */

/* The next word of a line, whose end is set; an empty one at its end. */
static char *next_word(char **line)
{
	char *word = *line + strspn(*line, " \t"), *end = word + strcspn(word, " \t");

	*line = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static int profile_refuse(struct perfcnt_reason *reason, const char *line, char *word,
			  int err, const char *why)
{
	char *c;

	for (c = word; *c; c++)
		if (!isascii(*c) || !isprint(*c))
			*c = '?';
	perfcnt_reason_set(reason, "column %zu: %s%.63s%s%s", (size_t)(word - line) + 1,
			   *word ? "'" : "", word, *word ? "': " : "", why);
	return err;
}

static int parse_period(const char *line, char *word, u64 *period,
			struct perfcnt_reason *reason)
{
	int err = perfcnt_number_decimal(word, strlen(word), period);

	if (err == -EINVAL)
		return profile_refuse(reason, line, word, err,
				      "a period is wanted here: a decimal number of events");
	if (err || *period > PERFCNT_SAMPLING_PERIOD_MAX)
		return profile_refuse(reason, line, word, -ERANGE, "the period is too long");
	if (!*period)
		return profile_refuse(reason, line, word, -EINVAL,
				      "a period has at least one event");
	return 0;
}

static int parse_line(char *text, struct wanted *wanted, struct perfcnt_reason *reason)
{
	char *line = text, *word;
	size_t length = strlen(text);
	int err;

	if (length && text[length - 1] == '\n')
		text[length - 1] = '\0';
	word = next_word(&line);
	memset(wanted, 0, sizeof(*wanted));
	if (!*word)
		return profile_refuse(reason, text, word, -EINVAL,
				      "an event and a period are wanted, or 0");
	if (strscpy(wanted->event, word, sizeof(wanted->event)) < 0)
		return profile_refuse(reason, text, word, -EINVAL, "too long for an event");
	if (strcmp(word, "0")) {
		err = parse_period(text, next_word(&line), &wanted->period, reason);
		if (err)
			return err;
		word = next_word(&line);
		wanted->addresses = !strcmp(word, "addresses");
		if (*word && !wanted->addresses)
			return profile_refuse(reason, text, word, -EINVAL,
					      "'addresses' or nothing is wanted here");
	}
	word = next_word(&line);
	if (*word)
		return profile_refuse(reason, text, word, -EINVAL, "an extra word");
	return 0;
}

/* Beginning and ending. */

/*
 * A count that both VPEs share overflows on one of them, and the other one is asked: how late that
 * is no register says, so that time with interrupts off would be too much.
 */
static struct perfcnt_owner *profile_refuse_shared(const char *event,
						   struct perfcnt_reason *reason)
{
	perfcnt_reason_set(reason,
			   "%s is counted for all VPEs together, and says not how long one of them has had interrupts off; instructions are counted for each",
			   event);
	return ERR_PTR(-EOPNOTSUPP);
}

/* Where VPEs share counters each has its own; where that cannot be, one VPE has all. */
static struct perfcnt_owner *profile_claim(const char *event, struct perfcnt_reason *reason)
{
	struct perfcnt_module_owner_count counts[VPES_MAX];
	char filtered[VPES_MAX][EVENT_MAX + sizeof("@vpe0")];
	const char *names[VPES_MAX];
	struct perfcnt_owner *owner;
	unsigned int i, vpes = perfcnt_counters_limits()->vpes;
	bool is_shared = false;

	if (perfcnt_windows_need_filter() && vpes <= VPES_MAX && !strchr(event, '@')) {
		for (i = 0; i < vpes; i++) {
			snprintf(filtered[i], sizeof(filtered[i]), "%s@vpe%u", event, i);
			names[i] = filtered[i];
		}
		owner = perfcnt_module_owner_open(names, vpes, counts, reason);
		if (PTR_ERR_OR_ZERO(owner) != -EINVAL)
			return owner;
		is_shared = num_possible_cpus() > 1;
	}
	owner = perfcnt_module_owner_open(&event, 1, counts, reason);
	if (!is_shared || IS_ERR(owner))
		return owner;
	perfcnt_module_owner_close(owner);
	return profile_refuse_shared(event, reason);
}

static void profile_end_samples(struct perfcnt_owner *owner)
{
	if (taken.by == INTERRUPTS)
		perfcnt_sampler_end_all(owner);
	else if (taken.by == TIMER)
		perfcnt_looks_end();
}

static int profile_begin_looks(struct perfcnt_profile *profile, struct perfcnt_reason *reason)
{
	int err = perfcnt_looks_begin(profile);

	if (err == -EOPNOTSUPP)
		perfcnt_reason_set(reason,
				   "no counter interrupt comes, and this kernel has no high-resolution timers");
	else if (err)
		perfcnt_reason_set(reason, "no counter interrupt comes, and no timer begins");
	taken.by = err ? NOBODY : TIMER;
	return err;
}

static int profile_begin_samples(struct perfcnt_owner *owner, struct perfcnt_profile *profile,
				 const struct wanted *wanted, struct perfcnt_reason *reason)
{
	struct perfcnt_sampling sampling = {
		.period = wanted->period,
		.jitter = min(wanted->period / JITTER_PART, PERFCNT_SAMPLING_JITTER_MAX),
		.flags = PERFCNT_SAMPLING_SHARED,
	};
	unsigned long mine = owner->mask;
	unsigned int i;
	int err;

	taken.by = INTERRUPTS;
	for_each_set_bit(i, &mine, PERFCNT_MAX_COUNTERS) {
		err = perfcnt_sampler_begin(owner, i, &sampling, NULL, profile, reason);
		if (!err)
			continue;
		perfcnt_sampler_end_all(owner);
		return err == -EOPNOTSUPP ? profile_begin_looks(profile, reason) : err;
	}
	taken.silent = 0;
	schedule_delayed_work(&watch_work, WATCH_JIFFIES);
	return 0;
}

static int profile_begin(const struct wanted *wanted, struct perfcnt_reason *reason)
{
	struct perfcnt_reading reading;
	struct perfcnt_profile *profile = NULL;
	struct perfcnt_owner *owner;
	int err;

	if (taken.owner) {
		perfcnt_reason_set(reason,
				   "a profile of %s is being taken; write 0 to end it first",
				   taken.wanted.event);
		return -EBUSY;
	}
	owner = profile_claim(wanted->event, reason);
	if (IS_ERR(owner))
		return PTR_ERR(owner);
	owner->name = "/proc/" FILE_NAME;
	err = perfcnt_reading_take(owner, 0, PERFCNT_READ_CONTROLS, &reading, reason);
	if (!err) {
		profile = perfcnt_profile_new(reading.control[0]);
		perfcnt_reason_set(reason, "out of memory");
		err = profile ? profile_begin_samples(owner, profile, wanted, reason) : -ENOMEM;
	}
	if (err) {
		perfcnt_profile_free(profile);
		perfcnt_module_owner_close(owner);
		return err;
	}
	taken.wanted = *wanted;
	taken.began = ktime_get_ns();
	taken.profile = profile;
	taken.owner = owner;
	return 0;
}

static void profile_end(void)
{
	struct perfcnt_owner *owner = taken.owner;

	if (!owner)
		return;
	taken.owner = NULL;
	profile_end_samples(owner);
	perfcnt_profile_free(taken.profile);
	perfcnt_module_owner_close(owner);
}

/* All that the counters have counted; or why that is not known. */
static int profile_count(u64 *count, struct perfcnt_reason *reason)
{
	struct perfcnt_reading reading;
	unsigned int i;
	int err;

	err = perfcnt_reading_take(taken.owner, 0, 0, &reading, reason);
	*count = 0;
	for (i = 0; !err && i < hweight32(taken.owner->mask); i++)
		*count += reading.count[i];
	return err;
}

static bool profile_is_empty(void)
{
	struct perfcnt_profile_sums sums;

	return !perfcnt_profile_rows(taken.profile, NULL, 0, &sums) && !sums.lost &&
	       !sums.no_room;
}

/*
 * So much has been counted that on some CPU a period has ended, and nobody was told: that is
 * so twice, as the interrupt may be on its way the first time.
 */
static void watch(struct work_struct *unused)
{
	struct perfcnt_reason reason;
	u64 count, enough;

	mutex_lock(&taken.lock);
	if (!taken.owner || taken.by != INTERRUPTS || !profile_is_empty())
		goto unlock;
	enough = taken.wanted.period * num_possible_cpus() * hweight32(taken.owner->mask);
	if (!profile_count(&count, &reason) && count >= enough && taken.silent++) {
		perfcnt_sampler_end_all(taken.owner);
		preempt_disable();
		perfcnt_profile_lose(taken.profile, div64_u64(count, taken.wanted.period), 0);
		preempt_enable();
		profile_begin_looks(taken.profile, &reason);
	} else {
		schedule_delayed_work(&watch_work, WATCH_JIFFIES);
	}
unlock:
	mutex_unlock(&taken.lock);
}

static bool may_see_addresses(void)
{
	char shown[2 + 2 * sizeof(void *) + 1];

	/* zeros if kptr_restrict hides them; kallsyms_show_value() is not for modules */
	snprintf(shown, sizeof(shown), "%pK", &taken);
	return capable(CAP_SYSLOG) && shown[strspn(shown, "0")];
}

static int proc_profile_apply(char *text, struct perfcnt_reason *reason)
{
	struct wanted wanted;
	int err;

	err = parse_line(text, &wanted, reason);
	if (err)
		return err;
	if (wanted.addresses && !may_see_addresses()) {
		perfcnt_reason_set(reason,
				   "'addresses': CAP_SYSLOG is missing, or kptr_restrict hides them");
		return -EPERM;
	}
	mutex_lock(&taken.lock);
	if (wanted.period)
		err = profile_begin(&wanted, reason);
	else
		profile_end();
	mutex_unlock(&taken.lock);
	return err;
}

static ssize_t proc_profile_write(struct file *file, const char __user *buf, size_t count,
				  loff_t *ppos)
{
	struct perfcnt_reason reason;
	char *text;
	int err;

	if (count > LINE_MAX_BYTES) {
		perfcnt_last_error_set(FILE_NAME ": %zu bytes are too many (at most %u)", count,
				       LINE_MAX_BYTES);
		return -E2BIG;
	}
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (strlen(text) != count) {
		perfcnt_reason_set(&reason, "a NUL in the line");
		err = -EINVAL;
	} else {
		err = proc_profile_apply(text, &reason);
	}
	kfree(text);
	if (err)
		perfcnt_last_error_set(FILE_NAME ": %s", reason.words);
	return err ?: count;
}

/* What is read. */

/* So many places may come while rows are read. */
#define SPARE_ROWS 64

/* A function: what is from one address up to another. */
struct function {
	unsigned long begin;
	unsigned long end;
};

/* The function that has an address; without symbols the address itself. */
static void function_find(unsigned long ip, struct function *function, char *name)
{
	unsigned long offset, size;
	char *at;

	sprint_symbol(name, ip);
	at = strrchr(name, '+');
	if (!at || sscanf(at, "+0x%lx/0x%lx", &offset, &size) != 2) {
		offset = 0;
		size = 1;
	}
	function->begin = ip - offset;
	function->end = function->begin + size;
}

static int compare_places(const void *a, const void *b)
{
	const struct perfcnt_profile_place *x = &((const struct perfcnt_profile_row *)a)->place;
	const struct perfcnt_profile_place *y = &((const struct perfcnt_profile_row *)b)->place;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (!perfcnt_profile_is_code(x->kind))
		return memcmp(x->name, y->name, sizeof(x->name));
	return x->ip == y->ip ? 0 : x->ip < y->ip ? -1 : 1;
}

static int compare_periods(const void *a, const void *b)
{
	const struct perfcnt_profile_row *x = a, *y = b;

	if (x->periods != y->periods)
		return x->periods < y->periods ? 1 : -1;
	return compare_places(a, b);
}

/*
 * Rows of the same place become one; of the same function, unless addresses are wanted: it is
 * known by where it begins.  Returns how many are left, and what all have.
 */
static size_t rows_merge(struct perfcnt_profile_row *rows, size_t used, char *name,
			 u64 *periods)
{
	struct function function = { 0 };
	size_t from, to = 0;

	sort(rows, used, sizeof(*rows), compare_places, NULL);
	*periods = 0;
	for (from = 0; from < used; from++) {
		struct perfcnt_profile_row row = rows[from];

		if (!taken.wanted.addresses && perfcnt_profile_is_code(row.place.kind) &&
		    row.place.ip > PERFCNT_PROFILE_UNLOADED) {
			if (row.place.ip < function.begin || row.place.ip >= function.end)
				function_find(row.place.ip, &function, name);
			row.place.ip = function.begin;
		}
		*periods += row.periods;
		if (to && !compare_places(&rows[to - 1], &row))
			rows[to - 1].periods += row.periods;
		else
			rows[to++] = row;
		cond_resched();
	}
	sort(rows, to, sizeof(*rows), compare_periods, NULL);
	return to;
}

static void show_code(struct seq_file *seq, unsigned long ip, char *name)
{
	char *offset;

	if (!ip) {
		seq_puts(seq, "idle");
	} else if (ip == PERFCNT_PROFILE_UNLOADED) {
		seq_puts(seq, "[unloaded]");
	} else if (taken.wanted.addresses) {
		sprint_symbol(name, ip);
		seq_printf(seq, "0x%lx%s%s", ip, strrchr(name, '+') ? " " : "",
			   strrchr(name, '+') ? name : "");
	} else {
		sprint_symbol_no_offset(name, ip);
		offset = strstr(name, " [");
		if (!*name || strstarts(name, "0x"))
			seq_puts(seq, "[no symbol]");
		else
			seq_puts(seq, offset && !strcmp(offset, " [bpf]") ? "[bpf]" : name);
	}
}

static void show_row(struct seq_file *seq, const struct perfcnt_profile_row *row, u64 periods,
		     char *name)
{
	u32 tenths = div64_u64(row->periods * 1000 + periods / 2, periods);

	seq_printf(seq, "%9llu %3u.%u%%  ", row->periods, tenths / 10, tenths % 10);
	switch (row->place.kind) {
	case PERFCNT_PROFILE_KERNEL:
		show_code(seq, row->place.ip, name);
		break;
	case PERFCNT_PROFILE_OFF:
		seq_puts(seq, "interrupts off, until ");
		show_code(seq, row->place.ip, name);
		seq_puts(seq, " opened them");
		break;
	case PERFCNT_PROFILE_OFF_HANDLER:
		seq_puts(seq, "interrupts off, until a handler ended");
		break;
	case PERFCNT_PROFILE_OFF_USER:
		seq_puts(seq, "interrupts off, until user mode");
		break;
	case PERFCNT_PROFILE_USER:
		seq_puts(seq, "user: ");
		seq_escape(seq, row->place.name, "\t\n\\");
		break;
	}
	seq_putc(seq, '\n');
}

static void show_head(struct seq_file *seq, u64 periods, const struct perfcnt_profile_sums *sums)
{
	struct perfcnt_reason reason;
	u32 tenths = div_u64(ktime_get_ns() - taken.began, NSEC_PER_SEC / 10);
	u64 count;

	seq_printf(seq, "# %s, ", taken.wanted.event);
	if (taken.by == INTERRUPTS)
		seq_printf(seq, "each %llu", taken.wanted.period);
	else if (taken.by == TIMER)
		seq_printf(seq, "no counter interrupt comes: a timer looks each %u us",
			   PERFCNT_LOOKS_US);
	else
		seq_puts(seq, "no counter interrupt comes, and no timer can look");
	seq_printf(seq, "; %u.%u s; %llu samples, %llu lost", tenths / 10, tenths % 10, periods,
		   sums->lost);
	if (sums->no_room)
		seq_printf(seq, ", %llu without room", sums->no_room);
	if (sums->throttles)
		seq_printf(seq, "; perf has stopped the event %llu times", sums->throttles);
	if (profile_count(&count, &reason))
		seq_printf(seq, "; %s", reason.words);
	seq_putc(seq, '\n');
	if (taken.wanted.addresses) /* whose symbols these are */
		seq_printf(seq, "# kfree 0x%lx\n", (unsigned long)kfree);
}

static void show_profile(struct seq_file *seq, struct perfcnt_profile_row *rows, size_t used,
			 const struct perfcnt_profile_sums *sums, char *name)
{
	u64 periods;
	size_t i;

	used = rows_merge(rows, used, name, &periods);
	show_head(seq, periods, sums);
	for (i = 0; i < used; i++) {
		show_row(seq, &rows[i], periods ?: 1, name);
		cond_resched();
	}
}

/* All rows, to be freed; NULL without memory. */
static struct perfcnt_profile_row *rows_read(size_t *used, struct perfcnt_profile_sums *sums)
{
	struct perfcnt_profile_row *rows = NULL;
	size_t most;

	*used = perfcnt_profile_rows(taken.profile, NULL, 0, sums);
	do {
		kvfree(rows);
		most = *used + SPARE_ROWS;
		rows = kvmalloc_array(most, sizeof(*rows), GFP_KERNEL_ACCOUNT);
		if (rows)
			*used = perfcnt_profile_rows(taken.profile, rows, most, sums);
	} while (rows && *used > most);
	return rows;
}

static int proc_profile_show_locked(struct seq_file *seq)
{
	struct perfcnt_profile_row *rows;
	struct perfcnt_profile_sums sums;
	int err = -ENOMEM;
	char *name;
	size_t used;

	if (!taken.owner) {
		seq_puts(seq, "# no profile is taken\n");
		return 0;
	}
	if (taken.wanted.addresses && !seq->private) {
		perfcnt_last_error_set(FILE_NAME
				       ": it has addresses: CAP_SYSLOG is missing, or kptr_restrict hides them");
		return -EPERM;
	}
	name = kmalloc(KSYM_SYMBOL_LEN, GFP_KERNEL);
	rows = rows_read(&used, &sums);
	if (name && rows) {
		show_profile(seq, rows, used, &sums, name);
		err = 0;
	}
	kfree(name);
	kvfree(rows);
	return err;
}

static int proc_profile_show(struct seq_file *seq, void *unused)
{
	int err;

	mutex_lock(&taken.lock);
	err = proc_profile_show_locked(seq);
	mutex_unlock(&taken.lock);
	return err;
}

/* What others do is a side channel: nobody else may, whatever /proc/perf allows. */
static int proc_profile_open(struct inode *inode, struct file *file)
{
	int err = perfmon_capable() ? security_locked_down(LOCKDOWN_PERF) : -EPERM;

	return err ?: single_open(file, proc_profile_show, (void *)(long)may_see_addresses());
}

static const struct proc_ops profile_ops = {
	.proc_open = proc_profile_open,
	.proc_read = seq_read,
	.proc_write = proc_profile_write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

/* A module's code goes, or that which it needed to begin. */
static int modules_change(struct notifier_block *block, unsigned long state, void *module)
{
	if (state != MODULE_STATE_GOING && state != MODULE_STATE_LIVE)
		return NOTIFY_DONE;
	mutex_lock(&taken.lock);
	if (taken.owner)
		perfcnt_profile_forget(taken.profile, module, state == MODULE_STATE_LIVE);
	mutex_unlock(&taken.lock);
	return NOTIFY_DONE;
}

static struct notifier_block modules_notifier = { .notifier_call = modules_change };

/**
 * perfcnt_proc_profile_init - create the file
 *
 * Return: 0, or -ENOMEM.
 */
int perfcnt_proc_profile_init(void)
{
	int err = register_module_notifier(&modules_notifier);

	if (err)
		return err;
	if (proc_create(FILE_NAME, 0600, NULL, &profile_ops))
		return 0;
	unregister_module_notifier(&modules_notifier);
	return -ENOMEM;
}

/**
 * perfcnt_proc_profile_exit - remove the file
 *
 * No profile is taken: while one is, the module stays.
 *
 * Context: Process context, may sleep.
 */
void perfcnt_proc_profile_exit(void)
{
	remove_proc_entry(FILE_NAME, NULL);
	cancel_delayed_work_sync(&watch_work);
	unregister_module_notifier(&modules_notifier);
}
