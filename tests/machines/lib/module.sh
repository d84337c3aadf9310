# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# perfcnt.ko, and the modules beside it, for the machine, built in a private copy of the
# sources.

module_sources=(Makefile Kbuild VERSION kmod uapi include)

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

# module_compile FOLDER WORD...: the modules of the sources in FOLDER/source. Nobody reads
# what debuggers want to know, which is twelve times as big as the rest, and each boot
# would copy it; and BTF is made of that. Such a module looks in more places for counts that
# cannot be, and warns of them (kmod/core/sums.h), unless $MODULE_FLAGS say otherwise.
module_compile()
{
	local new=$1 environment

	read -ra environment < <(module_environment)
	make -C "$new/source" -j "$(nproc)" "${environment[@]}" \
		KCFLAGS="-g0 ${MODULE_FLAGS--DPERFCNT_CHECKED}" \
		CONFIG_DEBUG_INFO_BTF_MODULES= "${@:2}" modules
	mv "$new/source"/*.ko "$new"
	# gcov wants these two to say which lines ran
	find "$new/source" -type f ! -name '*.gcno' ! -name '*.[ch]' -delete
	[[ $(find "$new/source" -name '*.gcno') ]] || rm -r "$new/source"
}

module_copy()
{
	mkdir "$1/source"
	cd "$top" || return
	module_files | xargs -0 cp --parents -t "$1/source" --
}

module_build()
{
	module_copy "$1"
	module_compile "$1"
}

# The same file, with all that the compiler and sparse have to say in messages. Comments
# for kernel-doc are looked at once for all machines, by tests/static.
module_build_checked()
{
	module_copy "$1"
	module_compile "$1" W=1 C=1 cmd_checkdoc= 2>&1 | sed "s|$1/source/||g" | tee "$1/messages"
}

# Does the kernel itself count which lines of its modules run?
kernel_counts()
{
	grep -qx CONFIG_GCOV_KERNEL=y "$kernel/config"
}

# Where it does not: gcov.ko, which does, and a perfcnt.ko that is counted.
module_build_counted()
{
	local new=$1 gcov=$1/source/gcov environment

	read -ra environment < <(module_environment)
	module_copy "$new"
	mkdir "$gcov"
	cp "$scripts"/gcov/*.[ch] "$here"/gcov/* "$gcov"
	make -C "${environment[0]#KDIR=}" M="$gcov" "${environment[@]:1}" modules
	mv "$gcov/gcov.ko" "$new"
	mv "$gcov/Module.symvers" "$new/source/gcov.symvers"
	rm "$gcov/Kbuild" # it is not perfcnt's
	cat "$gcov/Kbuild.perfcnt" >>"$new/source/Kbuild"
	module_compile "$new" KBUILD_EXTRA_SYMBOLS="$new/source/gcov.symvers"
}

# module_make FOLDER BUILDER
module_make()
{
	need_packages
	cache_space 100
	build_step "building perfcnt.ko for $machine" \
		"$cache/log/module-$machine" "$2" "$1"
}

# What an entry is made from, beside the words of its key. A checked module is as
# good as one that is not, and has its key.
module_contents()
{
	declare -f module_copy module_compile module_build_checked "$1"
	cd "$top" || return
	module_files | xargs -0 sha256sum
	[[ $1 == module_build ]] || cat "$here"/gcov/*
}

# module is the path of perfcnt.ko; gcov.ko is beside it if --coverage needs it, and
# messages if check is set.
need_module()
{
	local source key kind=module-$machine builder=module_build

	need_kernel
	for source in "${module_sources[@]}"; do
		[[ -e $top/$source ]] ||
			die "$top/$source is not there to build perfcnt.ko from"
	done
	if [[ $coverage ]] && ! kernel_counts; then
		need_scripts
		kind+=-counted
		builder=module_build_counted
	fi
	key=$(module_contents "$builder" | cache_key "$kernel" "$BUILD_ARCH" \
		"$CROSS_COMPILE" "${scripts:-}" "${MODULE_MAKE[@]}" \
		"${MODULE_FLAGS-checked}")
	if [[ $builder == module_build ]] &&
		[[ $check || -e $cache/$kind-checked/$key ]]; then
		kind+=-checked
		builder=module_build_checked
	fi
	cache_entry "$kind" "$key" module_make "$builder"
	module=$REPLY/perfcnt.ko
}
