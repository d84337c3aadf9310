# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# What the tests in shell share, on the kernel's own helpers for KTAP, read by them
# where kselftest has installed both.
# shellcheck source=/dev/null
. "${KTAP_HELPERS:-../kselftest/ktap_helpers.sh}"

module=/lib/perfcnt/perfcnt.ko
sim_module=/lib/perfcnt/perfcnt_sim.ko
driver_before=$(cat /sys/module/perfcnt/parameters/pmu 2>/dev/null)
ktap_print_header

# skip WHY: this machine cannot have any of the test.
skip()
{
	ktap_skip_all "$1"
	exit "$KSFT_SKIP"
}

# check NAME COMMAND...: one result; what COMMAND prints is shown if it fails.
check()
{
	local name=$1 output

	shift
	if output=$("$@" 2>&1); then
		ktap_test_pass "$name"
	else
		printf '%s\n' "$output" | sed -n '1,50s/^/# /p'
		ktap_test_fail "$name"
	fi
}

# at_one_place COMMAND...: while programs have the same addresses each time. At others
# they touch other pages, and other cache lines.
at_one_place()
{
	local before status

	before=$(cat /proc/sys/kernel/randomize_va_space)
	echo 0 >/proc/sys/kernel/randomize_va_space
	"$@"
	status=$?
	echo "$before" >/proc/sys/kernel/randomize_va_space
	return $status
}

# mark: log shows the kernel's from here on.
mark()
{
	echo 'from here' >/dev/kmsg
}

log()
{
	dmesg | awk '/ from here$/ { text = ""; next }
		     { text = text $0 "\n" } END { printf "%s", text }'
}

# load_perfcnt PARAMETER...: the module, and with pmu=sim what simulates a 34K.
load_perfcnt()
{
	insmod "$module" "$@" || return
	case " $* " in
	*' pmu=sim '*) insmod "$sim_module" || { rmmod perfcnt && false; } ;;
	esac
}

unload_perfcnt()
{
	for user in perfcnt_regions perfcnt_sim; do
		[ ! -e /sys/module/$user ] || rmmod $user || return
	done
	rmmod perfcnt
}

# preload COUNTER VALUE: brings a 34K's count register to a hexadecimal value.
preload()
{
	[ -e /sys/module/preload ] || insmod preload.ko || return
	echo "$1 $2" >/sys/module/preload/parameters/register
}

# Begin without the module, which finish() loads as it was.
unload()
{
	[ ! "$driver_before" ] || unload_perfcnt ||
		ktap_exit_fail_msg "cannot unload perfcnt"
}

# The plan, last; ends the script.
finish()
{
	[ ! "$driver_before" ] || [ -e /sys/module/perfcnt ] ||
		check "the module is loaded again" \
			load_perfcnt pmu="$driver_before"
	ktap_set_plan $((KTAP_TESTNO - 1))
	ktap_finished
}
