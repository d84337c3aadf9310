# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# The host is a Debian 12, whose release of mipsel, QEMU and all programs the tests know.

# on_debian_12 PROGRAM ARGUMENT...: on another host, runs this in a Debian 12 instead.
on_debian_12()
{
	# shellcheck source=/dev/null
	[[ $(. /etc/os-release && echo "${VERSION_CODENAME:-}") == bookworm ]] ||
		exec "$(dirname -- "${BASH_SOURCE[0]}")/../host" "$@"
}
