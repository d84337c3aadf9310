// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The kernel's perf on this machine: what names mean to it, and why it refuses.  What an
 * event is called and how perf encodes it stands in files that the module has, too, so that
 * both count the same.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "../../kmod/encoding/control.h"
#include "handle.h"
#include "kernel.h"
#include "perf.h"

#define PMUS "/sys/bus/event_source/devices"

#define PARANOID	"/proc/sys/kernel/perf_event_paranoid"

#define NO_ACCESS	"perf_event_open(2) is not permitted"

/* What this machine has, for the parser of names; found once. */
static struct perfcnt_limits limits = {
	.counters = PERFCNT_MAX_COUNTERS,
	.tcs = 1,
	.vpes = 1,
	.modes = PERFCNT_CTL_U | PERFCNT_CTL_K,
	.native = true,
	.any_filter = true,
};

static void find_model(struct perfcnt_cpu_model *model)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int eax, ebx, ecx, edx;

	if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
		return;
	if (ebx == signature_INTEL_ebx && ecx == signature_INTEL_ecx &&
	    edx == signature_INTEL_edx)
		model->vendor = PERFCNT_VENDOR_INTEL;
	__get_cpuid(1, &eax, &ebx, &ecx, &edx);
	model->family = eax >> 8 & 0xf;
	model->model = eax >> 4 & 0xf;
	if (model->family == 0x6 || model->family == 0xf)
		model->model |= (eax >> 16 & 0xf) << 4;
	if (model->family == 0xf)
		model->family += eax >> 20 & 0xff;
#else
	(void)model;
#endif
}

/* The number in a file, or -1. */
static long number_in(const char *path)
{
	char text[16] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	if (read(fd, text, sizeof(text) - 1) < 1)
		*text = '\0';
	close(fd);
	return *text ? strtol(text, NULL, 10) : -1;
}

static long number_of_pmu(const char *name, const char *file)
{
	char path[sizeof(PMUS) + 2 * NAME_MAX];

	snprintf(path, sizeof(path), PMUS "/%s/%s", name, file);
	return number_in(path);
}

/* A CPU's PMU is called cpu, or says which CPUs are its own; others have a cpumask. */
static void find_pmus(void)
{
	DIR *folder = opendir(PMUS);
	struct dirent *entry;

	if (!folder)
		return;
	while ((entry = readdir(folder))) {
		long type = number_of_pmu(entry->d_name, "type");

		if (type >= 0 && (!strcmp(entry->d_name, "cpu") ||
				  number_of_pmu(entry->d_name, "cpus") >= 0))
			perfcnt_cpu_pmus_add(&limits.pmus, type, entry->d_name);
	}
	closedir(folder);
}

static void find_machine(void)
{
	find_model(&limits.cpu);
	find_pmus();
}

const struct perfcnt_limits *perfcnt_perf_limits(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int error = errno;

	pthread_once(&once, find_machine);
	errno = error;
	return &limits;
}

/* Is there such an event, in some modes? */
static bool is_known(const char *name, const struct perfcnt_limits *has)
{
	char text[PERFCNT_NAME_SIZE + sizeof(PERFCNT_ALL_MODES)];
	struct perfcnt_control control;
	struct perfcnt_reason reason;

	perfcnt_kernel_all_modes(name, text);
	return !perfcnt_control_from_name(text, strlen(text), 0, has, &control, &reason) ||
	       !perfcnt_control_from_name(text, strlen(text), 1, has, &control, &reason);
}

/* What a name means; odd counters have it if even ones do not. */
int perfcnt_perf_look_up(const char *name, struct perf_event_attr *attr, const char **why)
{
	const struct perfcnt_limits *has = perfcnt_perf_limits();
	struct perfcnt_reason reason;
	struct perfcnt_control control;
	unsigned int bank;
	int error;

	for (bank = 0; bank < 2; bank++) {
		error = perfcnt_control_from_name(name, strlen(name), bank, has,
						  &control, &reason);
		if (!error || strcmp(reason.words, perfcnt_wrong_bank(bank)))
			break;
	}
	if (error)
		return perfcnt_refuse_call(is_known(name, has) ? EINVAL : ENOENT, "'%s': %s",
					   name, reason.words);
	if (!perfcnt_perf_encode(&control, bank, has, attr))
		return 0;
	*why = "perf has no event of this meaning";
	errno = ENOENT;
	return -1;
}

int perfcnt_perf_open(const struct perf_event_attr *attr, pid_t pid, int leader)
{
	return syscall(SYS_perf_event_open, attr, pid, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

bool perfcnt_perf_is(int fd, uint64_t id)
{
	const int error = errno;
	uint64_t own;
	const bool is = !ioctl(fd, PERF_EVENT_IOC_ID, &own) && own == id;

	errno = error;
	return is;
}

/* Debian's kernels have 3 there, with which only CAP_PERFMON counts anything. */
static void say_not_permitted(const struct perf_event_attr *attr, char words[PERF_WORDS])
{
	long most = attr->exclude_kernel ? 2 : 1, paranoid = number_in(PARANOID);

	if (paranoid > most)
		snprintf(words, PERF_WORDS,
			 NO_ACCESS ": " PARANOID " is %ld, and must be %ld or less",
			 paranoid, most);
	else
		snprintf(words, PERF_WORDS, NO_ACCESS ", though " PARANOID " is %ld",
			 paranoid);
}

/* Would perf have it if it were the only one?  If not, errno says why. */
static bool has_alone(const struct perf_event_attr *attr, pid_t pid)
{
	struct perf_event_attr alone = *attr;
	int fd;

	alone.disabled = 1;
	fd = perfcnt_perf_open(&alone, pid, -1);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/* Perf's error is the same for events that it does not have, and for too many. */
const char *perfcnt_perf_refusal(const struct perf_event_attr *attr, pid_t pid, int leader,
				 char words[PERF_WORDS])
{
	if (errno == EINVAL && leader >= 0 && has_alone(attr, pid)) {
		errno = EBUSY;
		return "the PMU has no room for it beside the others: count fewer at a time";
	}
	switch (errno) {
	case EACCES:
	case EPERM:
		say_not_permitted(attr, words);
		errno = EPERM;
		return words;
	case EINVAL:
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		errno = ENOENT;
		return "perf does not count this event on this machine";
	}
	snprintf(words, PERF_WORDS, "perf_event_open(2): %s", strerror(errno));
	return words;
}
