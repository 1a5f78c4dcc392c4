/* warpscope
title  = "Sines: fast, exact, large arguments, double"
kernel = "waves"
grid   = ["N / 192"]
block  = [192]
[params]
N = [1572864]
KIND = [0, 1, 2, 3]
TERMS = [8]
[args]
phase = "random:33[N]"
out = "zero[N]"
*/
#ifndef KIND
#define KIND 0
#endif
#ifndef TERMS
#define TERMS 8
#endif

__global__ void waves(const float *phase, float *out)
{
    int i = blockIdx.x * 192 + threadIdx.x;
    float p = phase[i], sum = 0;
    for (int k = 1; k <= TERMS; k++) {
        switch (KIND) {
        case 0: sum += __sinf(p * k) / k; break;
        case 1: sum += sinf(p * k) / k; break;
        case 2: sum += sinf(p * k * 1.0e6f + 2.0e5f) / k; break;   // long reduction
        default: sum += (float)(sin((double)p * k) / k);
        }
    }
    out[i] = sum;
}
