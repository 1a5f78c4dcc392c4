// Asks a GPU how the units of a sub-partition share its issue port: clocks of loops by one block, 128 threads for each warp of a
// sub-partition.
//
//   nvcc -std=c++20 -arch=sm_90 -O3 tests/hardware/units_probe.cu -o units_probe && ./units_probe
//
// "loads": loads by width and by what the lanes name, cycles a load. "units": so many instructions of each kind a turn, each kind a chain
// of its own, cycles a warp and turn. "remainder": loops around a remainder, or parts of it, cycles a turn with 1 to 8 warps.
#include <cstdio>
#include <algorithm>
#include <cuda_runtime.h>
typedef unsigned u;
// PAT: which words the lanes name: 0 all one, 1 two words, 2 sixteen lanes each their own twice, 3 side by side, 4 four words, 5 eight words
template <int W, int PAT, int SH>
__global__ void loads(u *out, const u *mem, int turns, int step) {
  __shared__ u sh[4096];
  u t = threadIdx.x, lane = t & 31;
  for (u i = t; i < 4096; i += blockDim.x) sh[i] = i;
  __syncthreads();
  u at = PAT == 0 ? 0 : PAT == 1 ? lane & 1 : PAT == 2 ? lane & 15 : PAT == 3 ? lane : PAT == 4 ? lane & 3 : lane & 7;
  at *= W;
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  const float *p = (const float *)mem + at;
  const float *q = (const float *)sh + at;
  long long begin = clock64();
  for (int k = 0; k < turns; k++) {
#pragma unroll
    for (int j = 0; j < 4; j++) {
      float a = 0, b = 0, c = 0, d = 0;
      if (SH) {
        u r = (u)__cvta_generic_to_shared(q + j * 128);
        if (W == 1) asm volatile("ld.shared.f32 %0,[%1];" : "=f"(a) : "r"(r));
        if (W == 2) asm volatile("ld.shared.v2.f32 {%0,%1},[%2];" : "=f"(a), "=f"(b) : "r"(r));
        if (W == 4) asm volatile("ld.shared.v4.f32 {%0,%1,%2,%3},[%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "r"(r));
      } else {
        if (W == 1) asm volatile("ld.global.f32 %0,[%1];" : "=f"(a) : "l"(p + j * 128));
        if (W == 2) asm volatile("ld.global.v2.f32 {%0,%1},[%2];" : "=f"(a), "=f"(b) : "l"(p + j * 128));
        if (W == 4) asm volatile("ld.global.v4.f32 {%0,%1,%2,%3},[%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(p + j * 128));
      }
      s0 += a; if (W > 1) s1 += b; if (W > 2) { s2 += c; s3 += d; }
    }
    p += step; q += step;
  }
  long long end = clock64();
  out[t] = __float_as_uint(s0 + s1 + s2 + s3);
  __shared__ long long bs[1024], es[1024];
  bs[t] = begin; es[t] = end;
  __syncthreads();
  if (t == 0) { long long b0 = bs[0], e0 = es[0]; for (u i = 0; i < blockDim.x; i++) { b0 = min(b0, bs[i]); e0 = max(e0, es[i]); } out[1024] = (u)(e0 - b0); }
}
template <int W, int PAT, int SH> static void run_loads(u *out, u *mem) {
  const char *pats[] = {"one", "two", "halves", "side by side", "four", "eight"};
  printf("loads\t%s.%d %s", SH ? "lds" : "ldg", W * 32, pats[PAT]);
  for (int w : {1, 2, 4, 8}) {
    u c; int turns = 400;
    for (int r = 0; r < 2; r++) { loads<W, PAT, SH><<<1, 128 * w>>>(out, mem, turns, 0); cudaMemcpy(&c, out + 1024, 4, cudaMemcpyDeviceToHost); }
    printf("\t%.2f", double(c) / turns / 4 / w / 4);
  }
  printf("\tcycles a load of the multiprocessor, 4 8 16 32 warps\n");
}
template <int PAT> static void widths(u *out, u *mem) {
  run_loads<1, PAT, 0>(out, mem); run_loads<2, PAT, 0>(out, mem); run_loads<4, PAT, 0>(out, mem);
  run_loads<1, PAT, 1>(out, mem); run_loads<2, PAT, 1>(out, mem); run_loads<4, PAT, 1>(out, mem);
}
// M MUFU, I IMAD, F FFMA, A LOP3 (of the logic's unit), H IMAD.HI, C I2F, D F2I, each a chain of its own, a turn
template <int M, int I, int F, int A, int H, int C, int D>
__global__ void units(u *out, u seed, int turns) {
  u t = threadIdx.x;
  float m[4], f[8], dd[2]; u i[8], a[8], h[4], c[2];
  for (int k = 0; k < 4; k++) { m[k] = 1.5f + t + k; h[k] = t * 77 + k + seed; }
  for (int k = 0; k < 8; k++) { f[k] = t + k; i[k] = t * 3 + k; a[k] = t * 5 + k + seed; }
  for (int k = 0; k < 2; k++) { c[k] = t + k * seed; dd[k] = t + k * 1.5f; }
  u s = seed * 2654435761u; float e = __uint_as_float((seed & 0xff) | 0x3f800000u);
  long long begin = clock64();
#pragma unroll 1
  for (int k = 0; k < turns; k++) {
#pragma unroll
    for (int r = 0; r < 2; r++) {
#pragma unroll
    for (int j = 0; j < M; j++) asm volatile("rcp.approx.ftz.f32 %0,%0;" : "+f"(m[(r * M + j) & 3]));
#pragma unroll
    for (int j = 0; j < I; j++) asm volatile("mad.lo.u32 %0,%0,%1,%1;" : "+r"(i[(r * I + j) & 7]) : "r"(s));
#pragma unroll
    for (int j = 0; j < F; j++) asm volatile("fma.rn.f32 %0,%0,%1,%1;" : "+f"(f[(r * F + j) & 7]) : "f"(e));
#pragma unroll
    for (int j = 0; j < A; j++) asm volatile("lop3.b32 %0,%0,%1,%2,0x6a;" : "+r"(a[(r * A + j) & 7]) : "r"(s), "r"(seed));
#pragma unroll
    for (int j = 0; j < H; j++) asm volatile("mul.hi.u32 %0,%0,%1;" : "+r"(h[(r * H + j) & 3]) : "r"(s));
#pragma unroll
    for (int j = 0; j < C; j++) { float x; asm volatile("cvt.rp.f32.u32 %0,%1;" : "=f"(x) : "r"(c[(r * C + j) & 1])); c[(r * C + j) & 1] = __float_as_uint(x); }
#pragma unroll
    for (int j = 0; j < D; j++) { u x; asm volatile("cvt.rzi.ftz.u32.f32 %0,%1;" : "=r"(x) : "f"(dd[(r * D + j) & 1])); dd[(r * D + j) & 1] = __uint_as_float(x); }
    }
  }
  long long end = clock64();
  u z = 0; for (int k = 0; k < 4; k++) z += __float_as_uint(m[k]) + h[k];
  for (int k = 0; k < 8; k++) z += __float_as_uint(f[k]) + i[k] + a[k];
  for (int k = 0; k < 2; k++) z += c[k] + __float_as_uint(dd[k]);
  out[t] = z;
  __shared__ long long bs[1024], es[1024];
  bs[t] = begin; es[t] = end;
  __syncthreads();
  if (t == 0) { long long b0 = bs[0], e0 = es[0]; for (u q = 0; q < blockDim.x; q++) { b0 = min(b0, bs[q]); e0 = max(e0, es[q]); } out[1024] = (u)(e0 - b0); }
}
template <int M, int I, int F, int A, int H, int C, int D> static void run_units(u *out) {
  printf("units\tMUFU %d IMAD %d FFMA %d LOP3 %d IMAD.HI %d I2F %d F2I %d", M, I, F, A, H, C, D);
  for (int w : {1, 2, 4, 8}) {
    u c; int turns = 400;
    for (int r = 0; r < 2; r++) { units<M, I, F, A, H, C, D><<<1, 128 * w>>>(out, 3, turns); cudaMemcpy(&c, out + 1024, 4, cudaMemcpyDeviceToHost); }
    printf("\t%.2f", double(c) / turns / 2 / w);
  }
  printf("\tcycles a warp and turn of a sub-partition, 1 2 4 8 warps of it\n");
}
// one remainder a turn, nothing unrolled; K: what is left out
template <int K>
__global__ void remainder_(u *out, u seed, int turns, u step) {
  u t = threadIdx.x, a = t * seed + 123456789u, b = (t & 63) + seed + 1003u, acc = 0;
  long long begin = clock64();
#pragma unroll 1
  for (int k = 0; k < turns; k++) {
    if (K == 0) acc += a % b;
    if (K == 1) { if (a % b == 0) { acc = 1; break; } }
    if (K == 2) acc += a / b;
    if (K == 3) { float r; u q; asm volatile("cvt.rp.f32.u32 %0,%1; rcp.approx.ftz.f32 %0,%0;" : "=f"(r) : "r"(b)); r = __uint_as_float(__float_as_uint(r) + 0xffffffeu); asm volatile("cvt.rzi.ftz.u32.f32 %0,%1;" : "=r"(q) : "f"(r)); acc += q; }
    if (K == 4) { u q = b * 2654435761u; q = __umulhi(q, 0u - q * b) + q; q = __umulhi(q, a); u r = a - q * b; if (r >= b) r -= b; if (r >= b) r -= b; if (b == 0) r = ~0u; acc += r; }
    b += step;
  }
  long long end = clock64();
  out[t] = acc;
  __shared__ long long bs[1024], es[1024];
  bs[t] = begin; es[t] = end;
  __syncthreads();
  if (t == 0) { long long b0 = bs[0], e0 = es[0]; for (u q = 0; q < blockDim.x; q++) { b0 = min(b0, bs[q]); e0 = max(e0, es[q]); } out[1024] = (u)(e0 - b0); }
}
template <int K> static void run_rem(u *out) {
  const char *names[] = {"a % b", "a % b with a way out", "a / b", "conversions and reciprocal alone", "products and comparisons alone"};
  printf("remainder\t%s", names[K]);
  for (int w : {1, 2, 3, 4, 5, 6, 7, 8}) {
    u c; int turns = 400;
    for (int r = 0; r < 2; r++) { remainder_<K><<<1, 128 * w>>>(out, 1, turns, 2); cudaMemcpy(&c, out + 1024, 4, cudaMemcpyDeviceToHost); }
    printf("\t%.1f", double(c) / turns);
  }
  printf("\tcycles a turn, 1 to 8 warps a sub-partition\n");
}
int main() {
  u *out, *mem;
  cudaMalloc(&out, 65536); cudaMalloc(&mem, 1 << 20); cudaMemset(mem, 0, 1 << 20);
  widths<0>(out, mem); widths<1>(out, mem); widths<4>(out, mem); widths<5>(out, mem); widths<2>(out, mem); widths<3>(out, mem);
  run_units<1, 0, 0, 0, 0, 0, 0>(out); run_units<0, 4, 0, 0, 0, 0, 0>(out); run_units<0, 0, 4, 0, 0, 0, 0>(out); run_units<0, 0, 0, 4, 0, 0, 0>(out);
  run_units<0, 0, 0, 0, 2, 0, 0>(out); run_units<0, 0, 0, 0, 0, 1, 0>(out); run_units<0, 0, 0, 0, 0, 0, 1>(out);
  run_units<1, 4, 0, 0, 0, 0, 0>(out); run_units<1, 2, 0, 0, 0, 0, 0>(out); run_units<1, 0, 4, 0, 0, 0, 0>(out); run_units<1, 0, 7, 0, 0, 0, 0>(out); run_units<1, 0, 0, 4, 0, 0, 0>(out); run_units<1, 0, 0, 2, 0, 0, 0>(out);
  run_units<1, 0, 0, 0, 1, 0, 0>(out); run_units<1, 0, 0, 0, 2, 0, 0>(out); run_units<0, 2, 0, 0, 1, 0, 0>(out); run_units<0, 0, 2, 0, 1, 0, 0>(out); run_units<0, 0, 0, 2, 1, 0, 0>(out);
  run_units<0, 0, 0, 4, 0, 1, 0>(out); run_units<0, 4, 0, 0, 0, 1, 0>(out); run_units<0, 0, 0, 4, 0, 0, 1>(out); run_units<0, 4, 0, 0, 0, 0, 1>(out);
  run_units<0, 2, 0, 4, 0, 0, 0>(out); run_units<0, 4, 0, 4, 0, 0, 0>(out); run_units<0, 2, 2, 2, 0, 0, 0>(out); run_units<0, 0, 4, 4, 0, 0, 0>(out); run_units<1, 2, 0, 2, 1, 1, 1>(out); run_units<0, 4, 4, 0, 0, 0, 0>(out);
  run_rem<0>(out); run_rem<1>(out); run_rem<2>(out); run_rem<3>(out); run_rem<4>(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
