# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# The machine's kernel: Debian's own, and a tree to build modules against.

# What the entry has: kernel (to boot), config, release (uname -r), kdir (a link
# to the tree), kbuild (the host's package that has the tree's programs).
kernel_fetch()
{
	local image flavour common kbuild deb

	cd "$1" || return
	image=$(apt_depends "$KERNEL_META" linux-image-)
	flavour=$(apt_depends "$HEADERS_META" linux-headers-)
	common=$(apt_depends "$flavour" linux-headers-)
	kbuild=$(apt_depends "$flavour" linux-kbuild-)
	apt_run apt-get download "$image" "$flavour" "$common"
	for deb in *.deb; do
		dpkg-deb -x "$deb" files
	done

	mv "files/boot/$KERNEL_FILE-${image#linux-image-}" kernel
	mv "files/boot/config-${image#linux-image-}" config
	mv "files/usr/src/$flavour" "files/usr/src/$common" .
	rm -r files ./*.deb
	echo "${image#linux-image-}" >release
	echo "$kbuild" >kbuild
	ln -s "$flavour" kdir

	# The packaged tree looks for its other half, and for the programs that
	# build, where they are installed. Here the other half is beside it, and
	# the programs are the host's, for the host's architecture.
	# shellcheck disable=SC2016 # for make to expand
	printf 'include $(dir $(lastword $(MAKEFILE_LIST)))../%s/Makefile\n' \
		"$common" >"$flavour/Makefile"
	ln -sfn "/usr/lib/$kbuild/scripts" "$flavour/scripts"
	ln -sfn "/usr/lib/$kbuild/scripts" "$common/scripts"
	ln -sfn "/usr/lib/$kbuild/tools" "$flavour/tools"
	ln -sfn "/usr/lib/$kbuild/tools" "$common/tools"
}

kernel_make()
{
	cache_space 1000
	apt_fresh
	fetch_step "fetching $machine's kernel and headers" \
		"$cache/log/kernel-$machine" kernel_fetch "$1"
}

kernel_key()
{
	declare -f kernel_fetch | cache_key "$debian" "$DEBIAN_ARCH" \
		"$KERNEL_META" "$HEADERS_META" "$KERNEL_FILE"
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
image_unpack()
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

image_make()
{
	need_packages
	cache_space 100
	build_step "unpacking $machine's kernel" "$cache/log/image-$machine" \
		image_unpack "$@"
}

# image is the file that QEMU boots.
need_image()
{
	local key

	need_kernel
	image=$kernel/kernel
	[[ $KERNEL_PACKED ]] || return 0
	key=$(declare -f image_unpack | cache_key "$kernel")
	cache_entry "image-$machine" "$key" image_make "$kernel/kernel"
	image=$REPLY/kernel
}
