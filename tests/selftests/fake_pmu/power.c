// SPDX-License-Identifier: GPL-2.0
/* Suspend to RAM takes the power of the CPU that is left. */
#include <linux/syscore_ops.h>

#include "power.h"

static void (*power_lost)(void);

#ifdef HAVE_REGISTER_SYSCORE
static void resume(void *unused)
{
	power_lost();
}

static const struct syscore_ops ops = { .resume = resume };
static struct syscore syscore = { .ops = &ops };

static void add(void)
{
	register_syscore(&syscore);
}

static void remove(void)
{
	unregister_syscore(&syscore);
}
#else
static void resume(void)
{
	power_lost();
}

static struct syscore_ops ops = { .resume = resume };

static void add(void)
{
	register_syscore_ops(&ops);
}

static void remove(void)
{
	unregister_syscore_ops(&ops);
}
#endif

/**
 * fake_power_init - be told when the power comes back
 * @lost: what to call on the CPU that was left, with interrupts off
 */
void fake_power_init(void (*lost)(void))
{
	power_lost = lost;
	add();
}

/**
 * fake_power_exit - not any more
 */
void fake_power_exit(void)
{
	remove();
}
