// Integer intrinsics, min, max, abs; reinterpretations of bits.
#pragma once
__WS_BEGIN
__ws_fn int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__ws_fn unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__ws_fn float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__ws_fn float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__ws_fn long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__ws_fn double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__ws_fn int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__ws_fn int __double2loint(double x) { return (int)__double_as_longlong(x); }
__ws_fn double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)(((unsigned long long)(unsigned)high << 32) | (unsigned)low));
}

__ws_fn int __clz(int x) { return (int)__ws_clz32((unsigned)x); }
__ws_fn int __clzll(long long x) { return (int)__ws_clz64((unsigned long long)x); }
__ws_fn int __ffs(int x) { return x == 0 ? 0 : (int)__ws_ctz32((unsigned)x) + 1; }
__ws_fn int __ffsll(long long x) { return x == 0 ? 0 : (int)__ws_ctz64((unsigned long long)x) + 1; }
__ws_fn int __popc(unsigned x) { return (int)__ws_popc32(x); }
__ws_fn int __popcll(unsigned long long x) { return (int)__ws_popc64(x); }
__ws_fn unsigned __brev(unsigned x) { return __ws_brev32(x); }
__ws_fn unsigned long long __brevll(unsigned long long x) { return __ws_brev64(x); }
__ws_fn unsigned __byte_perm(unsigned x, unsigned y, unsigned s) { return __ws_prmt(x, y, s & 0x7777u); }
__ws_fn unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base) & 1u ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int i = (int)base; i >= 0 && i < 32; i += step) {
    if (((mask >> i) & 1u) && --left == 0) return (unsigned)i;
  }
  return 0xffffffffu;
}

__ws_fn int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
__ws_fn unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
__ws_fn int __mulhi(int x, int y) { return __ws_mulhi_s32(x, y); }
__ws_fn unsigned __umulhi(unsigned x, unsigned y) { return __ws_mulhi_u32(x, y); }
__ws_fn long long __mul64hi(long long x, long long y) { return __ws_mulhi_s64(x, y); }
__ws_fn unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return __ws_mulhi_u64(x, y); }
__ws_fn int mulhi(int x, int y) { return __ws_mulhi_s32(x, y); }
__ws_fn unsigned umulhi(unsigned x, unsigned y) { return __ws_mulhi_u32(x, y); }
__ws_fn int mul24(int x, int y) { return __mul24(x, y); }
__ws_fn unsigned umul24(unsigned x, unsigned y) { return __umul24(x, y); }

__ws_fn unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) { return __ws_funnel_l(high, low, shift & 31u); }
__ws_fn unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) { return __ws_funnel_r(high, low, shift & 31u); }
__ws_fn unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32u ? low : __ws_funnel_l(high, low, shift);
}
__ws_fn unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32u ? high : __ws_funnel_r(high, low, shift);
}

__ws_fn unsigned __sad(int x, int y, unsigned z) { return z + (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x); }
__ws_fn unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
__ws_fn int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
__ws_fn int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
__ws_fn unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
__ws_fn unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }

__ws_fn int __dp4a(int a, int b, int c) { return __ws_dot_s8(a, b, c); }
__ws_fn unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return __ws_dot_u8(a, b, c); }
__ws_fn int __dp2a_lo(int a, int b, int c) {
  return c + (int)(short)a * (int)(signed char)b + (int)(short)(a >> 16) * (int)(signed char)(b >> 8);
}
__ws_fn int __dp2a_hi(int a, int b, int c) {
  return c + (int)(short)a * (int)(signed char)(b >> 16) + (int)(short)(a >> 16) * (int)(signed char)(b >> 24);
}

__ws_fn int __dp4a(char4 a, char4 b, int c) { return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__ws_fn unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}
__ws_fn unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffffu) * (b & 255u) + (a >> 16) * ((b >> 8) & 255u); }
__ws_fn unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return c + (a & 0xffffu) * ((b >> 16) & 255u) + (a >> 16) * (b >> 24); }
__ws_fn int __dp2a_lo(short2 a, char4 b, int c) { return __dp2a_lo(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__ws_fn int __dp2a_hi(short2 a, char4 b, int c) { return __dp2a_hi(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c); }
__ws_fn unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return __dp2a_lo(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }
__ws_fn unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return __dp2a_hi(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c); }

__ws_fn int min(int a, int b) { return __ws_min_s32(a, b); }
__ws_fn int max(int a, int b) { return __ws_max_s32(a, b); }
__ws_fn unsigned min(unsigned a, unsigned b) { return __ws_min_u32(a, b); }
__ws_fn unsigned max(unsigned a, unsigned b) { return __ws_max_u32(a, b); }
__ws_fn unsigned min(int a, unsigned b) { return __ws_min_u32((unsigned)a, b); }
__ws_fn unsigned max(int a, unsigned b) { return __ws_max_u32((unsigned)a, b); }
__ws_fn unsigned min(unsigned a, int b) { return __ws_min_u32(a, (unsigned)b); }
__ws_fn unsigned max(unsigned a, int b) { return __ws_max_u32(a, (unsigned)b); }
#define __WS_MINMAX(L, UL)                                                                   \
  __ws_fn L min(L a, L b) { return (L)__ws_min_s64(a, b); }                                  \
  __ws_fn L max(L a, L b) { return (L)__ws_max_s64(a, b); }                                  \
  __ws_fn UL min(UL a, UL b) { return (UL)__ws_min_u64(a, b); }                              \
  __ws_fn UL max(UL a, UL b) { return (UL)__ws_max_u64(a, b); }                              \
  __ws_fn UL min(L a, UL b) { return (UL)__ws_min_u64((UL)a, b); }                           \
  __ws_fn UL max(L a, UL b) { return (UL)__ws_max_u64((UL)a, b); }                           \
  __ws_fn UL min(UL a, L b) { return (UL)__ws_min_u64(a, (UL)b); }                           \
  __ws_fn UL max(UL a, L b) { return (UL)__ws_max_u64(a, (UL)b); }
__WS_MINMAX(long, unsigned long)
__WS_MINMAX(long long, unsigned long long)
#undef __WS_MINMAX
__ws_fn unsigned umin(unsigned a, unsigned b) { return __ws_min_u32(a, b); }
__ws_fn unsigned umax(unsigned a, unsigned b) { return __ws_max_u32(a, b); }
__ws_fn long long llmin(long long a, long long b) { return __ws_min_s64(a, b); }
__ws_fn long long llmax(long long a, long long b) { return __ws_max_s64(a, b); }
__ws_fn unsigned long long ullmin(unsigned long long a, unsigned long long b) { return __ws_min_u64(a, b); }
__ws_fn unsigned long long ullmax(unsigned long long a, unsigned long long b) { return __ws_max_u64(a, b); }

__WS_END
__WS_MATH_BEGIN
__ws_math int abs(int x) { return x < 0 ? -x : x; }
__ws_math long abs(long x) { return x < 0 ? -x : x; }
__ws_math long long abs(long long x) { return x < 0 ? -x : x; }
__ws_math long labs(long x) { return x < 0 ? -x : x; }
__ws_math long long llabs(long long x) { return x < 0 ? -x : x; }
__WS_MATH_END
__WS_BEGIN

// Four bytes or two halves in a word, lane by lane.
#define __WS_SIMD4(name, T, expression)                                         \
  __ws_fn unsigned name(unsigned x, unsigned y) {                               \
    unsigned r = 0;                                                             \
    for (int i = 0; i < 32; i += 8) {                                           \
      const T a = (T)(x >> i), b = (T)(y >> i);                                 \
      r |= ((unsigned)(expression) & 255u) << i;                                \
    }                                                                           \
    return r;                                                                   \
  }
#define __WS_SIMD2(name, T, expression)                                         \
  __ws_fn unsigned name(unsigned x, unsigned y) {                               \
    const T a0 = (T)x, b0 = (T)y, a1 = (T)(x >> 16), b1 = (T)(y >> 16);         \
    unsigned r;                                                                 \
    { const T a = a0, b = b0; r = (unsigned)(expression) & 0xffffu; }           \
    { const T a = a1, b = b1; r |= (unsigned)(expression) << 16; }              \
    return r;                                                                   \
  }
__WS_SIMD4(__vadd4, unsigned char, a + b)
__WS_SIMD4(__vsub4, unsigned char, a - b)
__WS_SIMD4(__vmaxu4, unsigned char, a > b ? a : b)
__WS_SIMD4(__vminu4, unsigned char, a < b ? a : b)
__WS_SIMD4(__vmaxs4, signed char, a > b ? a : b)
__WS_SIMD4(__vmins4, signed char, a < b ? a : b)
__WS_SIMD4(__vabsdiffu4, unsigned char, a > b ? a - b : b - a)
__WS_SIMD4(__vcmpeq4, unsigned char, a == b ? 255 : 0)
__WS_SIMD2(__vadd2, unsigned short, a + b)
__WS_SIMD2(__vsub2, unsigned short, a - b)
__WS_SIMD2(__vmaxs2, short, a > b ? a : b)
__WS_SIMD2(__vmins2, short, a < b ? a : b)
#undef __WS_SIMD4
#undef __WS_SIMD2
__WS_END
