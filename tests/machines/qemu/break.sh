# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Stops a machine at an instruction by a breakpoint of QEMU's gdbstub, however fast the
# host is. Code in the same page is translated one instruction at a time until then.

# packet COMMAND: as the gdbstub takes it, with a checksum
packet()
{
	printf '$%s#%02x' "$1" $((($(printf %s "$1" | od -An -v -tu1 | tr -s '\n ' '+' |
		sed 's/+$//')) % 256))
}

# break_at FILE ADDRESS: the machine that is started with "-S -gdb pipe:FILE" then runs as
# far as that.
break_at()
{
	rm -f "$1.in" "$1.out"
	mkfifo "$1.in" "$1.out"
	exec 3<>"$1.in"
	packet "Z0,$2,4" >&3
	packet c >&3
}

# asked LOG PATTERN: for the machine's monitor, until it has said in LOG that it is so
asked()
{
	until tr -d '\r' <"$1" | grep -q "^VM status: $2\$"; do
		echo "info status"
		sleep 0.1
	done
}

# break_wait LOG: for its monitor, until it is there. No machine can be loaded in the state
# "debug". It goes on, and the byte that comes with that stops it before it does anything.
break_wait()
{
	asked "$1" 'paused (debug)'
	printf '%s\003' "$(packet c)" >&3
	asked "$1" paused
}
