// SPDX-License-Identifier: GPL-2.0
/* What is written to /proc/perf and /dev/perfcnt and read from them, all ways. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fuzz.h"

#define TEXT_MAX (70 * 1024)

static char text[TEXT_MAX];

/* What a write to /proc/perf can say; the device has no writing. */
static void check_write(const struct fuzz_file *file, long result, size_t length,
			bool bad)
{
	static const int known[] = {
		EINVAL, ENOENT, ERANGE, E2BIG, EBUSY, ENOMEM, EBADF,
		ESPIPE, /* an offset on the device */
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
 * for counts that are short, and nobody takes registers that are memory.  The device
 * is a stream of records: ESPIPE for an offset, EAGAIN if there is none.
 */
static void check_read_error(bool bad)
{
	if (errno == EBADF || errno == EINVAL || errno == ESPIPE ||
	    errno == EAGAIN || (bad && errno == EFAULT) ||
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

const struct fuzz_operation fuzz_byte_operations[] = {
	{ "write", 25, run_write },
	{ "snapshot", 15, run_read_all },
	{ "read", 10, run_read_some },
	{ "lseek", 5, run_seek },
	{ "splice", 2, run_splice, true },
	{ }
};
