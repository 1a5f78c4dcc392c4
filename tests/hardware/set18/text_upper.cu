/* warpscope
title  = "Capital letters: bytes one at a time or four in a word"
kernel = "upper"
grid   = ["(N/STEP+255)/256"]
block  = [256]
[params]
N = [33554432, 4096]
STEP = [1, 4, 16]
[args]
in = "mod:128[N]"
out = "zero[N]"
n = "N"
*/
#ifndef STEP
#define STEP 1
#endif

__device__ inline unsigned char up(unsigned char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
__device__ inline unsigned up4(unsigned w)
{
    unsigned r = 0;
    for (int s = 0; s < 32; s += 8) r |= (unsigned)up(w >> s & 255) << s;
    return r;
}
__global__ void upper(const unsigned char *in, unsigned char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / STEP) return;
#if STEP == 1
    out[i] = up(in[i]);
#elif STEP == 4
    ((unsigned *)out)[i] = up4(((const unsigned *)in)[i]);
#else
    uint4 q = ((const uint4 *)in)[i];
    q.x = up4(q.x); q.y = up4(q.y); q.z = up4(q.z); q.w = up4(q.w);
    ((uint4 *)out)[i] = q;
#endif
}
