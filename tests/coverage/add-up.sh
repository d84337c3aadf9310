# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# How much of kmod has run in some boots of a machine, read by who judges it.

# What is judged where there are counters, by tests/coverage/run. All others are
# judged by tests/debug/coverage.
declare -A judged_on=(
	[34k]='mips.c profile.c proc_profile.c'
	[arm64]='cpu_event.c perf.c sample.c sampler.c throttled.c looks.c'
	[x86_64]='hotplug.c'
)

# Lines that check what is always so have branches that are never taken.
checks()
{
	find kmod -name '*.c' -exec grep -HnE 'lockdep_assert_held|WARN_ON' {} + |
		sed 's/^\([^:]*\/\)*//; s/^\([^:]*:[^:]*\):.*/\1/'
}

# lines BOOT: what gcov says of it, an object a line. perfcnt.ko was built in
# another folder than the one where its files are now, and where those of another
# one may be by now; other modules were not.
lines()
{
	local data notes

	find "$1" -name '*.gcda' | while read -r data; do
		notes=/${data#"$scratch/"*/}
		notes=${notes%.gcda}.gcno
		[[ $notes != */source/kmod/* ]] || notes=$source/kmod/${notes##*/source/kmod/}
		cp -- "$notes" "${data%.gcda}.gcno"
		"$gcov" --json-format --stdout --branch-probabilities "$data"
	done
}

# add_up MACHINE FOLDER: adds up the boots of MACHINE whose files are in FOLDER
# (see --coverage of tests/machines/run), prints a table, and leaves it there;
# what has not run is in FOLDER/not-run.
add_up()
{
	local folder=$2 scratch source gcov boot name

	scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
	# shellcheck disable=SC2064 # the folder of now
	trap "rm -rf -- '$scratch'" EXIT
	source=$(tests/machines/run "$1" --coverage "$folder" --print module)
	source=${source%/*}/source
	gcov=$(tests/machines/run "$1" --print env |
		sed 's/.*CROSS_COMPILE=//; s/ .*//')gcov
	for boot in "$folder"/*.tar.gz; do
		name=$(basename -- "$boot" .tar.gz)
		mkdir "$scratch/$name"
		tar -xzf "$boot" -C "$scratch/$name"
		lines "$scratch/$name"
	done | jq -n --arg checks "$(checks)" -f tests/coverage/coverage.jq \
		>"$folder/coverage.json"
	jq -r '.[] | . as $file | .not_run[] | "\($file.name):\(.)"' \
		"$folder/coverage.json" >"$folder/not-run"
	jq -r '.[] | [.name, .lines_run, .lines, .branches_run, .branches] | @tsv' \
		"$folder/coverage.json" >"$folder/table"
	awk -F '\t' '
		function share(part, all) { return all ? 100 * part / all : 100 }
		BEGIN { printf "# %-16s %14s %18s\n", "", "lines", "branches" }
		{ printf "# %-16s %4d/%4d %5.1f %% %4d/%4d %5.1f %%\n", $1, $2, $3,
			share($2, $3), $4, $5, share($4, $5) }
		' "$folder/table"
}

# enough FOLDER LINES BRANCHES FILE: at least these percentages.
enough()
{
	awk -F '\t' -v lines="$2" -v branches="$3" -v name="$4" '
		$1 == name {
			found = 1
			good = 100 * $2 >= lines * $3 && 100 * $4 >= branches * $5
			printf "%d of %d lines, %d of %d branches\n",
				$2, $3, $4, $5
		}
		END { exit !(found && good) }' "$1/table"
}
