// The generators whose tables only NVIDIA has: by the libcurand and the header that a person has. The numbers are those
// that libcurand gives (CUDA 13), in kernels those that NVIDIA's own headers give on the host.
// needs: curand
// expect: MTGP32 1407043509 795219749
// expect: Sobol64 13835058055282163712 4611686018427387904
// expect: scrambled 3792201470 201647173, third dimension 536870912
// expect: seeded 3395652512 2298971037, after 7 of Philox 1664471322
// expect: kernel 2180504005 1293206239, 2772531491 2385274159
// expect: MTGP32's block 2501053709 1991185121, 3018620328 4048421588
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>

template <class T, class Generate> void show(curandRngType_t type, const char *name, int skip, Generate generate) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, type);
  T *device, host[4];
  cudaMalloc(&device, 30000 * sizeof(T));
  generate(generator, device);
  cudaMemcpy(host, device + skip, 2 * sizeof(T), cudaMemcpyDeviceToHost);
  std::printf("%s %llu %llu", name, (unsigned long long)host[0], (unsigned long long)host[1]);
  cudaFree(device);
  curandDestroyGenerator(generator);
}
__global__ void sobol(const curandDirectionVectors32_t *directions, const unsigned *scrambles, unsigned *to) {
  curandStateSobol32_t plain;
  curandStateScrambledSobol32_t scrambled;
  curand_init((unsigned *)directions[threadIdx.x], 5u, &plain);
  curand_init((unsigned *)directions[threadIdx.x], scrambles[threadIdx.x], 1234u, &scrambled);
  to[2 * threadIdx.x] = curand(&plain);
  to[2 * threadIdx.x + 1] = curand(&scrambled);
}
__global__ void mtgp32(curandStateMtgp32 *states, unsigned *to) { to[blockIdx.x * 256 + threadIdx.x] = curand(&states[blockIdx.x]); }

int main() {
  show<unsigned>(CURAND_RNG_PSEUDO_MTGP32, "MTGP32", 0, [](curandGenerator_t g, unsigned *to) {
    curandSetPseudoRandomGeneratorSeed(g, 2019);
    curandGenerate(g, to, 1000);
  });
  show<unsigned long long>(CURAND_RNG_QUASI_SOBOL64, "\nSobol64", 2, [](curandGenerator_t g, unsigned long long *to) {
    curandGenerateLongLong(g, to, 1000);
  });
  show<unsigned>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "\nscrambled", 0,
                 [](curandGenerator_t g, unsigned *to) { curandGenerate(g, to, 1000); });
  unsigned *device, host[257];
  cudaMalloc(&device, 1200 * sizeof *device);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32);
  curandSetQuasiRandomGeneratorDimensions(generator, 3);
  curandGenerate(generator, device, 300);
  cudaMemcpy(host, device + 205, 4, cudaMemcpyDeviceToHost);
  std::printf(", third dimension %u\n", host[0]);
  curandDestroyGenerator(generator);
  show<unsigned>(CURAND_RNG_PSEUDO_XORWOW, "seeded", 0, [](curandGenerator_t g, unsigned *to) {
    curandSetPseudoRandomGeneratorSeed(g, 2019);
    curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED);
    curandGenerate(g, to, 1000);
  });
  // What was drawn by our own generator is drawn again by the library that goes on.
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(generator, 2019);
  curandGenerate(generator, device, 7);
  curandGenerateNormal(generator, (float *)device, 1000, 0, 1);
  curandGenerate(generator, device, 600);
  cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);
  std::printf(", after 7 of Philox %u\n", host[0]);
  curandDestroyGenerator(generator);

  curandDirectionVectors32_t *directions, *device_directions;
  unsigned *scrambles, *device_scrambles;
  curandGetDirectionVectors32(&directions, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
  curandGetScrambleConstants32(&scrambles);
  cudaMalloc(&device_directions, 2 * sizeof *directions);
  cudaMalloc(&device_scrambles, 8);
  cudaMemcpy(device_directions, directions, 2 * sizeof *directions, cudaMemcpyHostToDevice);
  cudaMemcpy(device_scrambles, scrambles, 8, cudaMemcpyHostToDevice);
  sobol<<<1, 2>>>(device_directions, device_scrambles, device);
  cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
  std::printf("kernel %u %u, %u %u\n", host[0], host[1], host[2], host[3]);

  mtgp32_kernel_params_t *constants;
  curandStateMtgp32 *states;
  cudaMalloc(&constants, sizeof *constants);
  cudaMalloc(&states, 2 * sizeof *states);
  curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, constants);
  curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, constants, 2, 1234);
  mtgp32<<<2, 256>>>(states, device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("MTGP32's block %u %u, %u ", host[0], host[1], host[256]);
  cudaMemcpy(host, device + 257, 4, cudaMemcpyDeviceToHost);
  std::printf("%u\n", host[0]);
  cudaFree(constants), cudaFree(states), cudaFree(device), cudaFree(device_directions), cudaFree(device_scrambles);
}
