# SPDX-License-Identifier: GPL-2.0
# From the headers of /dev/perfcnt, as macros of C: its calls, and all fields of each struct
# but for the size that it begins with.
#
#	CALLS(C)		C(NAME) for each PERFCNT_IOC_NAME
#	FIELDS_type(F, call)	F(call, type, id, path, one, all) for each field: path is that
#				of the first one in an array, id the same with "_"; one is
#				an element of the array, all the array; of others the field
#	FIELD_SIZE(type, path)
#
# What is not understood here ends the build, so that no field is missed; and so does an array
# of structs without a reserved field: programs know where the second element begins, so that
# nothing else can become another field.

function fail(words)
{
	printf "%s:%d: %s\n", FILENAME, FNR, words >"/dev/stderr"
	failed = 1
	exit 1
}

# Has a struct, or one in it, room for another field?
function has_room(type,   i, names, n)
{
	n = split(fields[type], names, " ")
	for (i = 1; i <= n; i++)
		if (names[i] ~ /^reserved/ || has_room(struct_of[type, names[i]]))
			return 1
	return 0
}

# The fields of a struct with what stands before their paths and ids.
function expand(type, path, id, array,   i, names, n, name, inner)
{
	n = split(fields[type], names, " ")
	for (i = 1; i <= n; i++) {
		name = names[i]
		inner = path name
		if (is_array[type, name] && array)
			fail("an array in an array: " inner)
		if (is_array[type, name] && struct_of[type, name] && !has_room(struct_of[type, name]))
			fail("cannot get another field: struct " struct_of[type, name])
		if (struct_of[type, name])
			expand(struct_of[type, name], inner (is_array[type, name] ? "[0]." : "."),
			       id name "_", is_array[type, name] ? inner : array)
		else if (is_array[type, name])
			say(id name, inner "[0]", inner)
		else
			say(id name, inner, array)
	}
}

function say(id, path, array)
{
	printf " \\\n\tF(call, %s, %s, %s, %s, %s)", outer, id, path,
	       array ? array "[0]" : path, array ? array : path
}

FNR == 1 { type = "" }

/^#define[ \t]+PERFCNT_IOC_[A-Z_]+[ \t]+_IO/ {
	calls[++ncalls] = substr($2, length("PERFCNT_IOC_") + 1)
	next
}

/^struct [a-z_]+ \{$/ {
	type = $2
	types[++ntypes] = type
	next
}

type && /^\};$/ {
	type = ""
	next
}

type {
	line = $0
	sub(/[ \t]*\/\*.*\*\/[ \t]*$/, "", line)
	if (line !~ /^\t(__[us](8|16|32|64)|char|struct [a-z_]+) [a-z_0-9]+(\[[A-Z_ +]+\])?;$/)
		fail("not understood: " $0)
	gsub(/^\t|;$/, "", line)
	array = sub(/\[.*/, "", line)
	n = split(line, words, " ")
	name = words[n]
	if (!fields[type] && name == "size" && words[1] == "__u32") {
		has_size[type] = 1
		fields[type] = " "
		next
	}
	fields[type] = fields[type] " " name
	is_array[type, name] = array
	if (words[1] == "struct")
		struct_of[type, name] = words[2]
}

END {
	if (failed)
		exit 1
	print "#define FIELD_SIZE(type, path) sizeof(((struct type *)0)->path)\n"
	printf "#define CALLS(C)"
	for (i = 1; i <= ncalls; i++)
		printf " \\\n\tC(%s)", calls[i]
	print ""
	for (i = 1; i <= ntypes; i++)
		if (has_size[types[i]]) {
			outer = types[i]
			printf "\n#define FIELDS_%s(F, call)", outer
			expand(outer, "", "", "")
			print ""
		}
}
