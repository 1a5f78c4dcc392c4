/* warpscope
title  = "Parallel cyclic reduction, one system a block in shared memory"
kernel = "pcr"
grid   = ["SYSTEMS"]
block  = ["SIZE"]
[params]
SYSTEMS = [16384, 4096, 2048, 8]
SIZE = [128, 512, 1024]
[args]
d = "random:133[SYSTEMS*SIZE]"
x = "zero[SYSTEMS*SIZE]"
*/
#ifndef SIZE
#define SIZE 128
#endif

__global__ void pcr(const double *d, double *x)
{
    __shared__ double a[SIZE], b[SIZE], c[SIZE], r[SIZE];
    int i = threadIdx.x;
    a[i] = i > 0 ? -0.5 : 0;
    b[i] = 2;
    c[i] = i < SIZE - 1 ? -0.5 : 0;
    r[i] = d[(size_t)blockIdx.x * SIZE + i];
    __syncthreads();
    for (int s = 1; s < SIZE; s *= 2) {
        int lo = max(i - s, 0), hi = min(i + s, SIZE - 1);
        double p = i - s >= 0 ? -a[i] / b[lo] : 0, q = i + s < SIZE ? -c[i] / b[hi] : 0;
        double na = p * a[lo], nb = b[i] + p * c[lo] + q * a[hi], nc = q * c[hi], nr = r[i] + p * r[lo] + q * r[hi];
        __syncthreads();
        a[i] = na; b[i] = nb; c[i] = nc; r[i] = nr;
        __syncthreads();
    }
    x[(size_t)blockIdx.x * SIZE + i] = r[i] / b[i];
}
