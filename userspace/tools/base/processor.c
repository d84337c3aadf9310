// SPDX-License-Identifier: GPL-2.0
/* Which machine this is: what the kernel says of it. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "processor.h"

/* Of one machine's CPUs. */
#define MOST_KINDS	8
#define KIND_SIZE	256

/* What a field of /proc/cpuinfo is called where it stands, or NULL if the value says it. */
static const struct {
	const char *field;
	const char *words;
} fields[] = {
	{ "model name" },			/* x86 */
	{ "vendor_id", "vendor" },
	{ "cpu family", "family" },
	{ "model", "model" },
	{ "stepping", "stepping" },
	{ "CPU implementer", "implementer" },	/* Arm */
	{ "CPU variant", "variant" },
	{ "CPU part", "part" },
	{ "CPU revision", "revision" },
	{ "cpu model" },			/* MIPS */
	{ "isa", "isa" },			/* RISC-V */
	{ "uarch" },
	{ "mvendorid", "vendor" },
	{ "marchid", "architecture" },
	{ "cpu" },				/* POWER */
};

/* What the board is called, of no CPU or of the first one: MIPS, POWER, Arm. */
static const char *const board_fields[] = { "system type", "machine", "Hardware" };

/* What /proc/cpuinfo has. */
struct cpuinfo {
	char kind[MOST_KINDS][KIND_SIZE]; /* each kind of CPU, in words */
	unsigned int kinds;
	char now[KIND_SIZE]; /* the CPU whose lines are read */
	char board[KIND_SIZE]; /* what it is on, or "" */
	bool hypervisor; /* does the processor say that a hypervisor is there? */
};

static void add_words(char *text, const char *words, const char *value)
{
	size_t used = strlen(text);

	snprintf(text + used, KIND_SIZE - used, "%s%s%s%s", used ? ", " : "", words ?: "",
		 words ? " " : "", value);
}

/* The CPU whose lines have ended is a new kind, or not. */
static void end_cpu(struct cpuinfo *info)
{
	unsigned int i;

	for (i = 0; i < info->kinds; i++)
		if (!strcmp(info->kind[i], info->now))
			break;
	if (*info->now && i == info->kinds && i < MOST_KINDS)
		strcpy(info->kind[info->kinds++], info->now);
	*info->now = '\0';
}

static void read_field(struct cpuinfo *info, const char *field, const char *value)
{
	size_t i;

	if (!strcmp(field, "flags") && strstr(value, " hypervisor"))
		info->hypervisor = true;
	for (i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (!strcmp(field, fields[i].field))
			add_words(info->now, fields[i].words, value);
	for (i = 0; i < sizeof(board_fields) / sizeof(*board_fields); i++)
		if (!strcmp(field, board_fields[i]) && !*info->board)
			add_words(info->board, NULL, value);
}

static void read_line(struct cpuinfo *info, char *line)
{
	char *value = strchr(line, ':'), *end;

	if (!value)
		return;
	for (end = value; end > line && (end[-1] == ' ' || end[-1] == '\t'); end--)
		;
	*end = '\0';
	value++;
	read_field(info, line, value + strspn(value, " "));
}

static void read_cpuinfo(struct cpuinfo *info)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t size = 0;

	memset(info, 0, sizeof(*info));
	while (file && getline(&line, &size, file) > 0) {
		if (*line == '\n')
			end_cpu(info);
		line[strcspn(line, "\n")] = '\0';
		read_line(info, line);
	}
	end_cpu(info);
	free(line);
	if (file)
		fclose(file);
}

/* Files of a firmware, the first that is there. */
static bool read_first(const char *const paths[], char *text, size_t size)
{
	FILE *file;

	for (*text = '\0'; *paths && !*text; paths++) {
		file = fopen(*paths, "re");
		if (!file)
			continue;
		if (!fgets(text, size, file))
			*text = '\0';
		text[strcspn(text, "\n")] = '\0';
		fclose(file);
	}
	return *text;
}

static void print_board(FILE *out, const struct cpuinfo *info)
{
	static const char *const makers[] = { "/sys/class/dmi/id/sys_vendor", NULL };
	static const char *const models[] = {
		"/sys/class/dmi/id/product_name", "/proc/device-tree/model",
		"/proc/device-tree/compatible", NULL
	};
	char maker[128], model[KIND_SIZE];

	read_first(makers, maker, sizeof(maker));
	if (!read_first(models, model, sizeof(model)))
		strcpy(model, info->board);
	if (*maker || *model)
		fprintf(out, "- board: %s%s%s\n", maker, *maker && *model ? " " : "", model);
}

static void print_hypervisor(FILE *out, const struct cpuinfo *info)
{
	static const char *const paths[] = {
		"/sys/hypervisor/type", "/proc/device-tree/hypervisor/compatible", NULL
	};
	char text[128];

	if (info->hypervisor)
		fprintf(out, "- hypervisor: yes, the processor says so\n");
	else if (read_first(paths, text, sizeof(text)))
		fprintf(out, "- hypervisor: %s\n", text);
	else
		fprintf(out, "- hypervisor: none is seen\n");
}

void processor_print(FILE *out)
{
	struct utsname system;
	struct cpuinfo info;
	unsigned int i;

	read_cpuinfo(&info);
	for (i = 0; i < info.kinds; i++)
		fprintf(out, "- processor: %s\n", info.kind[i]);
	if (!info.kinds)
		fprintf(out, "- processor: /proc/cpuinfo does not say\n");
	if (!uname(&system))
		fprintf(out, "- system: %s %s %s\n", system.sysname, system.release,
			system.machine);
	print_board(out, &info);
	print_hypervisor(out, &info);
}
