// mma.sync in its everyday shapes and types, each beside the product of small whole numbers that a loop makes, whose
// result no rounding changes; ldmatrix of 1, 2 and 4 matrices, transposed or not; movmatrix.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned differences;
__device__ int a_at(int row, int k) { return (row * 7 + k * 3) % 11 - 5; }
__device__ int b_at(int k, int column) { return (k * 5 + column * 9) % 13 - 6; }
__device__ int product(int row, int column, int depth) {
  int sum = row - column; // the accumulator
  for (int k = 0; k < depth; ++k) sum += a_at(row, k) * b_at(k, column);
  return sum;
}
template <class T> __device__ unsigned pack16(T x, T y) { return (unsigned)*(unsigned short*)&x | (unsigned)*(unsigned short*)&y << 16; }
/// Register `r` of A with 32 / bits elements, and of B.
template <class Make> __device__ unsigned a_word(int r, int per, Make make) {
  const int lane = threadIdx.x, row = lane / 4 + 8 * (r % 2), k = r / 2 * 4 * per + lane % 4 * per;
  return make(a_at(row, k), a_at(row, k + 1), a_at(row, k + 2), a_at(row, k + 3));
}
template <class Make> __device__ unsigned b_word(int r, int per, Make make) {
  const int lane = threadIdx.x, column = lane / 4, k = r * 4 * per + lane % 4 * per;
  return make(b_at(k, column), b_at(k + 1, column), b_at(k + 2, column), b_at(k + 3, column));
}
template <class T> __device__ void check(const T* c, int depth, const char* what) {
  const int lane = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + 8 * (i / 2), column = lane % 4 * 2 + i % 2;
    if ((float)c[i] != (float)product(row, column, depth) && atomicAdd(&differences, 1u) < 8)
      printf("%s: %g at %d, %d, not %d\n", what, (float)c[i], row, column, product(row, column, depth));
  }
}
template <class T> __device__ void begin(T* c) {
  for (int i = 0; i < 4; ++i) c[i] = (T)((int)(threadIdx.x / 4 + 8 * (i / 2)) - (int)(threadIdx.x % 4 * 2 + i % 2));
}
#define MMA4(name, c, constraint)                                                                      \
  asm volatile(name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                           \
               : "+" constraint(c[0]), "+" constraint(c[1]), "+" constraint(c[2]), "+" constraint(c[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define MMA2(name, c, constraint)                                                                      \
  asm volatile(name " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"                                    \
               : "+" constraint(c[0]), "+" constraint(c[1]), "+" constraint(c[2]), "+" constraint(c[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]))

__global__ void products() {
  const auto half = [](int x, int y, int, int) { return pack16(__float2half((float)x), __float2half((float)y)); };
  const auto bfloat = [](int x, int y, int, int) { return pack16(__float2bfloat16((float)x), __float2bfloat16((float)y)); };
  const auto tf32 = [](int x, int, int, int) { return __float_as_uint((float)x); };
  const auto bytes = [](int x, int y, int z, int w) { return (x & 255u) | (y & 255u) << 8 | (z & 255u) << 16 | (w & 255u) << 24; };
  unsigned a[4], b[2];
  float f[4];
  int n[4];
  const auto fill = [&](int per, auto make) {
    for (int i = 0; i < 4; ++i) a[i] = a_word(i, per, make);
    for (int i = 0; i < 2; ++i) b[i] = b_word(i, per, make);
  };
  fill(2, half);
  begin(f);
  MMA4("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", f, "f");
  check(f, 16, "f16 k16");
  begin(f);
  MMA2("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", f, "f");
  check(f, 8, "f16 k8");
  begin(f);
  unsigned c[2] = {pack16(__float2half(f[0]), __float2half(f[1])), pack16(__float2half(f[2]), __float2half(f[3]))};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"
               : "+r"(c[0]), "+r"(c[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; ++i) f[i] = __half2float(__ushort_as_half((unsigned short)(c[i / 2] >> 16 * (i % 2))));
  check(f, 16, "f16 into f16");
  fill(2, bfloat);
  begin(f);
  MMA4("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", f, "f");
  check(f, 16, "bf16 k16");
  fill(1, tf32);
  begin(f);
  MMA4("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", f, "f");
  check(f, 8, "tf32 k8");
  begin(f);
  MMA2("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", f, "f");
  check(f, 4, "tf32 k4");
  fill(4, bytes);
  begin(n);
  MMA4("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", n, "r");
  check(n, 32, "s8 k32");
  begin(n);
  MMA2("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", n, "r");
  check(n, 16, "s8 k16");
  double d[4], da = a_at(threadIdx.x / 4, threadIdx.x % 4), db = b_at(threadIdx.x % 4, threadIdx.x / 4);
  begin(d);
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};" : "+d"(d[0]), "+d"(d[1]) : "d"(da), "d"(db));
  d[2] = product(threadIdx.x / 4 + 8, threadIdx.x % 4 * 2, 4), d[3] = product(threadIdx.x / 4 + 8, threadIdx.x % 4 * 2 + 1, 4);
  check(d, 4, "f64 k4");
}
__global__ void matrices(unsigned* out) {
  __shared__ unsigned short tile[32][8];
  const int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i) tile[lane][i] = lane * 8 + i;
  __syncthreads();
  const unsigned at = (unsigned)__cvta_generic_to_shared(tile[lane]);
  unsigned r[4], moved;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  unsigned right = 0;
  for (int i = 0; i < 4; ++i) right += r[i] == (unsigned)((8 * i + lane / 4) * 8 + lane % 4 * 2) * 0x10001u + 0x10000u;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(r[1]));
  asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0,%1}, [%2];" : "=r"(r[2]), "=r"(r[3]) : "r"(at));
  const unsigned low = lane % 4 * 16 + lane / 4;
  right += r[2] == ((low + 8) << 16 | low);
  right += moved == r[3];
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at));
  right += r[0] == (unsigned)(lane / 4 * 8 + lane % 4 * 2) * 0x10001u + 0x10000u;
  out[lane] = right;
}

int main() {
  unsigned *out, right = 0, wrong = 0;
  cudaMallocManaged(&out, 128);
  products<<<1, 32>>>();
  matrices<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&wrong, differences, sizeof wrong);
  for (int i = 0; i < 32; ++i) right += out[i];
  printf("%u wrong, %u right\n", wrong, right);
  cudaFree(out);
}
// expect: 0 wrong, 224 right
