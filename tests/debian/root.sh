# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154,SC2317
# A Debian made for tests that install, from tests/install and tests/debian.

export LC_ALL=C
unset CDPATH
umask 022
here=$PWD/tests/machines
quiet=1

# Everything runs in namespaces of its own: no mount outlives it, nor a process,
# and there is no network.
skip()
{
	echo "ok 1 - ${1%% *} # SKIP ${1#* }"
	echo 1..1
	exit
}

# root_possible NAME
root_possible()
{
	((EUID == 0)) || skip "$1 a root file system is made by root only"
	command -v mmdebstrap >/dev/null || skip "$1 mmdebstrap is not installed"
	unshare --mount --net --pid --fork --mount-proc true 2>/dev/null ||
		skip "$1 root may not make namespaces here"
}

# shellcheck source=../machines/lib/message.sh
. "$here/lib/message.sh"
# shellcheck source=../machines/lib/cache.sh
. "$here/lib/cache.sh"
# shellcheck source=../machines/lib/apt.sh
. "$here/lib/apt.sh"
# shellcheck source=../machines/lib/debian.sh
. "$here/lib/debian.sh"

# Left out of the root: what no build reads, and the modules and images of a
# kernel that never runs.
excluded=('/usr/share/locale/*' '/usr/share/info/*' '/boot/*'
	'/lib/modules/*/kernel/*' '/usr/lib/modules/*/kernel/*')

# Of its first kernel the file that boots, for a machine; the root is $1 there.
# shellcheck disable=SC2016 # for mmdebstrap's shell
kernel_hook='
	set -- "$1" "$(cd "$1/lib/modules" && printf "%s\n" * | head -n 1)"
	chroot "$1" sh -c "cd /tmp && apt-get -q download linux-image-$2" &&
	dpkg-deb --fsys-tarfile "$1/tmp/linux-image-$2"_*.deb |
		tar -x -C "$1" --occurrence=1 "./boot/vmlinuz-$2" &&
	rm "$1"/tmp/linux-image-*.deb'

root_make()
{
	local debian_options=(--customize-hook="$kernel_hook")

	cache_space 2500
	debian_make "$suite" "$1" "${packages[@]}" -- "${excluded[@]}"
	debian_headers_only "$1/root"
}

root_fetch()
{
	fetch_step "making a Debian $suite" "$cache/log/packages-$suite" root_make "$1"
}

stop()
{
	[[ ! $step_pid ]] || kill -- "-$step_pid" 2>/dev/null || :
	# unshare holds other signals back; what it started ends with it.
	[[ ! $steps ]] || kill -KILL "$steps" 2>/dev/null || :
	wait
	rm -rf -- "${making[@]}"
	[[ ! $scratch ]] || rm -rf -- "$scratch"
}

scratch=''
steps=''

# need_root: root, of the release suite, and what ccache has kept in it; and in scratch
# what git knows and the working tree has.
need_root()
{
	local key arch

	trap stop EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	cache_open
	# an entry is big
	cache_keep=1
	arch=$(dpkg --print-architecture)
	mapfile -t packages < <(sed '/^#/d; /^$/d' tests/debian/packages)
	packages+=("linux-headers-$arch")
	# both of its kernels
	[[ $suite != bookworm ]] || packages+=("linux-headers-6.12-$arch")
	key=$(declare -f root_make debian_make |
		cache_key "$debian" "$suite" "${packages[@]}" "${excluded[@]}" "$kernel_hook")
	# another release may be out of the host's reach
	[[ $suite == "$debian" ]] ||
		(cache_entry "packages-root-$suite" "$key" root_fetch) ||
		skip "packages Debian $suite cannot be fetched"
	cache_entry "packages-root-$suite" "$key" root_fetch
	root=$REPLY/root
	# What gcc made of the same words before is not made again.
	cache_entry "packages-ccache-$suite" "$key" true
	compiled=$REPLY
	scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
	mkdir "$scratch/perfcnt"
	git ls-files -z --cached --others --exclude-standard |
		while IFS= read -rd '' file; do
			[[ ! -e $file ]] || printf '%s\0' "$file"
		done | xargs -0 cp -a --parents -t "$scratch/perfcnt"
}

# in_namespaces COMMAND...: returns its status.
in_namespaces()
{
	local status=0

	unshare --mount --net --pid --fork --kill-child --mount-proc "$@" &
	steps=$!
	wait "$steps" || status=$?
	steps=''
	return $status
}
