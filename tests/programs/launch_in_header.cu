// Lines that lie in a header carry its name; a launch that never ran is a launch all the same.
// find: error-not-read 16
// expect: 0
#include "launch_in_header.h"

#include <cstdio>

int main() {
  float *in, *out, h = 1;
  cudaMalloc(&in, 32 * 32 * 4), cudaMalloc(&out, 4096 * 4);
  cudaMemset(in, 0, 32 * 32 * 4);
  strided<<<1, 32>>>(in, out);
  cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", h);
  for (int i = 0; i < 3; ++i)
    strided<<<1, 2048>>>(in, out);
  cudaFree(in), cudaFree(out);
}
