# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The bench in a machine, for run and profile.

build=$PWD/build/bench
export MODULE_FLAGS='' # as users build it

# bench_build MACHINE PROGRAM [OPTION]...: the machine, by tests/machines/run with
# OPTIONs, and a program for it.
bench_build()
{
	local environment

	tests/machines/run "$1" "${@:3}" --print kdir >/dev/null &&
	read -ra environment < <(tests/machines/run "$1" --print env) &&
	make -s -C tests/bench O="$build/$1" "${environment[@]}" \
		"$build/$1/$2" &&
	BENCH_QEMU=$(tests/machines/run "$1" --print qemu) &&
	export BENCH_QEMU
}

# bench_boot MACHINE LINE: a line for its shell, where ./bench is.  The clock counts
# instructions: a 34K has no model of what wastes cycles.  $BENCH_CPUS are more than one.
bench_boot()
{
	local options=()

	[[ $1 != 34k ]] || options=(--cpu-property perf-model=off)
	[[ ! ${BENCH_CPUS:-} ]] || options+=(--cpus "$BENCH_CPUS")
	tests/machines/run "$1" --quiet --icount "${options[@]}" \
		--qemu tests/bench/qemu \
		--with libpapi7.0 -f "$build/$1/bench" -f "$build/$1/libperfcnt.so.1" -- \
		"echo 0 >/proc/sys/kernel/randomize_va_space
		echo 1 >/proc/sys/kernel/perf_event_paranoid
		$2"
}
