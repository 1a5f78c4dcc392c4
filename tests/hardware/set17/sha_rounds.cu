/* warpscope
title  = "Rounds of a SHA-256 like mixing, message words kept or reloaded"
kernel = "mix"
grid   = ["N / 128"]
block  = [128]
[params]
N = [262144]
ROUNDS = [64, 256]
UNROLL16 = [1, 0]
[args]
block = "random:93[N * 16]"
digest = "zero[N]"
*/
#ifndef N
#define N 262144
#endif
#ifndef ROUNDS
#define ROUNDS 64
#endif
#ifndef UNROLL16
#define UNROLL16 1
#endif

#define ROT(x, n) __funnelshift_r(x, x, n)
__global__ void mix(const unsigned *block, unsigned *digest)
{
    int t = blockIdx.x * 128 + threadIdx.x;
    unsigned w[16], a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    for (int i = 0; i < 16; i++) w[i] = block[i * N + t];
#pragma unroll 1
    for (int r0 = 0; r0 < ROUNDS; r0 += 16) {
#if UNROLL16
#pragma unroll
#else
#pragma unroll 1
#endif
        for (int i = 0; i < 16; i++) {
            unsigned t1 = h + (ROT(e, 6) ^ ROT(e, 11) ^ ROT(e, 25)) + ((e & f) ^ (~e & g)) + w[i] + 0x428a2f98u * (r0 + i + 1);
            unsigned t2 = (ROT(a, 2) ^ ROT(a, 13) ^ ROT(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
            unsigned x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            w[i] += (ROT(x, 7) ^ ROT(x, 18) ^ (x >> 3)) + w[(i + 9) & 15] + (ROT(y, 17) ^ ROT(y, 19) ^ (y >> 10));
        }
    }
    digest[t] = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}
