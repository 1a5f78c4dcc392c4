/* warpscope
title  = "Eight cases by data, random or sorted"
kernel = "eight_ways"
grid   = ["N / 128"]
block  = [128]
[params]
N = [2097152]
SORTED = [0, 1]
CASES = [8, 2]
[args]
op = "random:41[N]"
v = "one[N]"
*/
#ifndef N
#define N 2097152
#endif
#ifndef SORTED
#define SORTED 0
#endif
#ifndef CASES
#define CASES 8
#endif

__global__ void eight_ways(const unsigned char *op, float *v)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    int what = SORTED ? (i / (N / CASES)) : op[i] % CASES;
    float x = v[i] + i * 1e-7f;
    switch (what) {
    case 0: for (int k = 0; k < 20; k++) x = x * x * 0.5f + 0.1f; break;
    case 1: for (int k = 0; k < 20; k++) x = sqrtf(x + 1.0f); break;
    case 2: for (int k = 0; k < 20; k++) x = __expf(-x); break;
    case 3: for (int k = 0; k < 20; k++) x = 1.0f / (x + 0.5f); break;
    case 4: for (int k = 0; k < 20; k++) x = __sinf(x) + 1.0f; break;
    case 5: for (int k = 0; k < 20; k++) x = __logf(x + 2.0f); break;
    case 6: for (int k = 0; k < 20; k++) x = x * 0.9f - 0.3f * x * x; break;
    default: x = 0.0f;
    }
    v[i] = x;
}
