/* warpscope
title  = "Nearest of K centres for every point"
kernel = "assign"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 1024]
K = [16, 128]
DIM = [8]
LAYOUT = [0, 1]
[args]
pts = "random:90[N*DIM]"
centre = "random:91[K*DIM]"
label = "zero[N]"
n = "N"
*/
#ifndef K
#define K 16
#endif
#ifndef DIM
#define DIM 8
#endif
#ifndef LAYOUT
#define LAYOUT 0
#endif

__global__ void assign(const float *pts, const float *centre, int *label, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float p[DIM];
    for (int d = 0; d < DIM; ++d)
#if LAYOUT
        p[d] = pts[d * n + i];
#else
        p[d] = pts[i * DIM + d];
#endif
    float best = 1e30f;
    int who = 0;
    for (int k = 0; k < K; ++k) {
        float s = 0;
        #pragma unroll
        for (int d = 0; d < DIM; ++d) { float e = p[d] - centre[k * DIM + d]; s += e * e; }
        if (s < best) { best = s; who = k; }
    }
    label[i] = who;
}
