/* warpscope
title  = "C = A B, 4 x 4 results in registers of each thread"
kernel = "mmReg"
grid   = ["N/64", "N/64"]
block  = [16, 16]
[params]
N = [512, 1024, 128]
[args]
A = "mod:5[N*N]"
B = "mod:3[N*N]"
C = "zero[N*N]"
n = "N"
*/
#define BM 64
#define BK 16
__global__ void mmReg(const float *A, const float *B, float *C, int n)
{
    __shared__ float sa[BK][BM + 1];
    __shared__ float sb[BK][BM];
    int tid = threadIdx.y * 16 + threadIdx.x;
    int r0 = blockIdx.y * BM, c0 = blockIdx.x * BM;
    float acc[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += BK) {
        for (int e = tid; e < BM * BK; e += 256) {
            sa[e % BK][e / BK] = A[(r0 + e / BK) * n + k0 + e % BK];
            sb[e / BM][e % BM] = B[(k0 + e / BM) * n + c0 + e % BM];
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[4], b[4];
            for (int i = 0; i < 4; ++i) a[i] = sa[k][threadIdx.y * 4 + i];
            for (int j = 0; j < 4; ++j) b[j] = sb[k][threadIdx.x + 16 * j];
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            C[(r0 + threadIdx.y * 4 + i) * n + c0 + threadIdx.x + 16 * j] = acc[i][j];
}
