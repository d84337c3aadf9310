// SPDX-License-Identifier: GPL-2.0
/* /proc/perf as the tests see it, loops of known length, and where they run. */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "../../uapi/linux/perfcnt.h"
#include "counters.h"

/* This test cannot go on: its process ends, as one that has failed. */
void fatal(const char *format, ...)
{
	va_list args;

	printf("# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(EXIT_FAILURE);
}

/* Touch so many pages that were never touched before, of at most TOUCH_MOST. */
void touch_pages(size_t pages)
{
	size_t i, size = sysconf(_SC_PAGESIZE);
	char *fresh = mmap(NULL, TOUCH_MOST * size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fresh == MAP_FAILED)
		fatal("mmap: %s", strerror(errno));
	madvise(fresh, TOUCH_MOST * size, MADV_NOHUGEPAGE);
	for (i = 0; i < pages; i++) {
		fresh[i * size] = 1;
		asm volatile("" : : : "memory");
	}
	munmap(fresh, TOUCH_MOST * size);
}

/* Each iteration: 2 loads, a branch, a store, and a count. */
__attribute__((noinline)) void mixed_loop(unsigned long iterations)
{
	unsigned long long words[3] = { 0 };
	unsigned long value;

#if defined(__mips__)
	asm volatile(".set push\n"
		     ".set noreorder\n"
		     "1:	addiu	%0, %0, -1\n"
		     "	lw	%1, 0(%2)\n"
		     "	lw	%1, 4(%2)\n"
		     "	bnez	%0, 1b\n"
		     "	 sw	%1, 8(%2)\n"
		     ".set pop"
		     : "+r"(iterations), "=&r"(value)
		     : "r"(words)
		     : "memory");
#elif defined(__aarch64__)
	asm volatile("1:	ldr	%1, [%2]\n"
		     "	ldr	%1, [%2, #8]\n"
		     "	str	%1, [%2, #16]\n"
		     "	subs	%0, %0, #1\n"
		     "	b.ne	1b"
		     : "+r"(iterations), "=&r"(value)
		     : "r"(words)
		     : "memory", "cc");
#elif defined(__x86_64__) || defined(__i386__)
	asm volatile("1:	mov	(%2), %1\n"
		     "	mov	8(%2), %1\n"
		     "	mov	%1, 16(%2)\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r"(iterations), "=&r"(value)
		     : "r"(words)
		     : "memory", "cc");
#else
#error "no loop for this processor"
#endif
}

/* LONG_INSTRUCTIONS, less the count, the branch and, on a 34K, its delay slot. */
#ifdef __mips__
#define NOPS	"5"
#else
#define NOPS	"254"
#endif

/* Each iteration, of which there is at least one: a branch and a count. */
__attribute__((noinline)) void short_loop(unsigned long iterations)
{
#if defined(__mips__)
	asm volatile(".set push\n"
		     ".set noreorder\n"
		     "	addiu	%0, %0, -1\n"
		     "1:	bnez	%0, 1b\n"
		     "	 addiu	%0, %0, -1\n"
		     ".set pop"
		     : "+r"(iterations));
#elif defined(__aarch64__)
	asm volatile("1:	subs	%0, %0, #1\n"
		     "	b.ne	1b"
		     : "+r"(iterations) : : "cc");
#elif defined(__x86_64__) || defined(__i386__)
	asm volatile("1:	dec	%0\n"
		     "	jnz	1b"
		     : "+r"(iterations) : : "cc");
#endif
}

/*
 * Each iteration, of which there is at least one: a branch, a count, and many more that
 * do nothing, which takes an emulator little time.  On a 34K they are few: its registers
 * are half full after 2^31, and a busy host may let the emulator say so late.
 */
__attribute__((noinline)) void long_loop(unsigned long iterations)
{
#if defined(__mips__)
	asm volatile(".set push\n"
		     ".set noreorder\n"
		     "1:	addiu	%0, %0, -1\n"
		     ".rept	" NOPS "\n"
		     "	nop\n"
		     ".endr\n"
		     "	bnez	%0, 1b\n"
		     "	 nop\n"
		     ".set pop"
		     : "+r"(iterations));
#elif defined(__aarch64__)
	asm volatile("1:\n"
		     ".rept	" NOPS "\n"
		     "	nop\n"
		     ".endr\n"
		     "	subs	%0, %0, #1\n"
		     "	b.ne	1b"
		     : "+r"(iterations) : : "cc");
#elif defined(__x86_64__) || defined(__i386__)
	asm volatile("1:\n"
		     ".rept	" NOPS "\n"
		     "	nop\n"
		     ".endr\n"
		     "	dec	%0\n"
		     "	jnz	1b"
		     : "+r"(iterations) : : "cc");
#endif
}

/* The driver that the module has chosen, or was told to take. */
enum driver which_driver(void)
{
	char name[16];

	read_file(DRIVER, name, sizeof(name));
	return !strcmp(name, "mips\n") ? MIPS :
	       !strcmp(name, "perf\n") ? PERF : SIM;
}

/* Without CONFIG_PERF_EVENTS counters cannot follow a task. */
bool has_perf(void)
{
	return !access("/proc/sys/kernel/perf_event_paranoid", F_OK);
}

/* Can this machine count that?  Only what it says it lacks is not. */
bool is_taken(int fd, const char *text)
{
	int error = write_text(fd, text);

	if (error && error != ENOENT)
		fatal("'%s': %s", text, strerror(error));
	return !error;
}

/* Text by which counter 0 counts what happens all the time. */
const char *moving(int fd)
{
	static const char instructions[] = "0 instructions:uk 0";

	return is_taken(fd, instructions) ? instructions : "0 cpu-clock:uk 0";
}

/* Let something happen for moving(); only a simulated machine must be told. */
void move(void)
{
	if (which_driver() == SIM &&
	    write_file(STEP, "0 u instructions 1000"))
		fatal("%s: %s", STEP, strerror(errno));
}

/* Let a process run on one CPU, which on a 34K is a VPE. */
void move_to(pid_t pid, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(pid, sizeof(set), &set))
		fatal("CPU %d: %s", cpu, strerror(errno));
}

/* Likewise this one. */
void pin_to_cpu(int cpu)
{
	move_to(0, cpu);
}

/* A test that cannot go on leaves CPU 1 to the next one. */
static void bring_back(void)
{
	write_file(CPU1_ONLINE, "1");
}

/* CPU 1 comes, or goes. */
void put_online(bool online)
{
	static bool comes_back;

	if (!online && !comes_back)
		comes_back = !atexit(bring_back);
	if (write_file(CPU1_ONLINE, online ? "1" : "0"))
		fatal("%s: %s", CPU1_ONLINE, strerror(errno));
}

/* perf_event_open(2), which closes it at execve(); -1 is all CPUs, and no group. */
int open_perf_event(const struct perf_event_attr *attr, pid_t pid, int cpu, int group)
{
	struct perf_event_attr sized = *attr;

	sized.size = sizeof(sized);
	return syscall(SYS_perf_event_open, &sized, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
}

/* A pinned event without a counter reads as the end of a file. */
bool has_counter(int event)
{
	uint64_t value;

	return read(event, &value, sizeof(value)) == sizeof(value);
}

/* Pinned events on a CPU until its PMU is full: how many of MOST there is room for. */
int fill_pmu(const struct perf_event_attr *attr, int cpu, int *events, int most)
{
	int n;

	for (n = 0; n < most; n++) {
		events[n] = open_perf_event(attr, -1, cpu, -1);
		if (events[n] < 0)
			fatal("perf_event_open: %s", strerror(errno));
		if (!has_counter(events[n])) {
			close(events[n]);
			return n;
		}
	}
	fatal("a PMU of more than %d counters", most);
}

/* /proc/perf, for a whole test. */
int open_counters(void)
{
	int fd = open(PROC_PERF, O_RDWR);

	if (fd < 0)
		fatal("%s: %s", PROC_PERF, strerror(errno));
	return fd;
}

/* No counter counts, all stand at 0. */
void stop_counters(int fd)
{
	set_counters(fd, "0 0 0\n1 0 0\n2 0 0\n3 0 0");
}

/* /proc/perf, where no counter counts. */
int open_stopped(void)
{
	int fd = open_counters();

	stop_counters(fd);
	return fd;
}

/* How a process is, as in /proc/PID/stat; sets its parent. */
static char state_of(pid_t pid, pid_t *parent)
{
	char path[32], text[512], state;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	read_file(path, text, sizeof(text));
	if (sscanf(strrchr(text, ')'), ") %c %d", &state, parent) != 2)
		fatal("%s: '%s'", path, text);
	return state;
}

/* Until a process waits for what only a signal that kills it can end. */
void await_wait(pid_t pid)
{
	pid_t parent;

	while (state_of(pid, &parent) != 'D')
		usleep(1000);
}

/*
 * Let those that have started this test fall asleep until it ends: what they still do
 * would be counted like all else.  In a machine there is nobody else.
 */
void be_alone(void)
{
	pid_t pid, parent;

	for (pid = getppid(); pid > 1; pid = parent)
		while (state_of(pid, &parent) != 'S')
			usleep(1000);
}

/* Let nobody else run on this process' CPU while it does. */
void keep_cpu(void)
{
	struct sched_param param = { .sched_priority = 1 };

	be_alone();
	/* nor now and then, lest somebody starve */
	write_file("/proc/sys/kernel/sched_rt_runtime_us", "-1");
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		fatal("SCHED_FIFO: %s", strerror(errno));
}

/*
 * The limit of the kernel's harness for each test.  By a clock that counts instructions
 * it is the same on every host, and idle time passes at once; by any other there is none
 * but that of the whole boot.
 */
unsigned int alarm(unsigned int seconds)
{
	const char *icount = getenv("ICOUNT");
	struct itimerval limit = { 0 };

	if (seconds && icount && !strcmp(icount, "1"))
		limit.it_value.tv_sec = 600;
	setitimer(ITIMER_REAL, &limit, NULL);
	return 0;
}

/* Does every counter count nothing, and stand at 0? */
bool all_stopped(int fd)
{
	struct snapshot s;
	unsigned int i;

	read_counters(fd, &s);
	for (i = 0; i < s.counters; i++) {
		if (!(s.control[i] & ~PERFCNT_CTL_M) && !s.count[i])
			continue;
		printf("# counter %u: 0x%08x, %llu\n", i, s.control[i],
		       (unsigned long long)s.count[i]);
		return false;
	}
	return true;
}

/* One write; returns 0 or the errno. */
int write_text(int fd, const char *text)
{
	ssize_t length = strlen(text);

	return write(fd, text, length) == length ? 0 : errno;
}

/* One write that must be taken. */
void set_counters(int fd, const char *text)
{
	int error = write_text(fd, text);

	if (error)
		fatal("'%s': %s", text, strerror(error));
}

/* A new snapshot; its form is checked. */
void read_counters(int fd, struct snapshot *snapshot)
{
	char text[1024];
	ssize_t length = pread(fd, text, sizeof(text) - 1, 0);
	char *at = text;

	if (length < 0)
		fatal("%s: %s", PROC_PERF, strerror(errno));
	text[length] = '\0';
	snapshot->counters = 0;
	while (*at) {
		unsigned int n, m, i = snapshot->counters++;
		unsigned long long count;
		unsigned int control;
		int used = 0;

		if (i >= MAX_COUNTERS ||
		    sscanf(at, "PerfCnt[%u].Ctl : 0x%8x\nPerfCnt[%u].Cnt : %llu%n",
			   &n, &control, &m, &count, &used) != 4 ||
		    n != i || m != i || at[used] != '\n')
			fatal("not as it should be: %s", text);
		snapshot->control[i] = control;
		snapshot->count[i] = count;
		at += used + 1;
	}
}

/* A whole small file as a string; returns its length. */
size_t read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY);
	ssize_t length = fd < 0 ? -1 : read(fd, buf, size - 1);

	if (length < 0)
		fatal("%s: %s", path, strerror(errno));
	close(fd);
	buf[length] = '\0';
	return length;
}

/* As many CPUs as are online, and cpu_calls() knows. */
int cpus(void)
{
	int count = sysconf(_SC_NPROCESSORS_ONLN);

	return count < MOST_CPUS ? count : MOST_CPUS;
}

/* The lines have other names on each machine, and a word for each CPU. */
struct cpu_calls cpu_calls(void)
{
	FILE *file = fopen("/proc/interrupts", "r");
	struct cpu_calls calls = { 0 };
	char line[1024];
	int cpu;

	if (!file)
		fatal("/proc/interrupts: %s", strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		char *at = strchr(line, ':');

		if (!strstr(line, "unction call interrupts") && !strstr(line, "IPI call"))
			continue;
		for (cpu = 0, at++; cpu < cpus(); cpu++)
			calls.of[cpu] += strtoul(at, &at, 10);
	}
	fclose(file);
	return calls;
}

/* Is the word in the file?  Not in one that is not there. */
bool file_has(const char *path, const char *word)
{
	char text[256];

	if (access(path, R_OK))
		return false;
	read_file(path, text, sizeof(text));
	return strstr(text, word);
}

/* Open, one write, close; returns 0 or the errno. */
int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);
	int error = fd < 0 ? errno : write_text(fd, text);

	if (fd >= 0)
		close(fd);
	return error;
}

/* From now on these capabilities, bits of a mask, and no others; returns 0 or -1. */
int keep_capabilities(unsigned long long mask)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ mask, mask, 0 },
		{ mask >> 32, mask >> 32, 0 },
	};

	return syscall(SYS_capset, &header, data);
}

/* Are there registers that a module of the tests can write? */
bool can_preload(void)
{
	return which_driver() == MIPS && !access(PRELOAD ".ko", R_OK);
}

static void load_preload(void)
{
	int error = load_module(PRELOAD ".ko", "");

	if (error)
		fatal("insmod " PRELOAD ".ko: %s", strerror(error));
}

static void write_register(unsigned int counter, uint32_t value)
{
	char text[32];
	int error;

	snprintf(text, sizeof(text), "%u %x", counter, value);
	error = write_file(PRELOADED "register", text);
	if (error)
		fatal(PRELOADED "register: '%s': %s", text, strerror(error));
}

static uint32_t read_register(unsigned int counter)
{
	unsigned int value[4];
	char text[64];

	read_file(PRELOADED "register", text, sizeof(text));
	if (counter >= 4 || sscanf(text, "%x %x %x %x", &value[0], &value[1], &value[2],
				   &value[3]) != 4)
		fatal(PRELOADED "register: '%s'", text);
	return value[counter];
}

/* To set what a counter counts already is a look at all registers. */
static void look(unsigned int counter)
{
	char text[4096], name[32], word[64], *at;
	unsigned int control;
	int error;

	read_file("/proc/perf", text, sizeof(text));
	snprintf(name, sizeof(name), "PerfCnt[%u].Ctl : ", counter);
	at = strstr(text, name);
	if (!at || sscanf(at + strlen(name), "%x", &control) != 1)
		fatal("/proc/perf has no counter %u: %s", counter, text);
	snprintf(word, sizeof(word), "%u 0x%x", counter, control);
	error = write_file("/proc/perf", word);
	if (error)
		fatal("/proc/perf: '%s': %s", word, strerror(error));
}

/*
 * Bring a counter's hardware register to a value; what that adds is counted.  It goes there
 * as events would bring it there: with a look well before it has gone on by half, and on
 * to a value that it may just be passing by a whole lap.
 */
void preload(unsigned int counter, uint32_t value)
{
	const uint64_t steps = 4, near = 1 << 24;
	uint64_t distance;
	uint32_t at;
	unsigned int i;

	if (access(PRELOADED, F_OK))
		load_preload();
	look(counter);
	at = read_register(counter);
	distance = (uint32_t)(value - at);
	if (distance < near)
		distance += 1ULL << 32;
	for (i = 1; i <= steps; i++) {
		write_register(counter, at + distance * i / steps);
		if (i < steps)
			look(counter);
	}
}

/* Half-full interrupts are counted from now on. */
void count_half_fulls(void)
{
	unload_module(PRELOAD); /* it may have been there before perfcnt */
	load_preload();
}

/* How many there were; 0 where nothing can count them. */
unsigned long half_fulls(void)
{
	char text[32];

	if (access(PRELOADED "half_fulls", F_OK))
		return 0;
	read_file(PRELOADED "half_fulls", text, sizeof(text));
	return strtoul(text, NULL, 10);
}

/* Were there as many, as far as that is known? */
bool has_half_fulls(unsigned long least)
{
	return access(PRELOADED "half_fulls", F_OK) || half_fulls() >= least;
}

/* Has the last refusal of /proc/perf or of the module's parameters these words? */
bool last_error_has(const char *words)
{
	char text[512];

	read_file(LAST_ERROR, text, sizeof(text));
	if (strstr(text, words))
		return true;
	printf("# %s", text);
	return false;
}

/* insmod; returns 0 or the errno. */
int load_module(const char *path, const char *parameters)
{
	int fd = open(path, O_RDONLY);
	int error;

	if (fd < 0)
		fatal("%s: %s", path, strerror(errno));
	error = syscall(SYS_finit_module, fd, parameters, 0) ? errno : 0;
	close(fd);
	return error;
}

/* insmod of the module itself; returns 0 or the errno. */
int load_perfcnt(enum driver driver, const char *parameters)
{
	static const char *const names[] = {
		[MIPS] = "mips", [PERF] = "perf", [SIM] = "sim",
	};
	char text[128];
	int error;

	snprintf(text, sizeof(text), "pmu=%s %s", names[driver], parameters);
	error = load_module(MODULE, text);
	if (error || driver != SIM)
		return error;
	error = load_module(SIM_MODULE, "");
	if (error)
		unload_module("perfcnt");
	return error;
}

/* rmmod; returns 0 or the errno. */
int unload_module(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? errno : 0;
}

/* rmmod of the module itself, and before it of those that use it; returns 0 or the errno. */
int unload_perfcnt(void)
{
	static const char *const users[] = { "perfcnt_regions", "perfcnt_sim" };
	size_t i;

	for (i = 0; i < 2; i++) {
		int error = unload_module(users[i]);

		if (error && error != ENOENT)
			return error;
	}
	return unload_module("perfcnt");
}
