/* warpscope
title  = "Asian option by random paths"
kernel = "paths"
grid   = ["BLOCKS"]
block  = [256]
[params]
PATHS = [16]
BLOCKS = [1024, 4]
STORE = [0, 1, 2]
[args]
mean = "zero[BLOCKS*256]"
trace = "zero[BLOCKS*256*32]"
*/
#ifndef PATHS
#define PATHS 16
#endif
#ifndef STORE
#define STORE 0
#endif

// STORE 0: keeps nothing of a path, 1: writes 32 points thread by thread, 2: point by point
struct Rng {
    unsigned s;
    __device__ float next() { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return (s >> 8) * (1.f / 16777216.f); }
};
__global__ void paths(float *mean, float *trace)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    Rng g{(unsigned)id * 747796405u + 2891336453u};
    if (g.s == 0) g.s = 1;
    float total = 0;
    for (int p = 0; p < PATHS; ++p) {
        float s = 100, avg = 0;
        for (int k = 0; k < 32; ++k) {
            float z = g.next() + g.next() + g.next() + g.next() - 2.f;
            s *= 1.f + 0.0005f + 0.02f * z;
            avg += s;
#if STORE == 1
            trace[id * 32 + k] = s;
#elif STORE == 2
            trace[k * all + id] = s;
#endif
        }
        total += fmaxf(avg / 32 - 100, 0.f);
    }
    mean[id] = total / PATHS;
}
