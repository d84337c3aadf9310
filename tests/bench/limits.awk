# SPDX-License-Identifier: GPL-2.0
# What switches and samples may cost beside perf's, and what regions may, and TAP: for
# switches, sweep, marks and own. The first two say in -v most_beside= what share the
# switches of other tasks may take more, and in -v most_sample= what share of perf's a sample
# may take; marks says in -v most_region= how many instructions a region may take, each in
# words as "pages 450", and own in -v most_own= what share of perf's a reading of a thread's own
# counters may take.

BEGIN {
	FS = "\t"
	most_switch = 0.5
	# perf exchanges the contexts of both tasks, which is all there is to do here
	most_both = 0.75
}

function check(good, words)
{
	printf "%sok %d - %s\n", good ? "" : "not ", ++tests, words
	bad += !good
}

# What a way takes more than another one.
function more(way, than)
{
	if (!(way in cost) || !(than in cost))
		check(0, way " and " than " are measured")
	return cost[way] - cost[than]
}

# The share of perf's cost, or one that is too much.
function share(ours, perf)
{
	return ours > 0 && perf > 0 ? ours / perf : 1000
}

function switches(   one, both, records, others)
{
	one = share(more("switch-scope", "switch"), more("switch-perf", "switch"))
	both = share(more("switch-scope-both", "switch"), more("switch-perf-both", "switch"))
	records = share(more("records-switch", "switch"), more("switch-perf", "switch"))
	others = more("switch-beside-scope", "switch")
	others = cost["switch"] > 0 ? others / cost["switch"] : 1000
	printf "# What 4 counters add to switches, of what perf adds: %.3f; of both tasks: %.3f.\n", one, both
	printf "# To those of both, with records, of what perf adds to one: %.3f.\n", records
	printf "# To those of others: %.2f %%.\n", 100 * others
	check(one <= most_switch, sprintf("a task that is followed adds at most %.2f of perf", most_switch))
	check(both <= most_both, sprintf("two such tasks add at most %.2f of it", most_both))
	check(records <= 1, "with records, two add at most what perf adds to one")
	check(others <= most_beside, sprintf("others have at most %.1f %% more", 100 * most_beside))
}

function samples(   ours, perf)
{
	ours = more("sample-perfcnt", "sample-none")
	perf = more("sample-perf", "sample-none")
	printf "# A sample: %.0f; of perf record: %.0f, %.3f of it.\n", ours, perf, share(ours, perf)
	check(share(ours, perf) <= most_sample,
		sprintf("a sample takes at most %.2f of that of perf record", most_sample))
}

# Regions with four counters, by each way, and one that nobody asks for.
function regions(   words, n, i, way)
{
	n = split(most_region, words, " ")
	for (i = 1; i < n; i += 2) {
		way = "region-" words[i]
		printf "# %s: %.1f\n", way, cost[way]
		check(cost[way] > 0 && cost[way] <= words[i + 1],
			sprintf("%s takes at most %d instructions", way, words[i + 1]))
	}
}

# A thread's own counters, by one reading of the device and one of perf's group.
function own(machine,   part)
{
	if (!("perfcnt-own-read" in cost) || !("perf-read-group" in cost))
		check(0, "both are measured with " machine)
	part = share(cost["perfcnt-own-read"], cost["perf-read-group"])
	printf "# With %s: %.3f of perf's.\n", machine, part
	check(part <= most_own,
		sprintf("with %s a reading takes at most %.2f of perf's", machine, most_own))
}

# A boot has ended; others may follow.
$1 == "end" { own($2); delete cost; delete sum; delete times }

# What is measured several times is the mean of these.
$1 == "cost" { sum[$2] += $4; cost[$2] = sum[$2] / ++times[$2]; printf "# %9.1f  %s\n", $4, $2 }
/^Bail out!/ { print; bad++ }

function plan()
{
	printf "1..%d\n", tests
	exit bad > 0
}
