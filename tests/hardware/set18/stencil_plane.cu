/* warpscope
title  = "Jacobi step on a square plate of doubles"
kernel = "jacobi"
grid   = ["(W+BX-1)/BX", "(W+BY-1)/BY"]
block  = ["BX", "BY"]
[params]
W = [2048, 64]
BX = [32, 8, 256]
BY = [8, 32, 1]
[args]
u = "random:8[W*W]"
v = "zero[W*W]"
w = "W"
*/
__global__ void jacobi(const double *u, double *v, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= w - 1 || j >= w - 1) return;
    int at = j * w + i;
    v[at] = 0.25 * (u[at - 1] + u[at + 1] + u[at - w] + u[at + w]);
}
