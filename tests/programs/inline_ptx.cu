// The inline PTX that people write for one thread.
#include <cstdio>

__global__ void k(const float4* in, float4* out, unsigned* words) {
  const unsigned i = threadIdx.x;
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(in + i));
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(v.x) : "f"(v.x), "f"(v.y), "f"(v.z));
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "f"(v.x), "f"(v.y), "f"(v.z),
               "f"(v.w)
               : "memory");
  unsigned field, highest, mixed, lane;
  int sum;
  const unsigned bits = i * 0x9E3779B9u + 1;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(bits), "r"(i % 40), "r"(7));
  asm volatile("bfind.u32 %0, %1;" : "=r"(highest) : "r"(bits));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(mixed) : "r"(bits), "r"(i), "r"(field));
  asm("{ .reg .s32 t; mul.lo.s32 t, %1, %2; add.s32 %0, t, 3; }" : "=r"(sum) : "r"(int(i)), "r"(-2));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  unsigned low, high;
  asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x100000002ull * i));
  words[i] = field + 3 * highest + 5 * mixed + 7 * unsigned(sum) + 11 * lane + 13 * low + 17 * high;
}

int main() {
  float4 *in, *out;
  unsigned* words;
  cudaMallocManaged(&in, 32 * sizeof *in);
  cudaMallocManaged(&out, 32 * sizeof *out);
  cudaMallocManaged(&words, 32 * sizeof *words);
  for (int i = 0; i < 32; ++i) in[i] = {1.0f * i, 2.0f, 3.0f, 4.0f * i};
  k<<<1, 32>>>(in, out, words);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (unsigned i = 0; i < 32; ++i) {
    wrong += out[i].x != 2.0f * i + 3.0f || out[i].y != 2.0f || out[i].z != 3.0f || out[i].w != 4.0f * i;
    const unsigned bits = i * 0x9E3779B9u + 1;
    const unsigned field = i % 40 > 31 ? 0 : (bits >> (i % 40)) & 127;
    const unsigned mixed = bits ^ i ^ field, sum = 3 - 2 * i;
    wrong += words[i] != field + 3 * (31 - __builtin_clz(bits)) + 5 * mixed + 7 * sum + 11 * i + 26 * i + 17 * i;
  }
  printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  cudaFree(words);
}
// expect: 0 wrong
