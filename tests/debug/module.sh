# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Modules and programs that are tests, built for a machine.
# shellcheck source=../cached.sh
. tests/cached.sh

# build_module MACHINE FOLDER COPY [VARIABLE...]: the module in FOLDER, in a private copy of
# all that it may include, as make leaves things beside the sources. What has not
# changed since the last time is not built again.
build_module()
{
	local environment

	read -ra environment < <(tests/machines/run "$1" --print env) || return
	mkdir -p "$3/tests/selftests" &&
	cp -ru Kbuild VERSION kmod uapi include "$3" &&
	cp -ru tests/*.h tests/unit tests/kunit tests/debug "$3/tests" &&
	cp -ru tests/selftests/{fake_pmu,held_exit,marker} "$3/tests/selftests" &&
	make -s -C "${environment[0]#KDIR=}" M="$3/$2" "${environment[@]:1}" "${@:4}" \
		modules
}

# make_kunit MACHINE FOLDER: perfcnt_kunit.ko there; no path of the copy is in what it says.
make_kunit()
{
	build_module "$1" tests/kunit "$2.copy" KCFLAGS="-ffile-prefix-map=$2.copy/=" &&
	mkdir "$2" && cp "$2.copy/tests/kunit/perfcnt_kunit.ko" "$2"
}

# build_all MACHINE FOLDER: the machine, all that its tests are, and in FOLDER what is not
# in the cache; once for those who want it at the same time.
build_all()
{
	local environment lock

	mkdir -p "$2" && exec {lock}>"$2/.lock" && flock "$lock" &&
	tests/machines/run "$1" --quiet --build-only &&
	read -ra environment < <(tests/machines/run "$1" --print env) &&
	tests/selftests/build "$1" >/dev/null &&
	make -s -C tests/debug O="$2" "${environment[@]}" &&
	cached "kunit-$1" "$2/kunit" "${environment[@]}" -- make_kunit "$1" "$2/kunit" < <(
		find tests/debug/module.sh Kbuild VERSION kmod uapi include tests/*.h \
			tests/{unit,kunit} -type f) &&
	exec {lock}>&-
}
