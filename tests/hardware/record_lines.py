#!/usr/bin/env python3
"""Measures every lab, and every kernel of tests/hardware/kernels, with every choice of its parameters (one varied at a time) by
warpscope-measure on a real GPU, and holds the simulator's counts against the measured ones, line by line.

    python3 tests/hardware/record_lines.py --requests build/release FOLDER
        writes FOLDER/{requests.jsonl,launches.tsv,record.sh} and a copy of the program (no GPU needed)
    bash FOLDER/record.sh RECORDINGS.jsonl
        on the device
    python3 tests/hardware/record_lines.py --table build/release FOLDER RECORDINGS.jsonl > h200_lines.tsv
        says on standard error what differs and how many rows were compared; exits 1 when one differs

A row of the table is a line of a launch, by its text (lines that read alike are one row): shared wavefronts and global sectors of the
build as written, that is, with volatile shared variables.
"""
import collections
import json
import pathlib
import shutil
import subprocess
import sys

import record_launches

GROUPS = {"shared_load": "wavefronts", "shared_store": "wavefronts", "shared_atomic": "wavefronts",
          "global_load": "sectors", "global_store": "sectors"}  # sectors of global atomics are not modelled, see sim/model/sectors.h
ROOT = record_launches.HERE.parents[1]


def file_of(lab):
    return next(path for path in record_launches.FILES if path.stem == lab)


def run(program, command, lab, setting, *more):
    sets = [word for name, value in setting.items() for word in ("--set", f"{name}={value}")]
    done = subprocess.run([program, command, file_of(lab), *sets, *more], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command} {lab} {setting}: {done.stderr}")
    return done.stdout


def requests(build, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(build) / "warpscope-measure", folder)
    with open(folder / "requests.jsonl", "w") as out, open(folder / "launches.tsv", "w") as index:
        for _, lab, setting, _, _ in record_launches.variants():
            out.write(run(pathlib.Path(build) / "warpscope", "measure", lab, setting, "--request", "--max-seconds", "30"))
            index.write(lab + "\t" + " ".join(f"{k}={v}" for k, v in setting.items()) + "\n")
    (folder / "record.sh").write_text('cd "$(dirname "$0")" && ./warpscope-measure --serve < requests.jsonl > "$1"\n')


def by_text(lines, texts):
    """{text of a line: {group: count}}"""
    counts = collections.defaultdict(collections.Counter)
    for line in lines:
        text = " ".join(texts[line["line"] - 1].split()) if line["line"] else "(headers)"
        for group, kind in GROUPS.items():
            count = line.get(group, {}).get(kind, 0)
            if count:
                counts[text][group] += count
    return counts


def table(build, folder, recordings):
    launches = [row.rstrip("\n").split("\t") for row in open(pathlib.Path(folder) / "launches.tsv")]
    measured = [json.loads(line) for line in open(recordings)]
    if len(launches) != len(measured):
        sys.exit(f"{len(launches)} launches were asked for and {len(measured)} recorded")
    print("\t".join(["lab", "parameters", "line"] + [f"{group}.{kind}" for group, kind in GROUPS.items()]))
    compared = different = 0
    for (lab, parameters), recording in zip(launches, measured):
        written = [b for b in recording["builds"] if b["build"] == "as_written" and "lines" in b]
        if recording["status"] != "done" or not written:
            sys.exit(f"{lab} {parameters}: {recording['status']} {recording['message']} {recording['could_not']}")
        texts = file_of(lab).read_text().split("\n")
        setting = dict(word.split("=") for word in parameters.split())
        simulated = by_text(json.loads(run(pathlib.Path(build) / "warpscope", "sim", lab, setting, "--json"))["lines"], texts)
        hardware = by_text(written[0]["lines"], texts)
        for text in sorted(set(simulated) | set(hardware)):
            print("\t".join([lab, parameters, text] + [str(hardware[text][group]) for group in GROUPS]))
            for group, kind in GROUPS.items():
                here, there = simulated[text][group], hardware[text][group]
                compared += here != 0 or there != 0
                if here != there:
                    different += 1
                    print(f"{lab} {parameters}: {text}: {group}.{kind} simulated {here}, measured {there}", file=sys.stderr)
    print(f"{compared} counts of {len(launches)} launches compared, {different} differ", file=sys.stderr)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--requests":
        requests(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == "--table":
        table(*sys.argv[2:])
    else:
        sys.exit(__doc__)
