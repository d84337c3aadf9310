#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck disable=SC2317 # the functions are called by check
# killed.sh: each tool inside a machine, when it or its command is killed or interrupted: what was
# counted is shown, marked, and the status says it; one that is killed by SIGKILL leaves no counter
# claimed. Prints TAP.
# shellcheck source=../selftests/check.sh
. ./check.sh
folder=$(mktemp -d /tmp/perfcnt.XXXXXX)
cp regions spin at_terminal "$folder"
cd "$folder" || exit

# What a command does until it is killed.
cat >work <<'END'
#!/bin/sh
rm -f ready
./regions >/dev/null
./spin 1000000
: >ready
echo at the gate
exec sleep 1000
END
chmod +x work

# words_of TOOL: its results are in shown, its messages in said.
words_of()
{
	case $1 in
	pc_sweep) echo 'pc_sweep -u --events instructions --quiet -f csv' ;;
	perfex) echo 'perfex -e instructions:u --quiet -f csv' ;;
	pc_topdown) echo 'pc_topdown -f csv' ;;
	pc_profile) echo 'pc_profile -s 20000,0,instructions:u -f csv' ;;
	pc_regions) echo 'pc_regions -e instructions:u' ;;
	esac
	echo '-o shown --'
}

# sum COLUMN: of all lines of CSV; a reason at the end may have commas.
sum()
{
	tr -d '\r' <shown | awk -F , -v column="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ all += $at[column] }
		END { printf "%d\n", all }'
}

# has_counts TOOL: of the 2 million instructions or more that there were.
has_counts()
{
	case $1 in
	pc_sweep | perfex) [ "$(sum value)" -gt 2000000 ] ;;
	pc_topdown) [ "$(sum all)" -gt 1000000 ] ;;
	pc_profile) [ "$(sum estimate)" -gt 2000000 ] ;;
	pc_regions) grep -qE '^thread [0-9]+, regions$' shown ;;
	esac
}

# is_marked TOOL WHY: in the results, or else on standard error.
is_marked()
{
	case $1 in
	pc_regions) grep -q "$2" said ;;
	*) grep -q "$2" shown ;;
	esac
}

# begin TOOL: in the background, to the place where the command waits.
begin()
{
	rm -f ready shown said
	# shellcheck disable=SC2046 # words
	$(words_of "$1") ./work >out 2>said &
	tool=$!
	until [ -e ready ]; do
		sleep 0.02
	done
	command=$(pidof sleep)
}

# ends STATUS TOOL WHY
ends()
{
	status=0
	wait "$tool" || status=$?
	echo "status $status"
	cat said shown
	[ "$status" = "$1" ] && has_counts "$2" && is_marked "$2" "$3" && ! pidof sleep
}

terminated()
{
	begin "$1" && kill -TERM "$tool" && ends 143 "$1" 'interrupted.*: Terminated'
}

# command_killed TOOL SIGNAL STATUS
command_killed()
{
	begin "$1" && kill "-$2" "$command" && ends "$3" "$1" "killed by signal $(($3 - 128))"
}

by_ctrl_c()
{
	rm -f ready shown
	status=0
	# shellcheck disable=SC2046 # words
	./at_terminal 'at the gate' $(words_of "$1") ./work >said || status=$?
	echo "status $status"
	cat said shown
	[ "$status" = 130 ] && has_counts "$1" && is_marked "$1" 'interrupted.*: Interrupt' &&
		! pidof sleep
}

# The command goes on, and nobody has a counter.
tool_killed()
{
	begin "$1" && kill -KILL "$tool" || return
	status=0
	wait "$tool" || status=$?
	[ "$status" = 137 ] && [ "$(pidof sleep)" = "$command" ] &&
		pc_sweep -u --events instructions --quiet -o /dev/null true
	status=$?
	kill -KILL "$command"
	while pidof sleep; do
		sleep 0.02
	done
	return $status
}

# What it has saved is a run: its code has names, and it never passes for a whole one.
saves_while_it_runs()
{
	rm -f ready saved said
	pc_profile --save saved -o shown -s 20000,0,instructions:u -- ./work >out 2>said &
	tool=$!
	until [ -e ready ]; do
		sleep 0.02
	done
	command=$(pidof sleep)
	sleep 3
	kill -KILL "$tool"
	wait "$tool"
	kill -KILL "$command"
	status=0
	pc_profile report -f csv saved >shown 2>said || status=$?
	cat said shown
	[ "$status" = 2 ] && [ "$(sum estimate)" -gt 2000000 ] && grep -q '^spin,short_loop,' shown &&
		grep -q 'the recording was broken off' said &&
		grep -q 'the recording was broken off' shown
}

# Nobody has the regions of a program that runs as somebody else: the others' are not all.
regions_of_a_program_that_leaves()
{
	cp regions left && chgrp 1 left && chmod 2755 left || return
	for what in './regions; ./left' './left; ./regions' ./left; do
		status=0
		pc_regions -e instructions:u -f csv -o shown -- sh -c "$what" >out 2>said || status=$?
		cat said shown
		[ "$status" = 125 ] && grep -q 'left at execve: a set-user-ID or set-group-ID' said &&
			{ [ "$what" = ./left ] || grep -q 'left at execve: a set-user-ID' shown; } ||
			return
	done
	pc_regions -e instructions:u -f csv -o shown -- sh -c './regions; true' >out 2>said
	status=$?
	cat said
	[ "$status" = 0 ] && [ ! -s said ]
}

for name in pc_sweep perfex pc_topdown pc_profile pc_regions; do
	check "$name is terminated" terminated $name
	check "$name: Ctrl-C" by_ctrl_c $name
	check "$name: the command is killed" command_killed $name KILL 137
	check "$name: the command is terminated" command_killed $name TERM 143
	check "$name is killed" tool_killed $name
done
check "pc_profile --save writes while the command runs" saves_while_it_runs
check "pc_regions: a set-group-ID program" regions_of_a_program_that_leaves
cd /
rm -r "$folder"
finish
