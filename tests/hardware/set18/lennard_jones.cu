/* warpscope
title  = "Forces with a cutoff, in float or double"
kernel = "lj"
grid   = ["(N+95)/96"]
block  = [96]
[params]
N = [9600, 480]
CUT = [1, 0]
REAL = ["float", "double"]
[args]
x = "random:1[N]"
y = "random:2[N]"
z = "random:3[N]"
f = "zero[N]"
n = "N"
*/
#ifndef CUT
#define CUT 1
#endif
#ifndef REAL
#define REAL float
#endif

typedef REAL real;
__global__ void lj(const real *x, const real *y, const real *z, real *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    real xi = x[i], yi = y[i], zi = z[i], e = 0;
    for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        real dx = xi - x[j], dy = yi - y[j], dz = zi - z[j];
        real r2 = dx * dx + dy * dy + dz * dz + (real)0.001;
#if CUT
        if (r2 > (real)0.02) continue;
#endif
        real q = (real)0.0001 / r2, q3 = q * q * q;
        e += q3 * q3 - q3;
    }
    f[i] = e;
}
