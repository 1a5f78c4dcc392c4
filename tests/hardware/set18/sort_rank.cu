/* warpscope
title  = "Rank sort: count the smaller keys, then write"
kernel = "rankSort"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [16384, 512]
STAGE = [0, 1]
[args]
in = "random:77[N]"
out = "zero[N]"
n = "N"
*/
#ifndef STAGE
#define STAGE 0
#endif

__global__ void rankSort(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float me = in[i];
    int rank = 0;
#if STAGE
    __shared__ float s[256];
    for (int b = 0; b < n; b += 256) {
        s[threadIdx.x] = in[b + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; ++k) rank += s[k] < me || (s[k] == me && b + k < i);
        __syncthreads();
    }
#else
    for (int k = 0; k < n; ++k) {
        float o = in[k];
        if (o < me || (o == me && k < i)) ++rank;
    }
#endif
    out[rank] = me;
}
