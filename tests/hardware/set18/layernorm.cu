/* warpscope
title  = "Layer norm: a warp or a block for a row"
kernel = "layerNorm"
grid   = ["ROWS"]
block  = ["THREADS"]
[params]
ROWS = [16384, 8]
COLS = [768]
THREADS = [256, 32, 768]
[args]
x = "random:95[ROWS*COLS]"
g = "one[COLS]"
b = "zero[COLS]"
y = "zero[ROWS*COLS]"
cols = "COLS"
*/
#ifndef THREADS
#define THREADS 256
#endif

__device__ float2 both(float2 v)
{
    for (int o = 16; o; o >>= 1) {
        v.x += __shfl_xor_sync(0xffffffffu, v.x, o);
        v.y += __shfl_xor_sync(0xffffffffu, v.y, o);
    }
    return v;
}
__global__ void layerNorm(const float *x, const float *g, const float *b, float *y, int cols)
{
    __shared__ float2 w[32];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float2 s = make_float2(0, 0);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { float v = x[c]; s.x += v; s.y += v * v; }
    s = both(s);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = s;
    __syncthreads();
    s = make_float2(0, 0);
    for (int k = 0; k < THREADS / 32; ++k) { s.x += w[k].x; s.y += w[k].y; }
    float mean = s.x / cols, inv = rsqrtf(s.y / cols - mean * mean + 1e-5f);
    for (int c = threadIdx.x; c < cols; c += blockDim.x) y[c] = (x[c] - mean) * inv * g[c] + b[c];
}
