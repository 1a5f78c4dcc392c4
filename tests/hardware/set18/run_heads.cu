/* warpscope
title  = "Run-length coding: mark the heads of runs and count them"
kernel = "heads"
grid   = ["N/512"]
block  = [512]
[params]
N = [8388608, 2048]
RUN = [1, 64, 4]
[args]
in = "random:51[N/RUN+1]"
head = "zero[N]"
count = "zero[N/512]"
*/
#ifndef RUN
#define RUN 1
#endif

__global__ void heads(const unsigned char *in, unsigned char *head, int *count)
{
    __shared__ int c;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool h = i == 0 || in[i / RUN] != in[(i - 1) / RUN];
    head[i] = h;
    unsigned b = __ballot_sync(0xffffffffu, h);
    if ((threadIdx.x & 31) == 0 && b) atomicAdd(&c, __popc(b));
    __syncthreads();
    if (threadIdx.x == 0) count[blockIdx.x] = c;
}
