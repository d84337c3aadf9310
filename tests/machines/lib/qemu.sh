# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The emulator: Debian's, with the patches in qemu/patches.

qemu_patches=$here/qemu/patches
# All of them in one build: most of what is compiled is common.
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
	mkdir "$header.gch"
	for object in "${objects[@]}"; do
		ninja -t commands "$object" | tail -n 1 |
			sed "s|-MD .*|-x c-header -o $header.gch/${object%%.*} $header|" |
			sh -e
	done
}

qemu_build()
{
	local source=$2 patch target programs

	cd "$1" || return
	# Debian's own python3 and meson, whatever else the user has.
	PATH=/usr/sbin:/usr/bin:/sbin:/bin
	dpkg-source --no-check -x "$source"/*.dsc source
	rm ./*.tar.*
	for patch in $(qemu_series); do
		patch -d source -p1 --no-backup-if-mismatch <"$qemu_patches/$patch"
	done
	mkdir build
	cp "$here/qemu/cc" build
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
	cache_discard source build
}

qemu_make()
{
	need_packages
	cache_space 900
	build_step 'building QEMU' "$cache/log/qemu" qemu_build "$@"
}

# qemu is the emulator's path.
need_qemu()
{
	local source key

	[[ ! $qemu ]] || return 0
	cache_entry qemu-source "$debian" qemu_source_make
	source=$REPLY
	key=$(
		cd "$qemu_patches" || exit
		{
			declare -f qemu_precompile qemu_build
			cat "$here/qemu/cc"
			qemu_series | xargs -r -d '\n' cat --
		} | cache_key "$(<"$source/version")" "${qemu_targets[@]}" \
			"${qemu_flags[@]}"
	)
	cache_entry qemu "$key" qemu_make "$source"
	qemu=$REPLY/qemu-system-$QEMU_TARGET
}
