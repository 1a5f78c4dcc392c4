/* warpscope
title  = "Rows of an embedding table copied by index"
kernel = "embed"
grid   = ["TOKENS / PERBLOCK"]
block  = ["DIM / 4", "PERBLOCK"]
[params]
TOKENS = [16384]
DIM = [256, 64, 1024]
PERBLOCK = [1, 4]
ROWS = [32768]
[args]
id = "random:77[TOKENS]"
table = "ramp[ROWS * DIM / 4]"
out = "zero[TOKENS * DIM / 4]"
*/
#ifndef ROWS
#define ROWS 32768
#endif

__global__ void embed(const unsigned int *id, const float4 *table, float4 *out)
{
    int token = blockIdx.x * blockDim.y + threadIdx.y;
    unsigned row = id[token] % ROWS;
    out[(size_t)token * blockDim.x + threadIdx.x] = table[(size_t)row * blockDim.x + threadIdx.x];
}
