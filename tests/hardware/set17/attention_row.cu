/* warpscope
title  = "One query per thread or per warp against all keys, head of 32"
kernel = "attend"
grid   = ["WARP ? HEADS * L / 4 : HEADS * L / 128"]
block  = [128]
[params]
HEADS = [8]
L = [512, 1024]
WARP = [0, 1]
[args]
q = "random:1[HEADS * L * 32]"
k = "random:2[HEADS * L * 32]"
v = "random:3[HEADS * L * 32]"
o = "zero[HEADS * L * 32]"
*/
#ifndef L
#define L 512
#endif
#ifndef WARP
#define WARP 0
#endif

__global__ void attend(const float *q, const float *k, const float *v, float *o)
{
#if WARP
    int lane = threadIdx.x % 32, qi = blockIdx.x * 4 + threadIdx.x / 32;
    int head = qi / L;
    float mine = q[qi * 32 + lane], sum = 0, acc = 0, top = -1e30f;
    for (int j = 0; j < L; j++) {
        float s = mine * k[(head * L + j) * 32 + lane];
        for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        float t = fmaxf(top, s), f = __expf(top - t), e = __expf(s - t);
        sum = sum * f + e;
        acc = acc * f + e * v[(head * L + j) * 32 + lane];
        top = t;
    }
    o[qi * 32 + lane] = acc / sum;
#else
    int qi = blockIdx.x * 128 + threadIdx.x, head = qi / L;
    float a[32], acc[32], sum = 0, top = -1e30f;
    for (int d = 0; d < 32; d++) { a[d] = q[qi * 32 + d]; acc[d] = 0; }
    for (int j = 0; j < L; j++) {
        const float *kj = k + (head * L + j) * 32, *vj = v + (head * L + j) * 32;
        float s = 0;
#pragma unroll
        for (int d = 0; d < 32; d++) s += a[d] * kj[d];
        float t = fmaxf(top, s), f = __expf(top - t), e = __expf(s - t);
        sum = sum * f + e;
#pragma unroll
        for (int d = 0; d < 32; d++) acc[d] = acc[d] * f + e * vj[d];
        top = t;
    }
    for (int d = 0; d < 32; d++) o[qi * 32 + d] = acc[d] / sum;
#endif
}
