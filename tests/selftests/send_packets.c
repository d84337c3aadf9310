// SPDX-License-Identifier: GPL-2.0
/*
 * send_packets NUMBER: sends so many packets to itself over loopback, from the first CPU,
 * and receives each before it sends the next one.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

static int fail(const char *what)
{
	perror(what);
	return 1;
}

/* A machine without a network has it down. */
static int bring_up(int fd)
{
	struct ifreq lo = { .ifr_flags = IFF_UP | IFF_RUNNING };

	strcpy(lo.ifr_name, "lo");
	return ioctl(fd, SIOCSIFFLAGS, &lo);
}

int main(int argc, char **argv)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t size = sizeof(address);
	unsigned long number = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	char sent[64] = "packet", received[64];
	cpu_set_t first;
	int fd;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		return fail("sched_setaffinity");
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	if (fd < 0 || bring_up(fd))
		return fail("lo");
	if (bind(fd, (void *)&address, sizeof(address)) ||
	    getsockname(fd, (void *)&address, &size) ||
	    connect(fd, (void *)&address, sizeof(address)))
		return fail("a socket");
	for (; number; number--)
		if (send(fd, sent, sizeof(sent), 0) != sizeof(sent) ||
		    recv(fd, received, sizeof(received), 0) != sizeof(received) ||
		    memcmp(sent, received, sizeof(sent)))
			return fail("a packet");
	return 0;
}
