#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""recording_check.py SCHEMA SLOTS RECORDS JSON...: what recording_load has recorded, as pc_regions
--format=json shows it: every record is whole and right, none is there twice, and no
other is missing than those that a ring has no room for. With 0 RECORDS the program was
killed, with live it ran; otherwise all threads have ended."""
import json
import sys

import jsonschema

MIX = 0x9e3779b97f4a7c15


def check_record(record, salts):
    number = record['number']
    user = record['user_data']
    inner = number % 7 == 6

    assert user[0] == number, record
    salt = user[1] ^ (number + 1) * MIX & (1 << 64) - 1
    assert salts.setdefault(record['tid'], salt) == salt, record
    assert record['region'] == ('inner' if inner else 'outer'), record
    assert record['depth'] == (1 if inner else 0), record
    assert record['inner'] == (number % 7 == 0 and number > 0), record
    assert record['nanoseconds'] < 1 << 40, record
    assert record['function'] == 'load', record
    assert record['file'].endswith('recording_load.c'), record


def check_thread(thread, numbers, slots, made):
    total = thread['made']
    first = min(total, slots // 2)
    there = set(range(first)) | set(range(max(first, total - slots // 2), total))
    missing = there - set(numbers)

    assert numbers == sorted(set(numbers)), thread
    assert not set(numbers) - there, (thread, set(numbers) - there)
    assert len(missing) == thread['unfinished'], (thread, missing)
    assert len(numbers) == thread['kept'], thread
    assert len(numbers) + thread['overwritten'] + len(missing) == total, thread
    if made == 'live':
        # some of those that were overwritten meanwhile are neither old nor new
        assert all(number >= first for number in missing), (thread, missing)
    elif int(made):
        assert total == int(made) and not missing and not thread['open'], thread
    else:
        assert missing <= {total - 1}, (thread, missing)
    return len(missing)


def check(name, slots, made):
    whole = json.load(open(name))
    numbers = {thread['tid']: [] for thread in whole['threads']}
    salts = {}

    for record in whole['records']:
        check_record(record, salts)
        numbers[record['tid']].append(record['number'])
    assert len(set(salts.values())) == len(salts), salts
    assert all(salt < 4 for salt in salts.values()), salts
    return sum(check_thread(thread, numbers[thread['tid']], slots, made)
               for thread in whole['threads'])


files = sys.argv[4:]
assert files
first = json.load(open(files[0]))
first['records'] = first['records'][:20]  # jsonschema takes its time
jsonschema.validate(first, json.load(open(sys.argv[1])))
unfinished = sum(check(name, int(sys.argv[2]), sys.argv[3]) for name in files)
print(len(files), 'recordings,', unfinished, 'records unfinished')
