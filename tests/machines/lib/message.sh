# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What a person sees: one line a step on stderr, and one line why it ended.

note()
{
	((quiet)) || printf 'perfcnt: %s\n' "$*" >&2
}

# Whatever is not COMMAND's own failure ends here.
die()
{
	printf 'perfcnt: %s\n' "$*" >&2
	exit 125
}

last_lines()
{
	tail -n "$2" -- "$1" | sed 's/^/    /' >&2
}

step_pid=
beside=0 # others have steps, too

# step LABEL LOG COMMAND...: long work, its output in LOG. A terminal sees the
# seconds pass, anything else gets one line at the start and one at the end.
# COMMAND runs in a subshell, which the first error ends, and in a process group
# of its own, so that an interrupted run can end all of it. The caller must not
# stand in a condition: bash would ignore errors in COMMAND.
step()
{
	local label=$1 log=$2 start=$SECONDS status=0

	shift 2
	set -m
	(
		set -e
		"$@"
	) </dev/null >"$log" 2>&1 &
	step_pid=$!
	set +m
	if ((quiet)); then
		:
	elif [[ -t 2 ]] && ((!beside)); then
		while kill -0 "$step_pid" 2>/dev/null; do
			printf '\r\033[Kperfcnt: %s ... %d s' "$label" \
				$((SECONDS - start)) >&2
			sleep 0.2
		done
		printf '\r\033[K' >&2
	else
		note "$label"
	fi
	wait "$step_pid" || status=$?
	step_pid=
	((status)) || note "$label: $((SECONDS - start)) s"
	step_status=$status
}

# A step that compiles: its last lines say what is wrong.
build_step()
{
	step "$@"
	((step_status)) || return 0
	last_lines "$2" 20
	die "$1: failed (log: $2)"
}

# A step that fetches: one line, as apt says it.
fetch_step()
{
	local why

	step "$@"
	((step_status)) || return 0
	why=$(grep -E '^(E|W|perfcnt):' "$2" | head -n 1) || :
	die "$1: failed, is there a network? (${why:-no reason given}; log: $2)"
}
