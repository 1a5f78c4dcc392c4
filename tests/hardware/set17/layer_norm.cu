/* warpscope
title  = "Layer norm of rows, two passes or Welford"
kernel = "normalize"
grid   = ["ROWS"]
block  = ["B"]
[params]
ROWS = [8192]
D = [768, 3072]
B = [192, 96, 768]
WELFORD = [0, 1]
[args]
x = "random:4[ROWS * D]"
gain = "one[D]"
bias = "zero[D]"
y = "zero[ROWS * D]"
*/
#ifndef D
#define D 768
#endif
#ifndef B
#define B 192
#endif
#ifndef WELFORD
#define WELFORD 0
#endif

__global__ void normalize(const float *x, const float *gain, const float *bias, float *y)
{
    __shared__ float sa[32], sb[32];
    const float *row = x + (size_t)blockIdx.x * D;
    float mean = 0, m2 = 0;
    int cnt = 0;
    for (int c = threadIdx.x; c < D; c += B) {
        float v = row[c];
        cnt++;
#if WELFORD
        float d = v - mean;
        mean += d / cnt;
        m2 += d * (v - mean);
#else
        mean += v; m2 += v * v;
#endif
    }
#if WELFORD
    m2 += cnt * mean * mean;   // back to plain sums
    mean *= cnt;
#endif
    for (int d = 16; d; d >>= 1) { mean += __shfl_xor_sync(~0u, mean, d); m2 += __shfl_xor_sync(~0u, m2, d); }
    if ((threadIdx.x & 31) == 0) { sa[threadIdx.x >> 5] = mean; sb[threadIdx.x >> 5] = m2; }
    __syncthreads();
    mean = m2 = 0;
    for (int w = 0; w < B / 32; w++) { mean += sa[w]; m2 += sb[w]; }
    mean /= D;
    float inv = rsqrtf(m2 / D - mean * mean + 1e-5f);
    for (int c = threadIdx.x; c < D; c += B) y[(size_t)blockIdx.x * D + c] = (row[c] - mean) * inv * gain[c] + bias[c];
}
