#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""recording_damage.py trace|damage|swap|clock FILE: what pc_regions makes of a recording.

trace: its timeline has each record once, and what is inside of a region is there, too.
swap: it is the same from a machine of the other byte order.
clock: a region during which the CPU's clock went back has no times, and its counts stay.
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


# Widths of numbers; what is in brackets so often; x is a byte that has no order.
READ = 17 * "Q"
PLACE = "QII" + 240 * "x"


def turn(data, at, form):
    """The bytes of all numbers in the other order."""
    for kind in form:
        size = {"x": 1, "H": 2, "I": 4, "Q": 8}[kind]
        data[at:at + size] = data[at:at + size][::-1]
        at += size
    return at


def swap(name):
    with open(name, "rb") as file:
        data = bytearray(file.read())
    (_, _, head_size, part_size, slots_at, slot_size, totals_at, total_size, totals, slots,
     _, entries, user, threads) = struct.unpack_from("=14I", data, 16)
    at = turn(data, 16, 20 * "I" + "Q" + 64 * "x")
    at += 64 * 64 + 64
    turn(data, at, 64 * "I" + 1024 * PLACE)
    read = (1 + entries) * "Q"
    for thread in range(threads):
        part = head_size + thread * part_size
        at = turn(data, part, 82 * "I" + 3 * "Q" + 144 * "x" + 40 * 16 * "x" + 32 * "Q")
        at = turn(data, at, "IIIHxxQ" + READ + 1024 * "I" + slots * "I")
        assert at == part + slots_at
        while at + slot_size <= part + totals_at:
            at = turn(data, at, "IIxxxxxxHIIIIIIQQ" + 2 * read + user * "Q")
        at = part + totals_at
        for _ in range(totals):
            at = turn(data, at, "IIIxxH" + (total_size - 16) // 8 * "Q")
    with open("swapped", "wb") as file:
        file.write(data)
    for form in "json", "csv", "table", "trace":
        native, other = run("--format", form, name), run("--format", form, "swapped")
        assert native.stdout and native.stdout == other.stdout, form
        assert native.returncode == other.returncode == 0, (form, other.stderr)


def clock(name):
    with open(name, "rb") as file:
        data = bytearray(file.read())
    head_size, _, slots_at, slot_size = struct.unpack_from("=4I", data, 24)
    entries, = struct.unpack_from("=I", data, 60)
    before = json.loads(run("--format", "json", name).stdout)
    at = head_size + slots_at
    while not struct.unpack_from("=I", data, at)[0]:
        at += slot_size
    end, = struct.unpack_from("=Q", data, at + 56)
    struct.pack_into("=Q", data, at + 64 + 8 * entries, end + 1000)
    at = head_size + struct.unpack_from("=I", data, at + 32)[0] + 16
    for _ in range(2):
        struct.pack_into("=Q", data, at + 32, 2**64 - 1000)
        at += 40 + 24 * entries
    with open("back", "wb") as file:
        file.write(data)
    after = json.loads(run("--format", "json", "back").stdout)
    changed = [new for old, new in zip(before["threads"][0]["regions"],
                                       after["threads"][0]["regions"])
               if new["nanoseconds"] is None]
    assert len(changed) == 1 and changed[0]["total"] is None, changed
    for old, new in zip(before["threads"], after["threads"]):
        counts = [{region["name"]: (region["count"], region["events"])
                   for region in thread["regions"]} for thread in (old, new)]
        assert counts[0] == counts[1]
    assert all(region["share"] is None for region in after["threads"][0]["regions"])
    assert all(region["share"] for region in after["threads"][1]["regions"])
    assert [record["nanoseconds"] for record in after["records"]].count(None) == 1
    lines = run("--format", "csv", "back").stdout.decode().splitlines()
    assert [line.split(",")[12] for line in lines].count("") == 1
    shown = [len(json.loads(run("--format", "trace", file).stdout)["traceEvents"])
             for file in (name, "back")]
    assert shown[0] == shown[1] + 1, shown
    said = run("back").stdout.decode()
    print(said)
    assert f"{changed[0]['name']}: the CPU's clock went back, as in a suspend" in said


if __name__ == "__main__":
    {"trace": trace, "damage": damage, "swap": swap, "clock": clock}[sys.argv[1]](sys.argv[2])
