// SPDX-License-Identifier: GPL-2.0
/* Checks the module's extension to 64 bits against every order of events. */
#include <getopt.h>
#include <stdlib.h>

#include "world.h"

static const char usage[] =
	"Usage: model [OPTION]...\n"
	"  --bits N      of a count register, 2 to 8 [4]\n"
	"  --counters N  1 or 2 [1]\n"
	"  --device      what the owner of the counters does, all with IE\n"
	"  --no-line     nobody gets the interrupt\n"
	"  --timer N     counts before the timer fires, at most [an 8th of half]\n"
	"  --burst N     counts at one access to a register, at most [2]\n"
	"  --bursts N    how often in one operation [1]\n"
	"  --every       counts of every size, not of those alone that matter\n";

/* Only the first time: the second is the trace's end. */
void model_wrong(const char *what)
{
	if (verbose) {
		printf("# wrong: %s\n", what);
		exit(1);
	}
	verbose = true;
	printf("# how it comes to it:\n");
	explore_trace();
	fprintf(stderr, "model: cannot be repeated: %s\n", what);
	exit(2);
}

static unsigned int parse(const char *option, const char *word,
			  unsigned int least, unsigned int most)
{
	char *end;
	unsigned long n = strtoul(word, &end, 10);

	if (*word >= '0' && *word <= '9' && !*end && n >= least && n <= most)
		return n;
	fprintf(stderr, "model: --%s %s: not a number from %u to %u\n", option,
		word, least, most);
	exit(2);
}

static const struct option options[] = {
	{ "bits", required_argument, NULL, 'b' },
	{ "counters", required_argument, NULL, 'c' },
	{ "device", no_argument, NULL, 'd' },
	{ "no-line", no_argument, NULL, 'l' },
	{ "timer", required_argument, NULL, 't' },
	{ "burst", required_argument, NULL, 's' },
	{ "bursts", required_argument, NULL, 'n' },
	{ "every", no_argument, NULL, 'e' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 }
};

static void set_rule(int option, const char *name)
{
	switch (option) {
	case 'b':
		rules.bits = parse(name, optarg, 2, 8);
		break;
	case 'c':
		rules.counters = parse(name, optarg, 1, MODEL_COUNTERS);
		break;
	case 'd':
		rules.device = true;
		break;
	case 'l':
		rules.no_line = true;
		break;
	case 't':
		rules.timer = parse(name, optarg, 0, 255);
		break;
	case 's':
		rules.burst = parse(name, optarg, 0, 127);
		break;
	case 'n':
		rules.bursts = parse(name, optarg, 0, 3);
		break;
	case 'e':
		rules.every = true;
		break;
	case 'h':
		fputs(usage, stdout);
		exit(0);
	default:
		fputs(usage, stderr);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	unsigned int half;
	int option, index;

	rules = (struct world_rules){
		.bits = 4, .counters = 1, .burst = 2, .bursts = 1,
		.timer = -1u,
	};
	while ((option = getopt_long(argc, argv, "h", options, &index)) != -1)
		set_rule(option, option == '?' || option == 'h' ?
				 "" : options[index].name);
	if (optind < argc)
		set_rule('?', "");
	half = 1u << (rules.bits - 1);
	if (rules.timer == -1u)
		rules.timer = half / 8 ? half / 8 : 1;
	world_begin();
	explore();
	return 0;
}
