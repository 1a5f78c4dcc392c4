// stmatrix: the hash of the words that it wrote, and where, as an H200 gave it; rows of matrices 48 bytes apart.
// expect: x4 plain ea8ac63e968fef25
// expect: x2 plain b957fd2b8acce665
// expect: x1 plain 1e77b1be1c6cb7a5
// expect: x4 trans 4c9cc29639087445
// expect: x2 trans 8098444743d8d345
// expect: x1 trans de098bc55ca8aa95
#include <cstdio>

#define SETUP                                                                             \
  __shared__ __align__(1024) unsigned cells[2048];                                        \
  const unsigned t = threadIdx.x, at = (unsigned)__cvta_generic_to_shared(cells) + 48 * t; \
  unsigned r[4];                                                                          \
  for (unsigned i = 0; i < 4; ++i) r[i] = (t * 4 + i) * 2 | ((t * 4 + i) * 2 + 1) << 16;  \
  for (unsigned i = t; i < 2048; i += 32) cells[i] = 0xEEEEEEEEu;                         \
  __syncwarp();
#define DONE    \
  __syncwarp(); \
  for (unsigned i = t; i < 2048; i += 32) out[i] = cells[i];

__global__ void k0(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  DONE
}
__global__ void k1(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(r[0]), "r"(r[1]) : "memory");
  DONE
}
__global__ void k2(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0]) : "memory");
  DONE
}
__global__ void k3(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
  DONE
}
__global__ void k4(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(r[0]), "r"(r[1]) : "memory");
  DONE
}
__global__ void k5(unsigned* out) {
  SETUP
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(at), "r"(r[0]) : "memory");
  DONE
}
unsigned* out;
void show(const char* name, void (*kernel)(unsigned*)) {
  kernel<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  unsigned long long hash = 14695981039346656037ull;
  for (unsigned i = 0; i < 2048; ++i)
    if (out[i] != 0xEEEEEEEEu) hash = ((hash ^ i) * 1099511628211ull ^ out[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}
int main() {
  cudaMallocManaged(&out, 8192);
  show("x4 plain", k0);
  show("x2 plain", k1);
  show("x1 plain", k2);
  show("x4 trans", k3);
  show("x2 trans", k4);
  show("x1 trans", k5);
  cudaFree(out);
}
