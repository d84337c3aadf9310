// SPDX-License-Identifier: GPL-2.0
/* Events, control words and lines for /proc/perf: right, or nearly so. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fuzz.h"

#define ROWS 128
#define TRACEPOINTS "/sys/kernel/debug/tracing/events/sched/"

struct perfcnt_describe fuzz_machine = { .size = sizeof(struct perfcnt_describe) };
static struct perfcnt_event_row rows[ROWS];
static unsigned int row_count;
static unsigned int tracepoint;

/* What the machine says of itself. */
void fuzz_events_init(void)
{
	int fd = open("/dev/perfcnt", O_RDWR);
	FILE *file;

	if (fd < 0 || ioctl(fd, PERFCNT_IOC_DESCRIBE, &fuzz_machine))
		fatal("/dev/perfcnt cannot be opened");
	for (row_count = 0; row_count < ROWS; row_count++) {
		rows[row_count].size = sizeof(rows[0]);
		rows[row_count].index = row_count;
		if (ioctl(fd, PERFCNT_IOC_EVENT, &rows[row_count]))
			break;
	}
	close(fd);
	file = fopen(TRACEPOINTS "sched_switch/id", "r");
	if (file && fscanf(file, "%u", &tracepoint) != 1)
		tracepoint = 0;
	if (file)
		fclose(file);
}

/* name[:modes][@tcN|@vpeN] */
void fuzz_event_name(char *name, size_t size)
{
	static const char *const modes[] = {
		"", "", ":u", ":k", ":uk", ":uk", ":uske", ":e", ":ks",
	};
	static const char *const filters[] = {
		"", "", "", "", "@tc0", "@tc1", "@vpe0", "@vpe1", "@tc300",
	};
	struct prng *prng = &fuzz_me.prng;
	const char *event = rows[prng_below(prng, row_count)].name;
	char raw[32];

	if (prng_one_in(prng, 10)) {
		snprintf(raw, sizeof(raw), "r%llx,%x",
			 (unsigned long long)fuzz_number64(), fuzz_number32());
		event = raw;
	}
	snprintf(name, size, "%s%s%s", event, prng_of(prng, modes),
		 prng_of(prng, filters));
}

/* A filter, mostly one that there is. */
static uint32_t any_filter(void)
{
	struct prng *prng = &fuzz_me.prng;

	switch (prng_below(prng, 8)) {
	case 0:
		return PERFCNT_MT_EN_VPE << PERFCNT_CTL_MT_EN_SHIFT |
		       prng_below(prng, 2) << PERFCNT_CTL_VPEID_SHIFT;
	case 1:
		return PERFCNT_MT_EN_TC << PERFCNT_CTL_MT_EN_SHIFT |
		       prng_below(prng, 2) << PERFCNT_CTL_TCID_SHIFT;
	default:
		return 0;
	}
}

/* A native event as perf_event_open() would have it. */
static void native_what(struct perfcnt_what *what)
{
	struct prng *prng = &fuzz_me.prng;

	what->type = prng_below(prng, prng_one_in(prng, 4) ? 16 : 6);
	what->config = prng_below(prng, 12);
	if (what->type == 2)
		what->config = tracepoint + prng_below(prng, 3);
	if (prng_one_in(prng, 4))
		what->config1 = fuzz_number64();
}

/* What a counter could count. */
void fuzz_event_what(unsigned int counter, struct perfcnt_what *what)
{
	struct prng *prng = &fuzz_me.prng;
	const struct perfcnt_event_row *row;
	int i;

	memset(what, 0, sizeof(*what));
	/* of a few rows, one that this counter has */
	for (i = 0; i < 4; i++) {
		row = &rows[prng_below(prng, row_count)];
		if (row->banks & (counter & 1 ? PERFCNT_BANK_IS_ODD :
						PERFCNT_BANK_IS_EVEN))
			break;
	}
	what->control = row->code << PERFCNT_CTL_EVENT_SHIFT | any_filter() |
			(prng_next(prng) & fuzz_machine.modes) |
			(prng_one_in(prng, 3) ? PERFCNT_CTL_IE : 0);
	if (row->code == PERFCNT_EVENT_NATIVE)
		native_what(what);
}

static size_t any_line(char *line, size_t size)
{
	static const char *const commands[] = {
		"suspend", "resume", "suspend 0", "resume 0 1", "suspend 3 2 1",
		"# a comment", "", "   \t", "0 0x20 -1", "1 0x80000000",
		"0 0 0", "1 0 0", "2 0 0", "3 0 0", /* others may claim them */
	};
	struct prng *prng = &fuzz_me.prng;
	char name[PERFCNT_NAME_SIZE], count[24] = "";
	struct perfcnt_what what;
	unsigned int counter = prng_below(prng, fuzz_machine.counters);

	if (prng_one_in(prng, 2))
		return snprintf(line, size, "%s\n", prng_of(prng, commands));
	if (prng_one_in(prng, 4))
		snprintf(count, sizeof(count), "-1");
	else if (!prng_one_in(prng, 4))
		snprintf(count, sizeof(count), "%llu",
			 (unsigned long long)fuzz_number64());
	if (prng_one_in(prng, 2)) {
		fuzz_event_name(name, sizeof(name));
		return snprintf(line, size, "%u %s %s\n", counter, name, count);
	}
	fuzz_event_what(counter, &what);
	return snprintf(line, size, "%u 0x%x %s\n", counter, what.control,
			count);
}

/* One change of what may be in the grammar. */
static size_t mutate(char *text, size_t length, size_t size)
{
	static const char *const words[] = {
		"18446744073709551616", "-2", "0x", ":", "@tc", "suspend", "\r",
		"\n", " ", "\t", "#", "4294967296", "99", "0xffffffff",
	};
	struct prng *prng = &fuzz_me.prng;
	size_t at = prng_below(prng, length + 1), n;
	const char *word = prng_of(prng, words);

	switch (prng_below(prng, 5)) {
	case 0: /* a byte is another */
		text[at ? at - 1 : 0] = prng_next(prng);
		return length ?: 1;
	case 1: /* a bit is another */
		text[at ? at - 1 : 0] ^= 1 << prng_below(prng, 8);
		return length ?: 1;
	case 2: /* the rest is missing */
		return at;
	case 3: /* a word is there */
		n = strlen(word);
		if (length + n > size)
			return length;
		memmove(text + at + n, text + at, length - at);
		memcpy(text + at, word, n);
		return length + n;
	default: /* the beginning comes again */
		n = length + at > size ? size - length : at;
		memcpy(text + length, text, n);
		return length + n;
	}
}

/* Something to write; returns its length, which may be 0. */
size_t fuzz_text(char *text, size_t size)
{
	struct prng *prng = &fuzz_me.prng;
	size_t length = 0, n;

	if (prng_one_in(prng, 16)) {
		length = prng_below(prng, 300);
		for (n = 0; n < length; n++)
			text[n] = prng_next(prng);
		return length;
	}
	for (n = 1 + prng_below(prng, 4); n; n--)
		length += any_line(text + length, 200);
	if (prng_one_in(prng, 3))
		for (n = 1 + prng_below(prng, 4); n; n--)
			length = mutate(text, length, size);
	if (prng_one_in(prng, 100)) /* more than a write can have */
		while (length && length * 2 <= size) {
			memcpy(text + length, text, length);
			length *= 2;
		}
	return length;
}
