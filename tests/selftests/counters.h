/* SPDX-License-Identifier: GPL-2.0 */
/* /proc/perf as the tests see it, loops of known length, and where they run. */
#ifndef PERFCNT_TEST_COUNTERS_H
#define PERFCNT_TEST_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MAX_COUNTERS 16

/* How long to wait for what must come, in ms: no host stops a machine for so long. */
#define AGES 600000

#define PROC_PERF	"/proc/perf"
#define LAST_ERROR	"/sys/module/perfcnt/last_error"
#define STEP		"/sys/kernel/debug/perfcnt_sim/step"
#define DRIVER		"/sys/module/perfcnt/parameters/pmu"
#define MODULE		"/lib/perfcnt/perfcnt.ko"
#define SIM_MODULE	"/lib/perfcnt/perfcnt_sim.ko"
#define REGIONS_MODULE	"/lib/perfcnt/perfcnt_regions.ko"
#define PRELOAD		"preload" /* a module of the tests */
#define PRELOADED	"/sys/module/preload/parameters/"

/* CPU 1, which comes and goes. */
#define CPU1_ONLINE	"/sys/devices/system/cpu/cpu1/online"

/* Who drives the counters: a 34K's registers, the kernel's perf, nobody. */
enum driver { MIPS, PERF, SIM };

struct snapshot {
	unsigned int counters;
	uint32_t control[MAX_COUNTERS];
	uint64_t count[MAX_COUNTERS];
};

struct perf_event_attr;

/* The most CPUs that cpu_calls() knows. */
#define MOST_CPUS	64

/* How often each CPU was interrupted by another to call a function. */
struct cpu_calls {
	unsigned long of[MOST_CPUS];
};

/* The most pages that touch_pages() touches. */
#define TOUCH_MOST	2000

/* What one iteration of mixed_loop() and the loop itself are. */
#define MIXED_INSTRUCTIONS	5
#define MIXED_LOADS		2
#define MIXED_STORES		1
#define MIXED_BRANCHES		1

/* What one iteration of short_loop() is. */
#define SHORT_INSTRUCTIONS	2

/* What one iteration of long_loop() is. */
#ifdef __mips__
#define LONG_INSTRUCTIONS	8
#else
#define LONG_INSTRUCTIONS	256
#endif

__attribute__((format(printf, 1, 2), noreturn))
void fatal(const char *format, ...);
void touch_pages(size_t pages);
void mixed_loop(unsigned long iterations);
void short_loop(unsigned long iterations);
void long_loop(unsigned long iterations);

enum driver which_driver(void);
bool has_perf(void);
bool is_taken(int fd, const char *text);
const char *moving(int fd);
void move(void);
void move_to(pid_t pid, int cpu);
void pin_to_cpu(int cpu);
void put_online(bool online);
void await_wait(pid_t pid);
void be_alone(void);
void keep_cpu(void);
int open_perf_event(const struct perf_event_attr *attr, pid_t pid, int cpu, int group);
bool has_counter(int event);
int fill_pmu(const struct perf_event_attr *attr, int cpu, int *events, int most);
int open_counters(void);
void stop_counters(int fd);
int open_stopped(void);
bool all_stopped(int fd);
int write_text(int fd, const char *text);
void set_counters(int fd, const char *text);
void read_counters(int fd, struct snapshot *snapshot);
size_t read_file(const char *path, char *buf, size_t size);
int cpus(void);
struct cpu_calls cpu_calls(void);
bool file_has(const char *path, const char *word);
int write_file(const char *path, const char *text);
int keep_capabilities(unsigned long long mask);
bool last_error_has(const char *words);
bool can_preload(void);
void preload(unsigned int counter, uint32_t value);
void count_half_fulls(void);
unsigned long half_fulls(void);
bool has_half_fulls(unsigned long least);
int load_module(const char *path, const char *parameters);
int load_perfcnt(enum driver driver, const char *parameters);
int unload_module(const char *name);
int unload_perfcnt(void);

#endif /* PERFCNT_TEST_COUNTERS_H */
