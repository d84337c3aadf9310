// SPDX-License-Identifier: GPL-2.0
/* binutils' libiberty, if the tools have it. */
#include <stddef.h>

#include "base/memory.h"
#include "demangle.h"

#ifdef HAVE_LIBIBERTY
#undef ARRAY_SIZE /* it has one of its own, which is the same */
#include <libiberty/demangle.h>
#endif

char *demangled(const char *name)
{
	char *text = NULL;

#ifdef HAVE_LIBIBERTY
	text = cplus_demangle(name, DMGL_AUTO);
#endif
	return text ?: copy_text(name);
}
