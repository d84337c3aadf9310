# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# One boot, and what is to be thought of it.

# What may not be in a guest's log, whatever COMMAND returned.
boot_faults=$(paste -sd '|' <<'END'
WARNING:
BUG:
Oops
Call Trace
Kernel panic
Unhandled kernel unaligned
possible (circular|recursive|irq lock)
inconsistent lock state
suspicious RCU usage
INFO: (task|possible|trying|inconsistent|rcu)
detected (expedited )?stall
self-detected stall
KASAN
KCSAN
UBSAN
kmemleak: [1-9][0-9]* new
nobody cared
Bad page
refcount_t:
soft lockup
hard LOCKUP
perfcnt: unknown parameter
END
)

# A race of Linux' own: the report of one of ours has [MODULE] in its title.
boot_others='BUG: KCSAN: [^[]*$'

# The guest has the terminal, and Ctrl-C with it.
boot_interactive()
{
	note 'Ctrl-A x ends the machine at once'
	"${qemu_words[@]}" || boot_status=$?
}

# QEMU makes its stdout non-blocking, so it gets a pipe of its own.
boot_batch()
{
	local pipe cat_pid

	exec {pipe}> >(exec cat)
	cat_pid=$!
	timeout -k 5 "$timeout" "${qemu_words[@]}" </dev/null \
		>&"$pipe" 2>"$scratch/errors" {pipe}>&- &
	qemu_pid=$!
	exec {pipe}>&-
	wait "$qemu_pid" || boot_status=$?
	qemu_pid=''
	wait "$cat_pid" || :
}

# boot_seed QUIET: from what the registers begin that a reset leaves undefined; a quiet
# run says it when something fails.
boot_seed()
{
	local property seed=1

	[[ ${QEMU_SEED:-} && $quiet == "$1" ]] || return 0
	for property in "${cpu_properties[@]}"; do
		[[ $property != "$QEMU_SEED"=* ]] || seed=${property#*=}
	done
	echo "perfcnt: $machine: $QEMU_SEED=$seed" >&2
}

boot_failed()
{
	boot_seed 1
	last_lines "$log" 15
	die "$machine: $*${keep_log:+ (log: $keep_log)}"
}

# The lines that may not be there, with their numbers.
boot_reports()
{
	tr -d '\r' <"$log" | grep -anE "$boot_faults" | grep -avE "$boot_others"
}

boot_fault()
{
	local first=$1 at=${1%%:*}

	boot_seed 1
	sed -n "$at,$((at + 39))s/^/    /p" "$log" >&2
	die "$machine: the kernel reports: ${first#*:}${keep_log:+ (log: $keep_log)}"
}

# What --coverage asked for comes before the last line of the result. It is worth
# having whatever else was wrong, if it is whole.
boot_coverage()
{
	[[ $coverage ]] || return 0
	head -n -1 "$result" | base64 -di >"$scratch/coverage" || return 0
	[[ -s $scratch/coverage ]] || return 0
	mkdir -p -- "$coverage" || die "cannot write to $coverage"
	mv -- "$scratch/coverage" "$coverage/$machine-${scratch##*.}.tar.gz" ||
		die "cannot write to $coverage"
}

# Ends the run, with COMMAND's status if all is well.
boot()
{
	local log=${keep_log:-$scratch/log} result=$scratch/result
	local initrd=$scratch/initrd qemu_words boot_status=0 reports last

	: >"$log" || die "cannot write to $log"
	: >"$result"
	guest_initrd "$initrd"
	guest_qemu "$initrd" "$log" "$result"
	boot_seed 0
	if ((interactive)); then
		boot_interactive
	else
		boot_batch
	fi
	boot_coverage

	if ((boot_status == 124 || boot_status == 137)); then
		boot_failed "did not end in $timeout s"
	elif ((boot_status)); then
		[[ ! -s $scratch/errors ]] || last_lines "$scratch/errors" 5
		boot_failed "QEMU ended with status $boot_status"
	fi
	mapfile -t reports < <(boot_reports)
	((!${#reports[@]})) || boot_fault "${reports[0]}"
	last=$(tail -n 1 "$result" | tr -d '\0\r')
	case $last in
	'exit '[0-9]*)
		[[ $last == 'exit 0' ]] || boot_seed 1
		exit "${last#exit }"
		;;
	'insmod '*)
		grep perfcnt "$log" | sed 's/^/    /' >&2
		die "$machine: perfcnt.ko does not load: ${last#insmod }"
		;;
	*)
		((!interactive)) || exit 0
		boot_failed 'ended without a result'
		;;
	esac
}
