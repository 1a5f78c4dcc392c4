/* warpscope
title  = "Sum by shuffles, then one atomic a block"
kernel = "sumAll"
grid   = ["BLOCKS"]
block  = [512]
[params]
N = [4194304, 16384]
BLOCKS = [264, 2048, 4]
[args]
data = "mod:4[N/4]"
result = "zero[1]"
n4 = "N/4"
*/
__inline__ __device__ int warpSum(int v)
{
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void sumAll(const int4 *data, int *result, int n4)
{
    __shared__ int part[16];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        int4 q = data[i];
        v += q.x + q.y + q.z + q.w;
    }
    v = warpSum(v);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < 16 ? part[threadIdx.x] : 0;
        v = warpSum(v);
        if (threadIdx.x == 0) atomicAdd(result, v);
    }
}
