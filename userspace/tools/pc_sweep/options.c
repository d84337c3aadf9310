// SPDX-License-Identifier: GPL-2.0
/* MD00548's Table 4, and what goes beyond it. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/number.h"
#include "base/output.h"
#include "options.h"

/* What getopt_long returns for options that have no letter. */
enum {
	OPT_SUPERVISOR = 256,
	OPT_KERNEL,
	OPT_EXL,
	OPT_GROUP,
	OPT_OUTPUT,
	OPT_APPEND,
	OPT_EVENS,
	OPT_ODDS,
	OPT_EVENTS,
	OPT_BALANCE,
	OPT_MODES,
	OPT_REPEAT,
	OPT_KEEP_OUTLIERS,
	OPT_STRICT,
	OPT_WAIT,
	OPT_LIST,
	OPT_DRY_RUN,
	OPT_FORMAT,
	OPT_HELP,
	OPT_VERSION,
};

/* Those that Table 5 and the text call by another name than Table 4 are there
 * under both.  A group without a letter is known by its own name.
 */
static const struct option long_options[] = {
	{ "user", no_argument, NULL, 'u' },
	{ "supervisor", no_argument, NULL, OPT_SUPERVISOR },
	{ "kernel", no_argument, NULL, OPT_KERNEL },
	{ "exl", no_argument, NULL, OPT_EXL },
	{ "parse", no_argument, NULL, 'p' },
	{ "output", required_argument, NULL, OPT_OUTPUT },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "all", no_argument, NULL, 'a' },
	{ "ipc", no_argument, NULL, 'i' },
	{ "stalls", no_argument, NULL, 's' },
	{ "queues", no_argument, NULL, 'q' },
	{ "cache", no_argument, NULL, 'c' },
	{ "branches", no_argument, NULL, 'b' },
	{ "branch", no_argument, NULL, 'b' },
	{ "stalls_all", no_argument, NULL, 'S' },
	{ "all_stalls", no_argument, NULL, 'S' },
	{ "misses", no_argument, NULL, OPT_GROUP },
	{ "instructions", no_argument, NULL, OPT_GROUP },
	{ "tlb", no_argument, NULL, OPT_GROUP },
	{ "l2", no_argument, NULL, OPT_GROUP },
	{ "itc", no_argument, NULL, OPT_GROUP },
	{ "evens", required_argument, NULL, OPT_EVENS },
	{ "odds", required_argument, NULL, OPT_ODDS },
	{ "events", required_argument, NULL, OPT_EVENTS },
	{ "balance", no_argument, NULL, OPT_BALANCE },
	{ "modes", no_argument, NULL, OPT_MODES },
	{ "tc", required_argument, NULL, 't' },
	{ "vpe", required_argument, NULL, 'v' },
	{ "repeat", required_argument, NULL, OPT_REPEAT },
	{ "keep-outliers", no_argument, NULL, OPT_KEEP_OUTLIERS },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "wait", no_argument, NULL, OPT_WAIT },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "dry-run", no_argument, NULL, OPT_DRY_RUN },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

/* The names of the groups that have a letter. */
static const char *const lettered[] = {
	['i'] = "ipc", ['s'] = "stalls", ['q'] = "queues", ['c'] = "cache",
	['b'] = "branch", ['S'] = "all_stalls",
};

static const char usage[] =
"Usage: pc_sweep MODE [OPTION]... [--] COMMAND [ARGUMENT]...\n"
"Run COMMAND as often as its events need, and say what the counters counted.\n"
"\n"
"Modes, one at least:\n"
"  -u, --user             user mode\n"
"      --supervisor       supervisor mode\n"
"      --kernel           kernel mode\n"
"      --exl              exception handling\n"
"      --modes            each of them by itself\n"
"Events, which add up; --ipc if there are none:\n"
"  -a, --all              all that there are\n"
"  -i, --ipc              cycles and instructions\n"
"  -s, --stalls           the most telling stalls\n"
"      --stalls_all, --all_stalls\n"
"  -q, --queues           how full the core's queues are\n"
"  -c, --cache            first level caches\n"
"  -b, --branches         branches and jumps\n"
"      --misses, --instructions, --tlb, --l2, --itc\n"
"      --evens LIST       numbers or names, in even counters\n"
"      --odds LIST        in odd counters\n"
"      --events LIST      in those that count them\n"
"Filters:\n"
"  -t, --tc N             one TC, or CPU\n"
"  -v, --vpe N            one VPE, or core\n"
"      --balance          each TC and each VPE by itself\n"
"Results:\n"
"  -p, --parse            a table, as pc_parse prints it; --format=table\n"
"      --format FORMAT    table, raw (otherwise), csv or json\n"
"      --output FILE      there, instead of standard error\n"
"      --append FILE      there, behind what it has\n"
"      --repeat N         do each run N times, take the median\n"
"      --keep-outliers    leave no count out\n"
"Other:\n"
"      --strict           refuse what this machine does not count\n"
"      --wait             until the counters are free\n"
"      --dry-run          show the plan, run nothing\n"
"      --list             show the events\n"
"      --help, --version\n"
"\n"
"pc_sweep(1) has the rest.\n";

static unsigned int read_number(const char *option, const char *word,
				unsigned int least, unsigned int most)
{
	uint64_t value;

	if (number_read(word, 10, most, &value) || value < least)
		fail("--%s: '%s': not a number from %u to %u", option,
		     word, least, most);
	return value;
}

static void set_format(struct options *options, const char *name)
{
	options->format = format_named(name);
	if (!options->format || !options->format->results)
		fail("--format: '%s': not table, raw, csv or json", name);
}

/* What says which events: whether it was such an option. */
static bool take_events(struct selection *selection, int option,
			const char *name)
{
	switch (option) {
	case 'a':
		selection_add_all(selection);
		return true;
	case OPT_GROUP:
		return selection_add_group(selection, name);
	case OPT_EVENS:
		selection_add_bank(selection, BANK_EVEN, optarg);
		return true;
	case OPT_ODDS:
		selection_add_bank(selection, BANK_ODD, optarg);
		return true;
	}
	return option < (int)(ARRAY_SIZE(lettered)) &&
	       lettered[option] &&
	       selection_add_group(selection, lettered[option]);
}

static bool take_modes(struct options *options, int option)
{
	static const struct {
		int option;
		uint32_t mode;
	} modes[] = {
		{ 'u', PERFCNT_CTL_U },
		{ OPT_SUPERVISOR, PERFCNT_CTL_S },
		{ OPT_KERNEL, PERFCNT_CTL_K },
		{ OPT_EXL, PERFCNT_CTL_EXL },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		if (modes[i].option != option)
			continue;
		options->wanted.modes |= modes[i].mode;
		return true;
	}
	return false;
}

static void take_flag(struct options *options, int option)
{
	switch (option) {
	case OPT_BALANCE:
		options->wanted.balance = true;
		break;
	case OPT_MODES:
		options->wanted.each_mode = true;
		break;
	case OPT_KEEP_OUTLIERS:
		options->keep_outliers = true;
		break;
	case OPT_STRICT:
		options->wanted.strict = true;
		break;
	case OPT_WAIT:
		options->wait = true;
		break;
	case OPT_LIST:
		options->list = true;
		break;
	case OPT_DRY_RUN:
		options->dry_run = true;
		break;
	case OPT_HELP:
		fputs(usage, stdout);
		output_finish(EXIT_SUCCESS);
	case OPT_VERSION:
		puts("pc_sweep " VERSION);
		output_finish(EXIT_SUCCESS);
	default: /* getopt_long has said what is wrong */
		fail("see pc_sweep --help");
	}
}

static void take(struct options *options, int option)
{
	switch (option) {
	case 'p':
		set_format(options, "table");
		break;
	case OPT_FORMAT:
		set_format(options, optarg);
		break;
	case OPT_OUTPUT:
	case OPT_APPEND:
		options->output = optarg;
		options->append = option == OPT_APPEND;
		break;
	case 't':
		options->wanted.tc = read_number("tc", optarg, 0, 65535);
		break;
	case 'v':
		options->wanted.vpe = read_number("vpe", optarg, 0, 65535);
		break;
	case OPT_REPEAT:
		options->repeats = read_number("repeat", optarg, 1,
					       OPTIONS_MOST_REPEATS);
		break;
	default:
		take_flag(options, option);
	}
}

static void check(const struct options *options)
{
	int filters = options->wanted.balance;

	filters += options->wanted.tc != WANTED_ANY;
	filters += options->wanted.vpe != WANTED_ANY;
	if (filters > 1)
		fail("--tc, --vpe, --balance: one of them");
	if (options->list)
		return;
	if (!options->wanted.modes && !options->wanted.each_mode)
		fail("no mode: --user, --supervisor, --kernel, --exl or --modes");
	if (!*options->command && !options->dry_run)
		fail("no command");
}

void options_parse(struct options *options, int argc, char **argv)
{
	struct selection *selection = &options->wanted.selection;
	char *events[SELECTION_MOST_NAMES];
	int option, which, i, count = 0, chosen = 0;

	memset(options, 0, sizeof(*options));
	options->wanted.tc = WANTED_ANY;
	options->wanted.vpe = WANTED_ANY;
	options->repeats = 1;
	options->format = format_named("raw");
	/* '+': the command's options are its own */
	while ((option = getopt_long(argc, argv, "+uaisqcbpt:v:", long_options,
				     &which)) != -1) {
		if (option == OPT_EVENTS && count < SELECTION_MOST_NAMES)
			events[count++] = optarg;
		else if (take_events(selection, option,
				     option == OPT_GROUP ?
				     long_options[which].name : NULL))
			chosen++;
		else if (!take_modes(options, option))
			take(options, option);
	}
	options->command = argv + optind;
	if (!count && !chosen)
		selection_add_group(selection, "ipc");
	for (i = 0; i < count; i++)
		selection_add_events(selection, events[i]);
	check(options);
}
