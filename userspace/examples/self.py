#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""What a Python program costs, with all that it starts."""
import ctypes
import os
import sys

perfcnt = ctypes.CDLL("libperfcnt.so.1")
perfcnt.perfcnt_open_process.restype = ctypes.c_void_p
perfcnt.perfcnt_strerror.restype = ctypes.c_char_p


def must(wrong):
    """Say why a call has failed."""
    if wrong:
        sys.exit(perfcnt.perfcnt_strerror(self).decode())


self = ctypes.c_void_p(perfcnt.perfcnt_open_process(0))
count = ctypes.c_uint64()
must(not self)
must(perfcnt.perfcnt_add(self, b"instructions:u"))
must(perfcnt.perfcnt_start(self))
os.system(sys.argv[1] if len(sys.argv) > 1 else "true")
must(perfcnt.perfcnt_read(self, ctypes.byref(count), 1))
print(count.value, "instructions")
perfcnt.perfcnt_close(self)
