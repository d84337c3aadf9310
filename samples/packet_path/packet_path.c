// SPDX-License-Identifier: GPL-2.0
/*
 * What a packet costs on its way over loopback: a region from the first hook of netfilter
 * where it is sent to the last one where it is received, counted by perfcnt.
 *
 *	make -C /lib/modules/$(uname -r)/build M=$PWD modules
 *	modprobe perfcnt_regions
 *	insmod packet_path.ko events=instructions:k,cycles:k
 *	echo 1 >/sys/module/packet_path/parameters/count
 *	ping -c 1000 -i 0.01 127.0.0.1
 *	pc_regions /proc/perf_regions/packet_path
 *
 * perfcnt_regions need not be loaded: until `count` is set, a packet costs two tests more.
 */
#include <linux/hash.h>
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/percpu.h>
#include <linux/perfcnt_kernel.h>
#include <net/net_namespace.h>

/* Packets that can be on their way at the same time on a CPU: 2^4. */
#define WAYS_BITS 4

static char *events[PERFCNT_SESSION_EVENTS] = { "instructions:k" };
static unsigned int event_count = 1;
module_param_array(events, charp, &event_count, 0444);
MODULE_PARM_DESC(events, "what is counted (default: instructions:k)");

static unsigned int records = 16384;
module_param(records, uint, 0444);
MODULE_PARM_DESC(records, "of each CPU's ring (default: 16384)");

enum { PATH };

static const struct perfcnt_module_place places[] = {
	[PATH] = PERFCNT_REGION_PLACE("path", "receive"),
};

static struct perfcnt_hook hook;

/**
 * struct way - a packet that is on its way on this CPU
 * @packet: which one, or NULL
 * @begin: where it began
 */
struct way {
	const struct sk_buff *packet;
	struct perfcnt_region_reading begin;
};

static DEFINE_PER_CPU(struct way[1 << WAYS_BITS], ways);

static struct way *way_of(const struct sk_buff *packet)
{
	return &(*this_cpu_ptr(&ways))[hash_ptr(packet, WAYS_BITS)];
}

static unsigned int send(void *unused, struct sk_buff *packet,
			 const struct nf_hook_state *state)
{
	struct way *way;

	if (!perfcnt_hook_is_on(&hook) || !(state->out->flags & IFF_LOOPBACK))
		return NF_ACCEPT;
	local_bh_disable(); /* who receives it does so in a softirq */
	way = way_of(packet);
	way->packet = perfcnt_hook_begin(&hook, &way->begin) ? packet : NULL;
	local_bh_enable();
	return NF_ACCEPT;
}

static unsigned int receive(void *unused, struct sk_buff *packet,
			    const struct nf_hook_state *state)
{
	struct way *way;

	if (!perfcnt_hook_is_on(&hook) || !(state->in->flags & IFF_LOOPBACK))
		return NF_ACCEPT;
	way = way_of(packet);
	if (way->packet == packet) {
		perfcnt_hook_end(&hook, PATH, &way->begin, packet->len,
				 ip_hdr(packet)->protocol);
		way->packet = NULL;
	}
	return NF_ACCEPT;
}

static const struct nf_hook_ops hooks[] = {
	{
		.hook = send,
		.pf = NFPROTO_IPV4,
		.hooknum = NF_INET_LOCAL_OUT,
		.priority = NF_IP_PRI_FIRST,
	}, {
		.hook = receive,
		.pf = NFPROTO_IPV4,
		.hooknum = NF_INET_LOCAL_IN,
		.priority = NF_IP_PRI_LAST,
	},
};

static int turn(const char *text, const struct kernel_param *param)
{
	const struct perfcnt_session_wanted wanted = {
		.name = KBUILD_MODNAME,
		.events = (const char *const *)events,
		.event_count = event_count,
		.places = places,
		.place_count = ARRAY_SIZE(places),
		.records = records,
	};
	bool on;
	int err = kstrtobool(text, &on);

	if (err)
		return err;
	if (!on)
		perfcnt_hook_off(&hook);
	else if (!perfcnt_hook_is_on(&hook))
		err = perfcnt_hook_on(&hook, &wanted);
	return err;
}

static int show(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%d\n", perfcnt_hook_is_on(&hook));
}

static const struct kernel_param_ops turn_ops = { .set = turn, .get = show };

module_param_cb(count, &turn_ops, NULL, 0600);
MODULE_PARM_DESC(count, "1: count from now on, with new records; 0: count no more");

static int __init packet_path_init(void)
{
	return nf_register_net_hooks(&init_net, hooks, ARRAY_SIZE(hooks));
}

static void __exit packet_path_exit(void)
{
	nf_unregister_net_hooks(&init_net, hooks, ARRAY_SIZE(hooks));
	perfcnt_hook_off(&hook);
}

module_init(packet_path_init);
module_exit(packet_path_exit);

MODULE_DESCRIPTION("What packets cost on their way over loopback");
MODULE_AUTHOR("The perfcnt developers");
MODULE_LICENSE("GPL");
