# SPDX-License-Identifier: GPL-2.0
# What tests/bench/cpus has measured, and TAP. What concerns one CPU is as dear with eight as
# with two, and what concerns all is not dearer for each of them.

BEGIN { FS = "\t" }

$1 == "cpus" {
	own[$2, $3] = $4
	others[$2, $3] = $5
	calls[$2, $3] = $7
	rows++
	printf "# %-15s %d CPUs: %8.0f instructions of CPU 0, %8.0f of the others, which are called %.2f times\n", $2, $3, $4, $5, $7
	next
}
{ print; bad++ }

function check(good, words)
{
	printf "%sok %d - %s\n", good ? "" : "not ", ++tests, words
	bad += !good
}

# No more than so much of what it is with fewer CPUs.
function grows(name, more, than, most, what)
{
	printf "# %s: %.3f\n", name, (than > 0 ? more / than : 1000)
	check(than > 0 && more <= most * than,
		sprintf("%s: %s at most %.2f times as many", name, what, most))
}

function all(name, cpus)
{
	return own[name, cpus] + others[name, cpus]
}

function each(value, cpus)
{
	return value / (cpus - 1)
}

END {
	check(rows == 32, "all is measured")
	for (i = split("own-start-stop own-reset", names, " "); i; i--) {
		name = names[i]
		check(calls[name, 8] <= 0.05, name ": no other CPU is called")
		grows(name, own[name, 8], own[name, 2], 1.6, "instructions with 8 CPUs are")
	}
	name = "set-one-cpu"
	grows(name, all(name, 8), all(name, 2), 1.25, "instructions with 8 CPUs are")
	grows(name, calls[name, 8], calls[name, 2], 1.05, "calls with 8 CPUs are")
	check(each(calls["start-stop", 8], 8) <= 2.02,
		"start-stop: each call calls each other CPU once at most")
	check(each(calls["reset", 8], 8) <= 1.01,
		"reset: each call calls each other CPU once at most")
	name = "set"
	# which CPU does what is Linux's choice, another one with each build: of 8 by a tenth
	grows(name, (all(name, 8) - all(name, 2)) / 6, all(name, 1), 1,
		"instructions that each CPU beyond 2 adds are, of those with one CPU,")
	grows(name, each(calls[name, 8], 8), each(calls[name, 2], 2), 1,
		"calls of each other CPU with 8 CPUs are, of those with 2,")
	for (i = split("slice own-slice", names, " "); i; i--) {
		name = names[i]
		grows(name, each(others[name, 8], 8), each(others[name, 4], 4), 1.15,
			"instructions of each other CPU with 8 CPUs, of those with 4, are")
		grows(name, each(calls[name, 8], 8), each(calls[name, 4], 4), 1.4,
			"its calls are")
	}
	printf "1..%d\n", tests
	exit bad > 0
}
