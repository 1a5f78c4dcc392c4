/* warpscope
title  = "Two branches chosen by lane, by half warp, or by warp"
kernel = "two_ways"
grid   = [1056]
block  = [256]
[params]
GROUP = [1, 16, 32]
ROUNDS = [256, 64]
[args]
out = "zero[1056 * 256]"
rounds = "ROUNDS"
*/
#ifndef GROUP
#define GROUP 1
#endif

__global__ void two_ways(float *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i * 1e-6f;
    if ((threadIdx.x / GROUP) % 2 == 0) {
        for (int k = 0; k < rounds; k++) v = v * 1.0001f + sinf(v);
    } else {
        for (int k = 0; k < rounds; k++) v = v / (1.0f + v * v) + 0.25f;
    }
    out[i] = v;
}
