// SPDX-License-Identifier: GPL-2.0
/*
 * EXAMPLE 3-1 of the Netra DPS manual, with what it leaves out: packets, one brace, and
 * what num_pkt is.  The calls are the manual's.  It dumps after every
 * 100 packets, or as many as it is told, and ends with 0 if it could start.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <teja_profiler.h>

#define PACKETS	1000

static unsigned char bytes[64];

static void handle_packet(unsigned int packet)
{
	unsigned int i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] += packet;
	__asm__ volatile("" : : "r"(bytes) : "memory");
}

int main(int argc, char **argv)
{
	const unsigned int dumped = argc > 1 ? atoi(argv[1]) : 100;
	pthread_t generator_thread = pthread_self();
	unsigned int packet = PACKETS, num_pkt = 0, left = dumped;
	int failed;

	/* ...user code... */
	failed = teja_profiler_start(TEJA_PROFILER_CMT_CPU,
				     TEJA_PROFILER_CMT_CPU_IC_MISS);
	/*   ...user code... */
	while (packet) {
		/*  ...user code... */
		handle_packet(packet--);
		num_pkt++;
		teja_profiler_update(TEJA_PROFILER_CMT_CPU, num_pkt);
		if (!--left) {
			teja_profiler_dump(generator_thread);
			left = dumped;
		}
		if (num_pkt == 100)
			num_pkt = 0;
	}
	teja_profiler_stop(TEJA_PROFILER_CMT_CPU);
	return !!failed;
}
