#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# plant.sh BUG...: one after the other, in the machine. The kernel's log says
# where each begins. A warning ends the machine only if the bug is the last one.
scan=/sys/kernel/debug/kmemleak

# A leak is told when it has not changed from scan to scan: after the second one, in
# Linux 7 after four or six.
scan_for_leaks()
{
	for _ in 1 2 3 4 5 6 7 8; do
		echo scan >$scan
		! grep -q . $scan || break
	done
}

echo 0 >/proc/sys/kernel/panic_on_warn
echo 0 >/proc/sys/kernel/panic_on_oops
[ ! -e $scan ] || echo clear >$scan
for bug in "$@"; do
	[ "$bug" != warning ] || echo 1 >/proc/sys/kernel/panic_on_warn
	echo "plant.sh: $bug" >/dev/kmsg
	case $bug in
	kunit*)
		[ "$bug" = kunit ] || crash=y
		insmod kunit_planted.ko crash="${crash:-n}" || exit
		continue
		;;
	esac
	insmod planted.ko bug="$bug" || exit
	if [ "$bug" = leak ]; then
		sleep 6 # what is younger is not looked at
		scan_for_leaks
		cat $scan >/dev/kmsg
	fi
	rmmod planted
done
