// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names: of regions, in the head of a recording of places and of events. */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "recording.h"

#define BETWEEN_EVENTS	", \t\n"

#define NAME_LISTS	256
#define KEPT_AT_ONCE	65536
#define KEPT_ALIGNMENT	__alignof__(struct region_name)

/**
 * struct region_name - a name of regions: each is here once
 * @next: another one of its list
 * @place: that perfcnt_regions_place() returns, which has the number
 * @text: the name
 */
struct region_name {
	struct region_name *next;
	struct perfcnt_region_place place;
	char text[];
};

/* An address that is looked for, and the object that has it. */
struct finding {
	uintptr_t address;
	uint64_t base;
	const char *object;
};

static int look_at_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct finding *finding = data;
	unsigned int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

		if (info->dlpi_phdr[i].p_type != PT_LOAD ||
		    finding->address - begin >= info->dlpi_phdr[i].p_memsz)
			continue;
		finding->base = info->dlpi_addr;
		finding->object = info->dlpi_name;
		return 1;
	}
	return 0;
}

/* The end of a text, as far as there is room. */
static void copy_end(char *to, size_t size, const char *text)
{
	size_t length = strlen(text);

	strcpy(to, text + (length < size ? 0 : length - size + 1));
}

static void describe(struct perfcnt_regions_place *row,
		     const struct perfcnt_region_place *place)
{
	struct finding finding = { .address = (uintptr_t)place, .object = "" };

	dl_iterate_phdr(look_at_object, &finding);
	row->base = finding.base;
	if (place->first)
		row->id = (const char *)place - (const char *)place->first;
	row->line = place->line;
	snprintf(row->name, sizeof(row->name), "%s", place->name);
	snprintf(row->function, sizeof(row->function), "%s", place->function);
	copy_end(row->file, sizeof(row->file), place->file);
	copy_end(row->object, sizeof(row->object), finding.object);
}

/* There is a file, and the lock is taken. */
static void know(struct perfcnt_region_place *place)
{
	struct perfcnt_regions_head *head = perfcnt_regions_file;
	uint32_t number = head->places;

	if (number < PERFCNT_REGIONS_PLACES - 1) {
		describe(&head->place[number], place);
		if (!place->first)
			head->place[number].id = number;
		__atomic_store_n(&head->places, number + 1, __ATOMIC_RELEASE);
	} else {
		strcpy(head->place[number].name, "others");
		head->lost_places++;
	}
	__atomic_store_n(&place->index, number, __ATOMIC_RELEASE);
}

uint32_t perfcnt_regions_know(struct perfcnt_region_place *place)
{
	uint32_t index = __atomic_load_n(&place->index, __ATOMIC_ACQUIRE);

	if (index)
		return index;
	perfcnt_regions_lock();
	perfcnt_regions_name(place);
	if (place->named && !place->index)
		know(place);
	index = place->index;
	perfcnt_regions_unlock();
	return index;
}

/* Memory that stays.  It is not malloc(3)'s, which a handler of a signal may have interrupted. */
static void *keep(size_t size)
{
	static char *next;
	static size_t left;

	size = (size + KEPT_ALIGNMENT - 1) / KEPT_ALIGNMENT * KEPT_ALIGNMENT;
	if (size > left) {
		size_t more = size < KEPT_AT_ONCE ? KEPT_AT_ONCE : size;
		void *memory = mmap(NULL, more, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (memory == MAP_FAILED)
			return NULL;
		next = memory;
		left = more;
	}
	next += size;
	left -= size;
	return next - size;
}

static struct region_name *add_name(const char *text)
{
	static uint32_t names;
	struct region_name *name = keep(sizeof(*name) + strlen(text) + 1);

	if (!name)
		return NULL;
	strcpy(name->text, text);
	name->place = (struct perfcnt_region_place){
		.size = sizeof(name->place),
		.named = ++names,
		.name = name->text,
		.file = "",
		.function = "",
	};
	return name;
}

/* The lock is taken. */
static struct region_name *find_name(const char *text)
{
	static struct region_name *lists[NAME_LISTS];
	struct region_name **list = lists, *name;
	uint32_t hash = 0;
	const char *at;

	for (at = text; *at; at++)
		hash = hash * 31 + (unsigned char)*at;
	list += hash % NAME_LISTS;
	for (name = *list; name; name = name->next)
		if (!strcmp(name->text, text))
			return name;
	name = add_name(text);
	if (name) {
		name->next = *list;
		*list = name;
	}
	return name;
}

void perfcnt_regions_name(struct perfcnt_region_place *place)
{
	const struct region_name *name;
	int error = errno;

	perfcnt_regions_lock();
	/* once: who knows the place's number reads it without the lock */
	name = place->named ? NULL : find_name(place->name);
	if (name)
		__atomic_store_n(&place->named, name->place.named, __ATOMIC_RELAXED);
	perfcnt_regions_unlock();
	errno = error;
}

PERFCNT_API struct perfcnt_region_place *perfcnt_regions_place(const char *name)
{
	struct region_name *known;

	perfcnt_regions_lock();
	known = find_name(name);
	perfcnt_regions_unlock();
	if (known)
		return &known->place;
	errno = ENOMEM;
	return NULL;
}

/* The next event of a text, or an empty one at its end. */
static const char *next_event(const char *text, char name[PERFCNT_NAME_SIZE])
{
	size_t length;

	text += strspn(text, BETWEEN_EVENTS);
	length = strcspn(text, BETWEEN_EVENTS ";");
	snprintf(name, PERFCNT_NAME_SIZE, "%.*s", (int)length, text);
	return text + length;
}

/* Is the set of the head what a text says? */
static bool is_set(const struct perfcnt_regions_head *head, unsigned int set,
		   const char *text)
{
	char name[PERFCNT_NAME_SIZE];
	unsigned int i;

	for (i = 0; i < head->events; i++) {
		if (head->set_of[i] != set)
			continue;
		text = next_event(text, name);
		if (strcmp(name, head->event[i]))
			return false;
	}
	next_event(text, name);
	return !*name;
}

static int add_set(struct perfcnt_regions_head *head, const char *text)
{
	uint32_t events = head->events, set = head->sets;

	while (events < PERFCNT_REGIONS_EVENTS) {
		text = next_event(text, head->event[events]);
		if (!*head->event[events])
			break;
		head->set_of[events++] = set;
	}
	if (set == PERFCNT_REGIONS_SETS || events == PERFCNT_REGIONS_EVENTS) {
		errno = ENOSPC;
		return -1;
	}
	head->events = events;
	__atomic_store_n(&head->sets, set + 1, __ATOMIC_RELEASE);
	return set;
}

void perfcnt_regions_add_sets(struct perfcnt_regions_head *head, const char *events)
{
	while (events && *events) {
		add_set(head, events);
		events += strcspn(events, ";");
		events += *events == ';';
	}
}

int perfcnt_regions_set(const char *events)
{
	struct perfcnt_regions_head *head = perfcnt_regions_file;
	unsigned int set;
	int found = -1;

	perfcnt_regions_lock();
	for (set = 0; found < 0 && set < head->sets; set++)
		if (is_set(head, set, events))
			found = set;
	if (found < 0)
		found = add_set(head, events);
	perfcnt_regions_unlock();
	return found;
}
