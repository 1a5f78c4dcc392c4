/* warpscope
title  = "Many small systems by Gauss elimination, one a thread"
kernel = "gauss"
grid   = ["(COUNT+127)/128"]
block  = [128]
[params]
COUNT = [131072, 1000]
M = [4, 8]
PLANES = [0, 1]
[args]
a = "random:143[COUNT*M*M]"
x = "zero[COUNT*M]"
count = "COUNT"
*/
#ifndef M
#define M 4
#endif
#ifndef PLANES
#define PLANES 0
#endif

template <int R>
__device__ void solve(float (&a)[R][R], float (&b)[R])
{
    #pragma unroll
    for (int p = 0; p < R; ++p) {
        float inv = 1.f / a[p][p];
        #pragma unroll
        for (int r = 0; r < R; ++r) {
            if (r == p) continue;
            float m = a[r][p] * inv;
            #pragma unroll
            for (int c = p; c < R; ++c) a[r][c] -= m * a[p][c];
            b[r] -= m * b[p];
        }
    }
    #pragma unroll
    for (int p = 0; p < R; ++p) b[p] /= a[p][p];
}
__global__ void gauss(const float *a, float *x, int count)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= count) return;
    float m[M][M], b[M];
    #pragma unroll
    for (int r = 0; r < M; ++r) {
        #pragma unroll
        for (int c = 0; c < M; ++c)
#if PLANES
            m[r][c] = a[(r * M + c) * count + s] + (r == c ? M : 0);
#else
            m[r][c] = a[(s * M + r) * M + c] + (r == c ? M : 0);
#endif
        b[r] = 1.f;
    }
    solve<M>(m, b);
    #pragma unroll
    for (int r = 0; r < M; ++r)
#if PLANES
        x[r * count + s] = b[r];
#else
        x[s * M + r] = b[r];
#endif
}
