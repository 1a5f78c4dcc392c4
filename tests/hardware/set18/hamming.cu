/* warpscope
title  = "Hamming distances of all pairs of fingerprints"
kernel = "hamming"
grid   = ["N/32", "N/8"]
block  = [32, 8]
[params]
N = [2048, 64]
WORDS = [8]
FORM = [0, 1, 2]
[args]
f = "random:139[N*WORDS]"
d = "zero[N*N]"
n = "N"
*/
#ifndef WORDS
#define WORDS 8
#endif
#ifndef FORM
#define FORM 0
#endif

// FORM 0: fingerprint by fingerprint, 1: word by word, 2: as uint4
__global__ void hamming(const unsigned *f, unsigned short *d, int n)
{
    int a = blockIdx.x * 32 + threadIdx.x, b = blockIdx.y * 8 + threadIdx.y, c = 0;
#if FORM == 0
    for (int w = 0; w < WORDS; ++w) c += __popc(f[a * WORDS + w] ^ f[b * WORDS + w]);
#elif FORM == 1
    for (int w = 0; w < WORDS; ++w) c += __popc(f[w * n + a] ^ f[w * n + b]);
#else
    const uint4 *v = (const uint4 *)f;
    for (int w = 0; w < WORDS / 4; ++w) {
        uint4 p = v[a * (WORDS / 4) + w], q = v[b * (WORDS / 4) + w];
        c += __popc(p.x ^ q.x) + __popc(p.y ^ q.y) + __popc(p.z ^ q.z) + __popc(p.w ^ q.w);
    }
#endif
    d[b * n + a] = c;
}
