/* warpscope
title  = "Copy that starts some elements late"
kernel = "shiftCopy"
grid   = ["(N+127)/128"]
block  = [128]
[params]
N = [8388608, 1024]
OFF = [0, 1, 8, 31]
[args]
a = "ramp[N+64]"
b = "zero[N]"
n = "N"
off = "OFF"
*/
__global__ void shiftCopy(const float *a, float *b, int n, int off) {
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  if (tid < n) b[tid] = a[tid + off];
}
