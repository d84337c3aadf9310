# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2016,SC2317 # sed's $ is not ours; tap calls the functions
# For pc_profile report: programs that are built in $scratch, and runs whose samples are
# planted at known places of them.
. tests/tap.sh
scratch=$(mktemp -d "${TMPDIR:-/tmp}/perfcnt.XXXXXXXX")
trap 'rm -rf -- "$scratch"' EXIT
PATH=$(tests/tools/build)/bin:$PATH

# A function that is called, one that becomes a part of it, one of a library.
sources()
{
	cat >"$scratch/part.c" <<-'END'
		static inline __attribute__((always_inline)) int part(int n)
		{
			return n * n + 7;
		}
		__attribute__((noinline)) int whole(int n)
		{
			return part(n) ^ part(n + 1);
		}
	END
	cat >"$scratch/main.c" <<-'END'
		int whole(int n);
		int shared(int n);
		static __attribute__((noinline)) int own(int n)
		{
			return whole(n) - n;
		}
		int main(int argc, char **argv)
		{
			(void)argv;
			return own(argc) + shared(argc);
		}
	END
	echo 'int shared(int n) { return 3 * n; }' >"$scratch/shared.c"
}

# MIPS32, and MIPS16e: what is in a jump's delay slot, and what capstone does not know.
mips_source()
{
	cat >"$scratch/mips.s" <<-'END'
		.set noreorder
		.globl inner, outer, brief
		.text
		.macro function name
		.ent \name
		.type \name, @function
		\name:
		.endm
		.macro ends name
		.end \name
		.size \name, . - \name
		.endm
		function inner
		move $v1, $zero
		move $v0, $zero
		lw $v0, 0($a0)
		addu $v1, $v1, $v0
		bne $a0, $a1, inner + 8
		addiu $a0, $a0, 4
		.word 0x41606601
		jr $ra
		nop
		ends inner
		function outer
		jal inner
		nop
		b inner + 4
		lw $a0, 4($sp)
		ends outer
		.set mips16
		function brief
		li $2, 1
		addiu $2, 300
		jr $31
		addiu $2, 1
		ends brief
	END
}

build_mips()
{
	local environment

	read -ra environment < <(tests/machines/run 34k --print env) &&
		(cd "$scratch" && "${environment[2]#CROSS_COMPILE=}gcc" -g -nostdlib -static \
			-mno-abicalls -fno-pic -Wl,--build-id,-e,inner mips.s -o mips)
}

build()
{
	(
		cd "$scratch" &&
		gcc -O2 -g -fPIC -shared -Wl,--build-id shared.c -o libshared.so &&
		gcc -O2 -g -fPIE -pie -Wl,--build-id main.c part.c -L. -lshared -o pie &&
		gcc -O2 -g -fno-pie -no-pie -Wl,--build-id main.c part.c -L. -lshared \
			-o fixed &&
		objcopy --only-keep-debug pie stripped.debug &&
		objcopy --strip-all --add-gnu-debuglink=stripped.debug pie stripped &&
		objcopy --strip-all pie bare
	)
}

build_id()
{
	readelf -n "$scratch/$1" | sed -n 's/.*Build ID: //p'
}

# offset FILE FUNCTION: where the function is in the file, as readelf says.
offset()
{
	local address file start size

	address=$(nm "$scratch/$1" | awk -v name="$2" '$3 == name { print $1 }')
	readelf -lW "$scratch/$1" | awk '$1 == "LOAD" { print $2, $3, $5 }' |
		while read -r file start size; do
			((0x$address >= start && 0x$address < start + size)) || continue
			printf '%x\n' $((0x$address - start + file))
		done
}

# plant FILE ID_OF OFFSET_OF FUNCTION...: a run with a sample in each.
plant()
{
	local function

	cat <<-END
		perfcnt-samples 1
		command prog
		ended exited with status 0
		elapsed 1000000
		lost 0 0 0 0
		trigger 1000 0 $((1000 * ($# - 3))) 0 instructions:u
		module $(build_id "$2") $scratch/$1
	END
	for function in "${@:4}"; do
		echo "sample 0 0 $(offset "$3" "$function") 1000 1 1 0 5 1"
	done
}

# at FUNCTION OFFSET [FLAGS]...: samples in the MIPS program, after those of plant.
at()
{
	printf 'sample 0 0 %x 1000 1 1 0 5 %s\n' $((0x$(offset mips "$1") + $2)) "${3:-1}"
}

plant_mips()
{
	plant mips mips mips
	at inner 8
	at inner 12
	at inner 16 41
	at inner 24
	at outer 0
	at outer 8
	at brief 2 21
}

# Two events, in two functions and the kernel.
plant_events()
{
	plant pie pie pie whole own |
		sed '/^trigger/a trigger 500 0 1000 0 cycles:u' |
		sed '/^module/a module - [kernel]'
	echo 'sample 1 1 ffffffff80001000 500 7 8 3 1234567890 2'
	echo "sample 1 0 $(offset pie own) 500 7 8 3 1234567890 1"
}

# fails STATUS WORDS ARGUMENT...
fails()
{
	local status=0

	pc_profile "${@:3}" >"$scratch/out" 2>"$scratch/said" </dev/null || status=$?
	cat "$scratch/out" "$scratch/said"
	[[ $status == "$1" && ! -s $scratch/out ]] && grep -qF -- "$2" "$scratch/said"
}
