/* warpscope
title  = "A switch of eight cases on sorted or mixed kinds"
kernel = "dispatch"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [1048576, 8388608, 2048]
SORTED = [0, 1]
[args]
kind = "mod:8[N]"
v = "random:1[N]"
n = "N"
*/
#ifndef SORTED
#define SORTED 0
#endif

__global__ void dispatch(const int *kind, float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#if SORTED
    int k = (kind[i] + i / (n / 8)) - kind[i];
#else
    int k = kind[i];
#endif
    float a = v[i];
    switch (k & 7) {
    case 0: a = sinf(a); break;
    case 1: a = cosf(a); break;
    case 2: a = expf(-a); break;
    case 3: a = logf(a + 1.f); break;
    case 4: a = sqrtf(a); break;
    case 5: a = a / (a + 3.f); break;
    case 6: a = tanhf(a); break;
    default: a = powf(a + 0.1f, 1.5f);
    }
    v[i] = a;
}
