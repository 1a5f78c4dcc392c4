/* warpscope
title  = "Grid-stride copy with few or many blocks"
kernel = "walk"
grid   = ["BLOCKS"]
block  = ["THREADS"]
[params]
N = [8388608]
BLOCKS = [132, 4, 33, 1056, 32768]
THREADS = [256, 96, 1024]
[args]
x = "ramp[N]"
y = "zero[N]"
n = "N"
*/

__global__ void walk(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = 2.0f * x[i];
}
