# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# Prometheus, promtool and node_exporter of this Debian, unpacked and not installed: a
# package would start them. Gives $prometheus, the folder with the programs. To be
# sourced in the project's folder.

here=$PWD/tests/machines
quiet=1
# shellcheck source=../machines/lib/message.sh
. "$here/lib/message.sh"
# shellcheck source=../machines/lib/cache.sh
. "$here/lib/cache.sh"
# shellcheck source=../machines/lib/apt.sh
. "$here/lib/apt.sh"

prometheus_fetch()
{
	local file

	cd "$1" || return
	apt_run apt-get download prometheus prometheus-node-exporter
	for file in ./*.deb; do
		dpkg-deb -x "$file" tree
	done
	mv tree/usr/bin/{prometheus,promtool,prometheus-node-exporter} .
	rm -r tree ./*.deb
}

prometheus_make()
{
	cache_space 300
	apt_fresh
	fetch_step 'fetching Prometheus' "$cache/log/prometheus" prometheus_fetch "$1"
}

DEBIAN_ARCH=$(dpkg --print-architecture)
cache_open
cache_entry prometheus "$(declare -f prometheus_fetch |
	cache_key "$debian" "$DEBIAN_ARCH")" prometheus_make
prometheus=$REPLY
