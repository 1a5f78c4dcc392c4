/* warpscope
title  = "Blelloch scan, two elements a thread"
kernel = "blelloch"
grid   = ["N/512"]
block  = [256]
[params]
N = [2097152, 4096]
AVOID = [0, 1]
[args]
x = "mod:6[N]"
y = "zero[N]"
*/
#ifndef AVOID
#define AVOID 0
#endif

#if AVOID
#define AT(i) ((i) + ((i) >> 5))
#else
#define AT(i) (i)
#endif
__global__ void blelloch(const int *x, int *y)
{
    __shared__ int s[512 + 16];
    int t = threadIdx.x, base = blockIdx.x * 512, off = 1;
    s[AT(t)] = x[base + t];
    s[AT(t + 256)] = x[base + t + 256];
    for (int d = 256; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            s[AT(b)] += s[AT(a)];
        }
        off <<= 1;
    }
    if (t == 0) s[AT(511)] = 0;
    for (int d = 1; d < 512; d <<= 1) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            int tmp = s[AT(a)];
            s[AT(a)] = s[AT(b)];
            s[AT(b)] += tmp;
        }
    }
    __syncthreads();
    y[base + t] = s[AT(t)];
    y[base + t + 256] = s[AT(t + 256)];
}
