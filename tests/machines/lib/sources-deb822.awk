# SPDX-License-Identifier: GPL-2.0
# From a deb822 sources file: the stanzas of the Debian release -v suite=NAME,
# for every architecture, with the source packages.
BEGIN { RS = ""; FS = "\n" }

# The words of a field that match.
function words(text, pattern,    n, i, word, kept) {
	n = split(text, word, /[ \t\n]+/)
	for (i = 1; i <= n; i++)
		if (word[i] ~ pattern)
			kept = kept " " word[i]
	return kept
}

{
	split("", value)
	split("", names)
	fields = 0
	for (i = 1; i <= NF; i++) {
		if ($i ~ /^#/)
			continue
		if ($i ~ /^[ \t]/) {
			value[name] = value[name] "\n" $i
			continue
		}
		colon = index($i, ":")
		name = tolower(substr($i, 1, colon - 1))
		names[++fields] = name
		value[name] = substr($i, colon + 1)
	}
	value["suites"] = words(value["suites"], "^" suite "(-updates|-security)?$")
	value["components"] = words(value["components"], "^main$")
	if (value["suites"] == "" || value["components"] == "" ||
	    words(value["types"], "^deb$") == "")
		next
	value["types"] = " deb deb-src"
	for (i = 1; i <= fields; i++)
		if (names[i] != "architectures")
			print names[i] ":" value[names[i]]
	print ""
}
