#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Makes events-perf.md from kmod/encoding/perf_events.h and the 34K's event table. `make
# docs` calls it.
set -euo pipefail
cd "$(dirname -- "$0")/.."
. Documentation/rows.sh

events()
{
	rows '#define PERFCNT_EVENT(c, b, s, n, d) c|b|n' \
		uapi/linux/perfcnt_events.h
}

cat <<END
<!-- Made by Documentation/events-perf.sh; change its sources instead. -->

# Events of the driver perf

With the driver \`perf\`, codes and names of the 34K select the generic events of the
kernel's perf that mean the same. Not every PMU supports all of them: perfcnt rejects
an event that the machine's PMU does not support (ENOENT), and the reason names the
PMU. A 34K event that is not in this table or the next is always rejected (ENOENT).

| code | counters | name | perf's event | meaning |
|-----:|----------|------|--------------|---------|
END
join -t '|' <(events | awk -F '|' '{ print $1 "," $2 "|" $3 }' | sort) \
	<(rows '#define PERFCNT_PERF_MAP(c, b, t, e, r) c|b|e|r' \
		kmod/encoding/perf_events.h |
		awk -F '|' '{ print $1 "," $2 "|" $3 "|" $4 }' | sort) |
	sort -s -n -t , -k 1,1 | awk -F '|' '{
		split($1, key, ",")
		printf "| %s | %s | `%s` | %s | %s |\n", key[1],
			tolower(key[2]), $2, $3, $4
	}'
cat <<END

For some, perf has no generic event, but CPUs of some models have a raw one. The models
are those of \`/proc/cpuinfo\`, in hexadecimal.

| code | counters | name | raw event | CPUs | meaning |
|-----:|----------|------|-----------|------|---------|
END
# A range of models is "2a" or "3c-3f".
models=$(rows '#define PERFCNT_PERF_CPU(v, f, a, b, s) s|v|f|a|b' \
	kmod/encoding/perf_events.h | sed 's/0x//g' | awk -F '|' '{
		kind = $1 "|" $2 " family " $3 ", models"
		range = $4 == $5 ? $4 : $4 "-" $5
		if (!(kind in list))
			kinds[++n] = kind
		list[kind] = list[kind] " " range
	}
	END { for (i = 1; i <= n; i++) print kinds[i] list[kinds[i]] }')
join -t '|' <(events | awk -F '|' '{ print $1 "," $2 "|" $3 }' | sort) \
	<(rows '#define PERFCNT_PERF_RAW(s, c, b, e, r) c|b|s|e|r' \
		kmod/encoding/perf_events.h |
		awk -F '|' '{ print $1 "," $2 "|" $3 "|" $4 "|" $5 }' | sort) |
	awk -F '|' -v models="$models" '
	BEGIN {
		for (i = split(models, lines, "\n"); i; i--) {
			set = lines[i]
			sub(/[|].*/, "", set)
			of[set] = substr(lines[i], length(set) + 2)
		}
	}
	{
		split($1, key, ",")
		sub(/^0x/, "r", $4)
		printf "| %s | %s | `%s` | `%s` | %s | %s |\n", key[1],
			tolower(key[2]), $2, $4, of[$3], $5
	}'
cat <<END

# Native events

Events without a 34K code are set by name. In the control word their code is 127.

| name | perf's event | what it counts | modes |
|------|--------------|----------------|-------|
END
rows '#define PERFCNT_PERF_NAME(n, t, e, m, d) n|e|d|m' kmod/encoding/perf_events.h |
	awk -F '|' '
	BEGIN {
		modes["ANY"] = "any"
		modes["KERNEL"] = "`k`, alone or with others: it occurs in kernel mode only"
		modes["BOTH"] = "`uk` only: it cannot be counted per mode"
	}
	{ printf "| `%s` | %s | %s | %s |\n", $1, $2, $3, modes[$4] }'
cat <<END
| \`r<hex>\` | raw | what the PMU's manual says | any |
| \`r<hex>,<hex>\` | raw, with config1 | as above, for a PMU whose \`format\` in /sys/bus/event_source/devices has fields of config1 | any |

A raw event is passed to the PMU unchanged. With bits that the PMU's events do not have it
is rejected. Some PMUs do not check whether the event exists; the count then stays 0.

On machines with several kinds of CPU, \`pmu/name/\` is an event of the PMU of one kind:
\`cpu_core/r1b7/\`, \`cpu_atom/cycles/:k\`. The name can be any hardware or raw event
above or the name of a 34K event. There, a raw event needs a PMU.
END
