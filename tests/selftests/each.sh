#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# each.sh COMMAND...: one after the other. A result says of which it is.
status=0
for command in "$@"; do
	echo "# $command"
	# shellcheck disable=SC2086 # a program and its arguments
	./$command || status=1
done
exit $status
