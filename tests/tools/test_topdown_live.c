// SPDX-License-Identifier: GPL-2.0
/* What is taken of a command, and what is said of it, however that ends. */
#include <signal.h>
#include <stdlib.h>

#include "topdown/live.h"
#include "unit.h"

static unsigned int taken;

static void take(void *argument, double time, double period)
{
	(void)argument;
	(void)time;
	(void)period;
	taken++;
}

/* Run a line for the shell. */
static void run(struct live *live, struct dump *dump, const char *line, unsigned int repeats)
{
	static struct command command;
	static char *argv[4];

	argv[0] = (char *)"sh";
	argv[1] = (char *)"-c";
	argv[2] = (char *)line;
	command_find(&command, argv);
	*dump = (struct dump){ 0 };
	*live = (struct live){
		.command = &command,
		.repeats = repeats,
		.take = take,
		.measurement = dump_begin(dump, "test"),
	};
	taken = 0;
	live_run(live);
	free(command.path);
}

TEST(whole)
{
	struct dump dump;
	struct live live;

	run(&live, &dump, "exit 3", 2);
	EXPECT_EQ(1, taken);
	EXPECT_EQ(NULL, live.measurement->partial);
	EXPECT_EQ(3, live_end(&live, true));
	dump_free(&dump);
}

TEST(killed)
{
	struct dump dump;
	struct live live;

	run(&live, &dump, "kill -9 $$", 1);
	EXPECT_EQ(1, taken);
	EXPECT_STREQ("sh was killed by signal 9 (Killed)", live.measurement->partial);
	EXPECT_EQ(128 + SIGKILL, live_end(&live, true));
	dump_free(&dump);
	/* the runs after it are not done */
	run(&live, &dump, "kill -9 $$", 3);
	EXPECT_EQ(1, taken);
	EXPECT_EQ(1, live.measurement->time_count);
	EXPECT_STREQ("run 1 of 3: sh was killed by signal 9 (Killed)",
		     live.measurement->partial);
	dump_free(&dump);
}

TEST(interrupted)
{
	struct dump dump;
	struct live live;

	run(&live, &dump, "kill -TERM $PPID; exec sleep 60", 1);
	EXPECT_EQ(1, taken);
	EXPECT_STREQ("interrupted: Terminated", live.measurement->partial);
	EXPECT_EQ(SIGTERM, live.ended);
	dump_free(&dump);
}

TEST_HARNESS_MAIN
