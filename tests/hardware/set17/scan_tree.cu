/* warpscope
title  = "Blelloch scan of 512 numbers per block, padded or not"
kernel = "exclusive"
grid   = ["N / 512"]
block  = [256]
[params]
N = [8388608]
PAD = [0, 1]
[args]
x = "one[N]"
y = "zero[N]"
*/
#ifndef PAD
#define PAD 0
#endif

#if PAD
#define P(i) ((i) + ((i) >> 5))
#else
#define P(i) (i)
#endif
__global__ void exclusive(const float *x, float *y)
{
    __shared__ float s[512 + 16];
    const int t = threadIdx.x;
    const float *in = x + (size_t)blockIdx.x * 512;
    s[P(t)] = in[t];
    s[P(t + 256)] = in[t + 256];
    int off = 1;
    for (int d = 256; d > 0; d >>= 1, off <<= 1) {
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            s[P(b)] += s[P(a)];
        }
    }
    if (t == 0) s[P(511)] = 0;
    for (int d = 1; d < 512; d <<= 1) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1;
            float v = s[P(a)];
            s[P(a)] = s[P(b)];
            s[P(b)] += v;
        }
    }
    __syncthreads();
    float *o = y + (size_t)blockIdx.x * 512;
    o[t] = s[P(t)];
    o[t + 256] = s[P(t + 256)];
}
