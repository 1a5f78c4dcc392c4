/* warpscope
title  = "Sums of rows and of columns of a shared array, several row lengths"
kernel = "cross"
grid   = [1056]
block  = [256]
[params]
PITCH = [32, 33, 36, 40]
LOOPS = [32]
[args]
in = "mod:9[1056 * 256]"
out = "zero[1056 * 256]"
*/
#ifndef PITCH
#define PITCH 32
#endif
#ifndef LOOPS
#define LOOPS 32
#endif

__global__ void cross(const float *in, float *out)
{
    __shared__ float s[32 * PITCH];
    int t = threadIdx.x, x = t % 32, y = t / 32;
    for (int r = y; r < 32; r += 8) s[r * PITCH + x] = in[blockIdx.x * 256 + t] + r;
    __syncthreads();
    float a = 0;
#pragma unroll 4
    for (int k = 0; k < LOOPS; k++) a = a * 0.5f + s[x * PITCH + ((k + y) & 31)];
    out[blockIdx.x * 256 + t] = a;
}
