#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""safe.py FORMAT FILE TEXT...: nothing in it does anything to who reads it, and all TEXT is there.

All is UTF-8. A cell of CSV is a number or begins with no sign that a spreadsheet computes
with; JSON is an object in a line, whose numbers have nine digits; text has no control
characters, which a terminal obeys.
"""
import csv
import json
import sys


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def real(text):
    assert float(text) == float(f"{float(text):.9g}"), f"{text}: more than nine digits"
    return float(text)


def texts(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value]


form, path, *wanted = sys.argv[1:]
with open(path, "rb") as file:
    whole = file.read().decode()
if form == "csv":
    found = [cell for row in csv.reader(whole.splitlines(keepends=True), strict=True)
             for cell in row]
    for cell in found:
        assert is_number(cell) or not cell.startswith(tuple("=+-@\t\r")), cell
elif form == "json":
    found = texts(json.loads(whole, parse_float=real))
    assert whole.count("\n") == 1 and whole.endswith("\n"), whole
else:
    found = [whole]
    assert all(c == "\n" or (c >= " " and not "\x7f" <= c < "\xa0") for c in whole), whole
for text in wanted:
    assert any(text in str(cell) for cell in found), f"no {text!r} in {whole}"
