/* warpscope
title  = "One radix-2 stage over global memory, near or far partners"
kernel = "butterfly"
grid   = ["N / 512"]
block  = [256]
[params]
N = [8388608, 524288]
HALF = [1, 16, 4194304, 262144]
TWIDDLE = [0, 1]
[args]
z = "random:49[N]"
*/
#ifndef HALF
#define HALF 1
#endif
#ifndef TWIDDLE
#define TWIDDLE 0
#endif

// TWIDDLE 1: exact sine and cosine instead of the fast ones
__global__ void butterfly(float2 *z)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int k = t & (HALF - 1), a = (t - k) * 2 + k, b = a + HALF;
    float ang = -3.14159265f * k / HALF, s, c;
#if TWIDDLE
    sincosf(ang, &s, &c);
#else
    __sincosf(ang, &s, &c);
#endif
    float2 u = z[a], v = z[b];
    float2 w = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
    z[a] = make_float2(u.x + w.x, u.y + w.y);
    z[b] = make_float2(u.x - w.x, u.y - w.y);
}
