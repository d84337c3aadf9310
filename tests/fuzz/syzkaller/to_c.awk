# SPDX-License-Identifier: GPL-2.0
# The description's structs and names as C, which compiles if they are those of
# uapi/linux/perfcnt.h and perfcnt_samples.h.

BEGIN {
	print "#include <stddef.h>"
	print "#include <fcntl.h>"
	print "#include <linux/perfcnt.h>"
	print "#include <linux/perfcnt_samples.h>"
}

# A type that is no struct of the description.
function c_type(type)
{
	if (type ~ /^int8(\[|$)/)
		return "char"
	if (type ~ /^int32(\[|$)/ || type ~ /, int32\]$/)
		return "__u32"
	if (type == "pid")
		return "__s32"
	if (type ~ /^int64(\[|$)/ || type ~ /, int64\]$/)
		return "__u64"
	return "struct syz_" type
}

# The description's constants, whatever for.
{
	rest = $0
	sub(/^#.*/, "", rest)
	gsub(/"[^"]*"/, "", rest)
	while (match(rest, /(PERFCNT|O|AT)_[A-Z0-9_]+/)) {
		name = substr(rest, RSTART, RLENGTH)
		# not what only names a variant of a call
		if (substr(rest, RSTART - 1, 1) != "$" && !(name in known)) {
			known[name] = 1
			checks = checks "static const long long is_" name \
				" __attribute__((unused)) = " name ";\n"
		}
		rest = substr(rest, RSTART + RLENGTH)
	}
}

/^ioctl\$/ {
	match($0, /\$[A-Z0-9_]+/)
	variant = substr($0, RSTART + 1, RLENGTH - 1)
	if ($0 !~ "cmd const\\[" variant "\\]") {
		print "#error a call of another number: " variant
		exit
	}
	described[variant] = 1
}

# Structs of the header; the others are text.
/^perfcnt_[a-z_]+ \{$/ {
	struct = $1
	body = ""
	offsets = ""
	next
}

struct && /^\}/ {
	if (!/packed/) {
		print "struct syz_" struct " {\n" body "};"
		print offsets "_Static_assert(sizeof(struct syz_" struct \
			") == sizeof(struct " struct "), \"" struct "\");"
		structs[struct] = 1
	}
	struct = ""
	next
}

struct {
	field = $1
	type = $0
	sub(/^[ \t]*[a-z0-9_]+[ \t]+/, "", type)
	size = ""
	if (match(type, /^(array|string)\[.*, /)) {
		size = substr(type, RLENGTH + 1)
		sub(/\]$/, "", size)
		type = type ~ /^string/ ? "int8" : substr(type, 7, RLENGTH - 8)
		size = "[" size "]"
	}
	body = body "\t" c_type(type) " " field size ";\n"
	offsets = offsets "_Static_assert(offsetof(struct syz_" struct ", " \
		field ") == offsetof(struct " struct ", " field "), \"" \
		struct "." field "\");\n"
}

END {
	print checks
	count = split(headers, names, " ")
	for (i = 1; i <= count; i++)
		check_header(names[i])
}

# All that a header has is described.
function check_header(header,   line, name)
{
	while ((getline line < header) > 0) {
		if (match(line, /PERFCNT_IOC_[A-Z]+/)) {
			name = substr(line, RSTART, RLENGTH)
			if (line ~ /^#define/ && !(name in described))
				print "#error not described: " name
		}
		if (match(line, /^struct perfcnt_[a-z_]+ \{/)) {
			name = substr(line, 8, RLENGTH - 9)
			# what is in a mapped ring is no argument of a call
			if (!(name in structs) && name !~ /^perfcnt_ring_/)
				print "#error not described: struct " name
		}
	}
}
