/* warpscope
title  = "dropout philox"
kernel = "dropout_philox"
grid   = "N/4/256"
block  = 256
[params]
N = [16777216, 1048576]
ROUNDS = [10, 4]
[args]
in = "random:1[N]"
out = "zero[N]"
seed = 1234
keep = 0.9
*/
#ifndef N
#define N 16777216
#endif
#ifndef ROUNDS
#define ROUNDS 10
#endif

// four numbers a thread from a counter-based generator in the manner of Philox
__global__ void dropout_philox(const float *in, float *out, unsigned seed, float keep) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  unsigned a = i, b = 0, c = 0, d = 0, k0 = seed, k1 = seed ^ 0xDEADBEEFu;
#pragma unroll
  for (int r = 0; r < ROUNDS; r++) {
    unsigned h0 = __umulhi(0xD2511F53u, a), l0 = 0xD2511F53u * a;
    unsigned h1 = __umulhi(0xCD9E8D57u, c), l1 = 0xCD9E8D57u * c;
    a = h1 ^ b ^ k0; b = l1; c = h0 ^ d ^ k1; d = l0;
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  float4 v = ((const float4 *)in)[i];
  float f = 1.0f / keep;
  v.x = a * 2.3283064e-10f < keep ? v.x * f : 0;
  v.y = b * 2.3283064e-10f < keep ? v.y * f : 0;
  v.z = c * 2.3283064e-10f < keep ? v.z * f : 0;
  v.w = d * 2.3283064e-10f < keep ? v.w * f : 0;
  ((float4 *)out)[i] = v;
}
