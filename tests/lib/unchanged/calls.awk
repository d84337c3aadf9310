# SPDX-License-Identifier: GPL-2.0
# calls.awk OUT TABLES: what the program says of its calls, and what pc_regions shows of all its
# recordings. Each call that is to have a record has one, or it is said why not.
# Names for which a table has no row have one together, "others". Variables:
#   full=1	that is so in all processes
#   event=NAME	what is counted: each record has a count, but those that have no row, and those
#		of threads for which no counter was left, which is said
#   way=device	by it, which a process has closed

function wrong(what, found, wanted)
{
	print what ": " found ", not " wanted
	bad = 1
}

function number(text)
{
	gsub(",", "", text)
	return text + 0
}

$1 == "calls" {
	name[$2] = 1
	records[$2] = $4 - $6 - $8
	if ($3 != records[$2] + $5 + $7 + $8)
		wrong($2 " begun", $3, records[$2] + $5 + $7 + $8)
	all += records[$2]
	left += $5
	unmatched += $6
	open += $7
	deep += $8
	next
}

function end_thread(i)
{
	for (i in timed)
		without[i] += has_reason ? timed[i] : 0
	split("", timed)
	has_reason = 0
}

/^thread [0-9]+, / { end_thread() }
/^the thread could not be counted: .*(no counter is left|no free counter|others have claimed counters) / { has_reason = 1 }

$2 == "nanoseconds" {
	region = $1 ~ /^named-/ || $1 == "others" && !full ? "named" : $1
	found[region] += number($3)
	timed[region] += number($3)
	found_all += number($3)
	next
}

$1 == event { counted[region] += number($2); next }

/ regions were left without an end: / { left -= $1 }
/ ends of regions that were not open$/ { unmatched -= $1 }
/ regions have no record: more than / { deep -= $1 }
/ threads? had no room$/ { no_room += $1 }
/^open: / { open -= NF - 1 }

END {
	end_thread()
	# what a thread has of each that has no room, or none any more in its last destructors
	each["pool"] = 50
	each["late"] = 2
	# of this one there is no recording, which standard error says
	if (!full)
		records["limited"] = 0
	for (i in name) {
		missing = records[i] - found[i]
		if (full)
			continue
		if (without[i])
			print "# " i " without counts, and why: " without[i]
		if (missing < 0 || missing % (i in each ? each[i] : 1))
			wrong(i, found[i] + 0, records[i])
		if (missing)
			print "# " i ": " found[i] + 0 " of " records[i]
		no_room -= missing / (i in each ? each[i] : 1)
		if (event && i != "named" && !(i == "closes" && way == "device") &&
		    counted[i] != found[i] - without[i])
			wrong(i " with counts", counted[i] + 0, found[i] - without[i])
	}
	for (i in found)
		if (!full && !(i in name))
			wrong("records of " i, found[i], 0)
	if (full) # the same two threads as without it, one of them a late one
		no_room -= all - found_all - (each["late"] - 1)
	if (no_room)
		wrong("threads without room more than those whose records are missing", no_room, 0)
	if (left)
		wrong("dropped regions that are not said", left, 0)
	if (unmatched)
		wrong("ends of no region that are not said", unmatched, 0)
	if (deep)
		wrong("regions that were too deep and are not said", deep, 0)
	if (open)
		wrong("open regions that are not said", open, 0)
	exit bad
}
