/* warpscope
title  = "Prime test by trial division, all candidates or odd ones only"
kernel = "isPrime"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 2048]
ODDONLY = [0, 1]
WIDE = [0, 1]
[args]
flag = "zero[N]"
n = "N"
*/
#ifndef ODDONLY
#define ODDONLY 0
#endif
#ifndef WIDE
#define WIDE 0
#endif

#if WIDE
typedef unsigned long long number;
#else
typedef unsigned number;
#endif
__global__ void isPrime(unsigned char *flag, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#if ODDONLY
    number c = 2 * (number)i + 3;
#else
    number c = (number)i + 2;
#endif
    unsigned char prime = 1;
    for (number d = 2; d * d <= c; ++d)
        if (c % d == 0) { prime = 0; break; }
    flag[i] = prime;
}
