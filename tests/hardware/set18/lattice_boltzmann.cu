/* warpscope
title  = "D2Q9 lattice Boltzmann step in three layouts of the nine numbers"
kernel = "collideStream"
grid   = ["(CELLS+127)/128"]
block  = [128]
[params]
W = [1024, 32]
CELLS = [1048576, 1024]
LAYOUT = [0, 1, 2]
[args]
f = "random:131[CELLS*9]"
g = "zero[CELLS*9]"
w = "W"
cells = "CELLS"
*/
#ifndef LAYOUT
#define LAYOUT 0
#endif

// LAYOUT 0: the nine of a cell together, 1: nine planes, 2: groups of 32 cells with nine rows
#if LAYOUT == 0
#define AT(c, q) ((c) * 9 + (q))
#elif LAYOUT == 1
#define AT(c, q) ((q) * cells + (c))
#else
#define AT(c, q) (((c) / 32 * 9 + (q)) * 32 + (c) % 32)
#endif
__constant__ const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__global__ void collideStream(const float *f, float *g, int w, int cells)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cells) return;
    int x = c % w, y = c / w, h = cells / w;
    float v[9], rho = 0, ux = 0, uy = 0;
    #pragma unroll
    for (int q = 0; q < 9; ++q) {
        int sx = (x - ex[q] + w) % w, sy = (y - ey[q] + h) % h;
        v[q] = f[AT(sy * w + sx, q)];
        rho += v[q];
        ux += ex[q] * v[q];
        uy += ey[q] * v[q];
    }
    float inv = 1.f / (rho + 1e-9f);
    ux *= inv; uy *= inv;
    float uu = 1.5f * (ux * ux + uy * uy);
    #pragma unroll
    for (int q = 0; q < 9; ++q) {
        float e = 3.f * (ex[q] * ux + ey[q] * uy), wq = q == 0 ? 4.f / 9 : q < 5 ? 1.f / 9 : 1.f / 36;
        g[AT(c, q)] = v[q] + 0.8f * (wq * rho * (1.f + e + 0.5f * e * e - uu) - v[q]);
    }
}
