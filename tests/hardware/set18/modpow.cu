/* warpscope
title  = "Powers modulo a 31-bit prime: remainder or Montgomery"
kernel = "power"
grid   = ["N/256"]
block  = [256]
[params]
N = [1048576, 1024]
MONT = [0, 1]
[args]
base = "random:40[N]"
expo = "random:41[N]"
out = "zero[N]"
*/
#ifndef MONT
#define MONT 0
#endif

#define P 2147483647u
#define PINV 2147483647u      // P * PINV = 1 mod 2^32
__device__ unsigned mul(unsigned a, unsigned b)
{
#if MONT
    unsigned long long t = (unsigned long long)a * b;
    unsigned m = (unsigned)t * PINV;
    unsigned long long u = (unsigned long long)m * P;
    unsigned hi = (unsigned)(t >> 32), lo = (unsigned)(u >> 32);
    return hi >= lo ? hi - lo : hi + P - lo;
#else
    return (unsigned long long)a * b % P;
#endif
}
__global__ void power(const unsigned *base, const unsigned *expo, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned b = base[i] % P, e = expo[i], r = 1;
    for (int k = 0; k < 32; ++k) {
        if (e & 1) r = mul(r, b);
        b = mul(b, b);
        e >>= 1;
    }
    out[i] = r;
}
