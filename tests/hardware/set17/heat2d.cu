/* warpscope
title  = "Five-point heat step from global memory"
kernel = "heat"
grid   = ["W / BX", "W / BY"]
block  = ["BX", "BY"]
[params]
W = [4096, 1024]
BX = [32, 16, 128, 8]
BY = [8, 16, 2, 32]
[args]
u = "ramp[W * W]"
v = "zero[W * W]"
w = "W"
c = 0.1
*/

__global__ void heat(const float *u, float *v, int w, float c)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int i = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == w - 1) { v[i] = u[i]; return; }
    v[i] = u[i] + c * (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - 4.0f * u[i]);
}
