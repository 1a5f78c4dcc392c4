/* warpscope
title  = "Hillis-Steele scan per block"
kernel = "inclusive"
grid   = ["N / B"]
block  = ["B"]
[params]
N = [8388608]
B = [256, 1024, 128]
[args]
x = "one[N]"
y = "zero[N]"
*/
#ifndef B
#define B 256
#endif

__global__ void __launch_bounds__(B) inclusive(const int *x, int *y)
{
    __shared__ int ping[2][B];
    int t = threadIdx.x, cur = 0;
    ping[0][t] = x[blockIdx.x * B + t];
    __syncthreads();
    for (int d = 1; d < B; d <<= 1) {
        int v = ping[cur][t];
        if (t >= d) v += ping[cur][t - d];
        ping[cur ^ 1][t] = v;
        cur ^= 1;
        __syncthreads();
    }
    y[blockIdx.x * B + t] = ping[cur][t];
}
