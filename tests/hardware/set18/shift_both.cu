/* warpscope
title  = "Doubles copied from one odd place to another"
kernel = "relocate"
grid   = ["(N+1023)/1024"]
block  = [1024]
[params]
N = [4194304, 2048]
FROM = [0, 3]
TO = [0, 3, 1]
[args]
x = "random:3[N+32]"
y = "zero[N+32]"
n = "N"
*/
#ifndef FROM
#define FROM 0
#endif
#ifndef TO
#define TO 0
#endif

template <int A, int B>
__device__ void moveOne(const double *x, double *y, long long i) { y[i + B] = x[i + A]; }

__global__ void relocate(const double *x, double *y, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) moveOne<FROM, TO>(x, y, i);
}
