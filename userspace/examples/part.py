#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""What a part of a Python program costs."""
import ctypes
import sys

perfcnt = ctypes.CDLL("libperfcnt.so.1")
perfcnt.perfcnt_open_thread.restype = ctypes.c_void_p
perfcnt.perfcnt_strerror.restype = ctypes.c_char_p


def must(wrong):
    """Say why a call has failed."""
    if wrong:
        sys.exit(perfcnt.perfcnt_strerror(self).decode())


self = ctypes.c_void_p(perfcnt.perfcnt_open_thread())
count = ctypes.c_uint64()
must(not self)
must(perfcnt.perfcnt_add(self, b"instructions:u"))
must(perfcnt.perfcnt_start(self))
perfcnt.perfcnt_begin(self)
total = sum(range(100000))
must(perfcnt.perfcnt_end(self))
must(perfcnt.perfcnt_count(self, 0, ctypes.byref(count)))
print(count.value, "instructions")
perfcnt.perfcnt_close(self)
