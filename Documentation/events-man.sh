#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Makes man/perfcnt_events.7 from the 34K's event table and from
# kmod/encoding/perf_events.h. `make docs` calls it.
set -euo pipefail
cd "$(dirname -- "$0")/.."
. Documentation/rows.sh

# The events of a 34K, one entry per name, in the order of their codes, with what
# perf has for them.
events()
{
	{
		rows '#define PERFCNT_PERF_MAP(c, b, t, e, r) P|c|b|e' \
			kmod/encoding/perf_events.h
		rows '#define PERFCNT_PERF_RAW(s, c, b, e, r) R|c|b|e' \
			kmod/encoding/perf_events.h | sed 's/0x/r/'
		rows '#define PERFCNT_EVENT(c, b, s, n, d) E|c|b|s|n|d' \
			uapi/linux/perfcnt_events.h | sort -t '|' -s -n -k 2,2
		rows '#define PERFCNT_EVENT(c, b, s, n, d)
#define PERFCNT_EVENT_DOUBT(c, b, d) D|c|b|d' uapi/linux/perfcnt_events.h
	} | awk -F '|' '
		function literal(text) {
			gsub(/-/, "\\-", text)
			return text
		}
		BEGIN {
			filter["TC"] = "filter TC or VPE"
			filter["VPE"] = "filter VPE"
			filter["CORE"] = "no filter"
		}
		$1 == "P" {
			perf[$2, $3] = $4
			next
		}
		$1 == "R" {
			perf[$2, $3] = $4 " on many of Intel\\(aqs CPUs, rejected elsewhere"
			next
		}
		$1 == "D" {
			doubt[named[$2, $3]] = tolower($3) ": " $4
			next
		}
		{ named[$2, $3] = $5 }
		!($5 in place) {
			order[++n] = $5
			place[$5] = "code " $2 ", " tolower($3)
			says[$5] = $6
			by[$5] = filter[$4]
		}
		$5 in last && last[$5] == $2 { place[$5] = place[$5] " and odd" }
		$5 in last && last[$5] != $2 {
			place[$5] = place[$5] "; code " $2 ", " tolower($3)
		}
		{ last[$5] = $2 }
		($2, $3) in perf { native[$5] = perf[$2, $3] }
		END {
			for (i = 1; i <= n; i++) {
				name = order[i]
				printf ".It Ic %s\n%s.\n", literal(name), says[name]
				printf "34K: %s; %s.\n", place[name], by[name]
				if (name in doubt)
					printf "Unsure, %s.\n", doubt[name]
				if (name in native)
					printf "perf: %s.\n", native[name]
			}
		}'
}

# The events that a 34K does not have.
native_events()
{
	rows '#define PERFCNT_PERF_NAME(n, t, e, m, d) n|e|d|m' \
		kmod/encoding/perf_events.h | awk -F '|' '
		BEGIN {
			modes["KERNEL"] = "It occurs in kernel mode only: mode k is needed."
			modes["BOTH"] = "It cannot be counted per mode: modes uk are needed."
		}
		{
			gsub(/-/, "\\-", $1)
			printf ".It Ic %s\n%s: %s.\n", $1, $2, $3
			if ($4 in modes)
				print modes[$4]
		}'
}

cat <<'END'
.\" SPDX-License-Identifier: GPL-2.0
.\" Made by Documentation/events-man.sh; change its sources instead.
.Dd November 22, 2026
.ds doc-volume-operating-system Linux
.Dt PERFCNT_EVENTS 7
.Os Linux
.Sh NAME
.Nm perfcnt_events
.Nd events that performance counters count
.Sh DESCRIPTION
These are the names of the events in
.Pa /proc/perf
.Pq Xr proc_perf 5 ,
in
.Xr pc_sweep 1 ,
and in the calls of
.Xr perfcnt 4
and libperfcnt.
A name can have modes and a filter:
.Bd -literal -offset indent
instructions            in user mode
instructions:uk         in user mode and kernel mode together
instructions:u@tc1      by one thread context (elsewhere: CPU)
cycles:uske             in all modes
.Ed
.Pp
Modes are
.Cm u
(user),
.Cm s
(supervisor),
.Cm k
(kernel) and
.Cm e
(exception handling).
.Pp
.Ic pc_sweep --list
prints which of these events the machine can count.
.Ss Events of the 34K
These are the events of Table 3 of MD00548,
.Em Using the MIPS32 34K Core Performance Counters ,
and
.Ic single\-threaded\-cycles ,
which section 4.2 of the note uses although Table 3 reserves it; its meaning is that of a
later table of MIPS.
The entries also say:
.Bl -tag -width perf
.It 34K
the code in the control word; whether even counters (0 and 2) or odd counters
(1 and 3) have the event; and which filters it can have.
Counters are even or odd on other machines, too.
.It perf
the event of the kernel\(aqs perf that means the same, see
.Xr perf_event_open 2 .
On machines other than a 34K, events without this line are rejected, and so are
those that the PMU of the machine does not have.
.El
.Bl -tag -width Ds
END
events
cat <<'END'
.El
.Ss Native events
These are events of the kernel\(aqs perf for which a 34K has no code.
Their code in the control word is 127.
The first ones are counted by the kernel itself, without a PMU.
.Bl -tag -width Ds
END
native_events
cat <<'END'
.It Ic r Ns Ar hex
Raw event: the number is that of the PMU\(aqs manual.
If it does not exist, some PMUs do not say so, and the count stays 0.
.It Ic r Ns Ar hex , Ns Ar hex
Raw event with config1, for a PMU whose
.Pa format
in
.Pa /sys/bus/event_source/devices
has fields of config1.
.It Ar pmu Ns Ic / Ns Ar event Ns Ic /
An event of one PMU, on machines with several kinds of CPU:
.Ql cpu_core/r1b7/ ,
.Ql cpu_atom/cycles/:k .
.El
.Sh EXAMPLES
How many branches there were in user mode, and how many were mispredicted:
.Bd -literal -offset indent
# pc_sweep -u --events branches,branch-misses ls
.Ed
.Sh SEE ALSO
.Xr pc_sweep 1 ,
.Xr perf_event_open 2 ,
.Xr perfcnt 4 ,
.Xr proc_perf 5 ,
.Xr perfcnt 7
END
