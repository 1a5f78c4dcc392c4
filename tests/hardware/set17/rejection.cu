/* warpscope
title  = "Rejection sampling with a narrow or a wide target"
kernel = "sample"
grid   = ["N / 128"]
block  = [128]
[params]
N = [1048576]
PERCENT = [50, 10, 2]
[args]
out = "zero[N]"
seed = 12345
*/
#ifndef PERCENT
#define PERCENT 50
#endif

__device__ unsigned next(unsigned &s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }

__global__ void sample(float *out, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = (seed + i) * 2654435761u | 1u;
    float v = 0;
    for (int tries = 0; tries < 500; tries++) {
        v = next(s) * 2.3283064e-10f;
        float u = next(s) * 2.3283064e-10f;
        if (u * 100.0f < PERCENT * (0.5f + v)) break;
    }
    out[i] = v;
}
