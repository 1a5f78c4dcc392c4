// Poisson numbers of cuRAND: in a kernel, by a distribution's table, and of the host's functions. The numbers are those
// that NVIDIA's own headers and libcurand give (CUDA 13), the latter's by its generators for the host.
// expect: 2 1 0, 7 6 3, 76 55 71, 1497 1521 1489, 5010 4963 5028
// expect: table 1 2 6 6 3 2 5 1 1 0
// expect: XORWOW 2 5 3, 46 59 51, 2965 3099 3062
// expect: Philox 3 11 2, 53 62 49, 3023 3071 3029
// expect: half 0.25, poisson 4
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(unsigned *to) {
  curandStateXORWOW_t x;
  curandStatePhilox4_32_10_t p;
  curandStateMRG32k3a_t m;
  const double rates[] = {0.5, 5.0, 63.0, 1500.0, 5000.0};
  for (int i = 0; i < 5; ++i) {
    curand_init(1234, 3, 7, &x);
    curand_init(1234, 3, 7, &p);
    curand_init(1234, 3, 7, &m);
    *to++ = curand_poisson(&x, rates[i]);
    *to++ = curand_poisson(&p, rates[i]);
    *to++ = curand_poisson(&m, rates[i]);
  }
}
__global__ void by_table(unsigned *to, curandDiscreteDistribution_t distribution) {
  curandStatePhilox4_32_10_t p;
  curand_init(7, 0, 0, &p);
  for (int i = 0; i < 10; ++i) to[i] = curand_discrete(&p, distribution);
}
// A Sobol sequence by hand-made directions: the one of the first dimension needs no table.
__global__ void sobol(double *to) {
  curandDirectionVectors32_t directions;
  for (int i = 0; i < 32; ++i) directions[i] = 1u << (31 - i);
  curandStateSobol32_t state;
  curand_init(directions, 2u, &state);
  curand(&state);
  to[0] = curand_uniform_double(&state);
  to[1] = curand_poisson(&state, 5.0);
}

int main() {
  unsigned *device, host[16];
  cudaMalloc(&device, 4000 * sizeof *device);
  draw<<<1, 1>>>(device);
  cudaMemcpy(host, device, 60, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 15; i += 3)
    std::printf("%u %u %u%s", host[i], host[i + 1], host[i + 2], i < 12 ? ", " : "\n");
  curandDiscreteDistribution_t distribution;
  curandCreatePoissonDistribution(3.0, &distribution);
  by_table<<<1, 1>>>(device, distribution);
  cudaMemcpy(host, device, 40, cudaMemcpyDeviceToHost);
  std::printf("table");
  for (int i = 0; i < 10; ++i) std::printf(" %u", host[i]);
  curandDestroyDistribution(distribution);
  const curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10};
  for (int t = 0; t < 2; ++t) {
    std::printf(t == 0 ? "\nXORWOW" : "\nPhilox");
    const double rates[] = {3.0, 50.5, 3000.0};
    for (int r = 0; r < 3; ++r) {
      curandGenerator_t generator;
      curandCreateGenerator(&generator, types[t]);
      curandSetPseudoRandomGeneratorSeed(generator, 2019);
      curandGeneratePoisson(generator, device, 1000, rates[r]);
      cudaMemcpy(host, device, 12, cudaMemcpyDeviceToHost);
      std::printf("%s %u %u %u", r == 0 ? "" : ",", host[0], host[1], host[2]);
      curandDestroyGenerator(generator);
    }
  }
  double *numbers, both[2];
  cudaMalloc(&numbers, sizeof both);
  sobol<<<1, 1>>>(numbers);
  cudaMemcpy(both, numbers, sizeof both, cudaMemcpyDeviceToHost);
  std::printf("\nhalf %.9g, poisson %g\n", both[0], both[1]);
  cudaFree(numbers);
  cudaFree(device);
}
