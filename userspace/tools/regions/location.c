// SPDX-License-Identifier: GPL-2.0
/* IDs are hexadecimal, as they are in a dump; those of two objects may be the same. */
#include <inttypes.h>

#include "base/csv.h"
#include "location.h"

void location_heading(FILE *out)
{
	fputs("id,file,line,function,region,object" CSV_LINE_END, out);
}

void location_print(FILE *out, const struct location *location)
{
	fprintf(out, "%" PRIx64 ",", location->id);
	csv_word(out, location->file, ",");
	fprintf(out, "%" PRIu32 ",", location->line);
	csv_word(out, location->function, ",");
	csv_word(out, location->region, ",");
	csv_word(out, location->object, CSV_LINE_END);
}
