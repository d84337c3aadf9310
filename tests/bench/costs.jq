# From the lines of two boots of bench to all there is to say about them.

# How far apart the most distant of some numbers are, in percent.
def apart: if length == 0 or min == 0 then 0 else (max - min) / min * 100 end;
def mean: add / length;

# Least squares over points [x, y].
def fit:
	length as $n
	| (map(.[0]) | add) as $x | (map(.[1]) | add) as $y
	| (map(.[0] * .[0]) | add) as $xx | (map(.[0] * .[1]) | add) as $xy
	| (($n * $xy - $x * $y) / ($n * $xx - $x * $x)) as $slope
	| { base: (($y - $slope * $x) / $n), each: $slope };

# Groups in the order of their first members.
def group_in_order(f):
	to_entries | group_by(.value | f) | sort_by(.[0].key) | map(map(.value));

map(split("\t")) as $lines
| ($lines | map(select(.[0] == "cost")
	| { way: .[1], counters: (.[2] | tonumber),
	    runs: (.[3:] | map(tonumber)) })) as $costs
| ($lines | map(select(.[0] == "skip")
	| { way: .[1], counters: (.[2] | tonumber), skipped: .[3] })) as $skips
| ([$costs[] | select(.way == "getppid") | .runs[]] | mean) as $call
| {
	machine: $machine,
	kernel: ($lines | map(select(.[0] == "kernel"))[0][1]),
	ns_per_instruction: ($lines | map(select(.[0] == "clock")[1] | tonumber)),
	getppid: $call,
	costs: ($costs | group_in_order([.way, .counters]) | map(
		([.[].runs[]] | mean) as $mean
		| {
			way: .[0].way,
			counters: .[0].counters,
			instructions: $mean,
			without_getppid: ($mean - $call),
			times_getppid: ($mean / $call),
			first_and_last_differ: (map(.runs | apart) | max),
			boots_differ: (map(.runs | mean) | apart),
			runs: map(.runs)
		})),
	skipped: ($skips | group_in_order([.way, .counters]) | map(.[0]))
}
| .lines = (.costs | group_in_order(.way) | map(
	select(length > 1)
	| { way: .[0].way } + (map([.counters, .without_getppid]) | fit)))
| .first_and_last_differ = (.costs | map(.first_and_last_differ) | max)
| .boots_differ = (.costs | map(.boots_differ) | max)

# cost WAY: of the most counters, without getppid.
| [.costs[] | select(.counters == 4) | { (.way): .without_getppid }] as $of_4
| ($of_4 | add // {}) as $of_4
| .compared = (
	[
		["perfcnt-read-all", "perf-read-group"],
		["perfcnt-own-read", "perf-read-group"],
		["perfcnt-read", "perf-read-group"],
		["perfcnt-read", "perf-read-each"],
		["perfcnt-read", "papi-read"],
		["library-read", "perf-read-group"],
		["region-pages", "papi-region"],
		["region-device", "papi-region"],
		["library-read", "perfcnt-own-read"],
		["library-pages-read", "papi-read"],
		["perfcnt-start-stop", "perf-enable-disable"],
		["perfcnt-start-stop", "papi-start-stop"],
		["proc-pread", "perfcnt-read"]
	] | map(select($of_4[.[0]] and $of_4[.[1]])
		| { way: .[0], by: .[1], ratio: ($of_4[.[0]] / $of_4[.[1]]) }))
