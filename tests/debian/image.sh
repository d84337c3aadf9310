# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # also of root.sh
# A Debian that autopkgtest boots: its disk, kernel and initrd.

# of no use there
image_excluded=('/usr/share/locale/*' '/usr/share/man/*' '/usr/share/doc/*'
	'/usr/share/info/*')
image_size=4G

# The root is $1 there.
image_hook='
	cp tests/debian/image/autopkgtest-shell.service "$1/etc/systemd/system"
	chroot "$1" systemctl enable autopkgtest-shell.service
	echo perfcnt >"$1/etc/hostname"
	chroot "$1" update-initramfs -c -k all'

image_make()
{
	local debian_options=(--customize-hook="$image_hook")

	cache_space 6000
	debian_make "$suite" "$1" "${image_packages[@]}" -- "${image_excluded[@]}"
	mv "$1"/root/boot/vmlinuz-* "$1/kernel"
	mv "$1"/root/boot/initrd.img-* "$1/initrd"
	truncate -s "$image_size" "$1/disk"
	/sbin/mke2fs -q -t ext4 -d "$1/root" "$1/disk"
	rm -rf -- "${1:?}/root"
}

image_fetch()
{
	fetch_step "making a Debian $suite to boot" "$cache/log/image-$suite" \
		image_make "$1"
}

# need_image: image is its folder.
need_image()
{
	local key arch

	arch=$(dpkg --print-architecture)
	mapfile -t image_packages < <(sed '/^#/d; /^$/d' tests/debian/image/packages)
	image_packages+=("linux-image-$arch" "linux-headers-$arch")
	key=$({
		declare -f image_make debian_make
		cat tests/debian/image/*.service
	} | cache_key "$debian" "$suite" "${image_packages[@]}" \
		"${image_excluded[@]}" "$image_hook" "$image_size")
	cache_entry "packages-image-$suite" "$key" image_fetch
	image=$REPLY
}
