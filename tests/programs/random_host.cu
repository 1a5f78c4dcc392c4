// cuRAND's host functions: the numbers that an H200 gives (CUDA 13) in their order.
// expect: XORWOW 3395652512 793372546, 3463587755
// expect: MRG32k3a 3069377447 3757551550, 2363521982
// expect: Philox 1700378184 211637945, 2176008612
// expect: Sobol 2147483648 3221225472, 1572864
#include <cstdio>
#include <curand.h>

int main() {
  const int n = 5000;
  static unsigned host[n];
  unsigned *device;
  cudaMalloc(&device, sizeof host);
  const struct {
    curandRngType_t type;
    const char *name;
  } kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, "XORWOW"},
               {CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a"},
               {CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox"},
               {CURAND_RNG_QUASI_SOBOL32, "Sobol"}};
  for (const auto &kind : kinds) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, kind.type);
    const bool quasi = kind.type == CURAND_RNG_QUASI_SOBOL32;
    if (!quasi) curandSetPseudoRandomGeneratorSeed(generator, 2019);
    curandGenerate(generator, device, n);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s %u %u, %u\n", kind.name, host[quasi ? 1 : 0], host[quasi ? 2 : 1],
                host[quasi ? 4096 : kind.type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? 4097 : 4096]);
    curandDestroyGenerator(generator);
  }
  cudaFree(device);
}
