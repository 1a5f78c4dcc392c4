/* warpscope
title  = "Sums of rows or of columns of a table, one a thread or one a warp"
kernel = "sums"
grid   = ["(WARP?W/8:W/256)"]
block  = [256]
[params]
W = [4096, 256]
COLUMNS = [0, 1]
WARP = [0, 1]
[args]
t = "mod:6[W*W]"
s = "zero[W]"
w = "W"
*/
#ifndef COLUMNS
#define COLUMNS 0
#endif
#ifndef WARP
#define WARP 0
#endif

__global__ void sums(const long long *t, long long *s, int w)
{
    int id = blockIdx.x * 256 + threadIdx.x;
#if WARP
    int line = id / 32, first = id % 32, by = 32;
#else
    int line = id, first = 0, by = 1;
#endif
    long long v = 0;
    for (int k = first; k < w; k += by)
#if COLUMNS
        v += t[(long long)k * w + line];
#else
        v += t[(long long)line * w + k];
#endif
#if WARP
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (first == 0)
#endif
        s[line] = v;
}
