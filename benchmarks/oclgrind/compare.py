#!/usr/bin/env python3
"""The tiled product in Oclgrind (Debian package `oclgrind`) and in Warpscope, one after the other on this machine.

usage: compare.py BUILD_FOLDER [ROUNDS]

Both run the same kernel, one thread an element of C, with everything counted: Warpscope the bank conflicts and sectors of every line,
Oclgrind the instructions by kind (--inst-counts), and once more as it is. A lane access is one thread's load or store of memory.
Oclgrind is measured at a smaller N, so that it ends in seconds: its rate does not depend on N. The times are those of the whole program, by the
wall and the processor seconds of all its threads, which a busy machine changes less; what a start alone takes (N = 16) is taken off. Prints a table
in Markdown.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def lane_accesses(n):
    """Of one product: two loads a step and, every sixteen steps, two loads and two stores; one store at the end."""
    return n**3 * 2 + n**3 // 16 * 4 + n**2


def machine():
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), "unknown CPU")
    return f"{model}, {os.cpu_count()} cores"


class Clock:
    """Wall and processor seconds of programs that are run and waited for."""

    def __init__(self):
        self.times = []

    def run(self, command, **options):
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, check=True, **options)
        wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        self.times.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
        return done

    def median(self):
        """Of each for itself."""
        return tuple(sorted(times)[len(times) // 2] for times in zip(*self.times))


def seconds_of(command, rounds):
    """The command must succeed."""
    clock = Clock()
    for _ in range(rounds):
        clock.run(command, stdout=subprocess.DEVNULL)
    return clock.median()


def difference(a, b):
    return tuple(x - y for x, y in zip(a, b))


def oclgrind(n, folder, rounds, options):
    """oclgrind-kernel reads a simulation file: program, kernel, sizes, arguments."""
    path = os.path.join(folder, f"product_{n}.sim")
    size = 4 * n * n
    with open(path, "w") as out:
        out.write(f"{HERE}/tiled_product.cl\ntiled_product\n{n} {n} 1\n16 16 1\n")
        out.write(f"<size={size} float fill=1>\n<size={size} float fill=2>\n<size={size} float fill=0>\n<size=4 int fill={n}>\n")
    return seconds_of(["oclgrind-kernel", *options, path], rounds)


def warpscope(build, n, rounds, threads, options=()):
    command = [os.path.join(build, "warpscope"), "sim", "-", "--set", f"N={n}", "--threads", str(threads), "--json", *options]
    lab = os.path.join(HERE, "../../assets/labs/matmul_tile16.cu")
    clock = Clock()
    for _ in range(rounds):
        # The lab's own check would run a second kernel: it is left out of both sides.
        with open(lab) as text:
            source = text.read().replace('[check]\nC = "matmul_reference"\n', "")
        done = clock.run(command, input=source, capture_output=True, text=True)
        totals = json.loads(done.stdout)["totals"]
        counted = 32 * sum(group["requests"] for name, group in totals.items() if isinstance(group, dict))
        if counted != lane_accesses(n):
            sys.exit(f"warpscope counted {counted} lane accesses, {lane_accesses(n)} were meant: the two kernels are not the same")
    return clock.median()


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    build, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 3
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, options in (("Oclgrind", []), ("Oclgrind, instructions counted", ["--inst-counts"]),
                              ("Oclgrind, races looked for", ["--data-races"])):
            n = 128
            spent = difference(oclgrind(n, folder, rounds, options), oclgrind(16, folder, rounds, options))
            rows.append((name, n, lane_accesses(n) - lane_accesses(16), spent))
    for threads, what, options in ((t, *w) for w in (("counts by line", []), ("counts by line and races", ["--races"])) for t in (1, os.cpu_count())):
        n = 512
        spent = difference(warpscope(build, n, rounds, threads, options), warpscope(build, 16, rounds, threads, options))
        rows.append((f"Warpscope, {what}, {threads} thread{'s' if threads > 1 else ''}", n, lane_accesses(n) - lane_accesses(16), spent))
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}; medians of {rounds}\n")
    print("| simulator | N | lane accesses | seconds | lane accesses/s | processor seconds | lane accesses in one |\n|---|---|---|---|---|---|---|")
    for name, n, accesses, (wall, processor) in rows:
        print(f"| {name} | {n} | {accesses:.3g} | {wall:.3g} | {accesses / wall:.2g} | {processor:.3g} | {accesses / processor:.2g} |")


if __name__ == "__main__":
    main()
