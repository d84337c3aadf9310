#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Makes events-34k.md from the event table and from what the emulated 34K is
# known to count. `make docs` calls it.
set -euo pipefail
cd "$(dirname -- "$0")/.."

emulated=tests/machines/qemu/emulated.csv

# code,bank,scope,name,description of every row, in a form that awk splits at |
rows()
{
	printf '%s\n' \
		'#define PERFCNT_EVENT(c, b, s, n, d) c|b|s|n|d' \
		'#include "uapi/linux/perfcnt_events.h"' |
		cpp -P -I. - | sed 's/" *"//g; s/ *| */|/g; s/"//g; /^ *$/d'
}

cat <<END
<!-- Made by Documentation/events-34k.sh; change its sources instead. -->

# The 34K's events

These are the events of Table 3 of MD00548, "Using the MIPS32 34K Core Performance
Counters". An even event counts on counters 0 and 2, an odd event on counters 1 and 3,
whether it is set by code or by name. *Filter* lists the filters that the event can
have: a thread context (\`@tcN\`), a virtual processing element (\`@vpeN\`), or none,
because it counts for the whole core. Codes that are not listed are reserved:
perfcnt rejects them.

The last two columns say what the emulated 34K of the tests (\`tests/machines\`)
counts. **exact**: exactly what hardware would count. **zero**: always 0, because an
emulator cannot know it.

| code | counters | name | description | filter | emulated | how |
|-----:|----------|------|-------------|--------|----------|-----|
END
rows | sort -t '|' -s -n -k 1,1 | awk -F '|' -v emulated="$emulated" '
	BEGIN {
		while ((getline line <emulated) > 0) {
			split(line, field, ",")
			how = line
			sub(/^[^,]*,[^,]*,[^,]*,/, "", how)
			gsub(/^"|"$/, "", how)
			status[field[1] "," field[2]] = field[3]
			hows[field[1] "," field[2]] = how
		}
		filter["TC"] = "TC, VPE"
		filter["VPE"] = "VPE"
		filter["CORE"] = "none"
	}
	{
		key = $1 "," tolower($2)
		printf "| %s | %s | `%s` | %s | %s | %s | %s |\n", $1,
			tolower($2), $4, $5, filter[$3], status[key], hows[key]
	}'
