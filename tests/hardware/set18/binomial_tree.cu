/* warpscope
title  = "Binomial tree of an option, one block for each"
kernel = "tree"
grid   = ["OPTIONS"]
block  = [128]
[params]
OPTIONS = [2048, 8]
STEPS = [256, 1024]
[args]
spot = "random:7[OPTIONS]"
value = "zero[OPTIONS]"
*/
#ifndef STEPS
#define STEPS 256
#endif

__global__ void tree(const float *spot, float *value)
{
    __shared__ float v[STEPS + 1];
    const float up = 1.01f, p = 0.505f;
    float s0 = 50.f + 50.f * spot[blockIdx.x];
    for (int j = threadIdx.x; j <= STEPS; j += blockDim.x)
        v[j] = fmaxf(s0 * powf(up, 2.f * j - STEPS) - 75.f, 0.f);
    __syncthreads();
    for (int step = STEPS; step > 0; --step) {
        for (int base = 0; base < step; base += blockDim.x) {
            int j = base + threadIdx.x;
            float nv = 0;
            if (j < step) nv = p * v[j + 1] + (1.f - p) * v[j];
            __syncthreads();
            if (j < step) v[j] = nv;
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) value[blockIdx.x] = v[0];
}
