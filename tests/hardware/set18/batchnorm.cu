/* warpscope
title  = "Statistics of channels in NCHW or NHWC order"
kernel = "stats"
grid   = ["CHANNELS"]
block  = [256]
[params]
CHANNELS = [256, 8]
PIXELS = [16384, 512]
NHWC = [0, 1]
[args]
x = "random:96[CHANNELS*PIXELS]"
mean = "zero[CHANNELS]"
sq = "zero[CHANNELS]"
*/
#ifndef CHANNELS
#define CHANNELS 256
#endif
#ifndef PIXELS
#define PIXELS 16384
#endif
#ifndef NHWC
#define NHWC 0
#endif

__global__ void stats(const float *x, float *mean, float *sq)
{
    __shared__ float a[256], b[256];
    int c = blockIdx.x, t = threadIdx.x;
    float s = 0, q = 0;
    for (int p = t; p < PIXELS; p += 256) {
#if NHWC
        float v = x[p * CHANNELS + c];
#else
        float v = x[c * PIXELS + p];
#endif
        s += v;
        q += v * v;
    }
    a[t] = s;
    b[t] = q;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) { a[t] += a[t + d]; b[t] += b[t + d]; }
    }
    if (t == 0) { mean[c] = a[0] / PIXELS; sq[c] = b[0] / PIXELS; }
}
