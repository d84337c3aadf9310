#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""recording_damage.py trace|damage FILE: what pc_regions makes of a recording.

trace: its timeline has each record once, and what is inside of a region is there, too.
damage: whatever is wrong with the file, pc_regions ends by itself and says so.
"""

import json
import struct
import subprocess
import sys
from decimal import Decimal


def run(*words):
    return subprocess.run(["prlimit", "--cpu=60", "pc_regions", *words],
                          capture_output=True, check=False)


def trace(name):
    whole = json.loads(run("--format", "trace", name).stdout, parse_float=Decimal,
                       parse_int=Decimal)
    lines = run("--format", "csv", name).stdout.decode().splitlines()[1:]
    events = [event for event in whole["traceEvents"] if event["ph"] == "X"]
    assert len(events) == len(lines) > 100, (len(events), len(lines))
    assert {event["name"] for event in events} == {"outer", "inner"}
    threads = {event["args"]["name"]: event["tid"] for event in whole["traceEvents"]
               if event["ph"] == "M" and event["name"] == "thread_name"}
    assert len(threads) >= 1
    for tid in {event["tid"] for event in events}:
        own = [event for event in events if event["tid"] == tid]
        own.sort(key=lambda event: (event["ts"], -event["dur"], event["name"] == "inner"))
        ends = []
        for event in own:
            end = event["ts"] + event["dur"]
            while ends and ends[-1] <= event["ts"] and ends[-1] < end:
                ends.pop()
            assert not ends or end <= ends[-1], (event, ends)
            ends.append(end)


def check(path, wrong=None, form="table"):
    """It ends by itself, and says what is wrong, if something is to be wrong."""
    done = run("--format", form, path)
    said = done.stderr.decode()
    assert done.returncode in (0, 1, 2), (form, done.returncode, said)
    assert "Sanitizer" not in said and "runtime error" not in said, said
    if done.returncode:
        assert path in said, said
    if wrong:
        assert done.returncode and wrong in said, (form, said)
    if done.stdout and form != "table":
        json.loads(done.stdout)


def damage(name):
    with open(name, "rb") as file:
        whole = file.read()
    head_size, _, slots_at, slot_size = struct.unpack_from("=4I", whole, 24)
    slots_end = head_size + slots_at + 2 * slot_size

    def write(data):
        with open("damaged", "wb") as file:
            file.write(data)

    for size in 16, 100:
        write(whole[:size])
        check("damaged", "too short")
    write(whole[:head_size - 1])
    check("damaged", "its head is damaged")
    for size in head_size, slots_end, len(whole) - 1:
        write(whole[:size])
        check("damaged")
    # the words of the head: version, order, sizes, numbers
    for at in range(16, 96, 4):
        for value in 0, 0xffffffff:
            write(whole[:at] + struct.pack("=I", value) + whole[at + 4:])
            check("damaged")
    write(whole[:28] + struct.pack("=I", 0xfffff000) + whole[32:])
    check("damaged", "its head is damaged")
    # all of the first slots, and the part before them
    for at, size in (head_size, slots_at), (head_size + slots_at, 2 * slot_size):
        for byte in b"\0", b"\xff", b"\x80":
            write(whole[:at] + byte * size + whole[at + size:])
            for form in "table", "json", "trace":
                check("damaged", form=form)


if __name__ == "__main__":
    {"trace": trace, "damage": damage}[sys.argv[1]](sys.argv[2])
