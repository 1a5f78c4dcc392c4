/* warpscope
title  = "Hillis-Steele scan of a block"
kernel = "hillisSteele"
grid   = ["N/BLK"]
block  = ["BLK"]
[params]
N = [2097152, 2048]
BLK = [256, 1024]
[args]
x = "mod:6[N]"
y = "zero[N]"
*/
#ifndef BLK
#define BLK 256
#endif

__global__ void hillisSteele(const int *x, int *y)
{
    __shared__ int buf[2][BLK];
    int t = threadIdx.x, g = blockIdx.x * BLK + t, cur = 0;
    buf[0][t] = x[g];
    __syncthreads();
    for (int d = 1; d < BLK; d <<= 1) {
        buf[1 - cur][t] = t >= d ? buf[cur][t] + buf[cur][t - d] : buf[cur][t];
        cur = 1 - cur;
        __syncthreads();
    }
    y[g] = buf[cur][t];
}
