/* warpscope
title  = "Sum of a block: which threads go on adding"
kernel = "blockSum"
grid   = ["N/256"]
block  = [256]
[params]
N = [4194304, 2048]
STYLE = [0, 1, 2]
[args]
in = "mod:4[N]"
out = "zero[N/256]"
*/
#ifndef STYLE
#define STYLE 0
#endif

__global__ void blockSum(const int *in, int *out)
{
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
#if STYLE == 0
    for (unsigned d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
#elif STYLE == 1
    for (unsigned d = 1; d < 256; d *= 2) {
        unsigned k = 2 * d * t;
        if (k < 256) s[k] += s[k + d];
        __syncthreads();
    }
#else
    for (unsigned d = 128; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
#endif
    if (t == 0) out[blockIdx.x] = s[0];
}
