# SPDX-License-Identifier: GPL-2.0
# Adds up the results of a test that prints TAP or KTAP: "PASSED FAILED SKIPPED
# XFAILED", and a line for each thing that is wrong beyond single results.
#
# A document begins with its version; the first one may have none. What a runner
# shows of another program is a document inside its own, where each line has a
# prefix ("# " or spaces). What is innermost counts: of a program whose results are
# there the runner's "ok" is no result, and its "not ok" is one if nothing in that
# program has failed. A document with more or fewer results than planned has failed.

function problem(words)
{
	failed++
	problems = problems "# " words "\n"
}

# A document begins at level d.
function open_document(d, prefix, versioned)
{
	depth = d
	prefix_of[d] = prefix
	has_version[d] = versioned
	plans[d] = planned[d] = results[d] = inside[d] = 0
	failed_before[d] = failed
}

function close_document(d)
{
	if (!plans[d] && (results[d] || has_version[d]))
		problem(results[d] " results without a plan")
	else if (planned[d] != results[d])
		problem(results[d] " results of " planned[d])
	if (d)
		inside[d - 1] += results[d]
	depth = d - 1
}

function plan(d, line)
{
	plans[d]++
	planned[d] += substr(line, 4) + 0
	# of a program inside another the other says so, too
	if (!d && line ~ /^1\.\.0.*# SKIP/)
		skipped++
}

# The result of what is not shown further inside.
function result(line)
{
	if (line ~ /^not/)
		failed++
	else if (line ~ /# SKIP/)
		skipped++
	else if (line ~ /# XFAIL/)
		xfailed++
	else if (line ~ /# XPASS/)
		problem("it was to fail: " line)
	else
		passed++
}

function any_line(d, line)
{
	if (line ~ /^1\.\.[0-9]+/) {
		plan(d, line)
		return
	}
	if (line ~ /^Bail out!/) {
		problem(line)
	} else {
		results[d]++
		if (line ~ /^not/ ? failed == failed_before[d] : !inside[d])
			result(line)
		inside[d] = 0
	}
	failed_before[d] = failed
}

BEGIN { open_document(0, "", 0) }

/^[# ]*K?TAP version [0-9]+$/ {
	prefix = $0
	sub(/K?TAP version.*/, "", prefix)
	while (depth > 0 && length(prefix_of[depth]) > length(prefix))
		close_document(depth)
	if (prefix_of[depth] == prefix)
		close_document(depth)
	open_document(depth + 1, prefix, 1)
	next
}

{
	for (d = depth; d >= 0; d--) {
		line = substr($0, length(prefix_of[d]) + 1)
		if (substr($0, 1, length(prefix_of[d])) != prefix_of[d] ||
		    line !~ /^(not )?ok [0-9]+|^1\.\.[0-9]+|^Bail out!/)
			continue
		while (depth > d)
			close_document(depth)
		any_line(d, line)
		break
	}
}

END {
	while (depth >= 0)
		close_document(depth)
	if (!(passed + failed + skipped + xfailed))
		problem("no results")
	print passed + 0, failed + 0, skipped + 0, xfailed + 0
	printf "%s", problems
}
