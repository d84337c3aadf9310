#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The Python example on a simulated machine, where what is counted is known."""
import errno
import os

from region import Counters, library

STEP = "/sys/kernel/debug/perfcnt/step"


def step(event, count):
    """Let CPU 0 have so many events in user mode."""
    with open(STEP, "w", encoding="ascii") as file:
        file.write(f"0 u {event} {count}")


def fails(error, words, function, *arguments):
    """Does a call raise this OSError?"""
    try:
        function(*arguments)
    except OSError as raised:
        assert raised.errno == error, raised
        assert words in raised.strerror, raised
    else:
        raise AssertionError(f"no error {error}")


def measure(counters, function, *arguments):
    """What a function counts."""
    with counters:
        function(*arguments)
    return counters.counts()


def leave():
    """Leave the CPU to a child, which stays on it."""
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


assert library.perfcnt_version().count(b".") == 2
counters = Counters("instructions:u", "branches:u@tc0", "dtlb-misses:u")
assert measure(counters, sum, [1]) == [0, 0, 0]
assert measure(counters, step, "instructions", 1234) == [1234, 0, 0]
assert measure(counters, step, "branches", 5) == [0, 5, 0]
fails(errno.EBUSY, "claimed by process", Counters, "cycles:u", "cycles:k")
library.perfcnt_region_begin(counters.region)
library.perfcnt_region_begin(counters.region)
fails(errno.EALREADY, "begun twice", counters.__exit__, None, None, None)
fails(errno.EPROTO, "not begun", counters.__exit__, None, None, None)
fails(errno.ENODATA, "nothing was read", counters.counts)
counters.close()

fails(errno.EINVAL, "no-such-event", Counters, "no-such-event:u")
counters = Counters("instructions:u@self")
fails(errno.EAGAIN, "another thread ran", measure, counters, leave)
counters.close()
print("done")
