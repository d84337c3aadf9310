// SPDX-License-Identifier: GPL-2.0
/*
 * plugged TURNS PATH...: each library in turn is loaded, called by some threads by the
 * name of its file, and unloaded, so that the next one may have the same addresses.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 32

static uint32_t turns;

static void *run(void *argument)
{
	uint32_t (*function)(uint32_t) = (uint32_t (*)(uint32_t))(uintptr_t)argument;

	return (void *)(uintptr_t)function(turns / THREADS);
}

/* /tmp/one.so has one(). */
static void *find(void *library, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = strdup(slash ? slash + 1 : path);
	void *found;

	name[strcspn(name, ".")] = '\0';
	found = dlsym(library, name);
	free(name);
	return found;
}

static int call(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);
	void *function = library ? find(library, path) : NULL;
	pthread_t threads[THREADS];
	int i;

	if (!function) {
		fprintf(stderr, "%s\n", dlerror());
		return EXIT_FAILURE;
	}
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, run, function))
			return EXIT_FAILURE;
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%s at %p\n", path, function);
	return dlclose(library) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	int i;

	for (i = 2; i < argc; i++) {
		turns = strtoul(argv[1], NULL, 10);
		if (call(argv[i]))
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
