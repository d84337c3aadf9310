# SPDX-License-Identifier: GPL-2.0
# All that gcov says of the files in kmod, added up: an object a file.
($checks | split("\n")) as $checks |
[inputs.files[] | select(.file | test("(^|/)kmod/")) |
	(.file | sub(".*/"; "")) as $name | .lines[] |
	{$name, line: .line_number, function: .function_name, count,
	 branches: [.branches[].count]}] |
# a line can be in several functions: inline ones, and its copies
group_by([.name, .line, .function]) |
map(.[0] + {count: (map(.count) | add),
	    branches: (map(.branches) | transpose | map(add))}) |
group_by([.name, .line]) |
map({name: .[0].name, line: .[0].line, count: (map(.count) | add),
     branches: (map(.branches) | transpose | map(add))}) |
map(if IN("\(.name):\(.line)"; $checks[]) then .branches = [] else . end) |
group_by(.name) |
map({name: .[0].name,
     lines: length,
     lines_run: map(select(.count > 0)) | length,
     branches: map(.branches[]) | length,
     branches_run: map(.branches[] | select(. > 0)) | length,
     not_run: [.[] | if .count == 0 then "\(.line): not run"
	       elif any(.branches[]; . == 0) then
		"\(.line): branch not taken (\(.branches | map(select(. == 0)) | length) of \(.branches | length))"
	       else empty end]})
