# From costs.jq's result to README's table of costs: what is alike stands in one row.

def whole: if . == null then "" else round | tostring end;

(.costs | map(select(.counters == 4 or .counters == 0) | { (.way): .instructions }) | add)
	as $takes
| def more(way; than): if $takes[way] then $takes[way] - $takes[than] else null end;

"| instructions on the \(.machine) in QEMU | libperfcnt | perfcnt's calls | perf | PAPI |",
"|---|--:|--:|--:|--:|",
  ([
	["read four counters of the own thread", $takes["library-pages-read"],
	 $takes["perfcnt-own-read"], $takes["perf-read-group"], $takes["papi-read"]],
	["record a region with four counters", $takes["region-pages"],
	 $takes["region-device"], null, $takes["papi-region"]],
	["take a sample", null, more("sample-perfcnt"; "sample-none"),
	 more("sample-perf"; "sample-none"), null]
  ][] | "| \(.[0]) | \(.[1:] | map(whole) | join(" | ")) |")
