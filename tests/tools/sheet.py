#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""sheet.py SHEET JSON [SAME...]: does a sheet of pc_regions, computed as a spreadsheet
program does, come to what pc_regions says as JSON, and is that what its own intervals
or records come to?

SAME are names of metrics that at least one thread or CPU must have."""
import csv
import json
import math
import re
import sys

FORMULA = re.compile(r"=[A-Z0-9*/()]+\Z")
CELL = re.compile(r"\b[A-Z]+[0-9]+\b")
EACH = ("intervals", "total", "average")


def column(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class Sheet:
    """The rows of a sheet, whose cells are computed when they are asked for."""

    def __init__(self, name):
        with open(name, encoding="utf-8", newline="") as file:
            text = file.read()
        assert text.count("\n") == text.count("\r\n") and text.endswith("\r\n")
        self.rows = list(csv.reader(text.splitlines()))
        assert all(len(row) == len(self.rows[0]) for row in self.rows)

    def cell(self, name):
        letters, row = re.fullmatch("([A-Z]+)([0-9]+)", name).groups()
        return self.value(int(row) - 1, column(letters))

    def value(self, row, at):
        """A number, or None of an empty cell, to which no formula refers."""
        text = self.rows[row][at]
        if not text:
            return None
        if not text.startswith("="):
            return int(text)
        assert FORMULA.match(text), text
        found = {name: self.cell(name) for name in CELL.findall(text)}
        assert None not in found.values(), (text, found)
        return eval(CELL.sub(lambda match: repr(found[match[0]]), text[1:]))

    def threads(self):
        """For each thread or CPU: by region and quantity, the last of its columns."""
        names = self.rows[0]
        assert names[:2] == ["region", "quantity"], names
        for at in range(2, len(names), len(EACH)):
            assert [name.split()[-1] for name in names[at:at + 3]] == list(EACH)
            yield names[at].rsplit(" ", 1)[0], {
                tuple(row[:2]): [self.value(i, at + j) for j in range(len(EACH))]
                for i, row in enumerate(self.rows) if i}


def same(one, other):
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-12)


def nine_digits(number):
    """As JSON has it."""
    return None if number is None else float(f"{number:.9g}")


def check_series(cells, values):
    """A row of numbers, against the numbers themselves."""
    if not values:
        assert cells == [None] * 3, (cells, values)
        return
    assert cells[0] == len(values), (cells, values)
    assert same(cells[1], sum(values)) and same(cells[2], sum(values) / len(values)), \
        (cells, values)


def check_metrics(cells, region, metrics):
    for metric in metrics:
        value = cells.pop((region, metric["name"]))
        assert value[:2] == [None, None]
        assert nine_digits(value[2]) == metric["value"], (region, metric, value)
        if metric["value"] is not None:
            seen.add(metric["name"])


def check_amounts(cells, region):
    """What is left is what was said on the command line."""
    for name in ("packets", "idle-loops"):
        cells.pop((region, name), None)


def check_cpu(cells, cpu, whole):
    intervals = [i for i in whole["intervals"] if i["cpu"] == cpu["cpu"]]
    check_series(cells.pop(("", "cycles")), [i["cycles"] for i in intervals])
    for event in cpu["events"]:
        check_series(cells.pop(("", event["name"])),
                     [e["count"] for i in intervals for e in i["events"]
                      if e["name"] == event["name"] and e["count"] is not None])
    for number in range(len(cpu["user_data"])):
        check_series(cells.pop(("", f"user{number + 1}")),
                     [i["user_data"][number] for i in intervals if number < len(i["user_data"])])
    check_metrics(cells, "", cpu["metrics"])
    check_amounts(cells, "")
    assert not cells, cells


seen = set()
sheet = list(Sheet(sys.argv[1]).threads())
with open(sys.argv[2], encoding="utf-8") as input_file:
    data = json.load(input_file)
assert [name for name, _ in sheet] == [f"CPU {cpu['cpu']}" for cpu in data["cpus"]]
for (_, found), owner in zip(sheet, data["cpus"], strict=True):
    check_cpu(found, owner, data)
assert set(sys.argv[3:]) <= seen, (sys.argv[3:], seen)
