// SPDX-License-Identifier: GPL-2.0
/*
 * What can be done with any file, done with /proc/perf and /dev/perfcnt; what is
 * read and written is in fuzz_bytes.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

/* One of the open files of a kind, or of any; NULL if there is none. */
struct fuzz_file *fuzz_any_file(enum fuzz_kind kind)
{
	unsigned int first = prng_below(&fuzz_me.prng, FUZZ_FILES), i;

	for (i = 0; i < FUZZ_FILES; i++) {
		struct fuzz_file *file;

		file = &fuzz_me.file[(first + i) % FUZZ_FILES];
		if (file->kind && (!kind || file->kind == kind))
			return file;
	}
	return NULL;
}

void fuzz_close_all(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_FILES; i++)
		if (fuzz_me.file[i].kind)
			close(fuzz_me.file[i].fd);
	memset(fuzz_me.file, 0, sizeof(fuzz_me.file));
}

static bool close_file(struct fuzz_file *file)
{
	int fd = file->fd;

	file->kind = FUZZ_NONE;
	return !FUZZ_CALL(close(fd), "close(%d)", fd);
}

/* A place for one more, made if there is none. */
static struct fuzz_file *empty_file(void)
{
	struct fuzz_file *file;

	file = &fuzz_me.file[prng_below(&fuzz_me.prng, FUZZ_FILES)];
	if (file->kind)
		close_file(file);
	return file;
}

static bool run_open(void)
{
	static const int modes[] = { O_RDONLY, O_WRONLY, O_RDWR, O_RDWR, O_RDWR };
	static const int flags[] = {
		0, 0, 0, O_NONBLOCK, O_APPEND, O_CLOEXEC, O_SYNC, O_TRUNC,
		O_CREAT, O_ASYNC, O_NOATIME,
	};
	struct fuzz_file *file = empty_file();
	bool device = !prng_one_in(&fuzz_me.prng, 3);
	int flag = prng_of(&fuzz_me.prng, modes) | prng_of(&fuzz_me.prng, flags);
	const char *path = device ? "/dev/perfcnt" : PROC_PERF;

	file->fd = FUZZ_CALL(open(path, flag, 0600), "open(%s, 0%o)", path, flag);
	if (file->fd < 0)
		fuzz_complain("open(%s, 0%o): %s", path, flag, strerror(errno));
	else
		file->kind = device ? FUZZ_DEVICE : FUZZ_PROC;
	file->mask = 0;
	return file->fd >= 0;
}

static bool run_close(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);

	return file && close_file(file);
}

static bool run_dup(void)
{
	struct fuzz_file *to = empty_file(), *from = fuzz_any_file(FUZZ_NONE);

	if (!from)
		return false;
	to->fd = FUZZ_CALL(dup(from->fd), "dup(%d)", from->fd);
	if (to->fd >= 0) {
		to->kind = from->kind;
		to->mask = from->mask;
	}
	return to->fd >= 0;
}

static bool run_poll(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct pollfd polled[3];
	int timeout = prng_below(prng, 20), result;
	unsigned int n;

	for (n = 0; n < 3; n++) {
		struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);

		polled[n].fd = file ? file->fd : -1;
		polled[n].events = prng_next(prng);
	}
	result = FUZZ_CALL(poll(polled, 3, timeout), "poll(%d %d %d, %d)",
			   polled[0].fd, polled[1].fd, polled[2].fd, timeout);
	if (result < 0 && errno != EINTR)
		fuzz_complain("poll: %s", strerror(errno));
	return result > 0;
}

/* A watched file may be closed while it is watched. */
static bool run_epoll(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
	struct epoll_event event = { EPOLLIN | EPOLLET }, got;
	int epoll, result;

	if (!file)
		return false;
	epoll = epoll_create1(EPOLL_CLOEXEC);
	result = FUZZ_CALL(epoll_ctl(epoll, EPOLL_CTL_ADD, file->fd, &event),
			   "epoll_ctl(ADD, %d)", file->fd);
	if (prng_one_in(&fuzz_me.prng, 3))
		close_file(file);
	FUZZ_CALL(epoll_wait(epoll, &got, 1, 5), "epoll_wait()");
	close(epoll);
	return !result;
}

/* Who is told, by which signal, and whether. */
static bool run_fcntl(void)
{
	static const int signals[] = { 0, SIGIO, SIGUSR1, SIGUSR2 };
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(FUZZ_DEVICE);
	int flags = prng_one_in(prng, 3) ? 0 : O_ASYNC, signal;
	unsigned int other = prng_below(prng, fuzz_shared->processes);
	pid_t pid = prng_one_in(prng, 4) ? fuzz_shared->slot[other].pid :
					   getpid();

	if (!file)
		return false;
	switch (prng_below(prng, 3)) {
	case 0:
		signal = prng_of(prng, signals);
		return !FUZZ_CALL(fcntl(file->fd, F_SETSIG, signal),
				  "fcntl(%d, F_SETSIG, %d)", file->fd, signal);
	case 1:
		return !FUZZ_CALL(fcntl(file->fd, F_SETOWN, pid),
				  "fcntl(%d, F_SETOWN, %d)", file->fd, pid);
	default:
		if (prng_one_in(prng, 3))
			flags |= O_NONBLOCK;
		return !FUZZ_CALL(fcntl(file->fd, F_SETFL, flags),
				  "fcntl(%d, F_SETFL, 0%o)", file->fd, flags);
	}
}

/* The device has rings to map; the other files have nothing. */
static bool run_mmap(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_PROC);
	int type = prng_one_in(&fuzz_me.prng, 2) ? MAP_SHARED : MAP_PRIVATE;

	if (!file)
		return false;
	if (FUZZ_CALL((long)mmap(NULL, 4096, PROT_READ, type, file->fd, 0),
		      "mmap(%d)", file->fd) != -1)
		fuzz_complain("mmap was taken");
	return true;
}

/* What has no meaning for such files. */
static bool run_other(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);
	struct stat stat;

	if (!file)
		return false;
	switch (prng_below(&fuzz_me.prng, 5)) {
	case 0:
		FUZZ_CALL(ftruncate(file->fd, 5), "ftruncate(%d)", file->fd);
		break;
	case 1:
		FUZZ_CALL(fsync(file->fd), "fsync(%d)", file->fd);
		break;
	case 2:
		FUZZ_CALL(flock(file->fd, LOCK_SH | LOCK_NB), "flock(%d)",
			  file->fd);
		break;
	case 3:
		FUZZ_CALL(fallocate(file->fd, 0, 0, 100), "fallocate(%d)",
			  file->fd);
		break;
	default:
		return !FUZZ_CALL(fstat(file->fd, &stat), "fstat(%d)", file->fd);
	}
	return false;
}

const struct fuzz_operation fuzz_file_operations[] = {
	{ "open", 12, run_open },
	{ "close", 8, run_close },
	{ "dup", 4, run_dup },
	{ "poll", 3, run_poll },
	{ "epoll", 2, run_epoll },
	{ "fcntl", 5, run_fcntl },
	{ "mmap", 1, run_mmap },
	{ "other calls", 2, run_other },
	{ }
};
