#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A board whose counter interrupt has no number: it comes through the timer's
# perf_irq hook, on which somebody else is already.
insmod intruder.ko hook=1 && insmod /lib/perfcnt/perfcnt.ko || exit

./extension >/tmp/extension
grep -v '^1\.\.' /tmp/extension
tests=$(sed -n 's/^1\.\.//p' /tmp/extension)
rmmod perfcnt && rmmod intruder || exit

tests=$((tests + 1))
said=$(dmesg | sed -n 's/.*intruder: hook //p')
case $said in
'given back, '[1-9]*) echo "ok $tests - hook $said" ;;
*) echo "not ok $tests - hook $said" ;;
esac
echo "1..$tests"
