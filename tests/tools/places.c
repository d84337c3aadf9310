// SPDX-License-Identifier: GPL-2.0
/*
 * places FILE: what pc_profile knows of addresses that an ELF file was linked for.  Each line
 * of the input is one, in hex; its line of the output has tabs between the address, the
 * function, the file and the line, and a name and the line of its caller for each function
 * that is inlined there, the outermost first.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "symbols/elf_file.h"

int main(int argc, char **argv)
{
	struct elf_file *file = argc != 2 ? NULL :
		elf_file_open(argv[1], open(argv[1], O_RDONLY), "");
	char text[64];
	unsigned int i;

	if (!file)
		return 1;
	while (fgets(text, sizeof(text), stdin)) {
		uint64_t address = strtoull(text, NULL, 16);
		struct place place = { .function = PLACE_UNKNOWN };

		elf_file_place(file, address, false, &place);
		elf_file_inlined(file, &place);
		printf("%" PRIx64 "\t%s\t%s\t%u", address, place.function,
		       place.line_file ?: "", place.line);
		for (i = 0; i < place.inlined_count; i++)
			printf("\t%s\t%u", place.inlined[i].function,
			       place.inlined[i].call_line);
		putchar('\n');
	}
	elf_file_close(file);
	return 0;
}
