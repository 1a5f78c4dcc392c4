/* warpscope
title  = "fft block256"
kernel = "fft_block256"
grid   = "N/256"
block  = 128
[params]
N = [4194304, 524288]
FAST = [0, 1]
[args]
in = "random:1[N*2]"
out = "zero[N*2]"
*/
#ifndef N
#define N 4194304
#endif
#ifndef FAST
#define FAST 0
#endif

#if FAST
#define SC __sincosf
#else
#define SC sincosf
#endif
// 256 point transforms, radix 2, one butterfly a thread and stage
__global__ void fft_block256(const float *in, float *out) {
  __shared__ float2 s[256];
  int t = threadIdx.x;
  const float2 *p = (const float2 *)in + (size_t)blockIdx.x * 256;
  float2 *q = (float2 *)out + (size_t)blockIdx.x * 256;
  s[__brev(t) >> 24] = p[t];
  s[__brev(t + 128) >> 24] = p[t + 128];
  for (int half = 1; half < 256; half *= 2) {
    __syncthreads();
    int k = t % half, i = (t / half) * 2 * half + k;
    float c, d;
    SC(-3.14159265f * k / half, &d, &c);
    float2 a = s[i], b = s[i + half];
    float x = b.x * c - b.y * d, y = b.x * d + b.y * c;
    s[i] = make_float2(a.x + x, a.y + y);
    s[i + half] = make_float2(a.x - x, a.y - y);
  }
  __syncthreads();
  q[t] = s[t];
  q[t + 128] = s[t + 128];
}
