/* warpscope
title  = "Copy from an address that is not a multiple of a line"
kernel = "shifted_copy"
grid   = ["N / 512"]
block  = [512]
[params]
N = [16777216]
OFF = [0, 1, 8, 17]
OUTOFF = [0, 3]
[args]
a = "ramp[N + 64]"
b = "zero[N + 64]"
off = "OFF"
outoff = "OUTOFF"
*/

__global__ void shifted_copy(const float *__restrict__ a, float *__restrict__ b, int off, int outoff)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i + outoff] = a[i + off];
}
