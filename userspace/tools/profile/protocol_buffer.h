/* SPDX-License-Identifier: GPL-2.0 */
/* Protocol buffers' encoding: fields with a number, and numbers or bytes in them. */
#ifndef PERFCNT_PROFILE_PROTOCOL_BUFFER_H
#define PERFCNT_PROFILE_PROTOCOL_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct protocol_buffer - a message that is being made
 * @out: where its fields go; NULL when it is done
 * @bytes: what it is, when it is done
 * @size: how many bytes
 */
struct protocol_buffer {
	FILE *out;
	char *bytes;
	size_t size;
};

/**
 * protocol_buffer_begin() - make a message
 * @message: comes back; protocol_buffer_put() or protocol_buffer_free() frees it
 */
void protocol_buffer_begin(struct protocol_buffer *message);

/**
 * protocol_buffer_number() - add a number; 0 is left out, as it is what is not there
 * @message: the message
 * @field: the field's number
 * @value: the number
 */
void protocol_buffer_number(struct protocol_buffer *message, unsigned int field,
			    uint64_t value);

/**
 * protocol_buffer_text() - add a text
 * @message: the message
 * @field: the field's number
 * @text: the text, in UTF-8
 */
void protocol_buffer_text(struct protocol_buffer *message, unsigned int field,
			  const char *text);

/**
 * protocol_buffer_put() - add a message, or a list of numbers, and free it
 * @message: the message
 * @field: the field's number
 * @part: what is added
 */
void protocol_buffer_put(struct protocol_buffer *message, unsigned int field,
			 struct protocol_buffer *part);

/**
 * protocol_buffer_item() - add a number to a list, which has no fields
 * @list: the list
 * @value: the number
 */
void protocol_buffer_item(struct protocol_buffer *list, uint64_t value);

/**
 * protocol_buffer_end() - make its bytes ready
 * @message: the message, to which nothing is added any more
 */
void protocol_buffer_end(struct protocol_buffer *message);

/**
 * protocol_buffer_free() - free a message
 * @message: the message
 */
void protocol_buffer_free(struct protocol_buffer *message);

#endif /* PERFCNT_PROFILE_PROTOCOL_BUFFER_H */
