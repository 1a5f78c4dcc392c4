/* warpscope
title  = "Grid-stride sum finished by warp shuffles"
kernel = "sum_all"
grid   = ["BLOCKS"]
block  = ["THREADS"]
[params]
N = [16777216]
BLOCKS = [264, 1056, 8192]
THREADS = [256, 1024, 128]
[args]
v = "one[N / 4]"
out = "zero[1]"
n4 = "N / 4"
*/

__device__ float warp_sum(float x)
{
#pragma unroll
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffff, x, d);
    return x;
}

__global__ void sum_all(const float4 *v, float *out, int n4)
{
    __shared__ float w[32];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 q = v[i];
        s += (q.x + q.y) + (q.z + q.w);
    }
    s = warp_sum(s);
    if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x < 32) {
        s = threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0.0f;
        s = warp_sum(s);
        if (threadIdx.x == 0) atomicAdd(out, s);
    }
}
