#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A counter that counts when the system goes down. That nothing of it is left is what the
# intruder looks at then: a warning in the log is a failure of the boot.
# shellcheck source=check.sh
. ./check.sh

[ -e intruder.ko ] || skip 'there is no intruder.ko'

check "somebody looks in the end" insmod intruder.ko last=1
check "a counter counts until then" eval 'echo "0 instructions:u 0" >/proc/perf'
finish
