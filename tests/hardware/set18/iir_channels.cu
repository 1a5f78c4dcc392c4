/* warpscope
title  = "A recursive filter for each channel; samples interleaved or not"
kernel = "biquad"
grid   = ["CHANNELS/64"]
block  = [64]
[params]
CHANNELS = [16384, 128]
SAMPLES = [512, 64]
INTERLEAVED = [0, 1]
[args]
in = "random:80[CHANNELS*SAMPLES]"
out = "zero[CHANNELS*SAMPLES]"
ch = "CHANNELS"
*/
#ifndef SAMPLES
#define SAMPLES 512
#endif
#ifndef INTERLEAVED
#define INTERLEAVED 0
#endif

__global__ void biquad(const float *in, float *out, int ch)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float z1 = 0, z2 = 0;
    for (int t = 0; t < SAMPLES; ++t) {
#if INTERLEAVED
        int at = t * ch + c;
#else
        int at = c * SAMPLES + t;
#endif
        float x = in[at], y = 0.2f * x + z1;
        z1 = 0.4f * x + 0.3f * y + z2;
        z2 = 0.2f * x - 0.1f * y;
        out[at] = y;
    }
}
