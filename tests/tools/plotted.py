#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Read what a plot shows, and compare it with the dump that it was made from.

plotted.py text PLOT DUMP COMPARED	the data in gnuplot's commands
plotted.py table PLOT DUMP COMPARED	what gnuplot itself makes of them
plotted.py svg PLOT DUMP COMPARED SVG	where bars and points are in a picture

PLOT is what pc_parse --format plot has printed, COMPARED the same by --compare
--format json. Counts are compared with the dump itself, which is read here again.
"""

import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def read_dump(path):
    """The measurements: their title, and counts by bank, event, modes and filter."""
    measurements = []
    control = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            title = re.match(r"# measurement: (.*)", line)
            word = re.match(r"PerfCnt\[(\d)\]\.(Ctl|Cnt) : (\S+)", line)
            if title:
                measurements.append((title[1], {}))
            elif word and not measurements:
                measurements.append((None, {}))
            if word and word[2] == "Ctl":
                control[word[1]] = int(word[3], 16)
            elif word:
                bits = control[word[1]]
                key = (int(word[1]) % 2, bits >> 5 & 127, bits & 15)
                if bits & 15:
                    measurements[-1][1].setdefault(key, int(word[3]))
    return measurements


class Plot:
    """gnuplot's commands, as pc_parse writes them."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        block = re.search(r"^\$data << EOD\n(.*)^EOD\n", self.text, re.M | re.S)[1]
        self.names = []  # of a column: its name and how many columns it has
        self.rows = []
        for line in block.splitlines():
            column = re.match(r"# (\d+)(?: to (\d+))?: (.*?)(: median, interval)?$", line)
            if column:
                last = int(column[2] or column[1])
                self.names.append((int(column[1]), last, column[3]))
            else:
                self.rows.append(line.split("\t# ", 1)[0].split("\t"))
        self.names = self.names[1:]  # the first is the measurement's number
        unit = re.search(r"^unit = (\S+)$", self.text, re.M)
        self.unit = float(unit[1]) if unit else 1
        self.percent = "(100*$" in self.text

    def value(self, row, column):
        """A number of the data, None where there is none."""
        word = self.rows[row][column - 1]
        return None if word == "?" else float(word)


def near(one, other, most):
    """Are two values the same, up to a part of the largest?"""
    if one is None or other is None:
        return one is other
    return abs(one - other) <= most


def wanted(plot, dump, compared):
    """Of each event and metric its name, its axis, and a value of each measurement."""
    lines = []
    for event in compared["events"]:
        key = (["even", "odd"].index(event["bank"]), event["code"],
               sum(bit for mode, bit in zip("USKE", (8, 4, 2, 1))
                   if mode in event["modes"]))
        lines.append((event["label"], [m[1].get(key) for m in dump]))
    for metric in compared["metrics"]:
        lines.append((metric["label"], metric["values"]))
    if len(lines) != len(plot.names):  # a stall report: without all cycles
        left = {label: (label, values) for label, values in lines}
        lines = [left.pop(name) for _, _, name in plot.names]
        assert all(label in ("cycles", "all instructions") or not any(values)
                   for label, values in left.values()), left
    return [(label, f"(${column[0]}/unit)" in plot.text, values)
            for (label, values), column in zip(lines, plot.names)]


def check_text(plot, lines):
    """The data of the commands, digit by digit."""
    assert len(plot.names) == len(lines), (plot.names, lines)
    for (column, _, name), (label, is_count, values) in zip(plot.names, lines):
        assert name.startswith(label), (name, label)
        assert len(plot.rows) == len(values)
        for number, value in enumerate(values):
            word = plot.rows[number][column - 1]
            assert int(plot.rows[number][0]) == number
            if value is None:
                assert word == "?", (name, number, word)
            elif isinstance(value, int):
                assert is_count and int(word) == value, (name, number, word, value)
            else:
                assert abs(float(word) - value) <= 1e-8 * abs(value), (name, word, value)


def curves(plot):
    """What gnuplot would draw: of each curve its values by their place."""
    with tempfile.TemporaryDirectory() as folder:
        table = folder + "/table"
        commands = re.sub(r"^plot ", "set format y '%.10g'\nset format y2 '%.10g'\n"
                          f"set table '{table}'\nplot ", plot.text, flags=re.M)
        subprocess.run(["gnuplot", "-d", "-"], input=commands.encode(), check=True)
        with open(table, encoding="utf-8") as file:
            text = file.read()
    found = []
    for curve in re.split(r"^# Curve \d+ of ", text, flags=re.M)[1:]:
        points = {}
        for line in curve.splitlines():
            words = line.split()
            if words and words[0] != "#" and words[-1] == "i" and words[1] != "NaN":
                points[round(float(words[0]))] = float(words[1])
        found.append(points)
    return found


def check_curves(plot, lines, found, precision):
    """Values by curve: bars and lines, in the order of the dump's."""
    drawn = [line for line in enumerate(lines) if any(v is not None for v in line[1][2])]
    one = len(plot.rows) == 1
    assert len(found) == len(drawn), (len(found), len(drawn))
    for points, (place, (label, is_count, values)) in zip(found, drawn):
        factor = plot.unit if is_count else 0.01 if plot.percent else 1
        for number, value in enumerate(values):
            got = points.get(place if one else number)
            got = None if got is None else got * factor
            most = precision(is_count) * factor
            assert near(got, value, most), (label, number, got, value, most)


def axis(group, side):
    """From pixels to numbers, by the first and the last tic of an axis."""
    tics = re.findall(r"<path[^>]*d='M([\d.]+),([\d.]+) L[^']*'/>\s*"
                      r"<g transform=\"translate\(([\d.]+),[^>]*text-anchor=\"(start|end)\">"
                      r"\s*<text>\s*(-?[\d.e+]+)%?</text>", group)
    tics = [(float(y), float(text)) for _, y, _, anchor, text in tics if anchor == side]
    (low, first), (high, last) = tics[0], tics[-1]
    scale = (last - first) / (high - low)
    return (lambda pixel: first + (pixel - low) * scale), abs(scale)


def points_of(group, places, key):
    """The value in pixels of each bar or point of a curve, by its place."""
    bars = [[tuple(map(float, p.split(","))) for p in polygon.get("points").split()]
            for polygon in group.iter(SVG + "polygon")]
    tops = [((bar[0][0] + bar[1][0]) / 2, min(y for _, y in bar)) for bar in bars]
    marks = [tuple(map(float, re.match(r"translate\(([\d.]+),([\d.]+)\)",
                                       use.get("transform")).groups()))
             for use in group.iter(SVG + "use")]
    found = {}
    # of the key there is one bar more, the first, or one point more, the last
    for x, y in tops[key:] if tops else marks[:len(marks) - key]:
        place = min(places, key=lambda p, x=x: abs(places[p] - x))
        found[place] = y
    return found


def check_svg(plot, lines, path):
    """A picture, to a twentieth of a pixel."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    root = xml.etree.ElementTree.fromstring(text)
    head = text[:text.index('id="gnuplot_plot_1"')]
    has_counts = any(line[1] for line in lines)
    left, right = axis(head, "end"), None
    if has_counts and not all(line[1] for line in lines):
        right = axis(head, "start")
    groups = [g for g in root.iter(SVG + "g")
              if re.match(r"gnuplot_plot_\d+$", g.get("id") or "")]
    one = len(plot.rows) == 1
    count = len(lines) if one else len(plot.rows)
    frame = re.findall(r"d='M([\d.]+),[\d.]+ L[\d.]+,[\d.]+ L([\d.]+),", text)[-1]
    begin, width = float(frame[0]), float(frame[1]) - float(frame[0])
    places = {n: begin + width * (n + 0.6) / (count + 0.2) for n in range(count)}
    found = []
    drawn = [line for line in enumerate(lines) if any(v is not None for v in line[1][2])]
    for group, (line, (_, is_count, values)) in zip(groups, drawn):
        scale = left[0] if is_count or not right else right[0]
        pixels = points_of(group, places, not one)
        found.append({place: scale(y) for place, y in pixels.items()})
        for number, value in enumerate(values):
            if (is_count or one) and value == 0:  # a bar without height is not drawn
                found[-1].setdefault(line if one else number, 0.0)
    check_curves(plot, lines, found, lambda is_count:
                 0.05 * (left if is_count or not right else right)[1])


def main():
    """Compare."""
    what, text, dump, compared = sys.argv[1:5]
    plot = Plot(text)
    with open(compared, encoding="utf-8") as file:
        lines = wanted(plot, read_dump(dump), json.load(file))
    if what == "text":
        check_text(plot, lines)
    elif what == "table":
        check_curves(plot, lines, curves(plot), lambda is_count: 1e-6)
    else:
        check_svg(plot, lines, sys.argv[5])


main()
