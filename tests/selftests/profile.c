// SPDX-License-Identifier: GPL-2.0
/* /proc/perf_profile: shares of functions, the head line, what is refused, who may. */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "counters.h"
#include "ioctls.h"
#include "kselftest_harness.h"
#include "perf_rate.h"
#include "rings.h"

#define PROFILE	"/proc/perf_profile"
#define ROUNDS		"/sys/module/busy/parameters/rounds"
#define OPENINGS	"/sys/module/busy/parameters/openings"

/* A profile of the busy module has so many samples at least. */
#define SAMPLES 10000

/* How far a share may be from what it is, in thousandths. */
#define MARGIN 20

/* What of a round is spent in each function, in thousandths. */
#define FORTY		400
#define TWENTY_FIVE	250
#define FIFTEEN		150
#define OFF		200

/* What is read: the most that these tests make. */
static char text[1 << 20];

FIXTURE(profile) {
	int fd; /* /proc/perf */
};

FIXTURE_SETUP(profile)
{
	self->fd = open_stopped();
	set_rate(0);
	if (which_driver() == PERF)
		perf_rate_allow_any();
	ASSERT_EQ(0, write_file(PROFILE, "0"));
}

FIXTURE_TEARDOWN(profile)
{
	EXPECT_EQ(0, write_file(PROFILE, "0"));
	set_rate(10000);
	EXPECT_TRUE(all_stopped(self->fd));
	EXPECT_TRUE(none_claimed());
	close(self->fd);
}

static void read_profile(void)
{
	read_file(PROFILE, text, sizeof(text));
}

/* The number before these words in the head line; -1 if they are not there. */
static long long head(const char *words)
{
	char *at = strstr(text, words), *end = strchr(text, '\n');

	if (!at || at > end)
		return -1;
	while (at > text && at[-1] != ' ' && at[-1] != '#')
		at--;
	return atoll(at);
}

/* The periods of all rows that have these words; of all, with "". */
static unsigned long long row(const char *words)
{
	unsigned long long sum = 0;
	char *line = text, *end;

	for (; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		if (*line != '#' && strstr(line, words))
			sum += strtoull(line, NULL, 10);
		*end = '\n';
	}
	return sum;
}

/*
 * What is sampled: so rarely that samples take no part of the time.  On the slowest machine one
 * takes 8,400 cycles, as caches do not have what it needs.
 */
static const char *often(void)
{
	if (which_driver() != PERF && cpus() > 1)
		return "instructions:uk 20011";
	return "cycles:uk 200009";
}

/* Another program on this CPU, that is busy with itself. */
static pid_t begin_other(void)
{
	pid_t child = fork();

	if (child)
		return child;
	prctl(PR_SET_NAME, "beside it");
	for (;;)
		mixed_loop(1000000);
}

/* With interrupts off a function has no samples of its own, but for an NMI. */
static const char *off_row(void)
{
#ifdef __x86_64__
	return "  busy_off [busy]";
#else
	return "interrupts off, until busy_closed [busy] opened them";
#endif
}

/* What was sampled of rounds. */
static unsigned long long rounds(void)
{
	return row("  busy_forty [busy]") + row("  busy_twenty_five [busy]") +
	       row("  busy_fifteen [busy]") + row(off_row());
}

/* Enough rounds of the module for so many samples of it, or an errno. */
static int be_busy(unsigned long long samples)
{
	int error;

	do {
		error = write_file(ROUNDS, "500");
		if (error)
			return error;
		read_profile();
	} while (rounds() < samples);
	return 0;
}

/* How far the share of these rows is from what it is to be, in thousandths. */
static int wrong_by(int want, const char *words, unsigned long long all)
{
	int share = row(words) * 1000 / all;

	printf("# %s: %d of 1000, to be %d\n", words, share, want);
	return abs(share - want);
}

/* The same of the one of a round's parts that is farthest from what it is to be. */
static int most_wrong(void)
{
	const struct {
		int want;
		const char *words;
	} parts[] = {
		{ FORTY, "  busy_forty [busy]" },
		{ TWENTY_FIVE, "  busy_twenty_five [busy]" },
		{ FIFTEEN, "  busy_fifteen [busy]" },
		{ OFF, off_row() },
	};
	unsigned long long all = rounds();
	int wrong, most = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		wrong = wrong_by(parts[i].want, parts[i].words, all);
		if (wrong > most)
			most = wrong;
	}
	return most;
}

static bool can_be_busy(void)
{
	return !access("busy.ko", F_OK) && !load_module("busy.ko", "");
}

/* Begin a profile; the test cannot go on if that is refused. */
static void profile(const char *line)
{
	char error[256];

	if (!write_file(PROFILE, line))
		return;
	read_file(LAST_ERROR, error, sizeof(error));
	fatal("%s: %s", line, error);
}

TEST_F(profile, shares)
{
	pid_t child;
	int error;

	if (!can_be_busy())
		SKIP(return, "there is no busy.ko");
	pin_to_cpu(0);
	child = begin_other();
	profile(often());
	error = be_busy(SAMPLES);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	ASSERT_EQ(0, error);
	EXPECT_GE(MARGIN, most_wrong());
	EXPECT_LT(SAMPLES / 100, row("  user: beside it"));
	EXPECT_EQ(head(" samples"), row(""));
	EXPECT_EQ(0, head(" lost"));
	EXPECT_EQ(0, unload_module("busy"));
}

/*
 * Where all interrupts come at an instruction that opens them, next to nothing waits for it: the
 * handlers that begin there are no time with interrupts off before it.  That a sample's own
 * handler is late as caches do not have it looks the same, so this is for machines without any.
 */
TEST_F(profile, opens_often)
{
	unsigned long long opening;

	if (!can_be_busy())
		SKIP(return, "there is no busy.ko");
	pin_to_cpu(0);
	profile(often());
	do {
		ASSERT_EQ(0, write_file(OPENINGS, "500"));
		read_profile();
		opening = row("  busy_opening [busy]");
	} while (opening < 1000);
	EXPECT_GT(opening / 100, row("until busy_opening [busy] opened them"));
	EXPECT_EQ(0, unload_module("busy"));
}

/*
 * Where nobody is interrupted by a counter, a timer looks, and periods that had ended until then
 * are lost.  What handlers do that begin where interrupts are opened counts as what was done
 * before: this is for machines where that takes next to no time.
 */
TEST_F(profile, by_timer)
{
	if (!can_be_busy())
		SKIP(return, "there is no busy.ko");
	pin_to_cpu(0);
	profile(often());
	do {
		EXPECT_EQ(0, write_file(ROUNDS, "500"));
		read_profile();
	} while (head(" samples") == 0);
	if (!strstr(text, "no counter interrupt comes: a timer looks each 1000 us;")) {
		EXPECT_EQ(0, unload_module("busy"));
		SKIP(return, "the counters interrupt");
	}
	/* perf says at once that it has no interrupt */
	EXPECT_EQ(which_driver() == PERF, !head(" lost"));
	ASSERT_EQ(0, be_busy(SAMPLES));
	EXPECT_GE(MARGIN, most_wrong());
	EXPECT_EQ(head(" samples"), row(""));
	EXPECT_EQ(0, unload_module("busy"));
}

/* Whatever is loaded there next. */
TEST_F(profile, of_an_unloaded_module)
{
	unsigned long long of_it;

	if (!can_be_busy())
		SKIP(return, "there is no busy.ko");
	profile(often());
	ASSERT_EQ(0, be_busy(100));
	of_it = row(" [busy]");
	EXPECT_EQ(0, row("[unloaded]"));
	ASSERT_EQ(0, unload_module("busy"));
	ASSERT_TRUE(can_be_busy());
	read_profile();
	EXPECT_EQ(0, row(" [busy]"));
	EXPECT_LE(of_it, row("[unloaded]"));
	EXPECT_EQ(0, unload_module("busy"));
}

static void wait_for_samples(long long samples)
{
	do {
		mixed_loop(100000);
		read_profile();
	} while (head(" samples") < samples);
}

/* Each of two readers has rows that add up to its head line. */
TEST_F(profile, two_readers)
{
	unsigned int wrong = 0;
	int i, status;
	pid_t child;

	profile(often());
	child = fork();
	for (i = 0; i < 20; i++) {
		read_profile();
		wrong += head(" samples") != (long long)row("");
	}
	if (!child)
		_exit(wrong);
	waitpid(child, &status, 0);
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, wrong);
}

/* Has what is read each row of these, with as many periods or more? */
static bool has_rows_of(char *before)
{
	char *line, *end, *name, *now;

	for (line = before; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		name = strstr(line, "%  ");
		for (now = text; name && (now = strstr(now, name)); now++)
			if (now[strlen(name)] == '\n')
				break;
		if (name && !now) {
			printf("# no more: %s\n", line);
			return false;
		}
		while (now > text && now[-1] != '\n')
			now--;
		if (name && strtoull(now, NULL, 10) < strtoull(line, NULL, 10))
			return false;
		*end = '\n';
	}
	return true;
}

/* New places are added while it is read, and none goes. */
TEST_F(profile, keeps_rows)
{
	unsigned int wrong = 0;
	char *before;
	int i;

	profile(often());
	read_profile();
	for (i = 0; i < 200; i++) {
		before = strdup(text);
		read_profile();
		wrong += !has_rows_of(before);
		free(before);
	}
	EXPECT_EQ(0, wrong);
}

/* A whole reading is of one instant, in however many parts it is read. */
TEST_F(profile, read_in_parts)
{
	char part[7];
	ssize_t length;
	size_t at = 0;
	int fd;

	profile(often());
	wait_for_samples(100);
	fd = open(PROFILE, O_RDONLY);
	while ((length = read(fd, part, sizeof(part))) > 0) {
		memcpy(text + at, part, length);
		at += length;
	}
	text[at] = '\0';
	close(fd);
	EXPECT_EQ(head(" samples"), row(""));
}

TEST_F(profile, is_off)
{
	read_profile();
	EXPECT_STREQ("# no profile is taken\n", text);
	profile(often());
	wait_for_samples(1);
	profile("0\n");
	read_profile();
	EXPECT_STREQ("# no profile is taken\n", text);
	profile("0");
}

/* Nothing has changed, and the words say what and where. */
TEST_F(profile, wrong_words)
{
	static const struct {
		const char *line;
		int error;
		const char *words;
	} wrong[] = {
		{ "\n", EINVAL, "column 1: an event and a period are wanted, or 0" },
		{ "cycles:k", EINVAL, "column 9: a period is wanted here" },
		{ "cycles:k x", EINVAL, "column 10: 'x': a period is wanted here" },
		{ "cycles:k -1", EINVAL, "column 10: '-1': a period is wanted here" },
		{ "cycles:k 0", EINVAL, "column 10: '0': a period has at least one event" },
		{ "cycles:k 9999999999999999999999", ERANGE, "the period is too long" },
		{ "cycles:k 281474976710657", ERANGE, "column 10: '281474976710657': the" },
		{ "cycles:k 1000003 x", EINVAL, "column 18: 'x': 'addresses' or nothing" },
		{ "cycles:k 1000003 addresses x", EINVAL, "column 28: 'x': an extra word" },
		{ "cycles:k 1000003\nx", EINVAL, "column 10: '1000003?x': a period is wanted" },
		{ "0 0", EINVAL, "column 3: '0': an extra word" },
		{ "1", EINVAL, "column 2: a period is wanted here" },
		{ "no-such-event:k 1000003", EINVAL, "'no-such-event:k'" },
		{ "cycles:x 1000003", EINVAL, "'cycles:x'" },
	};
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		EXPECT_EQ(wrong[i].error, write_file(PROFILE, wrong[i].line))
			TH_LOG("%s", wrong[i].line);
		EXPECT_TRUE(last_error_has(wrong[i].words))
			TH_LOG("%s", wrong[i].line);
		EXPECT_TRUE(none_claimed());
	}
	memset(text, ' ', 300);
	text[300] = '\0';
	EXPECT_EQ(E2BIG, write_file(PROFILE, text));
	EXPECT_TRUE(last_error_has("300 bytes are too many"));
}

/* A count of both VPEs says not how long one of them has had interrupts off. */
TEST_F(profile, shared_by_vpes)
{
	if (which_driver() == PERF || cpus() < 2)
		SKIP(return, "no VPEs share the counters here");
	EXPECT_EQ(EOPNOTSUPP, write_file(PROFILE, "cycles:k 1000003"));
	EXPECT_TRUE(last_error_has("cycles:k is counted for all VPEs together"));
	EXPECT_TRUE(none_claimed());
}

/* It has its counter for itself, and who wants that one is told. */
TEST_F(profile, has_a_counter)
{
	int fd = open_device();
	uint32_t all = (1ULL << describe(fd).counters) - 1;

	profile(often());
	EXPECT_EQ(EBUSY, with_mask(fd, PERFCNT_IOC_CLAIM, all));
	EXPECT_TRUE(reason_has(fd, EBUSY, "claimed by /proc/perf_profile"));
	EXPECT_EQ(EBUSY, write_text(self->fd, "0 0 0"));
	EXPECT_TRUE(last_error_has("claimed by /proc/perf_profile"));
	EXPECT_EQ(EBUSY, write_file(PROFILE, often()));
	EXPECT_TRUE(last_error_has("a profile of"));
	profile("0");
	must(with_mask(fd, PERFCNT_IOC_CLAIM, all), "claim");
	EXPECT_EQ(EBUSY, write_file(PROFILE, often()));
	EXPECT_TRUE(last_error_has("no counter that can count it is free"));
	close(fd);
}

TEST_F(profile, keeps_the_module)
{
	profile(often());
	wait_for_samples(1);
	EXPECT_EQ(EAGAIN, unload_perfcnt());
	wait_for_samples(head(" samples") + 1);
}

TEST_F(profile, cpus_come_and_go)
{
	int i;

	if (access(CPU1_ONLINE, W_OK) || which_driver() == MIPS)
		SKIP(return, "CPUs do not come and go here");
	profile(often());
	for (i = 0; i < 3; i++) {
		put_online(false);
		wait_for_samples(head(" samples") + 10);
		put_online(true);
		wait_for_samples(head(" samples") + 10);
		EXPECT_EQ(head(" samples"), row(""));
	}
}

/* What somebody with these capabilities gets: an errno, as the status of a child. */
static int as(unsigned long long capabilities, int flags, const char *line)
{
	int status;
	pid_t child = fork();

	if (!child) {
		char some[16];
		ssize_t done;
		int fd;

		if (keep_capabilities(capabilities))
			_exit(255);
		fd = open(PROFILE, flags);
		if (fd < 0)
			_exit(errno);
		done = line ? write(fd, line, strlen(line)) : read(fd, some, sizeof(some));
		_exit(done < 0 ? errno : 0);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define CAPABILITY(name) (1ULL << CAP_##name)

TEST_F(profile, who_may)
{
	struct stat stat_;

	ASSERT_EQ(0, stat(PROFILE, &stat_));
	EXPECT_EQ(0600, stat_.st_mode & 07777);
	EXPECT_EQ(0, as(CAPABILITY(PERFMON), O_RDONLY, NULL));
	EXPECT_EQ(EPERM, as(CAPABILITY(SYSLOG), O_RDONLY, NULL));
	EXPECT_EQ(EPERM, as(CAPABILITY(SYSLOG), O_WRONLY, "0"));
}

/* unprivileged_read=1 is for /proc/perf. */
TEST(profile_is_not_for_all)
{
	enum driver driver = which_driver();
	struct stat stat_;

	ASSERT_EQ(0, unload_perfcnt());
	ASSERT_EQ(0, load_perfcnt(driver, "unprivileged_read=1"));
	EXPECT_EQ(0, stat(PROFILE, &stat_));
	EXPECT_EQ(0600, stat_.st_mode & 07777);
	EXPECT_EQ(EPERM, as(0, O_RDONLY, NULL));
	ASSERT_EQ(0, unload_perfcnt());
	ASSERT_EQ(0, load_perfcnt(driver, ""));
}

/* Addresses are for who may see them. */
TEST_F(profile, addresses)
{
	char line[64];

	snprintf(line, sizeof(line), "%s addresses", often());
	EXPECT_EQ(EPERM, as(CAPABILITY(PERFMON), O_WRONLY, line));
	EXPECT_TRUE(last_error_has("CAP_SYSLOG is missing"));
	profile(line);
	wait_for_samples(100);
	EXPECT_LT(0, row("  0x"));
	EXPECT_NE(NULL, strstr(text, "+0x"));
	EXPECT_EQ(head(" samples"), row(""));
	EXPECT_EQ(EPERM, as(CAPABILITY(PERFMON), O_RDONLY, NULL));
	EXPECT_TRUE(last_error_has("it has addresses"));
	profile("0");
	profile(often());
	wait_for_samples(100);
	EXPECT_EQ(0, row("0x"));
}

TEST_HARNESS_MAIN
