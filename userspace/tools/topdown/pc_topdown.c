// SPDX-License-Identifier: GPL-2.0
/* pc_topdown: the order of things. */
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/output.h"
#include "methods.h"
#include "options.h"
#include "runs.h"
#include "session/process.h"

static bool is(const struct options *options, const char *method)
{
	return options->method && !strcmp(options->method, method);
}

int main(int argc, char **argv)
{
	struct options options;
	int status;

	output_begin();
	options_parse(&options, argc, argv);
	if (options.input)
		stall_runs_show(&options);
	if (options.shared.given[OPTION_LIST])
		methods_list(slot_runs_method());
	if (options.pid && !options.thread)
		process_check(options.pid);
	if (!options.shared.pretend && !is(&options, "34k") &&
	    slot_runs(&options, &status))
		return status;
	if (!options.shared.pretend && ((options.method && !is(&options, "34k")) ||
					access("/dev/perfcnt", F_OK)))
		methods_none(NULL);
	return stall_runs(&options);
}
