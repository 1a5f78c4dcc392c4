/* warpscope
title  = "Odd-even transposition sort in shared memory"
kernel = "oddEven"
grid   = ["N/512"]
block  = [256]
[params]
N = [262144, 2048]
ORDERED = [0, 1]
[args]
in = "random:77[N]"
out = "zero[N]"
*/
#ifndef ORDERED
#define ORDERED 0
#endif

__global__ void oddEven(const int *in, int *out)
{
    __shared__ int a[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    for (int k = t; k < 512; k += 256)
#if ORDERED
        a[k] = k;
#else
        a[k] = in[base + k];
#endif
    __syncthreads();
    for (int round = 0; round < 512; ++round) {
        int p = 2 * t + (round & 1);
        if (p + 1 < 512 && a[p] > a[p + 1]) {
            int h = a[p];
            a[p] = a[p + 1];
            a[p + 1] = h;
        }
        __syncthreads();
    }
    for (int k = t; k < 512; k += 256) out[base + k] = a[k];
}
