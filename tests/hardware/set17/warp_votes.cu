/* warpscope
title  = "Flags packed into words by ballot or by one thread's loop"
kernel = "pack"
grid   = ["LOOPED ? N / 32 / 256 : N / 256"]
block  = [256]
[params]
N = [16777216]
LOOPED = [0, 1]
[args]
v = "random:161[N]"
word = "zero[N / 32]"
limit = 0.5
*/
#ifndef LOOPED
#define LOOPED 0
#endif

__global__ void pack(const float *v, unsigned *word, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#if LOOPED
    unsigned w = 0;
    for (int k = 0; k < 32; k++) w |= (unsigned)(v[i * 32 + k] > limit) << k;
    word[i] = w;
#else
    unsigned w = __ballot_sync(0xffffffffu, v[i] > limit);
    if (threadIdx.x % 32 == 0) word[i / 32] = w;
#endif
}
