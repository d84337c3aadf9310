/* SPDX-License-Identifier: GPL-2.0 */
/* Whether our events leave a counter for those of others. */
#ifndef PERFCNT_ROOM_H
#define PERFCNT_ROOM_H

void perfcnt_room_check(unsigned long counters);

#endif /* PERFCNT_ROOM_H */
