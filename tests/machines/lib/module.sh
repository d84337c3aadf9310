# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# perfcnt.ko for the machine, built in a private copy of the sources.

module_sources=(Makefile Kbuild VERSION kmod uapi)

# What make needs on its command line to build any module for the machine.
module_environment()
{
	echo "KDIR=$kdir ARCH=$BUILD_ARCH CROSS_COMPILE=$CROSS_COMPILE" \
		"${MODULE_MAKE[@]}"
}

# The files that count: nothing that a build leaves beside them.
module_files()
{
	find "${module_sources[@]}" -type f \( -name '*.[chS]' -o -name Kbuild \
		-o -name Makefile -o -name VERSION \) -print0 | LC_ALL=C sort -z
}

module_build()
{
	local new=$1 environment

	read -ra environment < <(module_environment)
	mkdir "$new/source"
	cd "$top" || return
	module_files | xargs -0 cp --parents -t "$new/source" --
	make -C "$new/source" -j "$(nproc)" "${environment[@]}" modules
	mv "$new/source/perfcnt.ko" "$new"
	# gcov wants these two to say which lines ran
	find "$new/source" -type f ! -name '*.gcno' ! -name '*.[ch]' -delete
	[[ ${COVERAGE_TTY:-} ]] || rm -r "$new/source"
}

module_make()
{
	need_packages
	cache_space 100
	build_step "building perfcnt.ko for $machine" \
		"$cache/log/module-$machine" module_build "$1"
}

# module is the path of perfcnt.ko.
need_module()
{
	local source key

	need_kernel
	for source in "${module_sources[@]}"; do
		[[ -e $top/$source ]] ||
			die "$top/$source is not there to build perfcnt.ko from"
	done
	key=$(
		cd "$top" || exit
		{
			declare -f module_build
			module_files | xargs -0 sha256sum
		} | cache_key "$kernel" "$BUILD_ARCH" "$CROSS_COMPILE" \
			"${MODULE_MAKE[@]}"
	)
	cache_entry "module-$machine" "$key" module_make
	module=$REPLY/perfcnt.ko
}
