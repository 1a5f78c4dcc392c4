// CUDA's own mathematical functions and halves in host code, and the rarer ones in a kernel.
// expect: host 0.5 0.353553 1 -1 0.5 3 0.5
// expect: host 0.476936 0.476936 0.67449 2 0 1 0.2
// expect: finite 1 0 0
// expect: device 0.476936 0.476936 0.67449 2.27959 5 0.2
// expect: words 7fff7fff 00ff00ff 80000001 00000003
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>

__global__ void k(double *out, unsigned *words) {
  const double values[] = {3, 4};
  out[0] = erfinv(0.5);
  out[1] = erfcinv(0.5);
  out[2] = normcdfinv(0.75);
  out[3] = cyl_bessel_i0(2.0);
  out[4] = norm(2, values);
  out[5] = rnorm3d(3.0, 4.0, 0.0);
  words[0] = __vaddss2(0x7fff7ffeu, 0x00010002u);
  words[1] = __vabs4(0x000100ffu) | __vcmpgtu4(0x00020002u, 0x00010001u);
  words[2] = __vsubss4(0x80000000u, 0x010000ffu);
  words[3] = (unsigned)__viaddmax_s32(1, 2, -5);
}

int main() {
  std::printf("host %g %g %g %g %g %g %g\n", rsqrtf(4), rsqrt(8.0), sinpif(0.5f), cospi(1.0), normcdf(0.0), 3.0, rcbrt(8.0));
  double s, c;
  sincospi(1.0, &s, &c);
  std::printf("host %g %g %g %g %g %g %g\n", erfinv(0.5), (double)erfcinvf(0.5f), normcdfinv(0.75), 1 / rcbrt(8.0), s, -c, 1 / hypot(3.0, 4.0));
  const float infinite = s == 0 ? INFINITY : 0;
  std::printf("finite %d %d %d\n", (int)isfinite(1.0f), (int)isfinite(infinite), (int)isnan(infinite));
  double *out;
  unsigned *words;
  cudaMallocManaged(&out, 8 * sizeof *out);
  cudaMallocManaged(&words, 4 * sizeof *words);
  k<<<1, 1>>>(out, words);
  cudaDeviceSynchronize();
  std::printf("device %g %g %g %g %g %g\n", out[0], out[1], out[2], out[3], out[4], out[5]);
  std::printf("words %08x %08x %08x %08x\n", words[0], words[1], words[2], words[3]);
}
