# SPDX-License-Identifier: GPL-2.0
# The three lines that become the variable word by the fewest letters that are put in, taken
# out or changed, and by no more than the variable most.

function least(a, b)
{
	return a < b ? a : b
}

function distance(from, to, m, n, i, j, row, left, above)
{
	m = length(from)
	n = length(to)
	for (j = 0; j <= n; j++)
		row[j] = j
	for (i = 1; i <= m; i++) {
		left = row[0]
		row[0] = i
		for (j = 1; j <= n; j++) {
			above = row[j]
			row[j] = least(least(above, row[j - 1]) + 1,
				       left + (substr(from, i, 1) != substr(to, j, 1)))
			left = above
		}
	}
	return row[n]
}

(n = distance(word, $0)) <= most {
	print n, $0 | "sort -n | head -n 3 | sed 's/^[0-9]* //'"
}
