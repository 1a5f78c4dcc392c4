/* warpscope
title  = "The same piece read again and again: L1, L2 or DRAM sized"
kernel = "again"
grid   = [528]
block  = [256]
[params]
PIECE = [4096, 2097152, 67108864]
READS = [128]
[args]
data = "one[PIECE]"
out = "zero[528 * 256]"
*/
#ifndef PIECE
#define PIECE 4096
#endif
#ifndef READS
#define READS 128
#endif

__global__ void again(const float *data, float *out)
{
    unsigned at = blockIdx.x * 256 + threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int k = 0; k < READS; k++) {
        s += data[at & (PIECE - 1)];
        at += 528 * 256;
    }
    out[blockIdx.x * 256 + threadIdx.x] = s;
}
