# SPDX-License-Identifier: GPL-2.0
# After limits.awk: what whole processes take beside perf stat, and all limits of sweep.

BEGIN {
	most = 0.4
	most_machine = 0.12
	most_perfex = 0.5
	most_topdown = 0.5
}

$1 !~ /^(cost|Bail out!.*)$/ { all[$2] += $1; times[$2]++; printf "# %9d  %s\n", $1, $2 }

function mean(name) { return all[name] / times[name] }

END {
	perf = mean("perf stat -e cycles:u,instructions:u true")
	ratio = mean("pc_sweep -ui true") / perf
	itself = mean("pc_sweep -ui true") - mean("true")
	printf "# pc_sweep / perf stat: %.3f; without true itself: %.3f.\n",
		ratio, itself / (perf - mean("true"))
	check(ratio <= most, sprintf("pc_sweep takes at most %.2f of perf stat", most))
	ratio = mean("pc_sweep --machine -ui true") / perf
	printf "# pc_sweep --machine / perf stat: %.3f.\n", ratio
	check(ratio <= most_machine, sprintf("with --machine at most %.2f of it", most_machine))
	ratio = mean("perfex -e cycles:u -e instructions:u true") / perf
	printf "# perfex / perf stat: %.3f.\n", ratio
	check(ratio <= most_perfex, sprintf("perfex takes at most %.2f of it", most_perfex))
	switches()
	samples()
	name = "perf stat --topdown true"
	if (name in all) {
		ratio = mean("pc_topdown true") / mean(name)
		printf "# pc_topdown / perf stat --topdown: %.3f.\n", ratio
		check(ratio <= most_topdown, sprintf("pc_topdown takes at most %.2f of it", most_topdown))
	}
	plan()
}
