#!/usr/bin/env python3
"""Scores estimates beside the times of a set of kernels on an H200: h200_setNN.tsv, kernels in setNN/.

    python3 tests/hardware/score_set.py NN build/release [read|predicted]
        makes the estimates anew and prints the same figures for them, and what is furthest off
    python3 tests/hardware/score_set.py NN
        prints the figures of docs/speed-model.md: of the estimates that stand in the table, by column

NN is 16, 17, 18 or, without a build, 19 or 20: their kernels are public ones of other people (h200_set19_sources.tsv and h200_set20_sources.tsv name them), of which no text is kept here. The other kernels were written by somebody who had seen the page on scenario files and one lab. They are spent: who tunes to them measures
nothing with them.
"""
import itertools
import json
import math
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
LEAST = 5.0  # us


def rows(number):
    names, *lines = [line.split("\t") for line in (HERE / f"h200_set{number}.tsv").read_text().splitlines() if not line.startswith("#")]
    return [dict(zip(names, line)) for line in lines]


def estimate(number, build, row, code):
    environment = dict(os.environ) | ({"WARPSCOPE_MEASURE": "/nonexistent"} if code == "predicted" else {})
    done = subprocess.run([pathlib.Path(build) / "warpscope", "sim", HERE / f"set{number}" / row["file"], *shlex.split(row["launch"]), "--blocks", "16", "--json"],
                          capture_output=True, text=True, env=environment)
    seconds = json.loads(done.stdout).get("estimate", {}).get("seconds") if done.returncode == 0 else None
    return None if seconds is None else seconds * 1e6


def off(ratio):
    return math.exp(abs(math.log(ratio)))


def score(title, launches):
    """`launches`: family, measured and estimated time of each."""
    launches = [(family, measured, estimated) for family, measured, estimated in launches if measured >= LEAST and estimated]
    families = {}
    for family, measured, estimated in launches:
        families.setdefault(family, []).append((measured, estimated))
    pairs, of_family, named = [], {}, 0
    for family, members in families.items():
        for (a, estimated_a), (b, estimated_b) in itertools.combinations(members, 2):
            if off(a / b) <= 1.1:
                continue
            pairs.append(off(estimated_a / estimated_b * b / a))
            of_family.setdefault(family, []).append(pairs[-1])
            named += (estimated_a > estimated_b) == (a > b)
    single = [statistics.mean(off(e / m) for m, e in members) for members in families.values()]
    print(f"{title}: {len(pairs)} pairs, speedups off by {statistics.median(pairs):.3f} in the median, "
          f"{statistics.mean(statistics.mean(p) for p in of_family.values()):.3f} in the mean of {len(of_family)} families, the faster one named in {named}; "
          f"{len(launches)} times off by {statistics.median(off(e / m) for _, m, e in launches):.3f} in the median, "
          f"{statistics.mean(single):.3f} in the mean of {len(families)} families, within a tenth {sum(off(e / m) < 1.1 for _, m, e in launches)}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    number, table = sys.argv[1], rows(sys.argv[1])
    if len(sys.argv) < 3:
        for column in list(table[0])[4:]:
            score(column, [(row["family"], float(row["us"]), float(row[column]) if row[column] != "-" else None) for row in table])
        return
    code = sys.argv[3] if len(sys.argv) > 3 else "read"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda row: estimate(number, sys.argv[2], row, code), table))
    score(code, [(row["family"], float(row["us"]), time) for row, time in zip(table, made)])
    far = sorted(((time / float(row["us"]), row) for row, time in zip(table, made) if time), key=lambda each: each[0])
    for ratio, row in far[:15] + far[-15:]:
        print(f"{ratio:.2f}  {float(row['us']):8.1f} us  {row['file']} {row['launch']}")


if __name__ == "__main__":
    main()
