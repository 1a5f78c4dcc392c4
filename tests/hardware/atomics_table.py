# Joins what atomics_probe printed with the profiler's output into h200_atomics.tsv. Not part of the build:
#   ncu --csv --page raw --print-units base --cache-control none --clock-control none --metrics M ./probe shared > shared.csv
#   ./probe shared > shared.txt; the same for global; cuobjdump -sass probe > sass.txt
#   python3 atomics_table.py "NVIDIA H200, driver 580.159.04, CUDA 13.0, 2026-11-23" > h200_atomics.tsv
# M: for shared smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum,
#    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{atom,ld}.sum, l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{atom,ld}.sum,
#    smsp__inst_executed_op_shared_atom.sum; for global l1tex__t_{requests,sectors,output_wavefronts}_pipe_lsu_mem_global_op_{red,atom}.sum
import csv
import re
import sys

INITIAL_STORES = 128  # wavefronts of the probe's own stores, which the SASS metric counts, too


def launches(space):
    text = [line for line in open(f"{space}.csv") if line.startswith('"')]
    rows = list(csv.DictReader(text))[1:]  # the first holds units
    told = [line.split() for line in open(f"{space}.txt") if line.startswith("launch")]
    assert len(rows) == len(told)
    for row, words in zip(rows, told):
        width = int(words[3])
        yield words[2], width, words[4], [int(offset) // width for offset in words[5:]], row


def instructions():
    found, kernel = {}, None
    for line in open("sass.txt"):
        if match := re.search(r"Function : (\S+)", line):
            kernel = found.setdefault(match.group(1), [])
        elif (match := re.search(r"\b((?:ATOM|RED|LDS)[A-Z]*\.?\S*)", line.split("*/", 1)[-1])) and kernel is not None:
            kernel.append(match.group(1).rstrip(";"))
    return found


def both(row, name):
    return int(row[name + "_op_atom.sum"] or 0) + int(row[name + "_op_red.sum"] or 0)


sass, operations, patterns, rows = instructions(), [], {}, []
for space in ("shared", "global"):
    for name, width, mask, elements, row in launches(space):
        if name not in operations:
            operations.append(name)
        mangled = f"in_{space}IL2Op{operations.index(name)}E"
        made = "+".join(next(code for kernel, code in sass.items() if mangled in kernel))
        pattern = patterns.setdefault(tuple(elements), f"p{len(patterns):02}")
        head = [space, name, made, width, mask, pattern]
        if space == "shared":
            loads = int(row["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"])
            rows.append(head + [row["smsp__inst_executed_op_shared_atom.sum"],
                                row["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"],
                                row["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"], loads,
                                row["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"],
                                int(row["smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum"]) - INITIAL_STORES, "", ""])
        else:
            unit = "l1tex__t_{}_pipe_lsu_mem_global"
            rows.append(head + [both(row, unit.format("requests")), "", "", "", "", "", both(row, unit.format("sectors")),
                                both(row, unit.format("output_wavefronts"))])

print(f"# One atomic instruction of one warp on an {sys.argv[1]}: atomics_probe.cu under Nsight Compute.")
print("""# Patterns: the element of each lane. Rows: space, operation of the probe, what nvcc made of it, bytes, active lanes, pattern;
# executed atomic instructions (shared) or requests (global); in shared memory the wavefronts and bank conflicts of the atomic
# instruction, then those of the loop's loads (l1tex), and the wavefronts of both by the instructions' own metric; in global memory sectors and tag wavefronts (L1, op_atom or op_red).""")
for elements, name in patterns.items():
    print("pattern", name, ",".join(map(str, elements)), sep="\t")
print("space", "operation", "sass", "width", "mask", "pattern", "requests", "wavefronts", "bank_conflicts", "load_wavefronts",
      "load_conflicts", "sass_wavefronts", "sectors", "tag_wavefronts", sep="\t")
for row in rows:
    print(*row, sep="\t")
