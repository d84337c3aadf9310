/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The file that a recording is written to, as kmod/encoding/regions.h says.  Like kernel.h
 * it is for the library and the tools of the same tree.
 */
#ifndef RING_H
#define RING_H

#include <stdint.h>

#include "../../../kmod/encoding/regions.h"
#include "perfcnt.h"

#endif /* RING_H */
