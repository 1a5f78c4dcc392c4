#!/usr/bin/env python3
"""Times the labs at sizes that take a GPU 20 us and more: h200_lab_sizes.tsv. Its first two columns say what is launched, as words behind
`warpscope sim LAB`; a launch that is added there has "-" in the others until these commands fill them.

    python3 tests/hardware/record_lab_sizes.py --requests build/release FOLDER [LAB...]
        writes FOLDER/{requests_1.jsonl,…,run.sh} and a copy of warpscope-measure (no GPU needed): three processes, each of which goes through all launches
        in another order; the last one runs the labs' checks, too
    OUT=RESULTS bash FOLDER/run.sh
        on the device: RESULTS/recordings_1.jsonl, …
    python3 tests/hardware/record_lab_sizes.py --take FOLDER RESULTS
        puts the medians of the times into the table
    python3 tests/hardware/record_lab_sizes.py --estimates build/release [LAB...]
        puts the estimates into the table: of the code that is predicted, and of the code that NVRTC and nvdisasm of this machine make where they are at hand

Times in microseconds, as compiled, L2 as the launch before left it.
"""
import json
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys

TABLE = pathlib.Path(__file__).resolve().parent / "h200_lab_sizes.tsv"
PROCESSES = 3


def read():
    """(comments, names of the columns, rows as {name: cell})"""
    lines = TABLE.read_text().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    names, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return comments, names, [dict(zip(names, row)) for row in rows]


def write(comments, names, rows):
    TABLE.write_text("\n".join(comments + ["\t".join(names)] + ["\t".join(row[name] for name in names) for row in rows]) + "\n")


def request_of(build, row):
    done = subprocess.run([pathlib.Path(build) / "warpscope", "measure", row["lab"], *shlex.split(row["launch"]), "--request", "--max-seconds", "10"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{row['lab']} {row['launch']}: {done.stderr}")
    return json.loads(done.stdout)


def requests(build, folder, labs):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(build) / "warpscope-measure", folder)
    of_all = [(row, request_of(build, row)) for row in read()[2] if not labs or row["lab"] in labs]
    for process in range(1, PROCESSES + 1):
        random.Random(process).shuffle(of_all)
        with open(folder / f"requests_{process}.jsonl", "w") as out, open(folder / f"order_{process}.tsv", "w") as order:
            for row, request in of_all:
                request["measure"] = {"as_compiled": True, "as_written": False, "times": True, "totals": False, "lines": False,
                                      "check": process == PROCESSES, "values": False}
                out.write(json.dumps(request, separators=(",", ":"), ensure_ascii=False) + "\n")
                order.write(f"{row['lab']}\t{row['launch']}\n")
    (folder / "run.sh").write_text('OUT=$(realpath "$OUT")\ncd "$(dirname "$0")"\nfor n in ' + " ".join(map(str, range(1, PROCESSES + 1))) +
                                   '; do ./warpscope-measure --serve < requests_$n.jsonl > "$OUT/recordings_$n.jsonl"; done\n')


def take(folder, results):
    comments, names, rows = read()
    by_launch = {(row["lab"], row["launch"]): row for row in rows}
    for process in range(1, PROCESSES + 1):
        order = [tuple(line.split("\t")) for line in (pathlib.Path(folder) / f"order_{process}.tsv").read_text().splitlines()]
        answers = (pathlib.Path(results) / f"recordings_{process}.jsonl").read_text().splitlines()
        if len(answers) != len(order):
            print(f"process {process}: {len(order)} launches were asked for, and {len(answers)} are there", file=sys.stderr)
        for launch, answer in zip(order, answers):
            recording = json.loads(answer)
            if recording["status"] != "done" or any(check["mismatches"] for check in recording["checks"]):
                # A mismatch is told, and its time taken: the reference of reduction_last_block loses digits at this size.
                print(*launch, recording["status"], recording["message"], recording["checks"], file=sys.stderr)
            if recording["status"] != "done":
                continue
            warm = next(build for build in recording["builds"] if build["build"] == "as_compiled")["times"]["warm"]
            if launch in by_launch:
                by_launch[launch][f"process {process}"] = f"{warm['median'] * 1e6:.4g}"
    write(comments, names, rows)


def estimate_of(build, row, environment):
    done = subprocess.run([pathlib.Path(build) / "warpscope", "sim", row["lab"], *shlex.split(row["launch"]), "--blocks", "16", "--json"],
                          capture_output=True, text=True, env=dict(os.environ) | environment)
    if done.returncode != 0:
        sys.exit(f"{row['lab']} {row['launch']}: {done.stderr}")
    estimate = json.loads(done.stdout).get("estimate", {})
    means = estimate.get("means", {})
    return (f"{estimate['seconds'] * 1e6:.4g}", means["code"]) if means.get("model") == "machine" else ("-", "-")


def estimates(build, labs):
    comments, names, rows = read()
    for row in rows:
        if labs and row["lab"] not in labs:
            continue
        row["predicted"] = estimate_of(build, row, {"WARPSCOPE_MEASURE": "/nonexistent"})[0]
        read_time, code = estimate_of(build, row, {})
        row["read"] = read_time if code == "read" else "-"
        print(*row.values(), sep="\t", file=sys.stderr, flush=True)
    write(comments, names, rows)


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--requests"] and len(words) > 2:
        requests(words[1], words[2], words[3:])
    elif words[:1] == ["--take"] and len(words) == 3:
        take(*words[1:])
    elif words[:1] == ["--estimates"] and len(words) > 1:
        estimates(words[1], words[2:])
    else:
        sys.exit(__doc__)
