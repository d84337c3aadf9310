# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# How the demonstration shows its steps.

say()
{
	echo
	echo "## $*"
}

run()
{
	echo "# $*"
	eval "$*"
}
