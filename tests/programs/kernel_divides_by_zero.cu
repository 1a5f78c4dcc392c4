// A division by zero in a kernel faults nowhere: an H200 goes on with these numbers (580.159.04, nvcc -O3, 2026-11-23).
// expect: -1 7, -1 -7
// expect: 4294967295 7
// expect: 4294967295 7, -1 -7
// expect: 18446744073709551615 18446744073709551609
// expect: no error
// find: divide-by-zero 11
#include <cstdio>

__global__ void divide(int zero, int a, long long b) {
  printf("%d %d, %d %d\n", a / zero, a % zero, -a / zero, -a % zero);
  const unsigned u = a, z = zero;
  printf("%u %u\n", u / z, u % z);
  const long long wide = zero;
  printf("%lld %lld, %lld %lld\n", b / wide, b % wide, -b / wide, -b % wide);
  const unsigned long long large = -b;
  printf("%llu %llu\n", large / wide, large % wide);
}

int main() {
  divide<<<1, 1>>>(0, 7, 7);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
