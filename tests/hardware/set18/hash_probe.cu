/* warpscope
title  = "Probe side of a hash join, small and large table"
kernel = "probeTable"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [4194304, 2048]
SLOTS = [65536, 4096, 1048576, 16777216]
FULL = [50, 95]
[args]
probe = "random:120[N]"
hit = "zero[N]"
n = "N"
slots = "ramp[SLOTS]"
*/
#ifndef SLOTS
#define SLOTS 65536
#endif
#ifndef FULL
#define FULL 50
#endif

// A made-up table: a slot counts as used when a hash of its content is below FULL percent; probing goes on while it is.
__global__ void probeTable(const unsigned *probe, int *hit, int n, const unsigned *slots)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned key = probe[i], h = key * 2654435761u & (SLOTS - 1);
    int steps = 0, found = -1;
    for (; steps < 64; ++steps) {
        unsigned c = slots[h];
        if (c == (key & 0xffffff)) { found = h; break; }
        if ((c * 40503u >> 4) % 100 >= FULL) break;
        h = (h + 1) & (SLOTS - 1);
    }
    hit[i] = found + steps;
}
