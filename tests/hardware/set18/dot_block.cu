/* warpscope
title  = "Dot product with one partial result a block"
kernel = "dot"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [4194304, 4096]
BLOCKS = [1056, 132, 16384, 4]
[args]
a = "mod:3[N]"
b = "mod:5[N]"
part = "zero[BLOCKS]"
n = "N"
*/
__global__ void dot(const float *a, const float *b, float *part, int n)
{
    __shared__ float cache[256];
    float temp = 0;
    for (int tid = threadIdx.x + blockIdx.x * blockDim.x; tid < n; tid += blockDim.x * gridDim.x)
        temp += a[tid] * b[tid];
    cache[threadIdx.x] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) part[blockIdx.x] = cache[0];
}
