# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# What the tests of pc_regions share.

PATH=$(tests/tools/build)/bin:$PATH
netra=$PWD/tests/tools/netra
scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT
schema=$scratch/schema
tests/tools/schema pc_regions >"$schema"
cd "$scratch" || exit

# dump: the records on standard input, between the delimiters.
dump()
{
	echo TEJA_PROFILE_DUMP_START,ver1.1
	echo 'CPUID,ID,Type,Cycles,PC,Grp,Evt_Hi,Evt_Lo,Overflow,User Data'
	cat
	echo TEJA_PROFILE_DUMP_END
}

# pair CPU CYCLES HIGH LOW HIGH_VALUE LOW_VALUE USER...: a start and an update, in
# decimal but for the types; begin is when it starts, and moves on.
begin=1000
pair()
{
	local word

	printf '%x,18236,1,%x,521f08,1,%s,%s\n' "$1" "$begin" "$3" "$4"
	begin=$((begin + $2))
	printf '%x,3a2f,2,%x,5128f0,1,%x,%x,%x' "$1" "$begin" "$5" "$6" \
		"${overflow:-0}"
	for word in "${@:7}"; do
		printf ',%x' "$word"
	done
	echo
	begin=$((begin + 2600))
}

# ends STATUS COMMAND...: with that status; it prints to out and err.
ends()
{
	local status=0

	"${@:2}" >out 2>err || status=$?
	cat out err
	((status == $1))
}

# column FILE NAME: of the averages in CSV, for the first CPU.
column()
{
	tr -d '\r' <"$1" | awk -F , -v name="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR == 2 { if (at) print $at; exit }'
}

# columns FILE NAME=VALUE...: a VALUE that is empty is a column that is not there.
columns()
{
	local pair

	for pair in "${@:2}"; do
		[[ $(column "$1" "${pair%%=*}") == "${pair#*=}" ]] || {
			echo "${pair%%=*} is $(column "$1" "${pair%%=*}"), not ${pair#*=}"
			return 1
		}
	done
}

# metric FILE NAME: of the metrics in CSV, for the first CPU.
metric()
{
	tr -d '\r' <"$1" | awk -F , -v name="$2" '
		$1 == "Metric" { there = 1 }
		there && $1 == name { print $2 }'
}

# metrics FILE NAME=VALUE...: to as many digits as VALUE has.
metrics()
{
	local pair value fraction

	for pair in "${@:2}"; do
		value=${pair#*=}
		fraction=${value#*.}
		[[ $value == *.* ]] || fraction=
		[[ $(printf '%.*f' ${#fraction} "$(metric "$1" "${pair%%=*}")") == \
			"$value" ]] || {
			echo "${pair%%=*} is $(metric "$1" "${pair%%=*}"), not $value"
			return 1
		}
	done
}

# valid PYTHON: of the JSON on standard input, which is as the schema says.
valid()
{
	python3 -c '
import json, jsonschema, sys
whole = json.load(sys.stdin)
with open(sys.argv[1]) as file:
    jsonschema.validate(whole, json.load(file))
exec(sys.argv[2])' "$schema" "$1"
}
