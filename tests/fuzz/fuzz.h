/* SPDX-License-Identifier: GPL-2.0 */
/* What every harness includes. */
#ifndef PERFCNT_FUZZ_H
#define PERFCNT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says what does not hold, and aborts. */
void fuzz_fail(const char *file, int line, const char *what)
	__attribute__((__noreturn__));

#define require(what)						\
	do {							\
		if (!(what))					\
			fuzz_fail(__FILE__, __LINE__, #what);	\
	} while (0)

#endif /* PERFCNT_FUZZ_H */
