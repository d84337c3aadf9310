# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The machine's kernel: Debian's own, and a tree to build modules against.

# kernel_move VERSION: the file to boot, and its configuration. Newer packages have
# the first where the modules are, and the second with the headers alone.
kernel_move()
{
	local boot=files/boot

	if [[ -d $boot ]]; then
		mv "$boot/$KERNEL_FILE-$1" kernel
		mv "$boot/config-$1" config
	else
		mv "files/usr/lib/modules/$1/$KERNEL_FILE" kernel
		cp "files/usr/src/linux-headers-$1/.config" config
	fi
}

# What the entry has: kernel (to boot), config, release (uname -r), kdir (a link
# to the tree), kbuild (the host's package that has the tree's programs, if the tree
# is of the host's release of Debian).
kernel_fetch()
{
	local image binary flavour common kbuild programs deb

	cd "$1" || return
	image=$(apt_depends "$KERNEL_META" linux-image-)
	binary=$(apt_dependency "$image" linux-binary-)
	flavour=$(apt_depends "$HEADERS_META" linux-headers-)
	common=$(apt_depends "$flavour" linux-headers-)
	kbuild=$(apt_depends "$flavour" linux-kbuild-)
	apt_run apt-get download "${binary:-$image}" "$flavour" "$common"
	for deb in *.deb; do
		dpkg-deb -x "$deb" files
	done

	kernel_move "${image#linux-image-}"
	mv "files/usr/src/$flavour" "files/usr/src/$common" .
	rm -r files ./*.deb
	echo "${image#linux-image-}" >release
	ln -s "$flavour" kdir
	if [[ $apt_suite ]]; then
		: >kbuild
		toolchain_fetch "$kbuild" "$(apt_dependency "$flavour" gcc-)"
		programs=../toolchain/usr/lib/$kbuild
		toolchain_use "$flavour"
	else
		echo "$kbuild" >kbuild
		programs=/usr/lib/$kbuild
	fi

	# The packaged tree looks for its other half, and for the programs that
	# build, where they are installed. Here the other half is beside it, and
	# the programs are for the host's architecture.
	sed -i "s|/usr/src/|$entry/|" "$flavour/Makefile"
	ln -sfn "$programs/scripts" "$flavour/scripts"
	ln -sfn "$programs/scripts" "$common/scripts"
	ln -sfn "$programs/tools" "$flavour/tools"
	ln -sfn "$programs/tools" "$common/tools"
}

kernel_make()
{
	local apt_suite=${KERNEL_SUITE:-} apt_updated=0

	[[ ! $apt_suite ]] || packages_have patchelf
	cache_space 1000
	apt_fresh
	fetch_step "fetching $machine's kernel and headers" \
		"$cache/log/kernel-$machine" kernel_fetch "$1"
}

# What --newest saw last: an entry of that version is wanted, not any.
kernel_seen()
{
	cat "$cache/newest/$machine" 2>/dev/null || :
}

kernel_key()
{
	{
		declare -f kernel_move kernel_fetch
		[[ ! ${KERNEL_SUITE:-} ]] ||
			declare -f toolchain_fetch toolchain_assembler toolchain_use
		kernel_seen
	} | cache_key "$debian" "${KERNEL_SUITE:-}" "$DEBIAN_ARCH" \
		"$KERNEL_META" "$HEADERS_META" "$KERNEL_FILE"
}

# need_newest: Debian is asked which version it has today; the next need_kernel has that.
need_newest()
{
	local apt_suite=${KERNEL_SUITE:-} apt_updated=0 DEBIAN_ARCH=$DEBIAN_ARCH version

	# a source is not in the index of each architecture
	[[ ! ${LINUX_SOURCE:-} ]] || DEBIAN_ARCH=$(dpkg --print-architecture)
	apt_fresh
	version=$(apt_version "${LINUX_SOURCE:-$KERNEL_META}")
	mkdir -p "$cache/newest"
	echo "$version" >"$cache/newest/$machine"
}

# kbuild is the host's package that has the programs of the kernel's tree. The kernel need
# not be there for that.
kernel_kbuild()
{
	local entry

	[[ ! ${LINUX_SOURCE:-} ]] || return 0
	entry=$cache/kernel-$machine/$(kernel_key)
	if [[ -e $entry ]]; then
		kbuild=$(<"$entry/kbuild")
	elif [[ ! ${KERNEL_SUITE:-} ]]; then
		apt_fresh
		kbuild=$(apt_depends "$HEADERS_META" linux-headers-)
		kbuild=$(apt_depends "$kbuild" linux-kbuild-)
	fi
}

# kernel is the entry, kdir the tree.
need_kernel()
{
	[[ ! ${kernel:-} ]] || return 0
	if [[ ${LINUX_SOURCE:-} ]]; then
		cache_entry "kernel-$machine" "$(linux_key)" linux_make
	else
		cache_entry "kernel-$machine" "$(kernel_key)" kernel_make
	fi
	kernel=$REPLY
	kdir=$(readlink -f -- "$kernel/kdir")
}

# The kernel inside x86's boot file, as its boot protocol says where it is (see
# Documentation/x86/boot.rst). QEMU starts it as well, and the file's own code
# would take 3 s to unpack it in the machine.
image_unpack_x86()
{
	local packed=$2 sectors offset length

	sectors=$(od -An -t u1 -j 0x1f1 -N 1 "$packed")
	offset=$(od -An -t u4 -j 0x248 -N 4 "$packed")
	length=$(od -An -t u4 -j 0x24c -N 4 "$packed")
	# The size that ends it is the kernel's own addition.
	tail -c "+$(((sectors + 1) * 512 + offset + 1))" "$packed" |
		head -c "$((length - 4))" >"$1/packed" || :
	case $(od -An -t x1 -N 4 "$1/packed") in
	' fd 37 7a 58') xz -dc "$1/packed" >"$1/kernel" ;;
	' 28 b5 2f fd') zstd -qdc "$1/packed" >"$1/kernel" ;;
	*) die "$packed: not packed by xz or zstd" ;;
	esac
	rm "$1/packed"
}

# The kernel that the data of MIPS' boot file begins with: its memory from KERNEL_LOAD
# on, where a jump to its entry is (CONFIG_BOOT_RAW).
image_unpack_mips()
{
	local packed=$2 offset

	offset=$("${CROSS_COMPILE}readelf" -SW "$packed" |
		sed -n 's/.* \.data  *PROGBITS  *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
	cd "$1" || return
	xz -dc --single-stream < <(tail -c "+$((16#$offset + 1))" "$packed") >memory
	echo "SECTIONS { . = $KERNEL_LOAD; .data : { *(.data) } }" >script
	"${CROSS_COMPILE}ld" --oformat elf32-tradlittlemips -T script \
		-e "$KERNEL_LOAD" -b binary -o kernel memory
	rm memory script
}

image_make()
{
	need_packages
	cache_space 100
	build_step "unpacking $machine's kernel" "$cache/log/image-$machine" \
		"image_unpack_${BUILD_ARCH/x86_64/x86}" "$@"
}

# image is the file that QEMU boots, of the machine's own kernel or of --kernel's.
need_image()
{
	local key made_from

	if [[ $boot_file ]]; then
		image=$boot_file
		made_from=$(sha256sum <"$boot_file")
	else
		need_kernel
		image=$kernel/kernel
		made_from=$kernel
	fi
	[[ $KERNEL_PACKED ]] || return 0
	key=$(declare -f image_unpack_x86 image_unpack_mips |
		cache_key "$made_from" "${KERNEL_LOAD:-}")
	cache_entry "image-$machine" "$key" image_make "$image"
	image=$REPLY/kernel
}
