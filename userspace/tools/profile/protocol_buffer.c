// SPDX-License-Identifier: GPL-2.0
/* A field begins with its number and its kind, in one number of 7 bits a byte. */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "protocol_buffer.h"

#define KIND_NUMBER	0
#define KIND_BYTES	2

void protocol_buffer_begin(struct protocol_buffer *message)
{
	*message = (struct protocol_buffer){ 0 };
	message->out = open_memstream(&message->bytes, &message->size);
	if (!message->out)
		out_of_memory();
}

void protocol_buffer_item(struct protocol_buffer *list, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		fputc((value & 0x7f) | 0x80, list->out);
	fputc(value, list->out);
}

void protocol_buffer_number(struct protocol_buffer *message, unsigned int field,
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

void protocol_buffer_text(struct protocol_buffer *message, unsigned int field,
			  const char *text)
{
	put_bytes(message, field, text, strlen(text));
}

void protocol_buffer_end(struct protocol_buffer *message)
{
	if (fclose(message->out))
		out_of_memory();
	message->out = NULL;
}

void protocol_buffer_put(struct protocol_buffer *message, unsigned int field,
			 struct protocol_buffer *part)
{
	protocol_buffer_end(part);
	put_bytes(message, field, part->bytes, part->size);
	protocol_buffer_free(part);
}

void protocol_buffer_free(struct protocol_buffer *message)
{
	if (message->out)
		fclose(message->out);
	free(message->bytes);
}
