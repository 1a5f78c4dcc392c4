/* warpscope
title  = "Many tridiagonal systems, one a thread, laid out in rows or interleaved"
kernel = "thomas"
grid   = ["SYSTEMS/64"]
block  = [64]
[params]
SYSTEMS = [16384, 256]
SIZE = [128, 32]
INTERLEAVED = [0, 1]
[args]
d = "random:133[SYSTEMS*SIZE]"
x = "zero[SYSTEMS*SIZE]"
cp = "zero[SYSTEMS*SIZE]"
systems = "SYSTEMS"
*/
#ifndef SIZE
#define SIZE 128
#endif
#ifndef INTERLEAVED
#define INTERLEAVED 0
#endif

__global__ void thomas(const double *d, double *x, double *cp, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
#if INTERLEAVED
#define CELL(k) ((k) * systems + s)
#else
#define CELL(k) (s * SIZE + (k))
#endif
    double c = -0.25, y = d[CELL(0)] * 0.5;
    cp[CELL(0)] = c;
    x[CELL(0)] = y;
    for (int k = 1; k < SIZE; ++k) {
        double m = 1.0 / (2.0 + 0.5 * c);
        y = (d[CELL(k)] + 0.5 * y) * m;
        c = -0.5 * m;
        cp[CELL(k)] = c;
        x[CELL(k)] = y;
    }
    for (int k = SIZE - 2; k >= 0; --k) {
        y = x[CELL(k)] - cp[CELL(k)] * y;
        x[CELL(k)] = y;
    }
}
