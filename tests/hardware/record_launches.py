#!/usr/bin/env python3
"""Runs the labs that the table has (newer ones are held against assets/recordings) and every kernel of tests/hardware/kernels, with
every choice of its parameters (one varied at a time), on a real GPU under ncu and writes the launch's counters as a table, against which launches_test.cpp holds the simulator.

    python3 tests/hardware/record_launches.py --generate FOLDER         writes FOLDER/*.cu, build.sh (no GPU needed)
    bash FOLDER/build.sh && ncu ... FOLDER/labs > ncu.csv           on the device: FOLDER/record.sh does both
    python3 tests/hardware/record_launches.py --table ncu.csv outputs.txt    prints the table

`output` is the FNV-1a hash of the bytes of all buffers after the launch, in the order of [args].

"As written": the shared arrays are volatile, so that the compiler neither merges nor hoists nor drops their accesses.
"""
import csv
import io
import pathlib
import re
import sys
import tomllib

METRICS = {
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "shared_load.wavefronts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "shared_store.wavefronts",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "shared_load.bank_conflicts",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "shared_store.bank_conflicts",
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum": "shared.wavefronts",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load.requests",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store.requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load.sectors",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store.sectors",
}
HERE = pathlib.Path(__file__).resolve().parent
IN_TABLE = {row.split("\t")[0] for row in open(HERE / "h200_launches.tsv")}
FILES = [path for path in sorted((HERE.parents[1] / "assets/labs").glob("*.cu")) if path.stem in IN_TABLE] + sorted((HERE / "kernels").glob("*.cu"))
RACY = {"conditions_in_memory", "gather_collatz"}  # what they leave depends on the order of the warps: no output is kept
LARGEST = 1 << 20  # elements: larger choices add nothing to what the smaller ones show


def variants():
    """(name, lab, {parameter: value}, header, text)"""
    for path in FILES:
        text = path.read_text()
        header = tomllib.loads(re.search(r"/\* warpscope\n(.*?)\*/", text, re.S).group(1))
        parameters = {k: v if isinstance(v, list) else [v] for k, v in header.get("params", {}).items()}
        default = {k: v[0] for k, v in parameters.items()}
        settings = [default]
        for name, choices in parameters.items():
            settings += [dict(default, **{name: choice}) for choice in choices[1:]]
        for number, setting in enumerate(settings):
            yield f"{path.stem}_{number}", path.stem, setting, header, text


def number(expression, setting):
    return int(eval(str(expression).replace("/", "//"), {"__builtins__": {}}, dict(setting)))


def element_type(text, kernel, argument):
    """What the kernel's pointer of this name points to."""
    parameters = re.search(r"void\s+" + kernel + r"\s*\(([^)]*)\)", text).group(1)
    written = re.search(r"([\w ]+?)\s*\*\s*(?:__restrict__\s*)?" + argument + r"\b", parameters).group(1)
    return " ".join(word for word in written.split() if word != "const")


def program(name, setting, header, text):
    buffers, arguments, hashes = [], [], []
    for argument, value in header["args"].items():
        match = re.fullmatch(r"(\w+)(?::(\d+))?\[(.*)\]", str(value))
        if not match:
            arguments.append(str(number(value, setting)))
            continue
        kind, parameter, count = match.group(1), match.group(2) or "1", number(match.group(3), setting)
        value_of = {"zero": "0", "one": "1", "ramp": "i", "mod": f"i % {parameter}", "random": f"random_of({parameter}, i)"}[kind]
        kind = element_type(text, header["kernel"], argument)
        buffers.append(f"  {kind} *{argument}; cudaMalloc(&{argument}, {count}ull * sizeof({kind}));\n  {{\n    std::vector<{kind}> h({count}ull);\n"
                       f"    for (size_t i = 0; i < h.size(); ++i) h[i] = ({kind})({value_of});\n"
                       f"    cudaMemcpy({argument}, h.data(), h.size() * sizeof({kind}), cudaMemcpyHostToDevice);\n  }}\n")
        hashes.append(f"  hash_of(hash, {argument}, {count}ull * sizeof({kind}));\n")
        arguments.append(argument)

    def dim(key):
        value = header.get(key, [1])
        sizes = [number(v, setting) for v in (value if isinstance(value, list) else [value])]
        return f"dim3({', '.join(map(str, sizes))})"

    macros = "".join(f"#define {k} {v}\n" for k, v in setting.items())
    undo = "".join(f"#undef {k}\n" for k in setting)
    return ("#include <cstddef>\n#include <cstdio>\n#include <vector>\n#include <cuda_runtime.h>\n#undef __shared__\n#define __shared__ __location__(shared) volatile\n"
            "static void hash_of(unsigned long long &hash, const void *p, size_t n) {\n  std::vector<unsigned char> h(n);\n"
            "  cudaMemcpy(h.data(), p, n, cudaMemcpyDeviceToHost);\n  for (unsigned char b : h) hash = (hash ^ b) * 1099511628211ull;\n}\n"
            # sim/source/fill_element.h, for floats
            "static unsigned long long mix(unsigned long long x) {\n  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;\n"
            "  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;\n  return x ^ (x >> 31);\n}\n"
            "static float random_of(unsigned long long seed, unsigned long long i) {\n  const unsigned long long golden = 0x9e3779b97f4a7c15ull;\n"
            "  return (mix(mix(seed + golden) + i * golden) >> 40) / 16777216.0f;\n}\n"
            f"{macros}namespace {name} {{\n{text}\n}}\n{undo}"
            f"void run_{name}() {{\n{''.join(buffers)}  {name}::{header['kernel']}<<<{dim('grid')}, {dim('block')}, {number(header.get('shared', 0), setting)}>>>({', '.join(arguments)});\n"
            "  cudaDeviceSynchronize();\n"
            f"  unsigned long long hash = 14695981039346656037ull;\n{''.join(hashes)}  std::printf(\"{name} %016llx\\n\", hash);\n}}\n")


def generate(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for name, lab, setting, header, text in variants():
        if any(isinstance(v, int) and v > LARGEST for v in setting.values()) or setting.get("WIDTH", 0) > 1024:
            continue
        names.append(name)
        (folder / f"{name}.cu").write_text(program(name, setting, header, text))
    main = "#include <cstdio>\n#include <cuda_runtime.h>\n" + "".join(f"void run_{n}();\n" for n in names)
    main += "int main() {\n" + "".join(f"  run_{n}();\n" for n in names)
    main += '  std::puts(cudaGetErrorString(cudaGetLastError()));\n}\n'
    (folder / "main.cu").write_text(main)
    (folder / "record.sh").write_text(
        "set -e\ncd \"$(dirname \"$0\")\"\nout=$1\n"
        "ls *.cu | xargs -P 16 -I{} nvcc -std=c++17 -arch=sm_90 -w -c {} -o {}.o\nnvcc -arch=sm_90 -o labs *.o\n./labs > \"$out/outputs.txt\"\n"
        f"ncu --clock-control none --csv --page raw --print-units base --metrics {','.join(METRICS)} ./labs > \"$out/launches_ncu.csv\"\n"
        "nvidia-smi --query-gpu=name,driver_version --format=csv,noheader > \"$out/device.txt\"\n")
    print(f"{len(names)} variants in {folder}")


def table(report, outputs):
    output = dict(line.split() for line in open(outputs) if len(line.split()) == 2)
    lines = [line for line in open(report) if line.startswith('"')]
    rows = list(csv.reader(io.StringIO("".join(lines))))
    columns = {}
    for i, title in enumerate(rows[0]):
        for metric, short in METRICS.items():
            if metric in title:
                columns[short] = i
    kernel = rows[0].index("Kernel Name")
    known = {name: (lab, setting) for name, lab, setting, _, _ in variants()}
    print("\t".join(["lab", "parameters"] + list(METRICS.values()) + ["output"]))
    for row in rows[2:]:
        name = row[kernel].split("::")[0]
        lab, setting = known[name]
        values = [row[columns[short]].replace(",", "") for short in METRICS.values()]
        print("\t".join([lab, " ".join(f"{k}={v}" for k, v in setting.items())] + [str(int(float(v))) for v in values] + ["-" if lab in RACY else output[name]]))


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--generate":
        generate(sys.argv[2])
    elif len(sys.argv) == 4 and sys.argv[1] == "--table":
        table(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
