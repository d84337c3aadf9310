#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What is measured on the 34K, see sweeping.md. Prints the dumps, each line with the
# name of its file.
set -e

# The note's Figure 5, with all that stalls.
pc_sweep --machine --quiet -uicb --stalls_all --append grep.dump grep root /etc/passwd

# Two loops: one fits in the data cache, the other does not.
for size in 16 128; do
	pc_sweep --machine --quiet -uicb --stalls_all --append loops.dump ./sum "$size" 200000
done

# The note's Tables 6 to 8, with a mergesort.
for block in 64 128 256 512 1024 2048; do
	pc_sweep --machine --quiet -uic --evens 18 --odds 25 --append blocks.dump \
		./mergesort random 32768 "$block" 4
done
for threads in 1 2 3 4 5; do
	pc_sweep --machine --quiet -uicb --stalls_all --append threads.dump \
		./mergesort random 32768 64 "$threads"
done

# Its first list of stalls of its own.
pc_sweep --machine --quiet -ui --evens "18 37 39" --odds "18 37 39" --append custom.dump \
	./mergesort random 32768 64 1

# Its Figure 8 and Table 8, with a decoder of one thread.
pc_sweep --machine --quiet -uicb --stalls_all --append mpeg2dec.dump -- mpeg2dec -o null clip.m2v

for dump in *.dump; do
	sed "s/^/@$dump /" "$dump"
done
