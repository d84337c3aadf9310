/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernels that perfcnt is made for, and what differs between them.  The
 * sources are written for the newest; this is the only place with a kernel's
 * version in it, which says nothing but whether that was tested.  Every file is
 * compiled with it.
 */
#ifndef PERFCNT_COMPAT_H
#define PERFCNT_COMPAT_H

#include <linux/version.h>

/* The oldest kernel, and the first that is newer than all that were tested. */
#define PERFCNT_KERNEL_MIN KERNEL_VERSION(6, 1, 0)
#define PERFCNT_KERNEL_UNTESTED KERNEL_VERSION(7, 4, 0)

#if LINUX_VERSION_CODE < PERFCNT_KERNEL_MIN
#error "perfcnt needs Linux 6.1 or newer: this kernel is too old"
#endif

/* The assembler prints it: one line, and no warning that could be an error. */
#if LINUX_VERSION_CODE >= PERFCNT_KERNEL_UNTESTED
#define PERFCNT_SAY_WHETHER_TESTED() \
	asm(".print \"perfcnt: this kernel is newer than Linux 7.3, the newest tested\"")
#else
#define PERFCNT_SAY_WHETHER_TESTED() static_assert(1)
#endif

/*
 * What differs.  PERFCNT_HAS_... is what Kbuild has found in the kernel's headers; the
 * version is that of the Linux that brought it, and a distribution may have it earlier.
 */

/* Linux 6.3: a mapping's flags are set by a function. */
#ifdef PERFCNT_HAS_VM_FLAGS_SET
#define perfcnt_vm_flags_set(vma, flags) vm_flags_set(vma, flags)
#else
#define perfcnt_vm_flags_set(vma, flags) ((vma)->vm_flags |= (flags))
#endif

/* Linux 6.12: Arm's driver has a mask of its counters; bit 31 is that of cycles. */
#ifdef PERFCNT_HAS_CNTR_MASK
#define perfcnt_arm_pmu_counters(arm_pmu) bitmap_weight((arm_pmu)->cntr_mask, 31)
#else
#define perfcnt_arm_pmu_counters(arm_pmu) ((arm_pmu)->num_events - 1)
#endif

/* Linux 6.13: a namespace of symbols is a string, no word. */
#ifdef PERFCNT_HAS_STRING_NAMESPACES
#define PERFCNT_NAMESPACE "PERFCNT"
#else
#define PERFCNT_NAMESPACE PERFCNT
#endif

/* Linux 6.14: what the functions of a module's attribute are given is const. */
#ifdef PERFCNT_HAS_CONST_ATTRIBUTE
#define perfcnt_attribute_const const
#else
#define perfcnt_attribute_const
#endif

/* Linux 6.13: this makes a timer ready; since 6.15 nothing else does. */
#ifdef PERFCNT_HAS_HRTIMER_SETUP
#define perfcnt_hrtimer_setup(timer, callback, clock, mode) \
	hrtimer_setup(timer, callback, clock, mode)
#else
#define perfcnt_hrtimer_setup(timer, callback, clock, mode)	\
	do {							\
		struct hrtimer *__timer = (timer);		\
								\
		hrtimer_init(__timer, clock, mode);		\
		__timer->function = (callback);			\
	} while (0)
#endif

/*
 * Linux 6.17: a queue has its name from the CPUs that it is for: by default, any.  One for
 * each CPU's own work says so.
 */
#ifdef PERFCNT_HAS_DFL_WQ
#define perfcnt_dfl_wq system_dfl_wq
#else
#define perfcnt_dfl_wq system_unbound_wq
#endif
#ifdef PERFCNT_HAS_WQ_PERCPU
#define PERFCNT_WQ_PERCPU WQ_PERCPU
#else
#define PERFCNT_WQ_PERCPU 0
#endif

/* Linux 6.2: a task has one context for the events of all PMUs. */
#ifdef PERFCNT_HAS_ONE_CONTEXT
#define perfcnt_software_context(task) ((task)->perf_event_ctxp)
#else
#define perfcnt_software_context(task) ((task)->perf_event_ctxp[perf_sw_context])
#endif

/*
 * What is called when no thread runs any more before suspend to RAM, and again
 * when it is over.
 */
#ifdef PERFCNT_HAS_REGISTER_SYSCORE
#define PERFCNT_DEFINE_SYSCORE(name, suspend_, resume_)			\
	static const struct syscore_ops name##_ops = {			\
		.suspend = (suspend_),					\
		.resume = (resume_),					\
	};								\
	static struct syscore name = { .ops = &name##_ops }
#define perfcnt_register_syscore register_syscore
#define perfcnt_unregister_syscore unregister_syscore
#else
#define PERFCNT_DEFINE_SYSCORE(name, suspend_, resume_)			\
	static int name##_suspend(void)					\
	{								\
		return (suspend_)(NULL);				\
	}								\
	static void name##_resume(void)					\
	{								\
		(resume_)(NULL);					\
	}								\
	static struct syscore_ops name = {				\
		.suspend = name##_suspend,				\
		.resume = name##_resume,				\
	}
#define perfcnt_register_syscore register_syscore_ops
#define perfcnt_unregister_syscore unregister_syscore_ops
#endif

#endif /* PERFCNT_COMPAT_H */
