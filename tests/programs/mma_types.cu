// mma.sync of FP8, of bits, and of others: the hash of the results of small whole numbers (0) and of any bits (2) as an H200 gave it.
// expect: m16n8k16.row.col.f32.bf16.bf16.f32 0 23e3f1971990ed25
// expect: m16n8k32.row.col.s32.s8.s8.s32 0 1aea692c9941249f
// expect: m16n8k32.row.col.s32.s8.s8.s32 2 f889d5fe418e212d
// expect: m8n8k128.row.col.s32.b1.b1.s32.xor.popc 0 0450e1c6d0131745
// expect: m8n8k128.row.col.s32.b1.b1.s32.xor.popc 2 154a80406d8845a3
// expect: m16n8k256.row.col.s32.b1.b1.s32.and.popc 0 234f7420abd05254
// expect: m16n8k256.row.col.s32.b1.b1.s32.and.popc 2 33cf65974d52cb85
// expect: m16n8k32.row.col.f32.e4m3.e4m3.f32 0 792f6c1d58daed25
// expect: m16n8k32.row.col.f16.e5m2.e4m3.f16 0 f81ed5f40e2e3b15
// expect: m16n8k16.row.col.f32.e5m2.e5m2.f32 0 4b6016993336ed25
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
using u8 = unsigned char;
using u32 = unsigned;
using u64 = unsigned long long;

__global__ void k13(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=r"(d[threadIdx.x * 4 + 0]), "=r"(d[threadIdx.x * 4 + 1]), "=r"(d[threadIdx.x * 4 + 2]), "=r"(d[threadIdx.x * 4 + 3])
               : "r"(a[threadIdx.x * 4 + 0]), "r"(a[threadIdx.x * 4 + 1]), "r"(a[threadIdx.x * 4 + 2]), "r"(a[threadIdx.x * 4 + 3]), "r"(b[threadIdx.x * 2 + 0]), "r"(b[threadIdx.x * 2 + 1]), "r"(c[threadIdx.x * 4 + 0]), "r"(c[threadIdx.x * 4 + 1]), "r"(c[threadIdx.x * 4 + 2]), "r"(c[threadIdx.x * 4 + 3]));
}
__global__ void k22(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=r"(d[threadIdx.x * 4 + 0]), "=r"(d[threadIdx.x * 4 + 1]), "=r"(d[threadIdx.x * 4 + 2]), "=r"(d[threadIdx.x * 4 + 3])
               : "r"(a[threadIdx.x * 4 + 0]), "r"(a[threadIdx.x * 4 + 1]), "r"(a[threadIdx.x * 4 + 2]), "r"(a[threadIdx.x * 4 + 3]), "r"(b[threadIdx.x * 2 + 0]), "r"(b[threadIdx.x * 2 + 1]), "r"(c[threadIdx.x * 4 + 0]), "r"(c[threadIdx.x * 4 + 1]), "r"(c[threadIdx.x * 4 + 2]), "r"(c[threadIdx.x * 4 + 3]));
}
__global__ void k68(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%4, %5};"
               : "=r"(d[threadIdx.x * 2 + 0]), "=r"(d[threadIdx.x * 2 + 1])
               : "r"(a[threadIdx.x * 1 + 0]), "r"(b[threadIdx.x * 1 + 0]), "r"(c[threadIdx.x * 2 + 0]), "r"(c[threadIdx.x * 2 + 1]));
}
__global__ void k73(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=r"(d[threadIdx.x * 4 + 0]), "=r"(d[threadIdx.x * 4 + 1]), "=r"(d[threadIdx.x * 4 + 2]), "=r"(d[threadIdx.x * 4 + 3])
               : "r"(a[threadIdx.x * 4 + 0]), "r"(a[threadIdx.x * 4 + 1]), "r"(a[threadIdx.x * 4 + 2]), "r"(a[threadIdx.x * 4 + 3]), "r"(b[threadIdx.x * 2 + 0]), "r"(b[threadIdx.x * 2 + 1]), "r"(c[threadIdx.x * 4 + 0]), "r"(c[threadIdx.x * 4 + 1]), "r"(c[threadIdx.x * 4 + 2]), "r"(c[threadIdx.x * 4 + 3]));
}
__global__ void k74(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=r"(d[threadIdx.x * 4 + 0]), "=r"(d[threadIdx.x * 4 + 1]), "=r"(d[threadIdx.x * 4 + 2]), "=r"(d[threadIdx.x * 4 + 3])
               : "r"(a[threadIdx.x * 4 + 0]), "r"(a[threadIdx.x * 4 + 1]), "r"(a[threadIdx.x * 4 + 2]), "r"(a[threadIdx.x * 4 + 3]), "r"(b[threadIdx.x * 2 + 0]), "r"(b[threadIdx.x * 2 + 1]), "r"(c[threadIdx.x * 4 + 0]), "r"(c[threadIdx.x * 4 + 1]), "r"(c[threadIdx.x * 4 + 2]), "r"(c[threadIdx.x * 4 + 3]));
}
__global__ void k84(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
               : "=r"(d[threadIdx.x * 2 + 0]), "=r"(d[threadIdx.x * 2 + 1])
               : "r"(a[threadIdx.x * 4 + 0]), "r"(a[threadIdx.x * 4 + 1]), "r"(a[threadIdx.x * 4 + 2]), "r"(a[threadIdx.x * 4 + 3]), "r"(b[threadIdx.x * 2 + 0]), "r"(b[threadIdx.x * 2 + 1]), "r"(c[threadIdx.x * 2 + 0]), "r"(c[threadIdx.x * 2 + 1]));
}
__global__ void k87(const u32* a, const u32* b, const u32* c, u32* d) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
               : "=r"(d[threadIdx.x * 4 + 0]), "=r"(d[threadIdx.x * 4 + 1]), "=r"(d[threadIdx.x * 4 + 2]), "=r"(d[threadIdx.x * 4 + 3])
               : "r"(a[threadIdx.x * 2 + 0]), "r"(a[threadIdx.x * 2 + 1]), "r"(b[threadIdx.x * 1 + 0]), "r"(c[threadIdx.x * 4 + 0]), "r"(c[threadIdx.x * 4 + 1]), "r"(c[threadIdx.x * 4 + 2]), "r"(c[threadIdx.x * 4 + 3]));
}

// The generator of the inputs: splitmix64; the sets are those of the recording.
struct Random {
  u64 state;
  u64 next() {
    u64 z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
};
int bits_of(const std::string& t) {
  return t == "f32" || t == "s32" ? 32 : t == "f16" || t == "bf16" ? 16 : t == "b1" ? 1 : 8;
}
u64 value(Random& random, const std::string& t, int set) {
  const int bits = bits_of(t);
  const u64 mask = (1ull << bits) - 1, r = random.next();
  if (bits == 1) return r & mask;
  if (t[0] == 's') return (set == 0 ? (u64)((long long)(r % 7) - 3) : r) & mask;
  const int exponent = t == "e4m3" ? 4 : t == "f16" || t == "e5m2" ? 5 : 8, mantissa = bits - 1 - exponent;
  const u64 bias = (1ull << (exponent - 1)) - 1, sign = r >> 63 << (bits - 1), which = (r >> 56 & 0x7F) % 5;
  if (which == 0) return sign;
  if (which == 4) return sign | (bias + 1) << mantissa | 1ull << (mantissa - 1);
  return sign | (bias + which - 1) << mantissa;
}
void fill(Random& random, const std::string& t, int set, u8* to, int bytes) {
  const int bits = bits_of(t);
  std::memset(to, 0, bytes);
  for (int i = 0; i < bytes; i += bits < 8 ? 1 : bits / 8)
    if (bits >= 8) {
      const u64 v = value(random, t, set);
      std::memcpy(to + i, &v, bits / 8);
    } else {
      for (int b = 0; b < 8; b += bits) to[i] |= (u8)(value(random, t, set) << b);
    }
}
u8* memory = nullptr;
void run(const char* name, void (*kernel)(const u32*, const u32*, const u32*, u32*), int index, int set, const char* ta, const char* tb, const char* tc, int ra, int rb, int rc, int rd) {
  if (memory == nullptr) cudaMallocManaged(&memory, 16384);
  Random random{(u64)index * 64 + set * 8};
  fill(random, ta, set, memory, 128 * ra), fill(random, tb, set, memory + 4096, 128 * rb), fill(random, tc, set, memory + 8192, 128 * rc);
  kernel<<<1, 32>>>((u32*)memory, (u32*)(memory + 4096), (u32*)(memory + 8192), (u32*)(memory + 12288));
  cudaDeviceSynchronize();
  u64 hash = 14695981039346656037ull;
  for (int i = 0; i < 32 * rd; ++i) hash = (hash ^ ((u32*)(memory + 12288))[i]) * 1099511628211ull;
  printf("%s %d %016llx\n", name, set, hash);
}
int main() {
  run("m16n8k16.row.col.f32.bf16.bf16.f32", k13, 13, 0, "bf16", "bf16", "f32", 4, 2, 4, 4);
  run("m16n8k32.row.col.s32.s8.s8.s32", k22, 22, 0, "s8", "s8", "s32", 4, 2, 4, 4);
  run("m16n8k32.row.col.s32.s8.s8.s32", k22, 22, 2, "s8", "s8", "s32", 4, 2, 4, 4);
  run("m8n8k128.row.col.s32.b1.b1.s32.xor.popc", k68, 68, 0, "b1", "b1", "s32", 1, 1, 2, 2);
  run("m8n8k128.row.col.s32.b1.b1.s32.xor.popc", k68, 68, 2, "b1", "b1", "s32", 1, 1, 2, 2);
  run("m16n8k256.row.col.s32.b1.b1.s32.and.popc", k73, 73, 0, "b1", "b1", "s32", 4, 2, 4, 4);
  run("m16n8k256.row.col.s32.b1.b1.s32.and.popc", k73, 73, 2, "b1", "b1", "s32", 4, 2, 4, 4);
  run("m16n8k32.row.col.f32.e4m3.e4m3.f32", k74, 74, 0, "e4m3", "e4m3", "f32", 4, 2, 4, 4);
  run("m16n8k32.row.col.f16.e5m2.e4m3.f16", k84, 84, 0, "e5m2", "e4m3", "f16", 4, 2, 2, 2);
  run("m16n8k16.row.col.f32.e5m2.e5m2.f32", k87, 87, 0, "e5m2", "e5m2", "f32", 2, 1, 4, 4);
  cudaFree(memory);
}
