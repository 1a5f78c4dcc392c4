/* warpscope
title  = "Thomas algorithm, a system per thread, systems apart or interleaved"
kernel = "thomas"
grid   = ["SYS / 64"]
block  = [64]
[params]
SYS = [16384, 65536]
LEN = [64]
INTER = [0, 1]
REAL = ["float", "double"]
[args]
rhs = "one[SYS * LEN]"
cp = "zero[SYS * LEN]"
*/
#ifndef SYS
#define SYS 16384
#endif
#ifndef LEN
#define LEN 64
#endif
#ifndef INTER
#define INTER 0
#endif
#ifndef REAL
#define REAL float
#endif

// -1 2.5 -1 on the diagonals; the solution replaces the right side
__global__ void thomas(REAL *rhs, REAL *cp)
{
    int s = blockIdx.x * 64 + threadIdx.x;
    const int step = INTER ? SYS : 1;
    REAL *d = rhs + (INTER ? s : s * LEN), *c = cp + (INTER ? s : s * LEN);
    REAL pc = (REAL)-0.4, pd = d[0] * (REAL)0.4;
    c[0] = pc; d[0] = pd;
    for (int k = 1; k < LEN; k++) {
        REAL m = 1 / ((REAL)2.5 + pc);
        pd = (d[k * step] + pd) * m;
        pc = -m;
        c[k * step] = pc;
        d[k * step] = pd;
    }
    for (int k = LEN - 2; k >= 0; k--) {
        pd = d[k * step] - c[k * step] * pd;
        d[k * step] = pd;
    }
}
