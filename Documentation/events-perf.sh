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

# Events where the kernel's perf counts

With the driver \`perf\` the 34K's codes and names mean the kernel's generic
events, wherever the meaning is the same. Whether a machine's PMU has an event
is its own matter: one that it lacks is refused (ENOENT), and the reason names
the PMU. So is every 34K event that is not in this table.

| code | counters | name | perf's event | why |
|-----:|----------|------|--------------|-----|
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

Those that have no 34K code are set by name; in the control word their code is
127.

| name | perf's event | what it counts | modes |
|------|--------------|----------------|-------|
END
rows '#define PERFCNT_PERF_NAME(n, t, e, m, d) n|e|d|m' kmod/words/perf_events.h |
	awk -F '|' '
	BEGIN {
		modes["ANY"] = "any"
		modes["KERNEL"] = "with k only: it happens in the kernel"
		modes["BOTH"] = "`uk` only: it does not tell modes apart"
	}
	{ printf "| `%s` | %s | %s | %s |\n", $1, $2, $3, modes[$4] }'
cat <<END
| \`r<hex>\` | raw | what the PMU's manual says | any |
| \`r<hex>,<hex>\` | raw, with config1 | as above, for a PMU whose \`format\` in /sys/bus/event_source/devices has fields of config1 | any |

A raw event is handed to the PMU as it is. Some PMUs do not know which of their
events exist, and count nothing for one that does not.

Where there are several kinds of CPU, \`pmu/name/\` is the event of one kind's PMU,
by any name above but those of software, or by a 34K's name: \`cpu_core/r1b7/\`,
\`cpu_atom/cycles/:k\`. A raw event needs a PMU there.
END
