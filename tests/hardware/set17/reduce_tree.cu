/* warpscope
title  = "Tree sum in shared memory in three orders"
kernel = "tree"
grid   = ["N / 256"]
block  = [256]
[params]
N = [16777216, 1048576]
ORDER = [0, 1, 2]
[args]
v = "one[N]"
part = "zero[N / 256]"
*/
#ifndef ORDER
#define ORDER 0
#endif

__global__ void tree(const int *v, int *part)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = v[blockIdx.x * 256 + t];
    __syncthreads();
#if ORDER == 0
    for (int d = 1; d < 256; d *= 2) {          // every 2d-th thread
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
#elif ORDER == 1
    for (int d = 1; d < 256; d *= 2) {          // first threads, words apart
        int k = 2 * d * t;
        if (k < 256) s[k] += s[k + d];
        __syncthreads();
    }
#else
    for (int d = 128; d > 0; d >>= 1) {         // first threads, words together
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
#endif
    if (t == 0) part[blockIdx.x] = s[0];
}
