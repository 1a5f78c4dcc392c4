/* warpscope
title  = "Sums of points per centre, atomics to global or to shared memory"
kernel = "collect"
grid   = ["POINTS / 1024"]
block  = [256]
[params]
POINTS = [1048576]
CENTRES = [16, 256]
SHARED = [0, 1]
[args]
x = "mod:10[POINTS]"
label = "random:103[POINTS]"
sum = "zero[CENTRES]"
num = "zero[CENTRES]"
*/
#ifndef CENTRES
#define CENTRES 16
#endif
#ifndef SHARED
#define SHARED 0
#endif

__global__ void collect(const float *x, const unsigned *label, float *sum, int *num)
{
#if SHARED
    __shared__ float s[CENTRES];
    __shared__ int n[CENTRES];
    for (int c = threadIdx.x; c < CENTRES; c += 256) { s[c] = 0; n[c] = 0; }
    __syncthreads();
#else
    float *s = sum; int *n = num;
#endif
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        int c = label[i] % CENTRES;
        atomicAdd(&s[c], x[i]);
        atomicAdd(&n[c], 1);
    }
#if SHARED
    __syncthreads();
    for (int c = threadIdx.x; c < CENTRES; c += 256) { atomicAdd(&sum[c], s[c]); atomicAdd(&num[c], n[c]); }
#endif
}
