/* warpscope
title  = "Records of WORDS floats: array of structs or struct of arrays"
kernel = "scale_records"
grid   = ["N / 256"]
block  = [256]
[params]
N = [2097152]
WORDS = [3, 5, 7, 8, 12]
SOA = [0, 1]
[args]
data = "ramp[N * WORDS]"
factor = 0.5
n = "N"
*/
#ifndef WORDS
#define WORDS 3
#endif
#ifndef SOA
#define SOA 0
#endif

// data holds n records, either one after the other or field after field
struct Record { float f[WORDS]; };

__global__ void scale_records(float *data, float factor, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
#if SOA
    for (int w = 0; w < WORDS; w++)
        data[(size_t)w * n + id] *= factor;
#else
    Record *all = (Record *)data;
    Record r = all[id];
#pragma unroll
    for (int w = 0; w < WORDS; w++) r.f[w] *= factor;
    all[id] = r;
#endif
}
