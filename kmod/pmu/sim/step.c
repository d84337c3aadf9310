// SPDX-License-Identifier: GPL-2.0
/*
 * What happens, by a line in debugfs, perfcnt_sim/step; perfcnt_sim(4) describes it:
 *
 *	<cpu> <mode> <event> <count> [<accesses>]
 *	[ip=<address> pid=<pid> tid=<tid> flags=<flags>]
 *
 * On VPE <cpu> the event (a name, or a code) happens <count> times in mode u,
 * s, k or e: at once, or just before one of the registers is accessed for the
 * <accesses>th time from now.  So an interrupt can be put anywhere, between two
 * registers of one reading as well.
 *
 * The last four say what a sample that is due during the step shows: its flags are
 * PERFCNT_SAMPLE_*.  That CPU is interrupted first, if there is one with this number.
 * Without them a sample shows what the CPU was doing that the line reached first.
 */
#include <linux/bits.h>
#include <linux/debugfs.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../encoding/event.h"
#include "sim.h"

static struct dentry *directory;

/* What was written, as a string. */
static int debugfs_get(char *text, size_t size, const char __user *buf, size_t count)
{
	if (count >= size)
		return -EINVAL;
	if (copy_from_user(text, buf, count))
		return -EFAULT;
	text[count] = '\0';
	return 0;
}

/* An event's codes by its name or its number; -EINVAL if there is none. */
static int parse_event(const char *word, struct perfcnt_sim_step *step)
{
	unsigned int code, counter;

	if (!kstrtouint(word, 10, &code)) {
		step->code[0] = code;
		step->code[1] = code;
		return code < PERFCNT_EVENT_CODES ? 0 : -EINVAL;
	}
	for (counter = 0; counter < 2; counter++) {
		const struct perfcnt_event *event;

		event = perfcnt_event_find_name(word, strlen(word), counter);
		if (!event)
			return -EINVAL;
		step->code[counter] = event->bank == perfcnt_event_bank(counter) ?
				      (int)event->code : -1;
	}
	return 0;
}

static int parse_mode(char mode, struct perfcnt_sim_step *step)
{
	static const char letters[] = "eksu"; /* from bit 0 on */
	const char *at = strchr(letters, mode);

	if (!mode || !at)
		return -EINVAL;
	step->mode = BIT(at - letters);
	return 0;
}

/* What a sample shows: cuts it off the text. */
static int parse_plant(char *text, struct perfcnt_sim_plant *plant)
{
	char *at = strstr(text, "ip=");

	if (!at)
		return 0;
	if (sscanf(at, "ip=%llx pid=%u tid=%u flags=%x", &plant->ip, &plant->pid,
		   &plant->tid, &plant->flags) != 4)
		return -EINVAL;
	*at = '\0';
	plant->planted = true;
	return 0;
}

static ssize_t step_write(struct file *file, const char __user *buf,
			  size_t count, loff_t *ppos)
{
	struct perfcnt_sim_step step = { 0 };
	char text[160], word[32], mode;
	int err, parts;

	err = debugfs_get(text, sizeof(text), buf, count) ?:
	      parse_plant(text, &step.plant);
	if (err)
		return err;
	parts = sscanf(text, "%u %c %31s %llu %lu", &step.cpu, &mode, word,
		       &step.count, &step.accesses);
	if (parts < 4 || step.cpu >= PERFCNT_SIM_VPES)
		return -EINVAL;
	err = parse_mode(mode, &step) ?: parse_event(word, &step) ?:
	      perfcnt_sim_happen(&step);
	return err ?: count;
}

static const struct file_operations step_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = step_write,
};

/**
 * perfcnt_sim_step_init - create the file, if the kernel has debugfs
 */
void perfcnt_sim_step_init(void)
{
	directory = debugfs_create_dir(KBUILD_MODNAME, NULL);
	debugfs_create_file("step", 0200, directory, NULL, &step_fops);
}

/**
 * perfcnt_sim_step_exit - remove it
 */
void perfcnt_sim_step_exit(void)
{
	debugfs_remove(directory);
}
