/* warpscope
title  = "CRC-32 of messages, bit by bit or by a table in shared memory"
kernel = "crc"
grid   = ["MSGS / 256"]
block  = [256]
[params]
MSGS = [65536]
WORDS = [16, 64]
TABLE = [0, 1]
[args]
msg = "random:92[MSGS * WORDS]"
sum = "zero[MSGS]"
*/
#ifndef MSGS
#define MSGS 65536
#endif
#ifndef WORDS
#define WORDS 16
#endif
#ifndef TABLE
#define TABLE 0
#endif

__global__ void crc(const unsigned *msg, unsigned *sum)
{
#if TABLE
    __shared__ unsigned t[256];
    unsigned e = threadIdx.x;
    for (int b = 0; b < 8; b++) e = (e & 1) ? (e >> 1) ^ 0xEDB88320u : e >> 1;
    t[threadIdx.x] = e;
    __syncthreads();
#endif
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned c = ~0u;
    for (int w = 0; w < WORDS; w++) {
        unsigned v = msg[(size_t)w * MSGS + m];
#if TABLE
        for (int k = 0; k < 4; k++, v >>= 8) c = (c >> 8) ^ t[(c ^ v) & 255];
#else
        c ^= v;
        for (int b = 0; b < 32; b++) c = (c >> 1) ^ (0xEDB88320u & -(c & 1u));
#endif
    }
    sum[m] = ~c;
}
