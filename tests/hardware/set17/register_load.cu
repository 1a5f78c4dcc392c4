/* warpscope
title  = "Many values held at once, few or many registers, two block sizes"
kernel = "hold"
grid   = ["N / B"]
block  = ["B"]
[params]
N = [1048576]
HELD = [4, 32, 128]
B = [128, 512]
[args]
v = "random:172[N]"
out = "zero[N]"
*/
#ifndef HELD
#define HELD 4
#endif
#ifndef B
#define B 128
#endif

__global__ void __launch_bounds__(B) hold(const float *v, float *out)
{
    int i = blockIdx.x * B + threadIdx.x;
    float x = v[i], h[HELD];
#pragma unroll
    for (int k = 0; k < HELD; k++) h[k] = x + k;
#pragma unroll 1
    for (int r = 0; r < 512 / HELD; r++) {
#pragma unroll
        for (int k = 0; k < HELD; k++) h[k] = h[k] * 0.75f + h[(k + 1) % HELD];
    }
    float s = 0;
#pragma unroll
    for (int k = 0; k < HELD; k++) s += h[k];
    out[i] = s;
}
