# Joins what atomics_probe2 and local_probe printed with the profiler's output into h200_atomics2.tsv. Not part of the build:
#   cuobjdump -sass probe2 > sass2.txt; ./probe2 shared > shared.txt; ncu … --metrics M ./probe2 shared > shared.csv
#   the same for global (in pieces: global_0.txt, global_0.csv, …), contend, and local_probe (local.txt, local.csv)
#   python3 atomics2_table.py "NVIDIA H200, driver 580.159.04, CUDA 13.0, 2026-11-23" FOLDER… > h200_atomics2.tsv
# ncu's other options: as in atomics_table.py. M: shared as there; global l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_{red,atom}.sum,
#    smsp__sass_sectors_mem_global.sum; contend smsp__inst_executed_op_shared_{atom,ld}.sum; local l1tex__t_{requests,sectors}_pipe_lsu_mem_local_op_{ld,st}.sum
import csv
import glob
import re
import sys


def number(row, name):
    return int((row.get(name + ".sum") or "0").replace(",", ""))


def measured(path):
    """The launches of a .txt beside the rows of its .csv; none where the profiler was cut off."""
    text = [line for line in open(path) if line.startswith('"')]
    rows = list(csv.DictReader(text))[1:]  # the first holds units
    told = [line.split()[1:] for line in open(path[:-4] + ".txt") if line.startswith("launch")]
    assert len(rows) in (0, len(told)), path
    return list(zip(told, rows))


def instructions(path):
    found, kernel = {}, None
    for line in open(path):
        if match := re.search(r"Function : (\S+)", line):
            kernel = found.setdefault(match.group(1), [])
        elif match := re.search(r"\b((?:ATOM|RED|LDS|LD\.)[A-Z]*\.?\S*)", line.split("*/", 1)[-1]):
            kernel.append(match.group(1).rstrip(";"))
    return found


def atomics(row, space):
    if space == "shared":
        data = "l1tex__data_{}_mem_shared_op_{}"
        return [number(row, "smsp__inst_executed_op_shared_atom")] + [
            number(row, data.format(what, kind)) for kind in ("atom", "ld")
            for what in ("pipe_lsu_wavefronts", "bank_conflicts_pipe_lsu")] + ["", ""]
    unit = "l1tex__t_{}_pipe_lsu_mem_global_op_"
    both = [number(row, unit.format(what) + "red") + number(row, unit.format(what) + "atom") for what in ("requests", "sectors")]
    by_sass = "smsp__sass_sectors_mem_global"
    return [both[0], "", "", "", "", both[1], number(row, by_sass) if by_sass + ".sum" in row else ""]


def files(pattern):
    return sorted(path for folder in sys.argv[2:] for path in glob.glob(f"{folder}/{pattern}"))


listed = open(sys.path[0] + "/atomics_probe2.cu").read()
operations = re.findall(r"^  X\((\w+), \d", listed, re.M)
sass = instructions(files("sass2.txt")[0])
patterns, rows = {}, []
for path in files("shared.csv") + files("global*.csv"):
    for words, row in measured(path):
        space, name, width, start, mask = words[0], words[1], int(words[2]), words[3], words[4]
        pattern = patterns.setdefault(tuple(int(at) // width for at in words[5:]), f"q{len(patterns):03}")
        mangled = f"in_{space}ILi{operations.index(name)}E"
        made = "+".join(next(code for kernel, code in sass.items() if mangled in kernel))
        rows.append([space, name, made, width, start, mask, pattern] + atomics(row, space))

print(f"# Atomics and local memory of one warp on an {sys.argv[1]}: atomics_probe2.cu and local_probe.cu under Nsight Compute.")
print("""# Patterns: the element of each lane. Rows of space shared and global: operation of the probe, what nvcc made of it, bytes, the value of each byte before, active
# lanes, pattern; executed atomic instructions (shared; none is counted of generic ones) or requests (global); in shared memory the wavefronts and bank conflicts of
# the atomic instructions, then those of the loop's loads (l1tex); in global memory sectors by L1 and by the instructions' own metric.
# contend: threads of a block that add to a float each, words they share, compare-and-swaps executed in each of five launches.
# local: type, ld or st at each lane's index, bytes, active lanes, indices; requests and sectors (L1) of that one access.""")
for elements, name in patterns.items():
    print("pattern", name, ",".join(map(str, elements)), sep="\t")
print("space", "operation", "sass", "width", "start", "mask", "pattern", "requests", "wavefronts", "bank_conflicts", "load_wavefronts",
      "load_conflicts", "sectors", "sass_sectors", sep="\t")
for row in rows:
    print(*row, sep="\t")

rounds = {}
for path in files("contend.csv"):
    for words, row in measured(path):
        rounds.setdefault((words[1], words[2]), []).append(number(row, "smsp__inst_executed_op_shared_atom"))
for (threads, words), counted in rounds.items():
    print("contend", threads, words, *counted, sep="\t")
for path in files("local.csv"):
    for words, row in measured(path):
        kind, width = words[2], int(words[3])
        before = 64 * max(width // 4, 1) if kind == "st" else 0  # the probe's own stores, at one index each: 4 sectors a request
        unit = "l1tex__t_{}_pipe_lsu_mem_local_op_" + kind
        print("local", words[1], kind, width, words[4], ",".join(words[5:]), number(row, unit.format("requests")) - before,
              number(row, unit.format("sectors")) - 4 * before, sep="\t")
