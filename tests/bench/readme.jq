# From costs.jq's result to README's table of costs: what is alike stands in one row.

def whole: if . == null then "" else round | tostring end;

(.costs | map(select(.counters == 4 or .counters == 0) | { (.way): .instructions }) | add)
	as $takes
| def more(way; than): if $takes[way] then $takes[way] - $takes[than] else null end;

"| instructions on the \(.machine) in QEMU | perfcnt | perf | PAPI |", "|---|--:|--:|--:|",
  ([
	["read four counters of a CPU", $takes["perfcnt-read"], null, null],
	["read four counters of a thread", $takes["perfcnt-own-read"],
	 $takes["perf-read-group"], $takes["papi-read"]],
	["the same by libperfcnt, without a system call", $takes["library-pages-read"], null,
	 null],
	["record a region of a thread", $takes["region-device"], null, $takes["papi-region"]],
	["the same without a system call", $takes["region-pages"], null, null],
	["switch to a program that is followed, and back: more than otherwise",
	 more("switch-scope"; "switch"), more("switch-perf"; "switch"), null],
	["take a sample", more("sample-perfcnt"; "sample-none"),
	 more("sample-perf"; "sample-none"), null]
  ][] | "| \(.[0]) | \(.[1:] | map(whole) | join(" | ")) |")
