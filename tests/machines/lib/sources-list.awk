# SPDX-License-Identifier: GPL-2.0
# From a sources.list: the lines of the Debian release -v suite=NAME, for every
# architecture, with the source packages.
{ sub(/#.*/, "") }

match($0, /^[ \t]*deb[ \t]+(\[[^]]*\][ \t]*)?/) {
	options = substr($0, RSTART, RLENGTH)
	n = split(substr($0, RSTART + RLENGTH), word, /[ \t]+/)
	if (word[1] ~ /^cdrom:/ || word[2] !~ "^" suite "(-updates|-security)?$")
		next
	if (!sub(/^[^[]*\[/, "", options))
		options = ""
	sub(/\].*/, "", options)
	gsub(/(^|[ \t])arch[+-]?=[^ \t]*/, "", options)
	if (options ~ /[^ \t]/)
		options = "[" options "] "
	for (i = 3; i <= n; i++)
		if (word[i] == "main") {
			print "deb " options word[1] " " word[2] " main"
			print "deb-src " options word[1] " " word[2] " main"
		}
}
