#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Makes events-34k.md from the event table and from what the emulated 34K is
# known to count. `make docs` calls it.
set -euo pipefail
cd "$(dirname -- "$0")/.."
. Documentation/rows.sh

emulated=tests/machines/qemu/emulated.csv
model=tests/machines/qemu/model.csv
patches=tests/machines/qemu/patches

# The model's numbers stand in a header of the emulator's: are they the same?
compare_model()
{
	diff <(tail -n +2 "$model" | cut -d , -f 1,2) \
		<(cat "$patches"/*.patch | sed -n \
		's/^+#define \(TIME_[A-Z0-9_]*\) *\([0-9][0-9]*\).*/\1,\2/p') >&2
}

cat <<END
<!-- Made by Documentation/events-34k.sh; change its sources instead. -->

# The 34K's events

These are the events of Table 3 of MD00548, "Using the MIPS32 34K Core Performance
Counters". An even event counts on counters 0 and 2, an odd event on counters 1 and 3,
whether it is set by code or by name. *Filter* lists the filters that the event can
have: a thread context (\`@tcN\`), a virtual processing element (\`@vpeN\`), or none,
because it counts for the whole core. Codes that are not listed are reserved:
perfcnt rejects them. Of some events two sources disagree: they are
[unsure](#events-that-are-unsure).

The last two columns say what the emulated 34K of the tests (\`tests/machines\`)
counts. **exact**: exactly what hardware would count. **modelled**: what a model of the
core counts, [see below](#the-model); only with \`--icount\`, 0 without it. **zero**:
always 0, for the reason that is given.

| code | counters | name | description | filter | emulated | how |
|-----:|----------|------|-------------|--------|----------|-----|
END
rows '#define PERFCNT_EVENT(c, b, s, n, d) c|b|s|n|d' uapi/linux/perfcnt_events.h |
	sort -t '|' -s -n -k 1,1 | awk -F '|' -v emulated="$emulated" '
	BEGIN {
		while ((getline line <emulated) > 0) {
			split(line, field, ",")
			how = line
			sub(/^[^,]*,[^,]*,[^,]*,/, "", how)
			gsub(/^"|"$/, "", how)
			status[field[1] "," field[2]] = field[3]
			hows[field[1] "," field[2]] = how
		}
		filter["TC"] = "TC, VPE"
		filter["VPE"] = "VPE"
		filter["CORE"] = "none"
	}
	{
		key = $1 "," tolower($2)
		printf "| %s | %s | `%s` | %s | %s | %s | %s |\n", $1,
			tolower($2), $4, $5, filter[$3], status[key], hows[key]
	}'

compare_model

cat <<END

## Events that are unsure

Names and meanings are those of Table 3. These sources say something else:

| code | counters | name | what they say |
|-----:|----------|------|---------------|
END
rows '#define PERFCNT_EVENT(c, b, s, n, d) E|c|b|n
#define PERFCNT_EVENT_DOUBT(c, b, d) D|c|b|d' uapi/linux/perfcnt_events.h |
	awk -F '|' '
	$1 == "E" { name[$2, $3] = $4 }
	$1 == "D" { printf "| %s | %s | `%s` | %s |\n", $2, tolower($3), name[$2, $3], $4 }'
cat <<END

*oprofile* is its file events/mips/34K, since "correct the performance counters for 34K" of
2010, from MIPS. *Linux* is arch/mips/kernel/perf_event_mipsxx.c, for which an event can have
a filter that Table 3 says counts for the whole core. No 34K was there to try them, and the
emulated one is made from Table 3. \`pc_sweep --list\` and pc_parse's tables and documents say
so of such an event, and dumps do in a comment; \`l2-misses\` is counted by an even counter
unless \`--odds\` has it.

Table 3 reserves event 23 of odd counters. But the note's own file perfcnt_config, in its
section 4.2, sets counter 3 to it (\`3 0x800002ff 0\`), so it is accepted. Its name and its
meaning, cycles in which one thread context alone is eligible to run, are from a later
table of MIPS: \`SINGLE_THREADED_CYCLES\` of the 34K in oprofile. Nothing says which filters
it can have, so it has none. By number, \`--events 23\` is ambiguous: use its name, or
\`--odds\`.

## The model

With \`tests/machines/run 34k --icount\`, time is made of the core's cycles: one for each
instruction that a VPE completes, and one for each cycle in which no VPE could. The model
says when a VPE cannot. It starts, with empty caches, when a counter is used for the
first time (property \`perf-model=first\`; \`reset\`: at once; \`slices\`: never, a cycle is
an instruction; \`off\`: two VPEs do not share time). It is a model and no 34K: it has no
pipeline stages and no queues between them. Two runs of the same command give the same
counts.

- **Caches.** Lines are found by physical address. A fetch that misses stalls until the
  line is there. Loads, stores and prefetches that miss do not: each takes an entry of
  the fill store buffer, and only if all are taken there is a stall (event 51 odd). A load
  stalls at the first use of its value (event 37 odd). Lines come one after the other. A
  line that is written back costs no time.
- **Registers.** Inside a block of code (up to a branch) the latencies below decide when a
  value can be used; before a block all values are ready, but for those of loads that
  missed and of divisions. MIPS16 code has fetches, loads, stores and branches, but no
  such stalls. The accumulators that the DSP ASE adds, and its instructions, have none.
- **A block that an exception interrupts** has had the stalls that its registers cause,
  and its rest has its own again. The slot of a branch likely that is not taken is a cycle
  without an instruction or a stall.
- **Two VPEs.** They take turns of 1000 cycles (property \`perf-slice\`) while both can run.
  One that has gathered stalls of TIME_BLOCK cycles leaves the pipeline to the other for as
  long, so that the other hides them. If both stall, the clock goes on to the end of the
  first stall; only these are stall cycles. Each VPE then counts its own causes, so with
  two the sum of all causes can be above event 18; with one it is equal. A 34K has up to
  nine threads in its two VPEs; Linux here uses one in each.
- **Overflow.** A counter of a modelled event that gets half full interrupts at the end of
  the block of code or of the next one, a few instructions later.

| name | value | unit | source | what it is |
|------|------:|------|--------|------------|
END
tail -n +2 "$model" | awk -F , '{
	meaning = $0
	sub(/^[^,]*,[^,]*,[^,]*,/, "", meaning)
	source = meaning
	if (source ~ /^"/) {
		sub(/^"/, "", source)
		sub(/".*/, "", source)
		sub(/^"[^"]*",/, "", meaning)
	} else {
		sub(/,.*/, "", source)
		sub(/^[^,]*,/, "", meaning)
	}
	gsub(/^"|"$/, "", meaning)
	printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, source, meaning
}'

cat <<'END'

MD00548 is the note whose Table 3 stands above. GCC's 24k.md is gcc/config/mips/24k.md in
GCC's source: it describes the pipeline of the 24K, from which the 34K is made, after
that one's manual. *assumed*: there is no source for it.

## Beside the note's figures

[sweeping.md](sweeping.md) repeats the note's measurements. These are quotients of its
counts (Figure 5, Figure 8, Table 6 with a block size of 64) and of the model's:

    clip=$(tests/machines/run 34k --print clip)
    tests/machines/run 34k --icount --tools --with mpeg2dec -f "$clip" \
        -f build/workloads/mergesort -- 'pc_sweep --machine -cuip grep root /etc/passwd
        pc_sweep --machine -cuip -- mpeg2dec -o null clip.m2v
        head -c 262144 /bin/busybox >r; pc_sweep --machine -cuip --evens 18 ./mergesort r 65536 64 4'

| | grep: note | model | decoder: note | model | mergesort: note | model |
|---|---:|---:|---:|---:|---:|---:|
| IPC | 0.566 | 0.408 | 0.827 | 0.392 | 0.855 | 0.832 |
| all stalls / cycles | | | | | 9.9% | 12.1% |
| fetches / instruction | 0.71 | 0.59 | | 0.57 | | |
| I-cache stall cycles / miss | 10.3 | 46.8 | | 47.4 | | |
| D-cache misses / access | 7.5% | 2.4% | 1.0% | 4.8% | 16.6% | 4.3% |
| D-cache stall cycles / miss | 5.9 | 37.5 | 3.1 | 41.1 | 2.1 | 10.5 |
| cycles with a D-cache miss pending / miss | 7.7 | 45.1 | 7.9 | 46.1 | 13.9 | 33.8 |
| of these, stall cycles | 77% | 83% | 39% | 89% | 15% | 31% |

- A cell is empty where the note does not have the counts, or where they cannot be read. Of
  the I-cache misses of grep one digit cannot: [sweeping.md](sweeping.md) says how it was
  found.
- A line takes about 50 cycles, the note says, and yet a miss is pending for 8 to 14. So
  its misses must be more than lines: probably each access to a line that is on its way
  is one, and each of a line's four fetches. The model counts lines. This also explains
  the different miss rates.
- In the decoder of the note more than half of the pending cycles are hidden by other
  instructions of the same thread, in the model few: its loads do not block, but the code
  here uses their values soon. It is another decoder, built by another compiler, and its
  data are not those of the note; mispredictions and other latencies are assumptions.
- The note's mergesort has four threads in five thread contexts. Here four threads share
  two VPEs, so that two of them wait for the kernel, and hide nothing.
- The sizes of the note's caches are not known; its section 2.1 only lists which there
  can be.
END
