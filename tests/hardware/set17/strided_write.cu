/* warpscope
title  = "Copy that writes every STRIDE-th float"
kernel = "spread"
grid   = ["(N + 191) / 192"]
block  = [192]
[params]
N = [4194304, 262144]
STRIDE = [1, 3, 4, 16]
[args]
src = "ramp[N]"
dst = "zero[N*STRIDE]"
n = "N"
stride = "STRIDE"
*/

// the stride is a runtime number here
__global__ void spread(const float *src, float *dst, int n, int stride)
{
    const int me = threadIdx.x + blockDim.x * blockIdx.x;
    if (me < n)
        dst[(long long)me * stride] = src[me] + 1.0f;
}
