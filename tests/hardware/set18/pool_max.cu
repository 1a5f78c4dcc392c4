/* warpscope
title  = "Max pooling with windows that overlap or do not"
kernel = "maxPool"
grid   = ["OUTW/32", "OUTW/8", "CHANS"]
block  = [32, 8]
[params]
OUTW = [256, 32]
CHANS = [32, 2]
WIN = [2, 3]
STEP = [2, 1]
[args]
in = "random:99[CHANS*(OUTW*STEP+4)*(OUTW*STEP+4)]"
out = "zero[CHANS*OUTW*OUTW]"
w = "OUTW*STEP+4"
*/
#ifndef WIN
#define WIN 2
#endif
#ifndef STEP
#define STEP 2
#endif

__global__ void maxPool(const float *in, float *out, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, c = blockIdx.z;
    const float *plane = in + (size_t)c * w * w;
    float m = -1e30f;
    for (int j = 0; j < WIN; ++j)
        for (int i = 0; i < WIN; ++i)
            m = fmaxf(m, plane[(y * STEP + j) * w + x * STEP + i]);
    out[((size_t)c * gridDim.y * 8 + y) * gridDim.x * 32 + x] = m;
}
