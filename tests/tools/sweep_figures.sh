# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154,SC2317
# MD00548's Figures 4 and 5, its Table 5, and plans, for sweep.sh.

# That of a 34K; elsewhere no event is bound to even or odd counters, and nothing has TCs.
figure_4()
{
	heading='Even-counter events: 0
Odd-counter events: 1'
	rows='[mode] [VPE TC] (event) event description: value
[U] [ ] (0 / 0) cycles: 1241355
[U] [ ] (1 / 1) all instructions: 695424 m 100.0%
[U] [ ] IPC: 0.560'
	if [ "$pmu" != 34k ]; then
		heading='Events: cycles instructions'
		rows='[mode] event description: value
[U] cycles: 1241355
[U] all instructions: 695424 m 100.0%
[U] IPC: 0.560'
	fi
	says "$heading
1 run of 4 counters
$rows
elapsed 0.1 s, user 0.1 s, system 0.1 s
counts of the whole machine

m: share of all instructions
" pc_sweep --machine -uip grep root /etc/passwd &&
	[ "$(sed '/^1 run/,$d' err)" = "$heading" ] && grep -qx '1 run of 4 counters' err &&
	grep root /etc/passwd | diff - out
}

# The command runs three times.
figure_5()
{
	says 'Even-counter events: 0 9 10 37 39
Odd-counter events: 1 9 10 11 37
3 runs of 4 counters
[mode] [VPE TC] (event) event description: value
[U] [ ] (0 / 0) cycles: 1235557
[U] [ ] (1 / 1) all instructions: 699255 m 100.0%
[U] [ ] (0 / 9) I-cache accesses: 497656
[U] [ ] (1 / 9) I-cache misses: 8297
[U] [ ] (0 / 10) D-cache accesses: 243055
[U] [ ] (1 / 10) D-cache writebacks: 3591
[U] [ ] (1 / 11) D-cache misses: 18236
[U] [ ] (0 / 37) L1 I-$ miss stalls: 87527 s 0.0%
[U] [ ] (1 / 37) L1 D-$ miss stalls: 108114 s 0.0%
[U] [ ] (0 / 39) D-$ miss pending: 140076 s 0.0%
[U] [ ] IPC: 0.566
[U] [ ] I-$ miss rate: -
[U] [ ] D-$ miss rate: 7.5%
elapsed 0.1 s, user 0.1 s, system 0.1 s (medians of 3 runs)
counts of the whole machine

m: share of all instructions
s: share of all cycles; stalls may overlap
' pc_sweep --machine -cuip grep root /etc/passwd &&
	grep -qx 'Even-counter events: 0 9 10 37 39' err &&
	grep -qx 'Odd-counter events: 1 9 10 11 37' err &&
	grep -qx '3 runs of 4 counters' err &&
	for _ in 1 2 3; do grep root /etc/passwd; done | diff - out
}

# events EVEN ODD OPTION...: what a plan has of them.
events()
{
	even=$1
	odd=$2
	shift 2
	pc_sweep --machine -u --dry-run "$@" | sed -n 's/^\(Even\|Odd\)-counter events: //p' >out
	printf '%s\n' "$even" "$odd" | diff - out
}

groups()
{
	stalls='18 24 25 41 45'
	events '0' '1' -i && events "$stalls" '18 25 41 45 46' -s &&
	events '18 24 25 37 38 40 41 42 43 44 45 46 47 48' \
		'18 24 25 37 38 40 41 42 43 45 46 51 53 55' --all_stalls &&
	events '18 24 25 37 38 40 41 42 43 44 45 46 47 48' \
		'18 24 25 37 38 40 41 42 43 45 46 51 53 55' --stalls_all &&
	events '50 51 52 53 54 55' '50 51 52 53 54 55' -q &&
	events '5 6 7 8 9 10 11 21 22 39' '5 6 7 8 9 10 11 21 22 39' --misses &&
	events '5 6 7 8 9 10 11 21 22 39' '5 6 7 8 9 10 11 21 22 39' \
		--misses --tlb &&
	events '1 2 3 4 14 15 16 17 19 20 26 32 34 35' \
		'2 3 4 14 15 16 17 19 20 26 27 32 34 35' --instructions &&
	events '9 10 37 39' '9 10 11 37' --cache &&
	events '2 3 4 16' '2 3 4 16' --branch &&
	events '2 3 4 16' '2 3 4 16' --branches &&
	events '5 6 7 8' '5 6 7 8' --tlb && events '21 22 38' '21 38 39' --l2 &&
	events '32 40' '32 40' --itc &&
	events '0 18 37 39' '1 18 37 39' -ui --evens "18 37 39" \
		--odds '18,37 l2-miss-cycles' &&
	events '0' '1' --events 'cycles instructions' --odds 1
}

# Four events that any counter counts take one run, unless they are told where.
moves()
{
	pc_sweep --machine -u --dry-run --events 'cycles instructions l2-misses dcache-misses' >out
	cat out
	grep -qx '1 run of 4 counters' out || return
	pc_sweep --machine -u --dry-run --evens 'cycles instructions l2-misses dcache-misses' >out
	cat out
	grep -qx '2 runs of 4 counters' out
}

spellings()
{
	pc_sweep -uicp --dry-run -t1 >one &&
	pc_sweep --user --ipc --cache --parse --dry-run --tc=1 >two &&
	pc_sweep -u -c -pi --dry-run --tc 1 -- nothing -x >three &&
	diff one two && diff two three && grep '@tc1' one
}
