// SPDX-License-Identifier: GPL-2.0
/*
 * made KIND: runs code that it has made in memory of this kind, and says so in a list below
 * /tmp.  made moved: runs its own text, which it has moved to memory.  made memory: runs this
 * program from memory.
 */
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE	65536
#define TURNS	3000000

/* What TEXT is called is seen in a report; it is of its own pages. */
#ifndef TEXT
#define TEXT	text
#endif

__attribute__((noinline, section(".moved"), aligned(SIZE)))
void TEXT(unsigned long turns)
{
	while (turns--)
		__asm__ volatile("" : "+r"(turns));
}

static void *must(void *memory)
{
	if (memory == MAP_FAILED)
		err(9, "mmap");
	return memory;
}

static void *map(int flags, int file, int protection)
{
	return must(mmap(NULL, flags & MAP_HUGETLB ? 2 << 20 : SIZE, protection, flags, file, 0));
}

/* What is written at the first place is executed at the other. */
static void *make_memory(const char *kind, void **write_at)
{
	const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
	void *memory;
	int file;

	if (!strcmp(kind, "memfd")) {
		file = memfd_create("jit", MFD_CLOEXEC);
		if (file < 0 || ftruncate(file, SIZE))
			err(9, "memfd_create");
		*write_at = map(MAP_SHARED, file, PROT_READ | PROT_WRITE);
		return map(MAP_SHARED, file, PROT_READ | PROT_EXEC);
	}
	if (!strcmp(kind, "removed")) {
		file = open("removed", O_RDWR | O_CREAT | O_TRUNC, 0600);
		if (file < 0 || ftruncate(file, SIZE))
			err(9, "removed");
		memory = map(MAP_SHARED, file, all);
		unlink("removed");
	} else if (!strcmp(kind, "heap")) {
		memory = (void *)(((uintptr_t)sbrk(2 * SIZE) + SIZE - 1) & ~(SIZE - 1ul));
		mprotect(memory, SIZE, all);
	} else if (!strcmp(kind, "shared")) {
		memory = map(MAP_SHARED | MAP_ANONYMOUS, -1, all);
	} else if (!strcmp(kind, "huge")) {
		memory = map(MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, all);
	} else {
		memory = map(MAP_PRIVATE | MAP_ANONYMOUS, -1, all);
	}
	*write_at = memory;
	return memory;
}

static void write_list(void *code, const char *kind)
{
	char path[64];
	FILE *list;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	list = fopen(path, "we");
	if (!list)
		err(9, "%s", path);
	fprintf(list, "%lx 100 made_in_%s\n", (unsigned long)code, kind);
	fclose(list);
}

static void make(const char *kind)
{
	void *write_at, *code;

	if (!strcmp(kind, "user") && (setgid(65534) || setuid(65534)))
		err(9, "setuid");
	code = make_memory(kind, &write_at);
	memcpy(write_at, TEXT, 256);
	__builtin___clear_cache(code, (char *)code + 256);
	write_list(code, kind);
	((void (*)(unsigned long))code)(TURNS);
}

/* As programs do that want large pages for their text. */
static void move(void)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	static char kept[SIZE];
	void *from = TEXT;

	memcpy(kept, from, page);
	must(mmap(from, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		  0));
	memcpy(from, kept, page);
	__builtin___clear_cache(from, (char *)from + page);
	mprotect(from, page, PROT_READ | PROT_EXEC);
	TEXT(TURNS);
}

static void execute_from_memory(char **argv)
{
	int file = memfd_create("program", MFD_CLOEXEC), self = open(argv[0], O_RDONLY);
	struct stat status;
	char *const arguments[] = { argv[0], "text", NULL };

	if (file < 0 || self < 0 || fstat(self, &status) ||
	    sendfile(file, self, NULL, status.st_size) != status.st_size)
		err(9, "memfd_create");
	fexecve(file, arguments, (char *[]){ NULL });
	err(9, "fexecve");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 9;
	if (!strcmp(argv[1], "memory"))
		execute_from_memory(argv);
	else if (!strcmp(argv[1], "moved"))
		move();
	else if (!strcmp(argv[1], "text"))
		TEXT(TURNS);
	else if (!strcmp(argv[1], "gone") && !unlink(argv[0]))
		TEXT(TURNS);
	else
		make(argv[1]);
	return 0;
}
