/* warpscope
title  = "One block multiplies one pair of D x D matrices"
kernel = "small_by_block"
grid   = ["COUNT"]
block  = ["D", "D"]
[params]
COUNT = [16384]
D = [8, 16, 32]
[args]
a = "mod:9[COUNT * D * D]"
b = "mod:4[COUNT * D * D]"
c = "zero[COUNT * D * D]"
*/
#ifndef D
#define D 8
#endif

__global__ void __launch_bounds__(D * D) small_by_block(const float *a, const float *b, float *c)
{
    __shared__ float l[D][D], r[D][D];
    size_t at = (size_t)blockIdx.x * D * D + threadIdx.y * D + threadIdx.x;
    l[threadIdx.y][threadIdx.x] = a[at];
    r[threadIdx.y][threadIdx.x] = b[at];
    __syncthreads();
    float s = 0.0f;
    for (int k = 0; k < D; k++) s += l[threadIdx.y][k] * r[k][threadIdx.x];
    c[at] = s;
}
