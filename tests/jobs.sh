# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
# The jobs of tests/check: tests, and before them what they need. The log of each is
# $log/NAME, with a "-" for each "/".

jobs=${JOBS:-$(($(nproc) + 1))}
limit=${LIMIT:-14400}        # seconds: what hangs ends
times=${TIMES:-$cache/times} # "WALL CPU" of each job's last run, in any clone
mkdir -p "$times"
preparations=()              # names of what makes what tests need: prepare/...
declare -A command_of=() needs_of=() last_of=()
declare -A status_of=()           # of those that have ended
declare -A name_of=() start_of=() # of those that run, by process

# job NAME COMMAND...: to be run.
job()
{
	printf -v "command_of[$1]" '%q ' "${@:2}"
	last_of[$1]=$(cat "$times/${1//\//-}" 2>/dev/null)
}

# need TEST NAME COMMAND...: once, before any test that needs NAME.
need()
{
	[[ ${command_of[$1]-} ]] || return 0 # it is not wanted
	needs_of[$1]+="prepare/$2 "
	[[ ! ${command_of[prepare/$2]-} ]] || return 0
	preparations+=("prepare/$2")
	job "prepare/$2" "${@:3}"
}

# longest_first NAME...: what has not run yet comes before the others.
longest_first()
{
	local name

	for name; do
		echo "${last_of[$name]:-inf} $name"
	done | sort -s -k 1,1gr | sed 's/.* //'
}

# next_job: REPLY is the first that waits for nothing.
next_job()
{
	local i need

	for i in "${!queue[@]}"; do
		for need in ${needs_of[${queue[i]}]-}; do
			[[ ${status_of[$need]-} ]] || continue 2
		done
		REPLY=${queue[i]}
		unset "queue[$i]"
		return
	done
	return 1
}

# could_not_be_had LOG: the result of a test whose machine that is about.
could_not_be_had()
{
	tail -n 20 "$1" | sed 's/^/# /'
	printf '%s\n' 1..1 'not ok 1 - what it needs could not be had'
	return 1
}

# timed FILE COMMAND: leaves there how many seconds it took, and of the CPUs.
timed()
{
	local TIMEFORMAT='%R %U %S' status

	ulimit -t "$limit"
	{ time eval "$2" 2>&3 3>&-; } 3>&2 2>"$log/$1.times"
	status=$?
	awk 'END { printf "%.0f %.0f\n", $1, $2 + $3 }' "$log/$1.times" >"$times/$1"
	return $status
}

# start NAME: in the background.
start()
{
	local need command=${command_of[$1]} file=${1//\//-}

	for need in ${needs_of[$1]-}; do
		[[ $need != prepare/* ]] || ((!status_of[$need])) ||
			command="could_not_be_had $log/${need//\//-}"
	done
	[[ ! -t 1 ]] || echo ".. $1"
	rm -f -- "$times/$file"
	set -m # so that all of it can be ended
	timed "$file" "$command" >"$log/$file" 2>&1 </dev/null &
	set +m
	name_of[$!]=$1
	start_of[$!]=$SECONDS
}

# took NAME: now, and the last time.
took()
{
	local now last

	read -ra now < <(cat "$times/${1//\//-}" 2>/dev/null)
	read -ra last <<<"${last_of[$1]}"
	echo "${now[0]-?} s, ${now[1]-?} s of CPU (last ${last[0]-?} s, ${last[1]-?} s)"
}

# ended PID STATUS: of a job.
ended()
{
	local name=${name_of[$1]}

	status_of[$name]=$2
	unset "name_of[$1]" "start_of[$1]"
	if [[ $name == prepare/* ]]; then
		echo "== $name: $(took "$name")"
	else
		add_up "$name" "$2"
	fi
}

# What hangs is ended, and fails. What a signal has ended while bash ran another program
# is not seen by wait -n.
look_after()
{
	local pid over

	for pid in "${!name_of[@]}"; do
		over=$((SECONDS - start_of[$pid] - limit))
		if ! kill -0 "$pid" 2>/dev/null; then
			wait "$pid"
			ended "$pid" $?
		elif ((over >= 0)); then
			echo "not ok - ended after $limit s" \
				>>"$log/${name_of[$pid]//\//-}"
			kill -- "-$pid"
			((over < 10)) || kill -KILL -- "-$pid"
		fi
	done
}

clock= # a process that ends when it is time to look after the others

wait_for_one()
{
	local pid status

	if [[ ! $clock ]]; then
		set -m
		sleep $((limit / 100 + 1)) &
		set +m
		clock=$!
	fi
	wait -n -p pid "$clock" "${!name_of[@]}" 2>/dev/null
	status=$?
	if [[ $pid == "$clock" ]]; then
		clock=
		look_after
	else
		ended "$pid" "$status"
	fi
}

# run_jobs TEST...: with what they need, which comes first.
run_jobs()
{
	local queue

	mapfile -t queue < <(longest_first "${preparations[@]}" && longest_first "$@")
	while ((${#queue[@]} + ${#name_of[@]})); do
		if ((${#name_of[@]} < jobs)) && next_job; then
			start "$REPLY"
		else
			wait_for_one
		fi
	done
}
