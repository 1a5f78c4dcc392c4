/* warpscope
title  = "Several heat steps inside a tile before writing back"
kernel = "heat_steps"
grid   = ["W / 16", "W / 16"]
block  = [32, 32]
[params]
W = [4096, 1024]
STEPS = [1, 4, 8]
[args]
u = "ramp[W * W]"
v = "zero[W * W]"
c = 0.1
*/
#ifndef W
#define W 4096
#endif
#ifndef STEPS
#define STEPS 1
#endif

// 32 x 32 threads give 16 x 16 finished points: up to 8 steps eat the halo of 8
__global__ void __launch_bounds__(1024) heat_steps(const float *u, float *v, float c)
{
    __shared__ float s[2][32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 16 + tx - 8, y = blockIdx.y * 16 + ty - 8;
    int cx = min(max(x, 0), W - 1), cy = min(max(y, 0), W - 1);
    s[0][ty][tx] = u[cy * W + cx];
    s[1][ty][tx] = 0;
    __syncthreads();
    int now = 0;
    for (int k = 0; k < STEPS; k++) {
        if (tx > 0 && ty > 0 && tx < 31 && ty < 31) {
            float m = s[now][ty][tx];
            s[now ^ 1][ty][tx] = m + c * (s[now][ty][tx - 1] + s[now][ty][tx + 1] + s[now][ty - 1][tx] + s[now][ty + 1][tx] - 4 * m);
        }
        now ^= 1;
        __syncthreads();
    }
    if (tx >= 8 && tx < 24 && ty >= 8 && ty < 24) v[y * W + x] = s[now][ty][tx];
}
