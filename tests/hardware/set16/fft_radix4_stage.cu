/* warpscope
title  = "fft radix4 stage"
kernel = "fft_radix4_stage"
grid   = "N/4/256"
block  = 256
[params]
N = 4194304
SPAN = [1, 64, 65536]
[args]
in = "random:1[N*2]"
out = "zero[N*2]"
span = "SPAN"
*/
#ifndef N
#define N 4194304
#endif
#ifndef SPAN
#define SPAN 1
#endif

__global__ void fft_radix4_stage(const float *in, float *out, int span) {
  int t = blockIdx.x * 256 + threadIdx.x, quarter = gridDim.x * 256;
  const float2 *p = (const float2 *)in;
  float2 *q = (float2 *)out;
  int k = t % span;
  float2 v[4];
  for (int j = 0; j < 4; j++) {
    v[j] = p[t + j * quarter];
    float s, c;
    __sincosf(-6.2831853f * j * k / (4.0f * span), &s, &c);
    v[j] = make_float2(v[j].x * c - v[j].y * s, v[j].x * s + v[j].y * c);
  }
  float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
  float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
  int o = (t / span) * 4 * span + k;
  q[o] = make_float2(a.x + c.x, a.y + c.y);
  q[o + span] = make_float2(b.x + d.x, b.y + d.y);
  q[o + 2 * span] = make_float2(a.x - c.x, a.y - c.y);
  q[o + 3 * span] = make_float2(b.x - d.x, b.y - d.y);
}
