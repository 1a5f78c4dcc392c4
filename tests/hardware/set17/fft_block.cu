/* warpscope
title  = "A whole small FFT per block in shared memory"
kernel = "fft_small"
grid   = ["COUNT"]
block  = ["LEN / 2"]
[params]
COUNT = [16384, 4096]
LEN = [256, 1024]
SPLIT = [0, 1]
[args]
z = "random:50[COUNT * LEN]"
*/
#ifndef LEN
#define LEN 256
#endif
#ifndef SPLIT
#define SPLIT 0
#endif

// SPLIT: real and imaginary parts in two arrays
__global__ void fft_small(float2 *z)
{
#if SPLIT
    __shared__ float re[LEN], im[LEN];
#define GET(i) make_float2(re[i], im[i])
#define PUT(i, v) do { float2 h = v; re[i] = h.x; im[i] = h.y; } while (0)
#else
    __shared__ float2 s[LEN];
#define GET(i) s[i]
#define PUT(i, v) s[i] = v
#endif
    float2 *p = z + (size_t)blockIdx.x * LEN;
    int t = threadIdx.x, bits = 31 - __clz(LEN);
    PUT(__brev(t) >> (32 - bits), p[t]);
    PUT(__brev(t + LEN / 2) >> (32 - bits), p[t + LEN / 2]);
    __syncthreads();
    for (int half = 1; half < LEN; half *= 2) {
        int k = t & (half - 1), a = 2 * t - k, b = a + half;
        float sn, cs;
        __sincosf(-3.14159265f * k / half, &sn, &cs);
        float2 u = GET(a), v = GET(b);
        float2 w = make_float2(v.x * cs - v.y * sn, v.x * sn + v.y * cs);
        PUT(a, make_float2(u.x + w.x, u.y + w.y));
        PUT(b, make_float2(u.x - w.x, u.y - w.y));
        __syncthreads();
    }
    p[t] = GET(t);
    p[t + LEN / 2] = GET(t + LEN / 2);
}
