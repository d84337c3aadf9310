// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events of the calling thread that perf counts: opening them, and whether their pages
 * can be read.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../kmod/encoding/control.h"
#include "handle.h"
#include "pages.h"
#include "perf.h"

/* config1 of Arm's PMUs: user mode may read the counter. */
#define ARM_USER_READS	2

#define NO_READING							\
	"the kernel does not let user mode read counters: see perfcnt_open_thread(3)"
#define NO_COUNTER							\
	"perf has no counters left for this thread: others have pinned them, or there are no more"

const char *perfcnt_pages_possible(void)
{
	const struct perfcnt_cpu_pmus *pmus = &perfcnt_perf_limits()->pmus;

	if (!PAGES_READABLE)
		return "user mode cannot read the counters of this CPU";
	if (!perfcnt_cpu_pmus_count(pmus))
		return "perf has no PMU for the CPUs of this machine";
	if (perfcnt_cpu_pmus_count(pmus) > 1)
		return "perf counts a thread on one of this machine's kinds of CPU only";
	return NULL;
}

/* Event 0 is that of Intel's slots, and of the shares of them that are in one register. */
static bool is_of_slots(const struct perf_event_attr *attr)
{
	const struct perfcnt_limits *limits = perfcnt_perf_limits();

	return limits->cpu.vendor == PERFCNT_VENDOR_INTEL &&
	       perfcnt_cpu_pmus_of_type(&limits->pmus, attr->type) && !(attr->config & 0xff);
}

/* An event in the group of a leader, or -1 for one of its own, as event @number. */
static int open_page(struct pages *pages, unsigned int number, const char *name, int leader,
		     const char **why)
{
	struct perf_event_attr attr;
	void *page;
	int fd;

	*why = NULL;
	if (perfcnt_perf_look_up(name, &attr, why))
		return -1;
	errno = EINVAL;
	if (attr.type == PERF_TYPE_SOFTWARE)
		*why = "an event of the kernel has no counter";
	else if (is_of_slots(&attr))
		*why = "user mode cannot read counts of slots: see perfcnt_topdown_open(3)";
	if (*why)
		return -1;
	attr.pinned = leader < 0;
	attr.disabled = leader < 0;
#if defined(__aarch64__)
	attr.config1 |= ARM_USER_READS;
#endif
	fd = perfcnt_perf_open(&attr, pages->tid, leader);
	if (fd < 0) {
		*why = perfcnt_perf_refusal(&attr, pages->tid, leader, pages->words);
		return -1;
	}
	page = MAP_FAILED;
	if (!ioctl(fd, PERF_EVENT_IOC_ID, &pages->id[number]))
		page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED) {
		*why = "perf's page cannot be mapped";
		close(fd);
		return -1;
	}
	pages->hot->page[number] = page;
	pages->fd[number] = fd;
	return 0;
}

static void close_page(struct pages *pages, unsigned int number)
{
	munmap((void *)pages->hot->page[number], sysconf(_SC_PAGESIZE));
	if (perfcnt_perf_is(pages->fd[number], pages->id[number]))
		close(pages->fd[number]);
}

static void set_count(struct pages *pages, unsigned int count)
{
	pages->count = count;
	pages->hot->count = count;
}

/* Is there room for all of them just now? */
static const char *try(struct pages *pages)
{
	const char *why = perfcnt_pages_start(pages);
	int error = errno;

	perfcnt_pages_stop(pages);
	errno = error;
	return why;
}

int perfcnt_pages_add(struct pages *pages, const char *name, const char **why)
{
	const unsigned int number = pages->count;
	int error;

	if (number == PERFCNT_MAX_COUNTERS) {
		*why = "there are too many events";
		errno = EBUSY;
		return -1;
	}
	if (open_page(pages, number, name, number ? pages->fd[0] : -1, why))
		return -1;
	set_count(pages, number + 1);
	*why = try(pages);
	if (!*why)
		return 0;
	error = errno;
	close_page(pages, number);
	set_count(pages, number);
	errno = error;
	return -1;
}

/* Without its leader a group is none: the others are opened again. */
static int renew(struct pages *pages, const char names[][PERFCNT_NAME_SIZE])
{
	struct pages_hot *hot = pages->hot, before = *hot;
	struct pages old = *pages;
	const char *why;
	unsigned int i;

	for (i = 0; i + 1 < old.count; i++) {
		if (!open_page(pages, i, names[i + 1], i ? pages->fd[0] : -1, &why))
			continue;
		if (why)
			perfcnt_refuse_call(errno, "'%s': %s", names[i + 1], why);
		while (i--)
			close_page(pages, i);
		*pages = old;
		*hot = before;
		return -1;
	}
	old.hot = &before;
	for (i = 0; i < old.count; i++)
		close_page(&old, i);
	set_count(pages, old.count - 1);
	return 0;
}

int perfcnt_pages_remove(struct pages *pages, unsigned int event,
			 const char names[][PERFCNT_NAME_SIZE])
{
	struct pages_hot *hot = pages->hot;
	unsigned int left = pages->count - event - 1;

	if (!event && left)
		return renew(pages, names);
	close_page(pages, event);
	memmove(&pages->fd[event], &pages->fd[event + 1], left * sizeof(*pages->fd));
	memmove(&pages->id[event], &pages->id[event + 1], left * sizeof(*pages->id));
	memmove(&hot->page[event], &hot->page[event + 1], left * sizeof(*hot->page));
	set_count(pages, pages->count - 1);
	return 0;
}

/* The group, unless the program has closed its files, and they are others' by now. */
static int control(const struct pages *pages, unsigned long what)
{
	return perfcnt_perf_is(pages->fd[0], pages->id[0]) ?
	       ioctl(pages->fd[0], what, PERF_IOC_FLAG_GROUP) : -1;
}

void perfcnt_pages_reset(struct pages *pages)
{
	control(pages, PERF_EVENT_IOC_RESET);
}

void perfcnt_pages_stop(struct pages *pages)
{
	control(pages, PERF_EVENT_IOC_DISABLE);
}

static const char *refuse(int error, const char *why)
{
	errno = error;
	return why;
}

const char *perfcnt_pages_start(struct pages *pages)
{
	struct pages_hot *hot = pages->hot;
	unsigned int i;

	if (control(pages, PERF_EVENT_IOC_ENABLE))
		return refuse(EBUSY, NO_COUNTER);
	for (i = 0; i < hot->count; i++) {
		if (!hot->page[i]->cap_user_rdpmc)
			return refuse(EINVAL, NO_READING);
		if (!hot->page[i]->index)
			return refuse(EBUSY, NO_COUNTER);
		if (hot->page[i]->pmc_width != hot->page[0]->pmc_width)
			return refuse(EINVAL,
				      "the counters of these events are not of the same width");
	}
	hot->above = 64 - hot->page[0]->pmc_width;
	hot->sign = 1ull << (hot->page[0]->pmc_width - 1);
	for (i = 0; i < hot->count; i++)
		hot->excess[i] = PAGES_MORE(hot->sign);
	return NULL;
}

int perfcnt_pages_new(struct pages *pages)
{
	*pages = (struct pages){ .hot = perfcnt_handle_wiped(), .tid = syscall(SYS_gettid) };
	return pages->hot ? 0 : -1;
}

/* A child process has no pages of its parent's: at their addresses is something else. */
void perfcnt_pages_end(struct pages *pages)
{
	struct pages_hot *hot = pages->hot;

	hot->reader = NULL;
	while (hot->count)
		munmap((void *)hot->page[--hot->count], sysconf(_SC_PAGESIZE));
	while (pages->count--)
		if (perfcnt_perf_is(pages->fd[pages->count], pages->id[pages->count]))
			close(pages->fd[pages->count]);
	pages->count = 0;
}

void perfcnt_pages_free(struct pages *pages)
{
	perfcnt_pages_end(pages);
	perfcnt_handle_unmap(pages->hot);
}
