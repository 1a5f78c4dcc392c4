/* warpscope
title  = "Nearest of a few centres, centres in constant or global memory"
kernel = "assign"
grid   = ["POINTS / 256"]
block  = [256]
[params]
POINTS = [1048576]
CENTRES = [16, 64]
CONST = [1, 0]
DIMS = [3]
[args]
pt = "random:101[POINTS * DIMS]"
cg = "random:102[CENTRES * DIMS]"
cc = "random:102[192]"
label = "zero[POINTS]"
*/
#ifndef POINTS
#define POINTS 1048576
#endif
#ifndef CENTRES
#define CENTRES 16
#endif
#ifndef CONST
#define CONST 1
#endif
#ifndef DIMS
#define DIMS 3
#endif

__constant__ float cc[192];
__global__ void assign(const float *pt, const float *cg, int *label)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p[DIMS];
#pragma unroll
    for (int d = 0; d < DIMS; d++) p[d] = pt[d * POINTS + i];
    float best = 1e30f;
    int at = 0;
    for (int c = 0; c < CENTRES; c++) {
        float s = 0;
#pragma unroll
        for (int d = 0; d < DIMS; d++) {
            float e = p[d] - (CONST ? cc[c * DIMS + d] : cg[c * DIMS + d]);
            s += e * e;
        }
        if (s < best) { best = s; at = c; }
    }
    label[i] = at;
}
