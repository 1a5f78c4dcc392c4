/* warpscope
title  = "FFT of SIZE complex numbers in shared memory"
kernel = "fft"
grid   = ["ROWS"]
block  = ["SIZE/2"]
[params]
ROWS = [4096, 1024, 4]
SIZE = [512, 2048]
TWIDDLE = [0, 1]
[args]
x = "random:70[ROWS*SIZE]"
X = "zero[ROWS*SIZE]"
tw = "random:71[1024]"
*/
#ifndef SIZE
#define SIZE 512
#endif
#ifndef TWIDDLE
#define TWIDDLE 0
#endif

#define LOGN (SIZE == 512 ? 9 : SIZE == 2048 ? 11 : 10)
__global__ void fft(const float2 *x, float2 *X, const float2 *tw)
{
    __shared__ float2 s[SIZE];
    int t = threadIdx.x;
    for (int k = t; k < SIZE; k += SIZE / 2) s[__brev(k) >> (32 - LOGN)] = x[(size_t)blockIdx.x * SIZE + k];
    __syncthreads();
    for (int half = 1; half < SIZE; half *= 2) {
        int pos = t & (half - 1);
        int a = 2 * t - pos, b = a + half;
#if TWIDDLE
        float2 w = tw[pos * (SIZE / 2 / half) & 1023];
#else
        float2 w;
        __sincosf(-3.14159265f * pos / half, &w.y, &w.x);
#endif
        float2 u = s[a], v = s[b];
        float2 m = make_float2(v.x * w.x - v.y * w.y, v.x * w.y + v.y * w.x);
        s[a] = make_float2(u.x + m.x, u.y + m.y);
        s[b] = make_float2(u.x - m.x, u.y - m.y);
        __syncthreads();
    }
    for (int k = t; k < SIZE; k += SIZE / 2) X[(size_t)blockIdx.x * SIZE + k] = s[k];
}
