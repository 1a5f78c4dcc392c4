/* warpscope
title  = "XTEA in counter mode or block by block"
kernel = "xtea"
grid   = ["(BLOCKS64+255)/256"]
block  = [256]
[params]
BLOCKS64 = [2097152, 1024]
ROUNDS = [32, 8]
CTR = [0, 1]
[args]
msg = "random:60[BLOCKS64]"
cipher = "zero[BLOCKS64]"
n = "BLOCKS64"
key = "random:61[4]"
*/
#ifndef ROUNDS
#define ROUNDS 32
#endif
#ifndef CTR
#define CTR 0
#endif

__constant__ unsigned key[4];
__global__ void xtea(const uint2 *msg, uint2 *cipher, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#if CTR
    uint2 b = make_uint2(i, 0x1234u);
#else
    uint2 b = msg[i];
#endif
    unsigned sum = 0;
    #pragma unroll 4
    for (int r = 0; r < ROUNDS; ++r) {
        b.x += (((b.y << 4) ^ (b.y >> 5)) + b.y) ^ (sum + key[sum & 3]);
        sum += 0x9E3779B9u;
        b.y += (((b.x << 4) ^ (b.x >> 5)) + b.x) ^ (sum + key[(sum >> 11) & 3]);
    }
#if CTR
    b.x ^= msg[i].x; b.y ^= msg[i].y;
#endif
    cipher[i] = b;
}
