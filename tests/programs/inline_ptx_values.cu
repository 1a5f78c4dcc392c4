// Everyday PTX of one thread beside the same in C++: each line that differs is printed.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned differences;
#define SAME(text, got, wanted)                                                          \
  if ((got) != (wanted)) {                                                               \
    atomicAdd(&differences, 1u);                                                         \
    printf("%s: %llx, not %llx\n", text, (unsigned long long)(got), (unsigned long long)(wanted)); \
  }
#define U1(text, a, wanted) { unsigned d; asm(text " %0, %1;" : "=r"(d) : "r"(a)); SAME(text, d, (unsigned)(wanted)) }
#define U2(text, a, b, wanted) { unsigned d; asm(text " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); SAME(text, d, (unsigned)(wanted)) }
#define U3(text, a, b, c, wanted) { unsigned d; asm(text " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); SAME(text, d, (unsigned)(wanted)) }
#define L2(text, a, b, wanted) { unsigned long long d; asm(text " %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b)); SAME(text, d, (unsigned long long)(wanted)) }
#define L3(text, a, b, c, wanted) { unsigned long long d; asm(text " %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(c)); SAME(text, d, (unsigned long long)(wanted)) }
#define F1(text, a, wanted) { float d; asm(text " %0, %1;" : "=f"(d) : "f"(a)); SAME(text, __float_as_uint(d), __float_as_uint(wanted)) }
#define F2(text, a, b, wanted) { float d; asm(text " %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b)); SAME(text, __float_as_uint(d), __float_as_uint(wanted)) }
#define F3(text, a, b, c, wanted) { float d; asm(text " %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c)); SAME(text, __float_as_uint(d), __float_as_uint(wanted)) }

__global__ void integers(const unsigned* words) {
  const unsigned a = words[threadIdx.x], b = words[threadIdx.x + 1], c = words[threadIdx.x + 2] % 70;
  const int s = (int)a;
  const unsigned long long wide = (unsigned long long)a << 32 | b;
  U2("add.sat.s32", a, b, ((long long)s + (int)b > 0x7fffffffll ? 0x7fffffff : (long long)s + (int)b < -0x80000000ll ? 0x80000000 : a + b))
  U2("mul24.lo.u32", a, b, (a & 0xffffff) * (b & 0xffffff))
  U3("mad24.lo.s32", a, b, c, (((int)(a << 8)) >> 8) * (((int)(b << 8)) >> 8) + c)
  U2("mul.hi.s32", a, b, ((long long)s * (int)b) >> 32)
  U2("mul.hi.u32", a, b, ((unsigned long long)a * b) >> 32)
  U3("mad.lo.u32", a, b, c, a * b + c)
  U3("mad.hi.u32", a, b, c, (((unsigned long long)a * b) >> 32) + c)
  L3("mad.wide.s32", a, b, wide, (long long)s * (int)b + (long long)wide)
  L3("mad.wide.u32", a, b, wide, (unsigned long long)a * b + wide)
  L2("mul.hi.u64", wide, wide + 3, __umul64hi(wide, wide + 3))
  L2("mul.hi.s64", wide, wide + 3, __mul64hi(wide, wide + 3))
  U3("sad.s32", a, b, c, (s < (int)b ? b - a : a - b) + c)
  U3("sad.u32", a, b, c, (a < b ? b - a : a - b) + c)
  U1("abs.s32", a, s < 0 ? 0u - a : a)
  U1("cnot.b32", a, a == 0)
  U1("bfind.s32", a, (s < 0 ? ~a : a) == 0 ? ~0u : 31 - __clz(s < 0 ? ~s : s))
  U1("bfind.shiftamt.u32", a, a == 0 ? ~0u : __clz(a))
  U3("bfe.s32", a, c, 5u, c > 31 ? (unsigned)(s >> 31) : c > 27 ? (unsigned)(s >> c) : (unsigned)((int)(a << (27 - c)) >> 27))
  U3("bfe.u32", a, c, 9u, c > 31 ? 0u : (a >> c) & 511)
  { unsigned d; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "r"(7)); const unsigned mask = c > 31 ? 0 : 127u << c; SAME("bfi.b32", d, (b & ~mask) | (c > 31 ? 0 : a << c & mask)) }
  { unsigned long long d; asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(wide), "l"(~wide), "r"(c % 64), "r"(20)); const unsigned long long mask = 0xfffffull << (c % 64); SAME("bfi.b64", d, (~wide & ~mask) | (wide << (c % 64) & mask)) }
  { unsigned long long d; asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(wide), "r"(c % 64), "r"(11)); SAME("bfe.u64", d, wide >> (c % 64) & 2047) }
  U3("shf.l.wrap.b32", a, b, c, __funnelshift_l(a, b, c))
  U3("shf.r.wrap.b32", a, b, c, __funnelshift_r(a, b, c))
  U3("shf.l.clamp.b32", a, b, c, __funnelshift_lc(a, b, c))
  U3("shf.r.clamp.b32", a, b, c, __funnelshift_rc(a, b, c))
  U3("prmt.b32", a, b, c & 0x7777u, __byte_perm(a, b, c))
  U3("prmt.b32.f4e", a, b, c, c % 4 == 0 ? a : a >> 8 * (c % 4) | b << (32 - 8 * (c % 4)))
  U3("prmt.b32.rc8", a, b, c, (a >> 8 * (c % 4) & 255) * 0x01010101u)
  U3("prmt.b32.rc16", a, b, c, (a >> 16 * (c % 2) & 0xffff) * 0x00010001u)
  U3("prmt.b32.ecl", a, b, c, c % 4 == 3 ? __byte_perm(a, a, 0x3333) : c % 4 == 2 ? __byte_perm(a, a, 0x3222) : c % 4 == 1 ? __byte_perm(a, a, 0x3211) : a)
  { unsigned d; asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); SAME("lop3", d, (a & b) | (~a & c)) }
  U3("dp4a.u32.s32", a, b, c, __builtin_bit_cast(unsigned, (int)((a & 255) * (signed char)b + (a >> 8 & 255) * (signed char)(b >> 8) + (a >> 16 & 255) * (signed char)(b >> 16) + (a >> 24) * (signed char)(b >> 24) + c)))
  U3("dp2a.hi.s32.u32", a, b, c, (short)a * (int)(b >> 16 & 255) + (short)(a >> 16) * (int)(b >> 24) + c)
  U3("vabsdiff4.u32.u32.u32.add", a, b, c, __vsadu4(a, b) + c)
  { unsigned low, high; asm("{ add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5; }" : "=r"(low), "=r"(high) : "r"(a), "r"(b), "r"(b), "r"(c)); SAME("addc", (unsigned long long)high << 32 | low, ((unsigned long long)b << 32 | a) + ((unsigned long long)c << 32 | b)) }
  { unsigned low, high; asm("sub.cc.u32 %0, %2, %4; subc.u32 %1, %3, %5;" : "=r"(low), "=r"(high) : "r"(a), "r"(b), "r"(b), "r"(c)); SAME("subc", (unsigned long long)high << 32 | low, ((unsigned long long)b << 32 | a) - ((unsigned long long)c << 32 | b)) }
  { unsigned low, high; asm volatile("mad.lo.cc.u32 %0, %1, %2, %3;" : "=r"(low) : "r"(a), "r"(b), "r"(c)); asm volatile("madc.hi.u32 %0, %1, %2, 0;" : "=r"(high) : "r"(a), "r"(b)); SAME("madc", (unsigned long long)high << 32 | low, (unsigned long long)a * b + c) }
  { unsigned d; asm("{ .reg .pred p, q; setp.lt.and.s32 p|q, %1, %2, 1; selp.b32 %0, 5, 6, p; @q add.u32 %0, %0, 10; }" : "=r"(d) : "r"(a), "r"(b)); SAME("setp p|q", d, s < (int)b ? 5u : 16u) }
  U2("set.lt.u32.s32", a, b, s < (int)b ? ~0u : 0u)
  { unsigned d; asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(s)); SAME("slct", d, s >= 0 ? a : b) }
  { unsigned d; asm("cvt.sat.u8.s32 %0, %1;" : "=r"(d) : "r"(s)); SAME("cvt.sat.u8", d, s < 0 ? 0u : s > 255 ? 255u : (unsigned)s) }
  { unsigned d; asm("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }" : "=r"(d) : "r"(a)); SAME("mov halves", d, a << 16 | a >> 16) }
  { short d; asm("cvt.sat.s16.s32 %0, %1;" : "=h"(d) : "r"(s)); SAME("cvt.sat.s16", (unsigned)d, (unsigned)(s < -32768 ? -32768 : s > 32767 ? 32767 : s)) }
}

__global__ void floats(const float* numbers) {
  const float a = numbers[threadIdx.x], b = numbers[threadIdx.x + 1], c = numbers[threadIdx.x + 2];
  F1("sqrt.approx.f32", fabsf(a), sqrtf(fabsf(a)))
  F1("sqrt.rn.f32", fabsf(a), sqrtf(fabsf(a)))
  F1("rcp.rn.f32", a, 1.0f / a)
  F1("neg.f32", a, -a)
  F1("abs.ftz.f32", a, fabsf(a))
  F2("div.rn.f32", a, b, a / b)
  F2("add.rz.f32", a, b, __fadd_rz(a, b))
  F2("add.rp.f32", a, b, __fadd_ru(a, b))
  F2("mul.rm.f32", a, b, __fmul_rd(a, b))
  F2("mul.sat.f32", a, b, __saturatef(a * b))
  F3("fma.rn.f32", a, b, c, fmaf(a, b, c))
  F3("mad.rn.f32", a, b, c, fmaf(a, b, c))
  F2("min.f32", a, b, fminf(a, b))
  F2("max.ftz.f32", a, b, fmaxf(a, b))
  F2("copysign.f32", a, b, copysignf(b, a))
  F1("cvt.rni.f32.f32", a, rintf(a))
  F1("cvt.rzi.f32.f32", a, truncf(a))
  F1("cvt.sat.f32.f32", a, __saturatef(a))
  { float d; asm("ex2.approx.f32 %0, %1;" : "=f"(d) : "f"(3.0f)); SAME("ex2", __float_as_uint(d), __float_as_uint(8.0f)) }
  { float d; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(32.0f)); SAME("lg2", __float_as_uint(d), __float_as_uint(5.0f)) }
  { float d; asm("rsqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(4.0f)); SAME("rsqrt", __float_as_uint(d), __float_as_uint(0.5f)) }
  { float d; asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(0.0f)); SAME("tanh", __float_as_uint(d), 0u) }
  { float d; asm("add.f32 %0, %1, 0f3F800000;" : "=f"(d) : "f"(a)); SAME("0f", __float_as_uint(d), __float_as_uint(a + 1.0f)) }
  { int d; asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(d) : "f"(a)); SAME("cvt.rzi.s32", d, (int)a) }
  { int d; asm("cvt.rni.s32.f32 %0, %1;" : "=r"(d) : "f"(a)); SAME("cvt.rni.s32", d, __float2int_rn(a)) }
  { float d; asm("cvt.rn.f32.s32 %0, %1;" : "=f"(d) : "r"(__float_as_int(a))); SAME("cvt.f32.s32", __float_as_uint(d), __float_as_uint((float)__float_as_int(a))) }
  { double d; asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(a)); SAME("cvt.f64", __double_as_longlong(d), __double_as_longlong((double)a)) }
  { double d; asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"((double)a), "d"((double)b), "d"(0.1)); SAME("fma.f64", __double_as_longlong(d), __double_as_longlong(fma((double)a, (double)b, 0.1))) }
  { float d; asm("cvt.rz.f32.f64 %0, %1;" : "=f"(d) : "d"(a * 1.0000000001)); SAME("cvt.rz.f32.f64", __float_as_uint(d), __float_as_uint(__double2float_rz(a * 1.0000000001))) }
  { unsigned d; asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b)); SAME("cvt.f16x2", d, (unsigned)__half_as_ushort(__float2half_rn(a)) << 16 | __half_as_ushort(__float2half_rn(b))) }
  { unsigned d; asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b)); SAME("cvt.bf16x2", d, (unsigned)__bfloat16_as_ushort(__float2bfloat16(a)) << 16 | __bfloat16_as_ushort(__float2bfloat16(b))) }
  { unsigned short d; asm("{ cvt.rn.f16.f32 %0, %1; }" : "=h"(d) : "f"(a)); SAME("cvt.f16", d, __half_as_ushort(__float2half_rn(a)))
    float back; asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(d)); SAME("cvt.f32.f16", __float_as_uint(back), __float_as_uint(__half2float(__float2half_rn(a)))) }
  { unsigned d; asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(a)); SAME("cvt.tf32", d & 0xffffe000u, (__float_as_uint(a) + 0x1000u) & 0xffffe000u) }
  { const __half2 x = __floats2half2_rn(a, b), y = __floats2half2_rn(b, 0.5f); unsigned d; asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(*(unsigned*)&x), "r"(*(unsigned*)&y), "r"(*(unsigned*)&x)); const __half2 z = __hfma2(x, y, x); SAME("fma.f16x2", d, *(unsigned*)&z)
    asm("add.f16x2 %0, %1, %2;" : "=r"(d) : "r"(*(unsigned*)&x), "r"(*(unsigned*)&y)); const __half2 w = __hadd2(x, y); SAME("add.f16x2", d, *(unsigned*)&w) }
  { unsigned p; asm("{ .reg .pred p; setp.gt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(p) : "f"(a), "f"(b)); SAME("setp.gt.f32", p, a > b ? 1u : 0u) }
}

int main() {
  unsigned *words, seed = 12345;
  float* numbers;
  cudaMallocManaged(&words, 40 * sizeof *words);
  cudaMallocManaged(&numbers, 40 * sizeof *numbers);
  for (int i = 0; i < 40; ++i) {
    seed = seed * 1664525u + 1013904223u;
    words[i] = i % 9 == 0 ? 0 : i % 7 == 0 ? ~0u : seed;
    numbers[i] = ((int)seed >> 8) / 3000.0f + 0.1f;
  }
  integers<<<1, 32>>>(words);
  floats<<<1, 32>>>(numbers);
  unsigned wrong = 0;
  printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaMemcpyFromSymbol(&wrong, differences, sizeof wrong);
  printf("%u wrong\n", wrong);
  cudaFree(words), cudaFree(numbers);
}
// expect: no error, 0 wrong
