/* warpscope
title  = "Half a sweep of the Ising model on a checkerboard"
kernel = "sweep"
grid   = ["W/64", "W/4"]
block  = ["(SPLIT?32:64)", 4]
[params]
W = [4096, 64]
SPLIT = [0, 1]
TABLE = [0, 1]
[args]
spin = "random:135[W*W]"
noise = "random:136[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef SPLIT
#define SPLIT 0
#endif
#ifndef TABLE
#define TABLE 0
#endif

__constant__ float boltz[5] = {1.f, 1.f, 1.f, 0.17f, 0.03f};
// SPLIT 0: a thread for each spin, half of them idle; 1: a thread for each black spin
__global__ void sweep(const signed char *spin, const float *noise, signed char *out, int w)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y;
#if SPLIT
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (y & 1);
#else
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if ((x + y) & 1) return;
#endif
    int m = w - 1, me = spin[y * w + x] & 1;
    int up = (spin[((y - 1) & m) * w + x] & 1) + (spin[((y + 1) & m) * w + x] & 1)
           + (spin[y * w + ((x - 1) & m)] & 1) + (spin[y * w + ((x + 1) & m)] & 1);
    int same = me ? up : 4 - up;
#if TABLE
    float p = boltz[same];
#else
    float p = fminf(1.f, __expf(-0.88f * (2 * same - 4)));
#endif
    out[y * w + x] = noise[y * w + x] < p ? 1 - me : me;
}
