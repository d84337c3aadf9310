# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Modules that are tests, built for a machine.

# build_module MACHINE FOLDER COPY: the module in FOLDER, in a private copy of
# all that it may include, as make leaves things beside the sources. What has not
# changed since the last time is not built again.
build_module()
{
	local environment

	read -ra environment < <(tests/machines/run "$1" --print env) || return
	mkdir -p "$3/tests/selftests" &&
	cp -ru Kbuild VERSION kmod uapi include "$3" &&
	cp -ru tests/*.h tests/unit tests/kunit tests/debug "$3/tests" &&
	cp -ru tests/selftests/{fake_pmu,marker} "$3/tests/selftests" &&
	make -s -C "${environment[0]#KDIR=}" M="$3/$2" "${environment[@]:1}" \
		modules
}
