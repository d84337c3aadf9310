// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names in the head of a profile: of sites, and of events. */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "profile.h"

#define BETWEEN_EVENTS	", \t\n"

/* What is looked for, and where it is. */
struct place {
	uintptr_t address;
	uint64_t base;
	const char *object;
};

static int look_at_object(struct dl_phdr_info *info, size_t size, void *data)
{
	struct place *place = data;
	unsigned int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

		if (info->dlpi_phdr[i].p_type != PT_LOAD ||
		    place->address - begin >= info->dlpi_phdr[i].p_memsz)
			continue;
		place->base = info->dlpi_addr;
		place->object = info->dlpi_name;
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

static void describe(struct perfcnt_regions_site *row, const struct perfcnt_site *site)
{
	struct place place = { .address = (uintptr_t)site, .object = "" };

	dl_iterate_phdr(look_at_object, &place);
	row->base = place.base;
	if (site->first)
		row->id = (const char *)site - (const char *)site->first;
	row->line = site->line;
	snprintf(row->name, sizeof(row->name), "%s", site->name);
	snprintf(row->function, sizeof(row->function), "%s", site->function);
	copy_end(row->file, sizeof(row->file), site->file);
	copy_end(row->object, sizeof(row->object), place.object);
}

void perfcnt_profile_know(struct perfcnt_site *site)
{
	struct perfcnt_regions_head *head = perfcnt_profile_head;
	uint32_t number = head->sites;
	sigset_t signals;

	perfcnt_profile_lock(&signals);
	if (!site->index && number < PERFCNT_REGIONS_SITES - 1) {
		describe(&head->site[number], site);
		if (!site->first)
			head->site[number].id = number;
		__atomic_store_n(&head->sites, number + 1, __ATOMIC_RELEASE);
		__atomic_store_n(&site->index, number, __ATOMIC_RELEASE);
	} else if (!site->index) {
		strcpy(head->site[number].name, "others");
		head->lost_sites++;
		__atomic_store_n(&site->index, number, __ATOMIC_RELEASE);
	}
	perfcnt_profile_unlock(&signals);
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

void perfcnt_profile_add_sets(struct perfcnt_regions_head *head, const char *events)
{
	while (events && *events) {
		add_set(head, events);
		events += strcspn(events, ";");
		events += *events == ';';
	}
}

int perfcnt_profile_set(const char *events)
{
	struct perfcnt_regions_head *head = perfcnt_profile_head;
	sigset_t signals;
	unsigned int set;
	int found = -1;

	perfcnt_profile_lock(&signals);
	for (set = 0; found < 0 && set < head->sets; set++)
		if (is_set(head, set, events))
			found = set;
	if (found < 0)
		found = add_set(head, events);
	perfcnt_profile_unlock(&signals);
	return found;
}
