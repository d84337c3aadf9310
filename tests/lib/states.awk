# SPDX-License-Identifier: GPL-2.0
# From the library's headers and states.txt, in this order: what states.c is compiled with.
#
#	enum call, state, kind, context; calls[] and so on	their names
#	FUNCTIONS	call_NAME, for each call
#	RECIPES		step_NAME of each step, for [state]
#	errors[]	the errnos of states.txt, and UNTOUCHED
#	rules[]		what is right, for [line]
#	line_of[]	of states.txt, for [kind][state][call][context]; 0 is no cell
#	CELLS		how many there are
#
# states.txt says what ends the build here.

function fail(words)
{
	printf "%s:%d: %s\n", FILENAME, FNR, words >"/dev/stderr"
	failed = 1
	exit 1
}

function list(what, name)
{
	if ((what, name) in is)
		return
	is[what, name] = 1
	names[what] = names[what] (names[what] ? " " : "") name
}

# The names that a column means, with spaces between them.
function meant(what, column,   all, i, n, part)
{
	if (column == "*")
		return names[what]
	n = split(column, part, "|")
	for (i = 1; i <= n; i++) {
		if (part[i] in group)
			all = all " " meant(what, group[part[i]])
		else if ((what, part[i]) in is)
			all = all " " part[i]
		else
			fail("no " what " has the name " part[i])
	}
	return all
}

# Is there a cell?
function exists(call, kind, state, context)
{
	return ((state, kind) in has) && (context != "handler" || call == "read") &&
	       (object[call] == kind || (object[call] == "object" && is_object[kind]) ||
		(kind == "none" && (call in null)))
}

# A number that was not counted is no success.
function check(call, result,   i, n, part)
{
	n = split(result, part, "|")
	for (i = 1; i <= n; i++) {
		if (part[i] !~ /^(E[A-Z]+|[=~]part|~start|>=part|>=start|some|estimate|slots|0|1|void|none|words|pointer|pid|fd|way)$/)
			fail("no result is called " part[i])
		if (part[i] ~ /^E/)
			list("error", part[i])
		if ((call in number) && part[i] !~ /^E|part$|start$|^(some|estimate|slots)$/)
			fail(call " succeeds with a number that was not counted")
	}
}

BEGIN {
	split("thread process command cpus none topdown regions", order)
	for (i = 1; i in order; i++)
		list("kind", order[i])
	split("same thread child exec closed handler", order)
	for (i = 1; i in order; i++)
		list("context", order[i])
	contexts = i - 1
	is["error", "ENOENT"] = 1 # without the module
	is_object["thread"] = is_object["process"] = is_object["command"] = is_object["cpus"] = 1
}

# A prototype.
FILENAME ~ /\.h$/ {
	if ($0 !~ /^([a-z].*[ *])?perfcnt_[a-z_]+\(/ || /^static/)
		next
	match($0, /perfcnt_[a-z_]+\(/)
	call = substr($0, RSTART + 8, RLENGTH - 9)
	rest = substr($0, RSTART + RLENGTH)
	list("call", call)
	object[call] = "none"
	if (call ~ /^(topdown|regions)_/)
		object[call] = call ~ /^topdown_/ ? "topdown" : "regions"
	else if (rest ~ /^(const )?struct perfcnt \*/)
		object[call] = "object"
	next
}

/^#/ || !NF { next }

$1 == "number" || $1 == "null" {
	n = split(meant("call", $2), part, " ")
	for (i = 1; i <= n; i++)
		if ($1 == "null")
			null[part[i]] = 1
		else
			number[part[i]] = 1
	next
}

$1 == "state" {
	list("state", $2)
	n = split(meant("kind", $3), part, " ")
	for (i = 1; i <= n; i++)
		has[$2, part[i]] = 1
	for (i = 4; i <= NF; i++)
		recipe[$2] = recipe[$2] " step_" $i ","
	next
}

$1 == "group" {
	group[$2] = $3
	next
}

{
	if (NF < 6)
		fail("a line of cells has five columns, and why")
	rule[FNR] = $5
	c = split(meant("call", $1), call_of, " ")
	k = split(meant("kind", $2), kind_of, " ")
	s = split(meant("state", $3), state_of, " ")
	x = split(meant("context", $4), context_of, " ")
	for (i = 1; i <= c; i++)
		check(call_of[i], $5)
	for (i = 1; i <= c; i++)
		for (j = 1; j <= k; j++)
			for (l = 1; l <= s; l++)
				for (m = 1; m <= x; m++)
					if (exists(call_of[i], kind_of[j], state_of[l], context_of[m]))
						line[kind_of[j], state_of[l], call_of[i], context_of[m]] = FNR
}

# As an enum, and the names: say("call", "calls").
function say(what, many,   i, n, part, upper)
{
	upper = toupper(what)
	n = split(names[what], part, " ")
	printf "enum %s {", what
	for (i = 1; i <= n; i++)
		printf "\n\t%s_%s,", upper, part[i]
	printf "\n\t%s_END\n};\n\nstatic const char *const %s[] = {", upper, many
	for (i = 1; i <= n; i++)
		printf "\n\t\"%s\",", part[i]
	print "\n};\n"
}

function say_cells(kind, state, call,   i, cells, any, at, part)
{
	split(names["context"], part, " ")
	for (i = 1; i <= contexts; i++) {
		at = line[kind, state, call, part[i]] + 0
		if (at) {
			ncells++
			held[at] = 1
			any = 1
			seen[call] = 1
		} else if (exists(call, kind, state, part[i])) {
			fail("no line for " call " " kind " " state " " part[i])
		}
		cells = cells (i > 1 ? ", " : "") at
	}
	if (any)
		printf "\t[KIND_%s][STATE_%s][CALL_%s] = { %s },\n", kind, state, call, cells
}

END {
	if (failed)
		exit 1
	say("call", "calls")
	say("state", "states")
	say("kind", "kinds")
	say("context", "contexts")
	k = split(names["kind"], kind_of, " ")
	s = split(names["state"], state_of, " ")
	c = split(names["call"], call_of, " ")
	print "static const struct {\n\tconst char *name;\n\tint error;\n} errors[] = {"
	n = split("UNTOUCHED ENOENT " names["error"], part, " ")
	for (i = 1; i <= n; i++)
		printf "\t{ \"%s\", %s },\n", part[i], part[i]
	print "};\n"
	printf "#define FUNCTIONS"
	for (i = 1; i <= c; i++)
		printf " \\\n\tcall_%s,", call_of[i]
	printf "\n\n#define RECIPES"
	for (i = 1; i <= s; i++)
		printf " \\\n\t[STATE_%s] = {%s },", state_of[i], recipe[state_of[i]]
	print "\n\nstatic const char *const rules[] = {"
	for (at in rule)
		printf "\t[%d] = \"%s\",\n", at, rule[at]
	print "};\n"
	print "static const unsigned short line_of[KIND_END][STATE_END][CALL_END][CONTEXT_END] = {"
	for (j = 1; j <= k; j++)
		for (l = 1; l <= s; l++)
			for (i = 1; i <= c; i++)
				say_cells(kind_of[j], state_of[l], call_of[i])
	printf "};\n\n#define CELLS %d\n", ncells
	for (i = 1; i <= c; i++)
		if (!(call_of[i] in seen))
			fail("no state has perfcnt_" call_of[i] "()")
	for (at in rule)
		if (!(at in held)) {
			printf "line %d holds for no cell\n", at >"/dev/stderr"
			failed = 1
		}
	if (failed)
		exit 1
}
