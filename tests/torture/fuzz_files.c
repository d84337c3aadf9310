// SPDX-License-Identifier: GPL-2.0
/* What can be done with any file, done with /proc/perf and /dev/perfcnt. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fuzz.h"

#define TEXT_MAX (70 * 1024)

static char text[TEXT_MAX];

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

/* What a write to /proc/perf can say; the device has no writing. */
static void check_write(const struct fuzz_file *file, long result, size_t length,
			bool bad)
{
	static const int known[] = {
		EINVAL, ENOENT, ERANGE, E2BIG, EBUSY, ENOMEM, EBADF,
	};
	int error = errno;
	size_t i;

	if (result >= 0 && (file->kind == FUZZ_DEVICE || (size_t)result != length))
		fuzz_complain("%ld of %zu bytes were written", result, length);
	if (result >= 0)
		return;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (error == known[i])
			return;
	if (!bad || error != EFAULT)
		fuzz_complain("write: %s", strerror(error));
}

/* The beginning of a text, as it can be printed. */
static const char *shown(const char *bytes, size_t length)
{
	static char printed[81];
	size_t i;

	for (i = 0; i < length && i < sizeof(printed) - 1; i++)
		printed[i] = bytes[i] == '\n' ? ';' :
			     bytes[i] < ' ' || bytes[i] > '~' ? '?' : bytes[i];
	printed[i] = '\0';
	return printed;
}

static bool run_write(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(prng_one_in(prng, 10) ?
					       FUZZ_NONE : FUZZ_PROC);
	size_t length = fuzz_text(text, sizeof(text));
	bool bad = prng_one_in(prng, 50);
	void *at = bad ? fuzz_bad_pointer() : fuzz_place(text, length);
	struct iovec parts = { at, length };
	off_t offset = fuzz_number64() & INT64_MAX;
	long result;

	if (!file)
		return false;
	switch (prng_below(prng, 4)) {
	case 0:
		result = FUZZ_CALL(writev(file->fd, &parts, 1),
				   "writev(%d, '%s', %zu)", file->fd,
				   shown(text, length), length);
		break;
	case 1:
		result = FUZZ_CALL(pwrite(file->fd, at, length, offset),
				   "pwrite(%d, '%s', %zu)", file->fd,
				   shown(text, length), length);
		break;
	default:
		result = FUZZ_CALL(write(file->fd, at, length),
				   "write(%d, '%s', %zu)", file->fd,
				   shown(text, length), length);
	}
	check_write(file, result, length, bad);
	return result >= 0;
}

/*
 * EINVAL is for the device, and for an offset near the end of all numbers; EIO
 * for counts that are short, and nobody takes registers that are memory.
 */
static void check_read_error(bool bad)
{
	if (errno == EBADF || errno == EINVAL || (bad && errno == EFAULT) ||
	    (errno == EIO && strcmp(fuzz_machine.driver, "sim")))
		return;
	fuzz_complain("read: %s", strerror(errno));
}

static bool run_read_all(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_PROC);
	size_t size = 2048;
	char *at = fuzz_place(NULL, size);
	long length;

	if (!file)
		return false;
	length = FUZZ_CALL(pread(file->fd, at, size - 1, 0),
			   "pread(%d, %zu, 0)", file->fd, size - 1);
	if (length < 0) {
		check_read_error(false);
		return false;
	}
	at[length] = '\0';
	fuzz_check_text(at, length);
	return true;
}

static bool run_read_some(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);
	size_t size = prng_below(prng, prng_one_in(prng, 4) ? 4096 : 40);
	bool bad = prng_one_in(prng, 20);
	char *at = bad ? fuzz_bad_pointer() : fuzz_place(NULL, size);
	struct iovec parts[2] = { { at, size / 2 }, { at + size / 2, size - size / 2 } };
	off_t offset = prng_below(prng, 300);
	long length;

	if (!file)
		return false;
	switch (prng_below(prng, 3)) {
	case 0:
		length = FUZZ_CALL(readv(file->fd, parts, 2), "readv(%d, %p, %zu)",
				   file->fd, at, size);
		break;
	case 1:
		length = FUZZ_CALL(pread(file->fd, at, size, offset),
				   "pread(%d, %p, %zu, %ld)", file->fd, at, size,
				   (long)offset);
		break;
	default:
		length = FUZZ_CALL(read(file->fd, at, size), "read(%d, %p, %zu)",
				   file->fd, at, size);
	}
	if (length < 0)
		check_read_error(bad);
	else if ((size_t)length > size)
		fuzz_complain("read: %ld of %zu bytes", length, size);
	return length >= 0;
}

static bool run_seek(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);
	off_t offset = prng_one_in(&fuzz_me.prng, 2) ?
		       (off_t)fuzz_number64() :
		       (off_t)prng_below(&fuzz_me.prng, 400);
	int whence = prng_below(&fuzz_me.prng, 6);

	return file && FUZZ_CALL(lseek(file->fd, offset, whence),
				 "lseek(%d, %ld, %d)", file->fd, (long)offset,
				 whence) >= 0;
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

static bool run_splice(void)
{
	struct prng *prng = &fuzz_me.prng;
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);
	size_t size = 1 + prng_below(prng, 5000);
	int end = fuzz_me.pipe[prng_below(prng, 2)];
	char byte = '#';

	if (!file)
		return false;
	switch (prng_below(prng, 4)) {
	case 0:
		FUZZ_CALL(splice(file->fd, NULL, fuzz_me.pipe[1], NULL, size,
				 SPLICE_F_NONBLOCK), "splice(%d, pipe)", file->fd);
		break;
	case 1:
		if (write(fuzz_me.pipe[1], &byte, 1) != 1)
			break;
		FUZZ_CALL(splice(fuzz_me.pipe[0], NULL, file->fd, NULL, size,
				 SPLICE_F_NONBLOCK), "splice(pipe, %d)", file->fd);
		break;
	case 2:
		FUZZ_CALL(sendfile(fuzz_me.null, file->fd, NULL, size),
			  "sendfile(null, %d, %zu)", file->fd, size);
		break;
	default:
		FUZZ_CALL(tee(file->fd, end, size, SPLICE_F_NONBLOCK),
			  "tee(%d, pipe)", file->fd);
	}
	while (read(fuzz_me.pipe[0], text, sizeof(text)) > 0)
		;
	return false;
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

static bool run_mmap(void)
{
	struct fuzz_file *file = fuzz_any_file(FUZZ_NONE);
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
	{ "write", 25, run_write },
	{ "snapshot", 15, run_read_all },
	{ "read", 10, run_read_some },
	{ "lseek", 5, run_seek },
	{ "poll", 3, run_poll },
	{ "epoll", 2, run_epoll },
	{ "splice", 2, run_splice, true },
	{ "fcntl", 5, run_fcntl },
	{ "mmap", 1, run_mmap },
	{ "other calls", 2, run_other },
	{ }
};
