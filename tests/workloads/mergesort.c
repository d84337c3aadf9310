// SPDX-License-Identifier: GPL-2.0
/*
 * The mergesort of MD00548, section 5.1, as far as its text and Table 6 tell:
 *
 *	mergesort FILE ELEMENTS BLOCKSIZE THREADS
 *
 * sorts the first ELEMENTS 32-bit numbers of FILE.  Each thread has a part,
 * halves it again and again until there are BLOCKSIZE elements or fewer, sorts
 * these by insertion, and merges.  Insertion takes a time that grows with the
 * square of a block's size, so larger blocks mean more instructions, in
 * proportion to BLOCKSIZE: as in Table 6.  At the end it sees that all is sorted
 * and nothing lost.
 */
#include <err.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS	256

/**
 * struct part - what a thread sorts
 * @thread: the thread
 * @numbers: where the part begins
 * @spare: as much room
 * @count: how many numbers
 * @block: how many numbers are sorted by insertion
 */
struct part {
	pthread_t thread;
	uint32_t *numbers;
	uint32_t *spare;
	size_t count;
	size_t block;
};

static void insertion_sort(uint32_t *numbers, size_t count)
{
	size_t i, j;

	for (i = 1; i < count; i++) {
		uint32_t number = numbers[i];

		for (j = i; j && numbers[j - 1] > number; j--)
			numbers[j] = numbers[j - 1];
		numbers[j] = number;
	}
}

/* The two sorted halves of @numbers, the first of @half, become one. */
static void merge(uint32_t *numbers, uint32_t *spare, size_t half, size_t count)
{
	size_t left = 0, right = half, to;

	for (to = 0; to < count; to++) {
		bool take_left = right == count ||
				 (left < half && numbers[left] <= numbers[right]);

		spare[to] = numbers[take_left ? left++ : right++];
	}
	memcpy(numbers, spare, count * sizeof(*numbers));
}

static void merge_sort(uint32_t *numbers, uint32_t *spare, size_t count,
		       size_t block)
{
	size_t half = count / 2;

	if (count <= block) {
		insertion_sort(numbers, count);
		return;
	}
	merge_sort(numbers, spare, half, block);
	merge_sort(numbers + half, spare + half, count - half, block);
	merge(numbers, spare, half, count);
}

static void *sort_part(void *arg)
{
	struct part *part = arg;

	merge_sort(part->numbers, part->spare, part->count, part->block);
	return NULL;
}

/* The parts follow each other, and become one. */
static void merge_parts(const struct part *parts, size_t threads)
{
	size_t i, done = parts[0].count;

	for (i = 1; i < threads; i++) {
		done += parts[i].count;
		merge(parts[0].numbers, parts[0].spare, done - parts[i].count,
		      done);
	}
}

static void sort(uint32_t *numbers, size_t count, size_t block, size_t threads)
{
	struct part parts[MOST_THREADS];
	uint32_t *spare = calloc(count, sizeof(*spare));
	size_t i, begin, end;

	if (!spare)
		err(EXIT_FAILURE, NULL);
	for (i = 0; i < threads; i++) {
		begin = (uint64_t)count * i / threads;
		end = (uint64_t)count * (i + 1) / threads;
		parts[i] = (struct part){
			.numbers = numbers + begin,
			.spare = spare + begin,
			.count = end - begin,
			.block = block,
		};
		errno = pthread_create(&parts[i].thread, NULL, sort_part,
				       &parts[i]);
		if (errno)
			err(EXIT_FAILURE, "thread %zu", i);
	}
	for (i = 0; i < threads; i++)
		pthread_join(parts[i].thread, NULL);
	merge_parts(parts, threads);
	free(spare);
}

static uint32_t *read_numbers(const char *name, size_t count)
{
	uint32_t *numbers = calloc(count, sizeof(*numbers));
	FILE *file = fopen(name, "r");
	size_t got;

	if (!numbers || !file)
		err(EXIT_FAILURE, "%s", name);
	got = fread(numbers, sizeof(*numbers), count, file);
	if (got != count)
		errx(EXIT_FAILURE, "%s has %zu elements, not %zu", name, got,
		     count);
	fclose(file);
	return numbers;
}

static uint32_t sum_of(const uint32_t *numbers, size_t count)
{
	uint32_t sum = 0;

	while (count--)
		sum += numbers[count];
	return sum;
}

static bool is_sorted(const uint32_t *numbers, size_t count)
{
	size_t i;

	for (i = 1; i < count; i++)
		if (numbers[i - 1] > numbers[i])
			return false;
	return true;
}

static size_t positive(const char *what, const char *word, unsigned long max)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(word, &end, 10);
	if (errno || *end || !value || value > max || *word == '-')
		errx(EXIT_FAILURE, "%s: a number from 1 to %lu, not '%s'", what,
		     max, word);
	return value;
}

int main(int argc, char **argv)
{
	size_t count, block, threads;
	uint32_t *numbers, sum;

	if (argc != 5)
		errx(EXIT_FAILURE,
		     "Usage: mergesort FILE ELEMENTS BLOCKSIZE THREADS");
	count = positive("ELEMENTS", argv[2], 1u << 28);
	block = positive("BLOCKSIZE", argv[3], 1u << 28);
	threads = positive("THREADS", argv[4], MOST_THREADS);
	numbers = read_numbers(argv[1], count);
	sum = sum_of(numbers, count);
	sort(numbers, count, block, threads);
	if (!is_sorted(numbers, count) || sum_of(numbers, count) != sum)
		errx(EXIT_FAILURE, "it is not sorted");
	free(numbers);
	return EXIT_SUCCESS;
}
