/* warpscope
title  = "Only one field of a record is summed"
kernel = "sum_mass"
grid   = ["N / 192"]
block  = [192]
[params]
N = [3145728]
WORDS = [5, 8, 12]
SOA = [0, 1]
[args]
field = "one[N * WORDS]"
total = "zero[N / 192]"
n = "N"
*/
#ifndef WORDS
#define WORDS 5
#endif
#ifndef SOA
#define SOA 0
#endif

__global__ void sum_mass(const float *field, float *total, int n)
{
    __shared__ float acc;
    if (threadIdx.x == 0) acc = 0.0f;
    __syncthreads();
    int i = blockIdx.x * 192 + threadIdx.x;
#if SOA
    float m = field[2 * (size_t)n + i];
#else
    float m = field[(size_t)i * WORDS + 2];
#endif
    for (int d = 16; d; d >>= 1) m += __shfl_down_sync(~0u, m, d);
    if (threadIdx.x % 32 == 0) atomicAdd(&acc, m);
    __syncthreads();
    if (threadIdx.x == 0) total[blockIdx.x] = acc;
}
