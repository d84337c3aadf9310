// SPDX-License-Identifier: GPL-2.0
/* /proc/perf: counters as text. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../selftests/counters.h"
#include "bench.h"

static int proc_fd = -1;
static char resume[32];
static char suspend[32];

static const char *const lines[MOST_COUNTERS] = {
	"0 instructions:u 0\n",
	"1 cycles:u 0\n",
	"2 instructions:k 0\n",
	"3 cycles:k 0\n",
};

/* The others stand still. */
static const char *proc_open(unsigned int counters)
{
	char text[128] = "";
	unsigned int i;

	proc_fd = open(PROC_PERF, O_RDWR);
	if (proc_fd < 0)
		return why_error(PROC_PERF);
	strcpy(resume, "resume");
	strcpy(suspend, "suspend");
	for (i = 0; i < counters; i++) {
		strcat(text, lines[i]);
		sprintf(resume + strlen(resume), " %u", i);
		sprintf(suspend + strlen(suspend), " %u", i);
	}
	return write_text(proc_fd, text) ? why_error(PROC_PERF) : NULL;
}

static void proc_close(void)
{
	if (proc_fd < 0)
		return;
	if (write_text(proc_fd, "0 0 0\n1 0 0\n2 0 0\n3 0 0"))
		perror(PROC_PERF);
	close(proc_fd);
}

static void proc_pread(void)
{
	char text[512];

	if (pread(proc_fd, text, sizeof(text), 0) <= 0)
		_exit(1);
}

static void proc_open_read_close(void)
{
	char text[512];
	int fd = open(PROC_PERF, O_RDONLY);

	if (read(fd, text, sizeof(text)) <= 0)
		_exit(1);
	close(fd);
}

static void proc_resume_suspend(void)
{
	if (write_text(proc_fd, resume) || write_text(proc_fd, suspend))
		_exit(1);
}

const struct way proc_ways[] = {
	{ "proc-pread", proc_open, proc_pread, proc_close, 1 },
	{ "proc-open-read-close", proc_open, proc_open_read_close, proc_close, 1 },
	{ "proc-resume-suspend", proc_open, proc_resume_suspend, proc_close, 1 },
	{ }
};
