# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
# How the tables in the headers are read. The scripts beside this file source it.

# rows DEFINE FILE: the rows of an X-macro in a form that awk splits at |
rows()
{
	printf '%s\n' "$1" "#include \"$2\"" |
		cpp -P -I. - | sed 's/" *"//g; s/ *| */|/g; s/"//g; /^ *$/d'
}
