/* warpscope
title  = "Three random number generators, many numbers per thread"
kernel = "generate"
grid   = [1056]
block  = [256]
[params]
KIND = [0, 1, 2]
COUNT = [512]
STORE = [0, 1]
[args]
out = "zero[1056 * 256 * (1 + STORE * (COUNT / 4 - 1))]"
*/
#ifndef KIND
#define KIND 0
#endif
#ifndef COUNT
#define COUNT 512
#endif
#ifndef STORE
#define STORE 0
#endif

typedef unsigned long long u64;
struct Xor { unsigned s; __device__ unsigned get() { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; } };
struct Lcg64 { u64 s; __device__ unsigned get() { s = s * 6364136223846793005ull + 1442695040888963407ull; return (unsigned)(s >> 33); } };
struct Pcg { u64 s; __device__ unsigned get() {
    u64 o = s; s = o * 6364136223846793005ull + 1442695040888963407ull;
    unsigned x = (unsigned)(((o >> 18) ^ o) >> 27), r = (unsigned)(o >> 59);
    return (x >> r) | (x << ((32 - r) & 31)); } };

__global__ void generate(unsigned *out)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x, acc = 0;
#if KIND == 0
    Xor g = { t * 747796405u | 1u };
#elif KIND == 1
    Lcg64 g = { t };
#else
    Pcg g = { t };
#endif
    for (int k = 0; k < COUNT; k++) {
        acc += g.get();
        if (STORE && k % 4 == 3) out[(size_t)(k / 4) * all + t] = acc;
    }
    if (!STORE) out[t] = acc;
}
