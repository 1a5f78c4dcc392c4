/* warpscope
title  = "Particles drop their mass into cells of a grid, sorted or not"
kernel = "deposit"
grid   = ["N / 192"]
block  = [192]
[params]
N = [1572864]
SORTED = [0, 1]
SIDE = [1024, 64]
[args]
px = "random:21[N]"
py = "random:22[N]"
cell = "zero[SIDE * SIDE]"
*/
#ifndef N
#define N 1572864
#endif
#ifndef SORTED
#define SORTED 0
#endif
#ifndef SIDE
#define SIDE 1024
#endif

__global__ void deposit(const float *px, const float *py, float *cell)
{
    int i = blockIdx.x * 192 + threadIdx.x;
    float x = px[i], y = py[i];
    if (SORTED) {                       // stay near the particle's place in the list
        y = ((float)(i / (N / SIDE)) + 0.5f) / SIDE;
        x = (float)(i % (N / SIDE)) / (N / SIDE);
    }
    int cx = (int)(x * (SIDE - 1)), cy = min((int)(y * SIDE), SIDE - 2);
    cx = min(max(cx, 0), SIDE - 2);
    cy = max(cy, 0);
    float fx = x * (SIDE - 1) - cx;
    atomicAdd(&cell[cy * SIDE + cx], 1.0f - fx);
    atomicAdd(&cell[cy * SIDE + cx + 1], fx);
}
