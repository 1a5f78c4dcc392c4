/* warpscope
title  = "DFT by the definition"
kernel = "dft"
grid   = ["ROWS"]
block  = [128]
[params]
ROWS = [512, 4]
SIZE = [512, 128]
EXACT = [0, 1]
[args]
x = "random:70[ROWS*SIZE]"
X = "zero[ROWS*SIZE]"
*/
#ifndef SIZE
#define SIZE 512
#endif
#ifndef EXACT
#define EXACT 0
#endif

__global__ void dft(const float *x, float2 *X)
{
    __shared__ float in[SIZE];
    for (int k = threadIdx.x; k < SIZE; k += blockDim.x) in[k] = x[blockIdx.x * SIZE + k];
    __syncthreads();
    for (int f = threadIdx.x; f < SIZE; f += blockDim.x) {
        float re = 0, im = 0;
        for (int k = 0; k < SIZE; ++k) {
            float c, s, ang = -6.2831853f * ((f * k) % SIZE) / SIZE;
#if EXACT
            sincosf(ang, &s, &c);
#else
            __sincosf(ang, &s, &c);
#endif
            re += in[k] * c;
            im += in[k] * s;
        }
        X[blockIdx.x * SIZE + f] = make_float2(re, im);
    }
}
