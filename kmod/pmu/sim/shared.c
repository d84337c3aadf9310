// SPDX-License-Identifier: GPL-2.0
/* What perfcnt.ko has, too, once more: an object belongs to one module. */
#include "../../encoding/control.c"
#include "../../encoding/event.c"
#include "../../encoding/period.c"
#include "../../encoding/reason.c"
#include "../regfile.c"
#include "../regfile_sample.c"
