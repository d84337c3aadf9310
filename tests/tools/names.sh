#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2016,SC2317 # for other shells; called by check
# pc_profile inside a machine: names of code that is in no file which is found by its path.
# Prints TAP.
# shellcheck source=../selftests/check.sh
. ./check.sh
here=$PWD
cd "$(mktemp -d)" || exit
cp "$here"/made* .
kinds='plain memfd shared heap removed user'
if [ -e /proc/sys/vm/nr_hugepages ]; then
	echo 4 >/proc/sys/vm/nr_hugepages
	kinds="$kinds huge"
fi

# profiled COMMAND...: its stacks, and what is said.
profiled()
{
	local status=0

	pc_profile -s 100000,0,instructions:u -r none -f folded -o stacks --save saved "$@" \
		>printed 2>said || status=$?
	cat stacks said
	return $status
}

# hot NAME: most samples are there.
hot()
{
	awk -v name="$1" '{ all += $NF } /;/ && index($0, ";" name " ") { hot += $NF }
		END { exit !(hot > 50 && hot >= 0.9 * all) }' stacks
}

made()
{
	profiled ./made "$1" && hot "made_in_$1" && [ ! -s said ]
}

# The same path is another file here: neither has a build-id.
in_another_root()
{
	mkdir -p root/bin && cp made_there root/bin/app && cp made /bin/app &&
		profiled chroot root /bin/app text && hot text_there && [ ! -s said ]
}

# Nor is it taken for that one later.
reported_later()
{
	mv root gone
	pc_profile report -f folded saved >stacks 2>said
	cat stacks said
	hot '*unknown*' && grep '/bin/app: another file is here than the one that ran' said
}

# Its own processes, its own mounts: the list has the number that it knows of itself.
in_a_container()
{
	profiled unshare -p -f -m sh -c 'mount -t tmpfs none /tmp && ./made plain; ls /tmp' &&
		grep -v "^perf-$(sed -n 's/.*;perf-\([0-9]*\)\.map;.*/\1/p' stacks).map" printed &&
		hot made_in_plain && [ ! -s said ]
}

# What a container has mounted is unmounted as if nobody looked.
unmounts()
{
	mkdir -p mounted
	profiled sh -c 'mount -t tmpfs none mounted && mkdir mounted/tmp &&
		cp made mounted && chroot mounted /made plain && umount mounted &&
		mount -o bind / mounted && chroot mounted "$PWD/made" plain && umount mounted'
}

from_memory()
{
	profiled ./made memory && hot text && [ ! -s said ]
}

removes_itself()
{
	cp made gone_soon && profiled ./gone_soon gone && [ ! -e gone_soon ] && hot text &&
		[ ! -s said ]
}

moved()
{
	profiled ./made moved && hot text && [ ! -s said ]
}

# Each program that a command runs has its own samples.
of_programs()
{
	profiled sh -c './made plain; ./made_there plain; :' && grep '^made;.*;made_in_plain ' stacks &&
		grep '^made_there;.*;made_in_plain ' stacks && grep '^sh;' stacks && ! grep '^.unk' stacks &&
		pc_profile report -f folded -o again saved && cmp again stacks
}

cpu1=/sys/devices/system/cpu/cpu1/online

# One that is offline may come online: what is mapped there has names.
cpu_comes()
{
	profiled sh -c "echo 1 >$cpu1; exec taskset 2 ./made plain" && hot made_in_plain &&
		[ ! -s said ]
}

# One that was there has a ring: what it holds is read.
cpu_goes_and_comes()
{
	profiled sh -c "taskset 2 ./made plain; echo 0 >$cpu1; ./made plain; echo 1 >$cpu1
		taskset 2 ./made plain" && hot made_in_plain && [ ! -s said ]
}

# The last records of a CPU have no room, and none comes after them: that is said all the same.
lost_at_the_end()
{
	profiled taskset 2 sh -c 'kill -STOP $PPID
		taskset 1 sh -c "i=0; while [ \$i -lt 200 ]; do /bin/true; i=\$((i + 1)); done; ./made plain"
		kill -CONT $PPID'
	grep '[0-9] mappings were lost: names may be wrong' said
}

for kind in $kinds; do
	check "names of code that is made: $kind" made "$kind"
done
check "names of a program in another root" in_another_root
check "a saved run keeps which file it was" reported_later
check "names of code that is made in a container" in_a_container
check "what was looked at is unmounted" unmounts
check "names of a program in memory" from_memory
check "names of a program that removes itself" removes_itself
check "names of text that was moved" moved
check "names of the programs" of_programs
[ ! -e $cpu1 ] || check "records that were lost at the end" lost_at_the_end
if [ -e $cpu1 ]; then
	echo 0 >$cpu1
	check "a CPU comes online" cpu_comes
	echo 1 >$cpu1
	check "a CPU goes offline and comes back" cpu_goes_and_comes
fi
finish
