// SPDX-License-Identifier: GPL-2.0
/*
 * The module goes and comes back again and again while others read, write, claim
 * and count, and look at what it has in sysfs and debugfs.  Unloading waits for
 * nobody and is refused while a file of /dev/perfcnt is open; whoever uses
 * /proc/perf meanwhile gets EIO.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "../selftests/counters.h"
#include "kselftest.h"
#include "prng.h"
#include "watch.h"

#define USERS 5

/* What the users do, and what they have seen. */
static struct shared {
	atomic_ulong reads;
	atomic_ulong writes;
	atomic_ulong claims;
	atomic_ulong gone;
	atomic_ulong wrong;
	char complaint[256]; /* the first wrong one */
} *shared;

static enum driver driver;
static unsigned long refused;

/* Something that may not be, and the module's own words for it. */
static void complain(const char *what)
{
	int error = errno, fd;
	char reason[128] = "";

	if (shared->wrong++)
		return;
	fd = open(LAST_ERROR, O_RDONLY);
	if (fd >= 0 && read(fd, reason, sizeof(reason) - 1) < 0)
		*reason = '\0';
	close(fd);
	reason[strcspn(reason, "\n")] = '\0';
	snprintf(shared->complaint, sizeof(shared->complaint),
		 "%s: %s; last error %s", what, strerror(error), reason);
}

/* What one call said while the module may go; it may also say @other. */
static bool good(long result, const char *what, int other, atomic_ulong *count)
{
	if (result >= 0) {
		++*count;
		return true;
	}
	if (errno == EIO || errno == other)
		shared->gone++;
	else
		complain(what);
	return false;
}

/* Not there, or just about to come or go. */
static void not_open(const char *path)
{
	if (errno != ENOENT && errno != ENODEV && errno != ENXIO)
		complain(path);
	usleep(300);
}

/* /proc/perf, opened now and then, used until it is gone. */
static void use_proc(struct prng *prng)
{
	static const char *const texts[] = {
		"0 page-faults:uk 0", "2 cpu-clock:uk 0", "suspend", "resume",
		"0 instructions:uk 0", "2 loads:u 5", "0 0 0\n2 0 0",
	};
	char text[1024];
	int n, fd = open(PROC_PERF, O_RDWR);

	if (fd < 0) {
		not_open(PROC_PERF);
		return;
	}
	for (n = prng_below(prng, 30); n; n--) {
		const char *what = prng_of(prng, texts);

		if (prng_one_in(prng, 3))
			good(write(fd, what, strlen(what)), what, ENOENT,
			     &shared->writes);
		else if (!good(pread(fd, text, sizeof(text), 0), "read",
			       0, &shared->reads))
			break;
	}
	close(fd);
}

/* /dev/perfcnt: counters 1 and 3, which nobody sets by text. */
static void use_device(struct prng *prng)
{
	struct perfcnt_mask mask = { sizeof(mask), prng_one_in(prng, 2) ? 2 : 10 };
	struct perfcnt_name name = { sizeof(name), 1 };
	struct perfcnt_set set = {
		.size = sizeof(struct perfcnt_set), .controls = 2, .counts = 2,
	};
	struct perfcnt_counts read = { .size = sizeof(struct perfcnt_counts) };
	int n, fd = open("/dev/perfcnt", O_RDWR);

	if (fd < 0) {
		not_open("/dev/perfcnt");
		return;
	}
	strcpy(name.name, driver == PERF ? "page-faults:uk" : "instructions:uk");
	if (good(ioctl(fd, PERFCNT_IOC_CLAIM, &mask), "CLAIM", EBUSY,
		 &shared->claims) &&
	    !ioctl(fd, PERFCNT_IOC_NAME, &name)) {
		struct pollfd polled = { fd, POLLIN };

		set.counter[1].what = name.what;
		set.counter[1].what.control |= PERFCNT_CTL_IE;
		set.counter[1].count = 0x7ffffff0;
		mask.mask = 2;
		good(ioctl(fd, PERFCNT_IOC_SET, &set), "SET", 0,
		     &shared->claims);
		good(ioctl(fd, PERFCNT_IOC_START, &mask), "START", 0,
		     &shared->claims);
		for (n = prng_below(prng, 10); n; n--)
			good(ioctl(fd, PERFCNT_IOC_READ, &read), "READ", 0,
			     &shared->reads);
		poll(&polled, 1, prng_below(prng, 12));
	}
	close(fd);
}

/* What stands beside, which goes, too. */
static void use_others(struct prng *prng)
{
	static const char *const paths[] = { LAST_ERROR, DRIVER };
	char text[256];
	int fd;

	if (driver == SIM)
		write_file(STEP, "0 u instructions 100000000");
	fd = open(prng_of(prng, paths), O_RDONLY);
	if (fd < 0)
		return;
	if (read(fd, text, sizeof(text)) < 0)
		shared->gone++;
	close(fd);
}

static pid_t start_user(int which)
{
	struct prng prng = { which };
	pid_t pid = fork();

	if (pid < 0)
		fatal("fork: %s", strerror(errno));
	if (pid)
		return pid;
	for (;; usleep(prng_below(&prng, 3000)))
		switch (which) {
		case 0:
		case 1:
			use_proc(&prng);
			break;
		case 2: /* alone: the module stays as long as it has a claim */
			use_device(&prng);
			break;
		default:
			use_others(&prng);
		}
}

/* Unload as soon as nobody has the device open. */
static int unload(void)
{
	uint64_t end = watch_now() + WATCH_STUCK_SECONDS * 1000000000ull;
	int error;

	do {
		error = unload_perfcnt();
		refused += error == EAGAIN || error == EBUSY;
		if (error == EAGAIN || error == EBUSY)
			usleep(200);
	} while ((error == EAGAIN || error == EBUSY) && watch_now() < end);
	return error;
}

/* Whoever has the device open keeps the module. */
static void test_open(void)
{
	int fd = open("/dev/perfcnt", O_RDWR);
	int error = unload_perfcnt();

	ksft_test_result(fd >= 0 && error == EAGAIN,
			 "unloading is refused while a file is open: %s\n",
			 strerror(error));
	close(fd);
}

int main(int argc, char **argv)
{
	int n, cycles = argc > 1 ? atoi(argv[1]) : 200, error = 0, stuck = 0;
	struct prng prng = { 1 };
	const char *fault = NULL;
	pid_t users[USERS];

	driver = which_driver();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (cycles < 1 || shared == MAP_FAILED)
		fatal("reload [CYCLES]");
	ksft_print_header();
	ksft_set_plan(3);
	watch_start();
	test_open();
	for (n = 0; n < USERS; n++)
		users[n] = start_user(n);
	for (n = 0; n < cycles && !error && !fault; n++) {
		error = unload();
		if (error)
			break;
		/* loaded at once it would be at the same place */
		usleep(prng_below(&prng, 5000));
		error = load_perfcnt(driver, "");
		usleep(prng_below(&prng, 30000));
		fault = watch_fault();
		if (n % 100 == 99) {
			printf("# %d of %d times\n", n + 1, cycles);
			fflush(stdout);
		}
	}
	ksft_test_result(!error && !fault, "%d times, %lu times refused%s%s\n",
			 n, refused, error || fault ? ": " : "",
			 fault ?: error ? strerror(error) : "");
	for (n = 0; n < USERS; n++)
		kill(users[n], SIGKILL);
	for (n = 0; n < USERS; n++)
		stuck += !watch_wait(users[n]);
	ksft_test_result(!shared->wrong && !stuck && shared->reads &&
			 shared->writes && shared->claims,
			 "%lu reads, %lu writes, %lu calls of claims; %lu times it was gone; %lu wrong %s; %d do not come back\n",
			 shared->reads, shared->writes, shared->claims,
			 shared->gone, shared->wrong, shared->complaint, stuck);
	ksft_finished();
}
