# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# What belongs to one boot: an archive behind the root's, and QEMU's words.

# The words as any shell reads them back.
guest_quote()
{
	local word

	for word in "$@"; do
		printf "'%s' " "${word//\'/\'\\\'\'}"
	done
}

# guest_copy FILE[:GUEST_PATH]
guest_copy()
{
	local from=$1 to=/root/ name

	if [[ $from == *:/* ]]; then
		to=/${from##*:/}
		from=${from%:/*}
	fi
	[[ -e $from ]] || die "there is no $from"
	name=$(basename -- "$from")
	[[ $name != . && $name != .. ]] || name=$(basename -- "$(realpath -- "$from")")
	[[ $to != */ ]] || to+=$name
	mkdir -p -- "$guest${to%/*}"
	cp -aHT -- "$from" "$guest$to" || die "cannot copy $from"
}

# Read by guest/init.
guest_settings()
{
	echo "MACHINE=$machine OUTPUT_TTY=$OUTPUT_TTY RESULT_TTY=$RESULT_TTY"
	echo "LOAD=$load COVERAGE=${coverage:+1} ICOUNT=$icount"
	echo "set -- $(guest_quote "${parameters[@]}")"
	if ((interactive)); then
		echo "INTERACTIVE=1 TERM=$(guest_quote "${TERM:-vt100}")"
		stty size | sed 's/\(.*\) \(.*\)/ROWS=\1 COLUMNS=\2/'
	fi
}

guest_command()
{
	case ${#command[@]} in
	0) ;;
	1) printf '%s\n' "${command[0]}" ;;
	*) printf 'exec %s\n' "$(guest_quote "${command[@]}")" ;;
	esac
}

# The current folder as an archive of the same bytes whenever its files have them.
guest_archive()
{
	find . -exec touch -h -d @1 -- {} +
	find . -mindepth 1 -print0 | sort -z | cpio --quiet --null --create \
		--format=newc --owner=0:0 --reproducible
}

# guest_initrd FILE: the archives as one. A later one's files win.
guest_initrd()
{
	local guest=$scratch/guest file

	mkdir -p "$guest/lib/perfcnt"
	cp "$here/guest/init" "$guest"
	[[ ! ${module:-} ]] || cp "${module%/*}"/*.ko "$guest/lib/perfcnt"
	guest_settings >"$guest/lib/perfcnt/settings"
	guest_command >"$guest/lib/perfcnt/command"
	for file in "${files[@]}"; do
		guest_copy "$file"
	done
	(cd "$guest" && guest_archive) | cat ${with:+"$with"} "$root" \
		${tools_cpio:+"$tools_cpio"} - >"$1"
}

# guest_qemu INITRD LOG RESULT: qemu_words is the command that boots.
guest_qemu()
{
	local cpu property append properties=()

	cpu=$QEMU_CPU
	((!icount)) || properties=("${QEMU_ICOUNT_PROPERTIES[@]}")
	for property in "${properties[@]}" "${cpu_properties[@]}"; do
		cpu+=,$property
	done
	append="console=$LOG_TTY loglevel=7 panic=-1"
	append+=" ${KERNEL_WORDS:-}"
	# QEMU 7.2 spoils two bytes there when it starts a kernel by PVH.
	[[ $BUILD_ARCH != x86_64 ]] || ((${#append} < 128)) ||
		die "$machine: more than 127 bytes of words for its kernel: $append"
	qemu_words=("$qemu" "${QEMU_MACHINE[@]}" -cpu "$cpu" -smp "$cpus"
		-nodefaults -no-user-config -no-reboot
		-display none -vga none -net none -monitor none
		-chardev "file,id=log,path=${2//,/,,}"
		-chardev "file,id=result,path=${3//,/,,}")
	if ((interactive)); then
		qemu_words+=(-chardev 'stdio,id=output,mux=on,signal=off')
	else
		qemu_words+=(-chardev 'stdio,id=output,signal=off')
	fi
	qemu_words+=("${QEMU_CHANNELS[@]}")
	if ((icount)); then
		qemu_words+=("${QEMU_ICOUNT[@]}")
		append+=" $KERNEL_ICOUNT"
	else
		qemu_words+=(-accel 'tcg,thread=multi')
	fi
	qemu_words+=(-kernel "$image" -initrd "$1" -append "$append")
}
