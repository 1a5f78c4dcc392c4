/* warpscope
title  = "The four nearest of all points, kept in a small sorted list"
kernel = "nearest4"
grid   = ["QUERIES / 128"]
block  = [128]
[params]
QUERIES = [32768]
REFS = [1024, 4096]
KEEP = [4, 1, 16]
[args]
q = "random:104[QUERIES]"
ref = "random:105[REFS]"
out = "zero[QUERIES * KEEP]"
*/
#ifndef REFS
#define REFS 1024
#endif
#ifndef KEEP
#define KEEP 4
#endif

__global__ void nearest4(const float2 *q, const float2 *ref, float *out)
{
    __shared__ float2 s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 me = q[i];
    float d[KEEP];
#pragma unroll
    for (int k = 0; k < KEEP; k++) d[k] = 1e30f;
    for (int b = 0; b < REFS; b += 128) {
        s[threadIdx.x] = ref[b + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, v = dx * dx + dy * dy;
            if (v < d[KEEP - 1]) {
#pragma unroll
                for (int k = 0; k < KEEP; k++) { float lo = fminf(d[k], v); v = fmaxf(d[k], v); d[k] = lo; }
            }
        }
        __syncthreads();
    }
    for (int k = 0; k < KEEP; k++) out[i * KEEP + k] = d[k];
}
