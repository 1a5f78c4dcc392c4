/* warpscope
title  = "The same work as very many small blocks or as few big ones"
kernel = "saxpy"
grid   = ["N / (B * PER)"]
block  = ["B"]
[params]
N = [4194304]
B = [256, 32, 1024]
PER = [1, 16]
[args]
x = "ramp[N]"
y = "one[N]"
a = 2.5
*/
#ifndef B
#define B 256
#endif
#ifndef PER
#define PER 1
#endif

__global__ void saxpy(const float *x, float *y, float a)
{
    int i = blockIdx.x * (B * PER) + threadIdx.x;
    for (int k = 0; k < PER; k++, i += B) y[i] = a * x[i] + y[i];
}
