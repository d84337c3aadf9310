#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Makes events-perf.md from kmod/words/perf_events.h and the 34K's event table. `make
# docs` calls it.
set -euo pipefail
cd "$(dirname -- "$0")/.."

# rows DEFINE FILE: the rows of an X-macro in a form that awk splits at |
rows()
{
	printf '%s\n' "$1" "#include \"$2\"" |
		cpp -P -I. - | sed 's/" *"//g; s/ *| */|/g; s/"//g; /^ *$/d'
}

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
PMU. A 34K event that is not in this table is always rejected (ENOENT).

| code | counters | name | perf's event | meaning |
|-----:|----------|------|--------------|---------|
END
join -t '|' <(events | awk -F '|' '{ print $1 "," $2 "|" $3 }' | sort) \
	<(rows '#define PERFCNT_PERF_MAP(c, b, t, e, r) c|b|e|r' \
		kmod/words/perf_events.h |
		awk -F '|' '{ print $1 "," $2 "|" $3 "|" $4 }' | sort) |
	sort -s -n -t , -k 1,1 | awk -F '|' '{
		split($1, key, ",")
		printf "| %s | %s | `%s` | %s | %s |\n", key[1],
			tolower(key[2]), $2, $3, $4
	}'
cat <<END

# Native events

Events without a 34K code are set by name. In the control word their code is 127.

| name | perf's event | what it counts | modes |
|------|--------------|----------------|-------|
END
rows '#define PERFCNT_PERF_NAME(n, t, e, m, d) n|e|d|m' kmod/words/perf_events.h |
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

A raw event is passed to the PMU unchanged. Some PMUs do not check whether the event
exists; the count then stays 0.

On machines with several kinds of CPU, \`pmu/name/\` is an event of the PMU of one kind:
\`cpu_core/r1b7/\`, \`cpu_atom/cycles/:k\`. The name can be any hardware or raw event
above or the name of a 34K event. There, a raw event needs a PMU.
END
