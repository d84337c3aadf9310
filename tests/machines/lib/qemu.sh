# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The emulator: Debian's, with the patches in qemu/patches.

qemu_patches=$here/qemu/patches
# All of these in one build: most of what is compiled is common. Any other one is built
# alone, by who needs it.
qemu_targets=(mipsel aarch64 x86_64)
qemu_flags=(--without-default-features --enable-tcg --disable-docs
	--disable-tools --disable-werror --disable-debug-info
	--disable-qom-cast-debug --enable-trace-backends=nop
	--with-devices-mipsel=small --with-devices-aarch64=small
	--with-devices-x86_64=small
	--firmwarepath=/usr/share/qemu:/usr/share/seabios)

qemu_source_fetch()
{
	cd "$1" || return
	apt_run apt-get source --download-only qemu
	sed -n 's/^Version: //p' ./*.dsc | head -n 1 >version
}

qemu_source_make()
{
	cache_space 200
	apt_fresh
	fetch_step "fetching QEMU's source" "$cache/log/qemu-source" \
		qemu_source_fetch "$1"
}

qemu_series()
{
	sed 's/#.*//; s/[[:space:]]*$//; /^$/d' "$qemu_patches/series"
}

# What every file of QEMU's includes first, compiled: for what is common to the targets
# and for each of them.
qemu_precompile()
{
	local header=../source/include/qemu/osdep.h object objects

	objects=(libqom.fa.p/qom_object.c.o)
	for object in "${qemu_targets[@]}"; do
		objects+=("libqemu-$object-softmmu.fa.p/cpu.c.o")
	done
	ninja config-poison.h
	mkdir -p "$header.gch"
	for object in "${objects[@]}"; do
		[[ ! -e $header.gch/${object%%.*} ]] || continue
		ninja -t commands "$object" | tail -n 1 |
			sed "s|-MD .*|-x c-header -o $header.gch/${object%%.*} $header|" |
			sh -e
	done
}

qemu_unpack()
{
	local patch

	dpkg-source --no-check -x "$1"/*.dsc source
	rm -r ./*.tar.* source/roms
	for patch in $(qemu_series); do
		patch -d source -p1 --no-backup-if-mismatch <"$qemu_patches/$patch"
	done
	mkdir build
	cp "$here/qemu/cc" build
}

# qemu_build FOLDER SOURCE ENTRY: goes on where ENTRY's one target was built, if that is
# there: it was this same folder.
qemu_build()
{
	local target programs

	cd "$1" || return
	# Debian's own python3 and meson, whatever else the user has.
	PATH=/usr/sbin:/usr/bin:/sbin:/bin
	if [[ -e $3/build ]]; then
		mv "$3"/{source,build} .
	else
		qemu_unpack "$2"
	fi
	cd build || return
	../source/configure --meson=/usr/bin/meson --cc="$PWD/cc" \
		--target-list="${qemu_targets[*]/%/-softmmu}" "${qemu_flags[@]}"
	qemu_precompile
	programs=("${qemu_targets[@]/#/qemu-system-}")
	ninja "${programs[@]}"
	for target in "${programs[@]}"; do
		strip -o "../$target" "$target"
	done
	cd .. || return
	((${#qemu_targets[@]} == 1)) || cache_discard source build
}

# qemu_make FOLDER SOURCE ENTRY [BUILDER]
qemu_make()
{
	need_packages
	cache_space 900
	build_step "building QEMU for ${qemu_targets[*]}" "$cache/log/qemu" \
		"${4:-qemu_build}" "${@:1:3}"
}

# qemu_build_alone FOLDER SOURCE: a target that is like one of those but for the order of
# bytes.
qemu_build_alone()
{
	local begun=$1/begun devices=configs/devices

	mkdir "$begun"
	cd "$begun" || return
	qemu_unpack "$2"
	cp "source/$devices/$QEMU_TARGET"{el,}-softmmu/small.mak
	qemu_build "$1" "$2" "$begun"
	rmdir "$begun"
	cache_discard source build
}

# qemu_key TARGET...
qemu_key()
(
	cd "$qemu_patches" || exit
	{
		declare -f qemu_precompile qemu_unpack qemu_build
		cat "$here/qemu/cc"
		qemu_series | xargs -r -d '\n' cat --
	} | cache_key "$(<"$source/version")" "$@" "${qemu_flags[@]}"
)

qemu_maker=

# From nothing it is made beside all else that takes long.
qemu_ahead()
{
	[[ ! $qemu && ! -e $cache/qemu ]] || return 0
	beside=1
	(
		trap stop EXIT
		trap 'exit 143' TERM
		need_qemu
	) &
	qemu_maker=$!
}

# The same for a target that is not one of qemu_targets.
need_qemu_alone()
{
	local qemu_targets=("$QEMU_TARGET")
	local qemu_flags=("${qemu_flags[@]}" "--with-devices-$QEMU_TARGET=small")

	cache_entry "qemu-$QEMU_TARGET" "$(qemu_key "$QEMU_TARGET")" qemu_make "$source" '' \
		qemu_build_alone
	qemu=$REPLY/qemu-system-$QEMU_TARGET
}

# qemu is the emulator's path. Who comes first gets one target, and who needs another one
# all of them, built on from there.
need_qemu()
{
	local qemu_targets=("${qemu_targets[@]}") source target first=$QEMU_TARGET entry=

	[[ ! $qemu ]] || return 0
	[[ ! $qemu_maker ]] || wait "$qemu_maker" || exit 125
	qemu_maker=
	cache_entry qemu-source "$debian" qemu_source_make
	source=$REPLY
	if [[ " ${qemu_targets[*]} " != *" $QEMU_TARGET "* ]]; then
		need_qemu_alone
		return
	fi
	if [[ ! -e $cache/qemu/$(qemu_key "${qemu_targets[@]}") ]]; then
		for target in "${qemu_targets[@]}"; do
			[[ ! -e $cache/qemu/$(qemu_key "$target") ]] || first=$target
		done
		entry=$cache/qemu/$(qemu_key "$first")
		[[ $first != "$QEMU_TARGET" ]] || qemu_targets=("$QEMU_TARGET")
	fi
	cache_entry qemu "$(qemu_key "${qemu_targets[@]}")" qemu_make "$source" "$entry"
	qemu=$REPLY/qemu-system-$QEMU_TARGET
}
