/* warpscope
title  = "Sum of embedding rows, wide or narrow rows"
kernel = "bag"
grid   = ["BAGS"]
block  = ["DIM"]
[params]
BAGS = [16384, 16]
DIM = [128, 32]
PERBAG = [16]
ROWS = [262144, 4096]
[args]
table = "random:97[ROWS*DIM]"
ids = "random:98[BAGS*PERBAG]"
out = "zero[BAGS*DIM]"
rows = "ROWS"
*/
#ifndef DIM
#define DIM 128
#endif
#ifndef PERBAG
#define PERBAG 16
#endif

__global__ void bag(const float *table, const unsigned *ids, float *out, int rows)
{
    float s = 0;
    for (int k = 0; k < PERBAG; ++k) {
        size_t r = ids[blockIdx.x * PERBAG + k] % rows;
        s += table[r * DIM + threadIdx.x];
    }
    out[blockIdx.x * DIM + threadIdx.x] = s;
}
