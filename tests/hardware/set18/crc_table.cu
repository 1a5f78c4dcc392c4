/* warpscope
title  = "CRC-32 of records; where the table lies"
kernel = "crc32"
grid   = ["RECORDS/128"]
block  = [128]
[params]
RECORDS = [65536, 512]
BYTES = [128]
TABLE = [0, 1, 2]
[args]
data = "random:62[RECORDS*BYTES]"
gtab = "random:63[256]"
crc = "zero[RECORDS]"
ctab = "random:63[256]"
*/
#ifndef BYTES
#define BYTES 128
#endif
#ifndef TABLE
#define TABLE 0
#endif

// TABLE 0: global, 1: constant, 2: shared memory
__constant__ unsigned ctab[256];
__global__ void crc32(const unsigned char *data, const unsigned *gtab, unsigned *crc)
{
#if TABLE == 2
    __shared__ unsigned stab[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) stab[k] = gtab[k];
    __syncthreads();
#define LOOK(k) stab[k]
#elif TABLE == 1
#define LOOK(k) ctab[k]
#else
#define LOOK(k) gtab[k]
#endif
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 *p = (const uint4 *)(data + (size_t)r * BYTES);
    unsigned c = ~0u;
    for (int b = 0; b < BYTES / 16; ++b) {
        uint4 q = p[b];
        unsigned w[4] = {q.x, q.y, q.z, q.w};
        #pragma unroll
        for (int k = 0; k < 16; ++k) c = LOOK((c ^ (w[k / 4] >> (k % 4 * 8))) & 255) ^ (c >> 8);
    }
    crc[r] = ~c;
}
