# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154,SC2317
# What the tests of pc_sweep in a machine say it with.

# With every number as N and one space where there are several; without the warning
# that something else ran meanwhile.
shape()
{
	sed '/^\(pc_sweep: \)*\(instructions\|times on the CPUs\) differ between runs/d
		s/[0-9][0-9.]*/N/g; s/  */ /g'
}

# says TEXT COMMAND...: exactly that, but for the numbers, on standard error.
says()
{
	wanted=$1
	shift
	"$@" >out 2>err || return
	cat err
	shape <err >err.shape
	printf '%s' "$wanted" | shape | diff - err.shape
}

# fails STATUS WORDS COMMAND...: with that status, and those words.
fails()
{
	wanted=$1
	words=$2
	shift 2
	status=0
	"$@" >out 2>err || status=$?
	cat out err
	[ "$status" = "$wanted" ] && grep -qF -- "$words" err
}

# prints TEXT COMMAND...: these lines, on standard output.
prints()
{
	wanted=$1
	shift
	"$@" >out || return
	printf '%s\n' "$wanted" | diff - out
}

# refuses WORDS OPTION...: and runs nothing.
refuses()
{
	words=$1
	shift
	fails 125 "$words" pc_sweep "$@" touch ran && [ ! -e ran ]
}

# sweep OPTION...: of something that this machine counts, in one run.
sweep()
{
	if [ "$counted" = page-faults ]; then
		pc_sweep -u --events page-faults "$@"
	else
		pc_sweep -ui "$@"
	fi
}

# All counters are free and stand still.
is_free()
{
	! awk '/Ctl :/ && $3 !~ /0$/ || /Cnt :/ && $3 != 0' /proc/perf | grep .
}

# examples PAGE LEAST: what the examples of that page print is what it says, but for the
# numbers; there are so many at least.
examples()
{
	: >wanted
	command=
	count=0
	while IFS= read -r line; do
		case $line in
		'$ '* | .Ed)
			if [ "$command" ]; then
				echo "$command"
				sh -c "$command" 2>&1 </dev/null | shape >printed
				shape <wanted | diff - printed || return
				count=$((count + 1))
			fi
			command=
			[ "$line" = .Ed ] || command=${line#??}
			: >wanted
			;;
		*)
			printf '%s\n' "$line" >>wanted
			;;
		esac
	done <<-END
		$(sed -n '/^\.Bd -literal$/,/^\.Ed/{/^\.Bd/d;s/\\e/\\/g;p}' "/root/$1")
	END
	[ "$count" -ge "$2" ]
}
