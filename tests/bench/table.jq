# From costs.jq's result to a table, a row a way: without getppid, and the ways
# that do not depend on how many counters there are in the first column.

def tenth: if . == null then "" else . * 10 | round / 10 | tostring end;
def percent: . * 100 | round / 100 | tostring;

. as $all
| ["way", "1", "2", "4", "base", "each", "all/getppid", "A-A %", "boots %"],
  ([.costs[].way] | reduce .[] as $way ([]; if index($way) then . else . + [$way] end)
   | .[] as $way
   | [$all.costs[] | select(.way == $way)] as $costs
   | ($costs | map({ "\(.counters)": .without_getppid }) | add) as $of
   | ($all.lines | map(select(.way == $way))[0]) as $line
   | [
	$way,
	($of["1"] // $of["0"] | tenth), ($of["2"] | tenth), ($of["4"] | tenth),
	($line.base | tenth), ($line.each | tenth),
	($costs[-1].times_getppid | percent),
	($costs | map(.first_and_last_differ) | max | percent),
	($costs | map(.boots_differ) | max | percent)
   ])
| @tsv
