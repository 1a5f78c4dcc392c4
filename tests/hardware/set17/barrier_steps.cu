/* warpscope
title  = "Phases with a block barrier or with a warp barrier between them"
kernel = "relay"
grid   = [528]
block  = ["B"]
[params]
B = [256, 64, 1024]
WARPONLY = [0, 1]
PHASES = [200]
[args]
io = "ramp[528 * B]"
*/
#ifndef B
#define B 256
#endif
#ifndef WARPONLY
#define WARPONLY 0
#endif
#ifndef PHASES
#define PHASES 200
#endif

__global__ void __launch_bounds__(B) relay(float *io)
{
    __shared__ float s[2][B];
    int t = threadIdx.x;
    float v = io[blockIdx.x * B + t];
    for (int p = 0; p < PHASES; p++) {
        s[p & 1][t] = v;
#if WARPONLY
        __syncwarp();
#else
        __syncthreads();
#endif
        v = v * 0.5f + s[p & 1][t ^ 1];
    }
    io[blockIdx.x * B + t] = v;
}
