/* warpscope
title  = "Two long branches, chosen by lane, by warp or by data"
kernel = "branch"
grid   = ["N/256"]
block  = [256]
[params]
N = [1048576, 2048]
BY = [0, 1, 2, 3]
[args]
x = "random:15[N]"
y = "zero[N]"
*/
#ifndef BY
#define BY 0
#endif

__device__ float left(float v)  { for (int k = 0; k < 64; ++k) v = v * 1.0001f + 0.5f; return v; }
__device__ float right(float v) { for (int k = 0; k < 64; ++k) v = v * 0.9999f - 0.25f * v * v; return v; }

// BY 0: nobody turns off, 1: odd warps, 2: odd lanes, 3: what the data say
__global__ void branch(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
#if BY == 0
    bool go = true;
#elif BY == 1
    bool go = (i / 32) % 2 == 0;
#elif BY == 2
    bool go = i % 2 == 0;
#else
    bool go = v < 0.5f;
#endif
    if (go) y[i] = left(v);
    else    y[i] = right(v);
}
