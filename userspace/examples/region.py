#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Counts a region of a Python program: events of this thread, by name.

    region.py [EVENT]...

Every call of libperfcnt is a symbol of the library, so ctypes needs no more than
what is here.  A number that cannot be right is an OSError, never a number.
"""
import ctypes
import os
import sys

library = ctypes.CDLL("libperfcnt.so.1", use_errno=True)

POINTER = ctypes.c_void_p
STRING = ctypes.c_char_p
INT = ctypes.c_int
UINT = ctypes.c_uint
MASK = ctypes.c_uint32
COUNT = ctypes.POINTER(ctypes.c_uint64)

# What each call returns, and what it takes.
for name, returns, *takes in (
    ("open", POINTER),
    ("close", None, POINTER),
    ("pin", INT),
    ("start", INT, POINTER, MASK),
    ("strerror", STRING, POINTER),
    ("version", STRING),
    ("eventset_new", POINTER, POINTER),
    ("eventset_free", None, POINTER),
    ("eventset_add", INT, POINTER, STRING),
    ("eventset_counters", MASK, POINTER),
    ("eventset_counter", INT, POINTER, UINT),
    ("region_new", POINTER, POINTER),
    ("region_free", None, POINTER),
    ("region_begin", None, POINTER),
    ("region_end", INT, POINTER),
    ("region_empty", None, POINTER, UINT),
    ("region_count", INT, POINTER, UINT, COUNT),
):
    call = getattr(library, "perfcnt_" + name)
    call.restype = returns
    call.argtypes = takes


class Counters:
    """Events of the calling thread, and regions in which they are counted."""

    TRIES = 32

    def __init__(self, *events):
        self.handle = self.set = self.region = None
        self.events = events
        self.handle = self.must(library.perfcnt_open())
        self.set = self.must(library.perfcnt_eventset_new(self.handle))
        self.must(library.perfcnt_pin() == 0)
        for event in events:
            added = library.perfcnt_eventset_add(self.set, event.encode())
            self.must(added == 0)
        mask = library.perfcnt_eventset_counters(self.set)
        self.must(library.perfcnt_start(self.handle, mask) == 0)
        self.region = self.must(library.perfcnt_region_new(self.handle))
        self.calibrate()

    def must(self, result):
        """The result, unless it stands for a failure."""
        if result:
            return result
        error = ctypes.get_errno()
        # the library goes by the errno that ctypes has kept
        words = library.perfcnt_strerror(self.handle).decode()
        raise OSError(error, words)

    def calibrate(self):
        """What an empty region of Python counts itself."""
        tries = 0
        for _ in range(2 * self.TRIES):
            try:
                with self:
                    pass
            except BlockingIOError:  # another program ran on this CPU
                continue
            library.perfcnt_region_empty(self.region, tries)
            tries += 1
            if tries == self.TRIES:
                return
        self.must(tries)

    def __enter__(self):
        library.perfcnt_region_begin(self.region)
        return self

    def __exit__(self, kind, value, trace):
        ended = library.perfcnt_region_end(self.region)
        if kind is None:
            self.must(ended == 0)

    def counts(self):
        """What was counted in the last region: a number for each event."""
        counts = []
        for event in range(len(self.events)):
            value = ctypes.c_uint64()
            counter = library.perfcnt_eventset_counter(self.set, event)
            result = library.perfcnt_region_count(self.region, counter, value)
            self.must(result == 0)
            counts.append(value.value)
        return counts

    def close(self):
        """Release the counters."""
        library.perfcnt_region_free(self.region)
        library.perfcnt_eventset_free(self.set)
        library.perfcnt_close(self.handle)
        self.handle = self.set = self.region = None


def main():
    events = sys.argv[1:] or ["instructions:u@self"]
    try:
        # no other program runs on this CPU then, if we may have that
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        pass
    try:
        counters = Counters(*events)
        with counters:
            sum(range(100000))
    except OSError as error:
        sys.exit(f"region.py: {error.strerror}")
    for event, count in zip(events, counters.counts()):
        print(f"{event}: {count}")
    counters.close()


if __name__ == "__main__":
    main()
