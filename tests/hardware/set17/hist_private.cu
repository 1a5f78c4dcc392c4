/* warpscope
title  = "Sixteen private bins of each thread in shared memory, side by side or in columns"
kernel = "count_nibbles"
grid   = [512]
block  = [128]
[params]
PER = [64, 16]
COLUMN = [0, 1]
[args]
data = "random:8[512 * 128 * PER]"
bins = "zero[16]"
*/
#ifndef PER
#define PER 64
#endif
#ifndef COLUMN
#define COLUMN 0
#endif

#if COLUMN
#define SLOT(b) ((b) * 128 + threadIdx.x)
#else
#define SLOT(b) (threadIdx.x * 16 + (b))
#endif
__global__ void count_nibbles(const unsigned *data, unsigned *bins)
{
    __shared__ unsigned short own[16 * 128];
    for (int b = 0; b < 16; b++) own[SLOT(b)] = 0;
    const unsigned *d = data + (size_t)blockIdx.x * 128 * PER;
    for (int k = 0; k < PER; k++) {
        unsigned w = d[k * 128 + threadIdx.x];
        for (int j = 0; j < 8; j++, w >>= 4) own[SLOT(w & 15)]++;
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned s = 0;
        for (int t = 0; t < 128; t++)
            s += COLUMN ? own[threadIdx.x * 128 + t] : own[t * 16 + threadIdx.x];
        atomicAdd(&bins[threadIdx.x], s);
    }
}
