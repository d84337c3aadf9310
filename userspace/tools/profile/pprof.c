// SPDX-License-Identifier: GPL-2.0
/*
 * A location is an address of a module, a sample is all samples there, and a stack is one
 * location, as samples have no callers.  What messages refer to by number begins at 1;
 * a text's number is its place in the table of texts, whose first one is empty.
 */
#include <inttypes.h>
#include <search.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "format.h"
#include "hits.h"

/* A message that is being made. */
struct protocol_buffer {
	FILE *out; /* where its fields go; NULL when it is done */
	char *bytes; /* what it is, when it is done */
	size_t size;
};

/* A field begins with its number and its kind, in one number of 7 bits a byte. */

#define KIND_NUMBER	0
#define KIND_BYTES	2

/* Make a message. */
static void protocol_buffer_begin(struct protocol_buffer *message)
{
	*message = (struct protocol_buffer){ 0 };
	message->out = open_memstream(&message->bytes, &message->size);
	if (!message->out)
		out_of_memory();
}

/* Add a number to a list, which has no fields. */
static void protocol_buffer_item(struct protocol_buffer *list, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		fputc((value & 0x7f) | 0x80, list->out);
	fputc(value, list->out);
}

/* Add a number; 0 is left out, as it is what is not there. */
static void protocol_buffer_number(struct protocol_buffer *message, unsigned int field,
				   uint64_t value)
{
	if (!value)
		return;
	protocol_buffer_item(message, field << 3 | KIND_NUMBER);
	protocol_buffer_item(message, value);
}

static void put_bytes(struct protocol_buffer *message, unsigned int field,
		      const char *bytes, size_t size)
{
	protocol_buffer_item(message, field << 3 | KIND_BYTES);
	protocol_buffer_item(message, size);
	fwrite(bytes, 1, size, message->out);
}

/* Add a text. */
static void protocol_buffer_text(struct protocol_buffer *message, unsigned int field,
				 const char *text)
{
	put_bytes(message, field, text, strlen(text));
}

/* Make its bytes ready. */
static void protocol_buffer_end(struct protocol_buffer *message)
{
	if (fclose(message->out))
		out_of_memory();
	message->out = NULL;
}

/* Free a message. */
static void protocol_buffer_free(struct protocol_buffer *message)
{
	if (message->out)
		fclose(message->out);
	free(message->bytes);
}

/* Add a message, or a list of numbers, and free it. */
static void protocol_buffer_put(struct protocol_buffer *message, unsigned int field,
				struct protocol_buffer *part)
{
	protocol_buffer_end(part);
	put_bytes(message, field, part->bytes, part->size);
	protocol_buffer_free(part);
}

/* The fields of the messages in pprof's profile.proto that are written. */
enum profile_field {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_TEXT = 6,
	PROFILE_DURATION = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
};

enum type_field { TYPE_TYPE = 1, TYPE_UNIT = 2 };
enum sample_field { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2 };
enum mapping_field {
	MAPPING_ID = 1,
	MAPPING_LIMIT = 3,
	MAPPING_FILE = 5,
	MAPPING_BUILD_ID = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILES = 8,
	MAPPING_HAS_LINES = 9,
	MAPPING_HAS_INLINED = 10,
};

enum location_field {
	LOCATION_ID = 1,
	LOCATION_MAPPING = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,
};

enum line_field { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum function_field {
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_SYSTEM_NAME = 3,
	FUNCTION_FILE = 4,
	FUNCTION_LINE = 5,
};

/* A profile that is being made. */
struct profile {
	const struct sample_view *view; /* what is shown */
	struct protocol_buffer message;
	uint64_t texts; /* how many texts there are */
	uint64_t locations; /* how many locations */
	uint64_t functions; /* how many functions */
	void *inlined; /* those that are inlined, a tree of tsearch(3) */
};

/* A function that is inlined somewhere. */
struct inlined_function {
	const struct place_frame *frame; /* it, at one of its places */
	uint64_t id;
};

/* The text's number. */
static uint64_t put_text(struct profile *profile, const char *text)
{
	char *copy = text_as_utf8(text);

	protocol_buffer_text(&profile->message, PROFILE_TEXT, copy);
	free(copy);
	return profile->texts++;
}

static void put_type(struct profile *profile, enum profile_field field,
		     const char *what)
{
	uint64_t type = put_text(profile, what), unit = put_text(profile, "count");
	struct protocol_buffer message;

	protocol_buffer_begin(&message);
	protocol_buffer_number(&message, TYPE_TYPE, type);
	protocol_buffer_number(&message, TYPE_UNIT, unit);
	protocol_buffer_put(&profile->message, field, &message);
}

static void put_mapping(struct profile *profile, size_t number, uint64_t limit)
{
	const struct samples *samples = profile->view->samples;
	const struct sample_module *module = &samples->modules[number];
	uint64_t path = put_text(profile, module->path);
	uint64_t build_id = put_text(profile, module->build_id);
	struct protocol_buffer message;

	protocol_buffer_begin(&message);
	protocol_buffer_number(&message, MAPPING_ID, number + 1);
	protocol_buffer_number(&message, MAPPING_LIMIT, limit);
	protocol_buffer_number(&message, MAPPING_FILE, path);
	protocol_buffer_number(&message, MAPPING_BUILD_ID, build_id);
	protocol_buffer_number(&message, MAPPING_HAS_FUNCTIONS, true);
	protocol_buffer_number(&message, MAPPING_HAS_FILES, true);
	protocol_buffer_number(&message, MAPPING_HAS_LINES, true);
	protocol_buffer_number(&message, MAPPING_HAS_INLINED, true);
	protocol_buffer_put(&profile->message, PROFILE_MAPPING, &message);
}

/* Each has its samples below its limit. */
static void put_mappings(struct profile *profile)
{
	const struct sample_view *view = profile->view;
	size_t count = view->samples->module_count, i;
	uint64_t *limits = zeros(count, sizeof(*limits));

	for (i = 0; i < view->samples->spot_count; i++) {
		uint64_t *limit = &limits[view->samples->spots[i].module];

		if (view->places[i].address >= *limit)
			*limit = view->places[i].address + 1;
	}
	for (i = 0; i < count; i++)
		put_mapping(profile, i, limits[i]);
	free(limits);
}

static void put_function(struct profile *profile, uint64_t id, const char *function,
			 const char *source, unsigned int line)
{
	uint64_t name = put_text(profile, function);
	uint64_t file = put_text(profile, source ?: "");
	struct protocol_buffer message;

	protocol_buffer_begin(&message);
	protocol_buffer_number(&message, FUNCTION_ID, id);
	protocol_buffer_number(&message, FUNCTION_NAME, name);
	protocol_buffer_number(&message, FUNCTION_SYSTEM_NAME, name);
	protocol_buffer_number(&message, FUNCTION_FILE, file);
	protocol_buffer_number(&message, FUNCTION_LINE, line);
	protocol_buffer_put(&profile->message, PROFILE_FUNCTION, &message);
}

static int compare(const void *left, const void *right)
{
	const struct place_frame *one = ((const struct inlined_function *)left)->frame;
	const struct place_frame *other = ((const struct inlined_function *)right)->frame;

	return strcmp(one->function, other->function) ?:
	       strcmp(one->file ?: "", other->file ?: "");
}

/* The number of a function that is inlined, once for all of its places. */
static uint64_t inlined_id(struct profile *profile, const struct place_frame *frame)
{
	struct inlined_function *function = zeros(1, sizeof(*function)), **found;

	function->frame = frame;
	found = tsearch(function, &profile->inlined, compare);
	if (!found)
		out_of_memory();
	if (*found != function) {
		free(function);
		return (*found)->id;
	}
	function->id = ++profile->functions;
	put_function(profile, function->id, frame->function, frame->file, 0);
	return function->id;
}

static void put_line(struct protocol_buffer *message, uint64_t function,
		     unsigned int number)
{
	struct protocol_buffer line;

	protocol_buffer_begin(&line);
	protocol_buffer_number(&line, LINE_FUNCTION, function);
	protocol_buffer_number(&line, LINE_LINE, number);
	protocol_buffer_put(message, LOCATION_LINE, &line);
}

/* The innermost function comes first; each has the line where it calls the one before. */
static void put_location(struct profile *profile, const struct place *place,
			 uint64_t function)
{
	size_t module = profile->view->samples->spots[place - profile->view->places]
			.module;
	unsigned int line = place->line, i;
	struct protocol_buffer message;

	protocol_buffer_begin(&message);
	protocol_buffer_number(&message, LOCATION_ID, ++profile->locations);
	protocol_buffer_number(&message, LOCATION_MAPPING, module + 1);
	protocol_buffer_number(&message, LOCATION_ADDRESS, place->address);
	for (i = place->inlined_count; i--; line = place->inlined[i].call_line)
		put_line(&message, inlined_id(profile, &place->inlined[i]), line);
	put_line(&message, function, line);
	protocol_buffer_put(&profile->message, PROFILE_LOCATION, &message);
}

/* All that are at the last location. */
static void put_samples(struct profile *profile, const struct sample_sum *sum)
{
	const struct sample_view *view = profile->view;
	struct protocol_buffer message, locations, values;

	protocol_buffer_begin(&locations);
	protocol_buffer_item(&locations, profile->locations);
	protocol_buffer_begin(&values);
	protocol_buffer_item(&values, sum->samples);
	protocol_buffer_item(&values,
			     sample_rows_estimate(&view->samples->triggers[view->event], sum));
	protocol_buffer_begin(&message);
	protocol_buffer_put(&message, SAMPLE_LOCATION, &locations);
	protocol_buffer_put(&message, SAMPLE_VALUE, &values);
	protocol_buffer_put(&profile->message, PROFILE_SAMPLE, &message);
}

/* Samples of the event, address by address. */
static void put_row(struct profile *profile, uint64_t id, const struct sample_rows *rows,
		    const struct sample_row *row)
{
	struct sample_sum sum = { 0 };
	struct sample_hits hits;
	size_t i;

	sample_hits_find(&hits, profile->view, rows, row);
	put_function(profile, id, row->function, row->file, hits.hits->place->start_line);
	for (i = 0; i < hits.count; i++) {
		const struct place *place = hits.hits[i].place;

		if (hits.hits[i].spot->trigger == profile->view->event)
			sample_sum_merge(&sum, &hits.hits[i].spot->sum);
		if (i + 1 < hits.count &&
		    hits.hits[i + 1].place->address == place->address)
			continue;
		if (sum.samples) {
			put_location(profile, place, id);
			put_samples(profile, &sum);
		}
		sum = (struct sample_sum){ 0 };
	}
	sample_hits_free(&hits);
}

static void put_comment(struct profile *profile, char *words)
{
	if (words)
		protocol_buffer_number(&profile->message, PROFILE_COMMENT,
				       put_text(profile, words));
	free(words);
}

static void make(struct profile *profile)
{
	const struct samples *samples = profile->view->samples;
	const struct sample_trigger *event = &samples->triggers[profile->view->event];
	struct sample_rows rows;
	size_t i;

	put_text(profile, "");
	put_type(profile, PROFILE_SAMPLE_TYPE, "samples");
	put_type(profile, PROFILE_SAMPLE_TYPE, event->event);
	put_type(profile, PROFILE_PERIOD_TYPE, event->event);
	if (!event->frequency)
		protocol_buffer_number(&profile->message, PROFILE_PERIOD, event->period);
	else if (event->all.samples)
		protocol_buffer_number(&profile->message, PROFILE_PERIOD,
				       event->all.events / event->all.samples);
	protocol_buffer_number(&profile->message, PROFILE_DURATION, samples->elapsed);
	if (event->left_out)
		put_comment(profile, formatted("%" PRIu64 " periods were left out: %s",
					       event->left_out,
					       "the samples after them stand for them"));
	put_comment(profile, samples_partial(samples));
	put_mappings(profile);
	sample_rows_make(&rows, profile->view, false);
	profile->functions = rows.count;
	for (i = 0; i < rows.count; i++)
		put_row(profile, i + 1, &rows, &rows.rows[i]);
	tdestroy(profile->inlined, free);
	sample_rows_free(&rows);
}

#ifdef HAVE_ZLIB
#include <zlib.h>

/* zlib's words for the most that a window has, and for gzip's header. */
#define WINDOW_BITS	15
#define WITH_GZIP	16

static void compress_to(FILE *out, struct protocol_buffer *message)
{
	z_stream stream = { 0 };
	unsigned char *packed;
	size_t room;

	if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
			 WINDOW_BITS + WITH_GZIP, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY))
		out_of_memory();
	room = deflateBound(&stream, message->size);
	packed = resize(NULL, room, 1);
	stream.next_in = (unsigned char *)message->bytes;
	stream.avail_in = message->size;
	stream.next_out = packed;
	stream.avail_out = room;
	deflate(&stream, Z_FINISH);
	fwrite(packed, 1, room - stream.avail_out, out);
	deflateEnd(&stream);
	free(packed);
}
#else
static void compress_to(FILE *out, struct protocol_buffer *message)
{
	(void)out;
	(void)message;
	fail("the format pprof needs zlib; pc_profile was built without it");
}
#endif

void sample_pprof_print(FILE *out, const struct sample_view *view)
{
	struct profile profile = { .view = view };

	protocol_buffer_begin(&profile.message);
	make(&profile);
	protocol_buffer_end(&profile.message);
	compress_to(out, &profile.message);
	protocol_buffer_free(&profile.message);
}
