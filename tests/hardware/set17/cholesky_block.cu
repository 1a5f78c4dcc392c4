/* warpscope
title  = "Cholesky of a matrix by one block in shared memory"
kernel = "cholesky"
grid   = ["COUNT"]
block  = ["THREADS"]
[params]
COUNT = [4096]
DIM = [32, 16, 64]
THREADS = [32, 64, 256]
[args]
m = "one[COUNT * DIM * DIM]"
*/
#ifndef DIM
#define DIM 32
#endif
#ifndef THREADS
#define THREADS 32
#endif

__global__ void cholesky(float *m)
{
    __shared__ float a[DIM][DIM + 1];
    float *mine = m + (size_t)blockIdx.x * DIM * DIM;
    for (int e = threadIdx.x; e < DIM * DIM; e += THREADS)
        a[e / DIM][e % DIM] = mine[e] + (e / DIM == e % DIM ? (float)DIM : 0.0f);
    __syncthreads();
    for (int k = 0; k < DIM; k++) {
        float root = sqrtf(a[k][k]);
        __syncthreads();
        for (int i = k + threadIdx.x; i < DIM; i += THREADS) a[i][k] = i == k ? root : a[i][k] / root;
        __syncthreads();
        int left = DIM - k - 1;
        for (int e = threadIdx.x; e < left * left; e += THREADS) {
            int i = k + 1 + e / left, j = k + 1 + e % left;
            if (j <= i) a[i][j] -= a[i][k] * a[j][k];
        }
        __syncthreads();
    }
    for (int e = threadIdx.x; e < DIM * DIM; e += THREADS) mine[e] = a[e / DIM][e % DIM];
}
