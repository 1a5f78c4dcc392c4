// cuRAND in a kernel: the numbers that an H200 gives (CUDA 13).
// expect: 624778773 1867875844, 2135511167 3857148075, 3804082382 3215716643
// expect: 546353992 3665621163, 478606573 347447205, 2289330443 2034862813
// expect: 3379073520 2521876100, 3887967084 2108456202, 223904219 3814582539
#include <cstdio>
#include <curand_kernel.h>

template <class State> __device__ void draw(unsigned *&to) {
  const unsigned long long sequences[] = {0, 3, 1ull << 33}, offsets[] = {0, 4, 1ull << 34};
  for (int i = 0; i < 3; ++i) {
    State state;
    curand_init(1234, sequences[i], i == 1 ? 4 : offsets[i], &state);
    *to++ = curand(&state);
    *to++ = curand(&state);
  }
}
__global__ void draw_all(unsigned *to) {
  draw<curandStateXORWOW_t>(to);
  draw<curandStatePhilox4_32_10_t>(to);
  draw<curandStateMRG32k3a_t>(to);
}

int main() {
  unsigned *device, host[18];
  cudaMalloc(&device, sizeof host);
  draw_all<<<1, 1>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 18; i += 6)
    std::printf("%u %u, %u %u, %u %u\n", host[i], host[i + 1], host[i + 2], host[i + 3], host[i + 4], host[i + 5]);
  cudaFree(device);
}
