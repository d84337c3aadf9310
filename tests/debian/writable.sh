# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# A root that is written to, in memory, in front of one that stays.

# Root's own, not a user's, for whom an overlay does not rename folders?
is_all_of_root()
{
	local first count

	read -r _ first count </proc/self/uid_map
	((first == 0 && count == 4294967295))
}

# writable ROOT DISK: DISK/root has what ROOT has.
writable()
{
	mkdir "$2"
	mount -t tmpfs -o mode=755 perfcnt "$2"
	mkdir "$2"/{upper,work,root}
	{ is_all_of_root && mount -t overlay perfcnt "$2/root" 2>/dev/null \
		-o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work"; } ||
		cp -a "$1/." "$2/root"
	mount -t proc perfcnt "$2/root/proc"
	mount --rbind /dev "$2/root/dev"
}
