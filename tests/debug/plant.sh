#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# plant.sh BUG...: one after the other, in the machine. The kernel's log says
# where each begins. A warning ends the machine only if the bug is the last one.
scan=/sys/kernel/debug/kmemleak

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
		echo scan >$scan
		echo scan >$scan # which has seen that it does not change
		cat $scan >/dev/kmsg
	fi
	rmmod planted
done
