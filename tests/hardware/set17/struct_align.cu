/* warpscope
title  = "A 16-byte struct with and without the alignment that allows one load"
kernel = "advance"
grid   = ["N / 128"]
block  = [128]
[params]
N = [4194304]
ALIGN = [4, 8, 16]
[args]
body = "ramp[N]"
out = "zero[N]"
dt = 0.01
*/
#ifndef ALIGN
#define ALIGN 4
#endif

struct __align__(ALIGN) Body { float x, y, vx, vy; };

__global__ void advance(const Body *body, Body *out, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Body b = body[i];
    b.x += b.vx * dt;
    b.y += b.vy * dt;
    out[i] = b;
}
