// CUDA's operations on two halves or four bytes of a word, and its sums with a minimum or maximum.
#pragma once
__WS_BEGIN
#define __WS_PARTS(name, T, step, expression)                         \
  __ws_fn unsigned name(unsigned x, unsigned y) {                     \
    unsigned r = 0;                                                   \
    for (int i = 0; i < 32; i += step) {                              \
      const int a = (T)(x >> i), b = (T)(y >> i);                     \
      r |= ((unsigned)(expression) & ((1u << step) - 1u)) << i;       \
    }                                                                 \
    return r;                                                         \
  }
#define __WS_SIGNED(name, expression) __WS_PARTS(name##s2, short, 16, expression) __WS_PARTS(name##s4, signed char, 8, expression)
#define __WS_UNSIGNED(name, expression) __WS_PARTS(name##u2, unsigned short, 16, expression) __WS_PARTS(name##u4, unsigned char, 8, expression)
__ws_fn int __ws_clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
__WS_PARTS(__vaddss2, short, 16, __ws_clamp(a + b, -32768, 32767))
__WS_PARTS(__vaddss4, signed char, 8, __ws_clamp(a + b, -128, 127))
__WS_PARTS(__vaddus2, unsigned short, 16, __ws_clamp(a + b, 0, 65535))
__WS_PARTS(__vaddus4, unsigned char, 8, __ws_clamp(a + b, 0, 255))
__WS_PARTS(__vsubss2, short, 16, __ws_clamp(a - b, -32768, 32767))
__WS_PARTS(__vsubss4, signed char, 8, __ws_clamp(a - b, -128, 127))
__WS_PARTS(__vsubus2, unsigned short, 16, __ws_clamp(a - b, 0, 65535))
__WS_PARTS(__vsubus4, unsigned char, 8, __ws_clamp(a - b, 0, 255))
__WS_SIGNED(__vavg, (a + b + (a + b >= 0)) >> 1)
__WS_UNSIGNED(__vavg, (a + b + 1) >> 1)
__WS_UNSIGNED(__vhadd, (a + b) >> 1)
__WS_SIGNED(__vabsdiff, a > b ? a - b : b - a)
__WS_PARTS(__vabsdiffu2, unsigned short, 16, a > b ? a - b : b - a)
__WS_PARTS(__vmaxu2, unsigned short, 16, a > b ? a : b)
__WS_PARTS(__vminu2, unsigned short, 16, a < b ? a : b)
__WS_PARTS(__vcmpeq2, short, 16, a == b ? -1 : 0)
__WS_PARTS(__vcmpne2, short, 16, a != b ? -1 : 0)
__WS_PARTS(__vcmpne4, signed char, 8, a != b ? -1 : 0)
__WS_PARTS(__vseteq2, short, 16, a == b)
__WS_PARTS(__vseteq4, signed char, 8, a == b)
__WS_PARTS(__vsetne2, short, 16, a != b)
__WS_PARTS(__vsetne4, signed char, 8, a != b)
#define __WS_COMPARE(name, which)                                     \
  __WS_SIGNED(__vcmp##name, a which b ? -1 : 0)                       \
  __WS_UNSIGNED(__vcmp##name, a which b ? -1 : 0)                     \
  __WS_SIGNED(__vset##name, a which b)                                \
  __WS_UNSIGNED(__vset##name, a which b)
__WS_COMPARE(ge, >=)
__WS_COMPARE(gt, >)
__WS_COMPARE(le, <=)
__WS_COMPARE(lt, <)
#undef __WS_COMPARE
__ws_fn unsigned __vneg2(unsigned x) { return __vsub2(0u, x); }
__ws_fn unsigned __vneg4(unsigned x) { return __vsub4(0u, x); }
__ws_fn unsigned __vnegss2(unsigned x) { return __vsubss2(0u, x); }
__ws_fn unsigned __vnegss4(unsigned x) { return __vsubss4(0u, x); }
__ws_fn unsigned __vabs2(unsigned x) { return __vabsdiffs2(x, 0u); }
__ws_fn unsigned __vabs4(unsigned x) { return __vabsdiffs4(x, 0u); }
__ws_fn unsigned __vabsss2(unsigned x) { return __vmaxs2(x, __vnegss2(x)); }
__ws_fn unsigned __vabsss4(unsigned x) { return __vmaxs4(x, __vnegss4(x)); }
__ws_fn unsigned __ws_sum2(unsigned x) { return (x & 0xffffu) + (x >> 16); }
__ws_fn unsigned __ws_sum4(unsigned x) { return (x & 255u) + (x >> 8 & 255u) + (x >> 16 & 255u) + (x >> 24); }
__ws_fn unsigned __vsads2(unsigned x, unsigned y) { return __ws_sum2(__vabsdiffs2(x, y)); }
__ws_fn unsigned __vsads4(unsigned x, unsigned y) { return __ws_sum4(__vabsdiffs4(x, y)); }
__ws_fn unsigned __vsadu2(unsigned x, unsigned y) { return __ws_sum2(__vabsdiffu2(x, y)); }
__ws_fn unsigned __vsadu4(unsigned x, unsigned y) { return __ws_sum4(__vabsdiffu4(x, y)); }
#undef __WS_SIGNED
#undef __WS_UNSIGNED
#undef __WS_PARTS

#define __WS_EXTREME(which, better)                                                                                  \
  __ws_fn int __viadd##which##_s32(int a, int b, int c) { return which(a + b, c); }                                  \
  __ws_fn int __viadd##which##_s32_relu(int a, int b, int c) { return max(which(a + b, c), 0); }                     \
  __ws_fn unsigned __viadd##which##_u32(unsigned a, unsigned b, unsigned c) { return which(a + b, c); }              \
  __ws_fn unsigned __viadd##which##_s16x2(unsigned a, unsigned b, unsigned c) { return __v##which##s2(__vadd2(a, b), c); } \
  __ws_fn unsigned __viadd##which##_u16x2(unsigned a, unsigned b, unsigned c) { return __v##which##u2(__vadd2(a, b), c); } \
  __ws_fn unsigned __viadd##which##_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __vmaxs2(__viadd##which##_s16x2(a, b, c), 0u); } \
  __ws_fn int __vi##which##_s32_relu(int a, int b) { return max(which(a, b), 0); }                                   \
  __ws_fn unsigned __vi##which##_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__v##which##s2(a, b), 0u); }   \
  __ws_fn int __vi##which##3_s32(int a, int b, int c) { return which(which(a, b), c); }                              \
  __ws_fn int __vi##which##3_s32_relu(int a, int b, int c) { return max(which(which(a, b), c), 0); }                 \
  __ws_fn unsigned __vi##which##3_u32(unsigned a, unsigned b, unsigned c) { return which(which(a, b), c); }          \
  __ws_fn unsigned __vi##which##3_s16x2(unsigned a, unsigned b, unsigned c) { return __v##which##s2(__v##which##s2(a, b), c); } \
  __ws_fn unsigned __vi##which##3_u16x2(unsigned a, unsigned b, unsigned c) { return __v##which##u2(__v##which##u2(a, b), c); } \
  __ws_fn unsigned __vi##which##3_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __vmaxs2(__vi##which##3_s16x2(a, b, c), 0u); } \
  __ws_fn int __vib##which##_s32(int a, int b, bool *first) { return *first = a better b, which(a, b); }             \
  __ws_fn unsigned __vib##which##_u32(unsigned a, unsigned b, bool *first) { return *first = a better b, which(a, b); } \
  __ws_fn unsigned __vib##which##_s16x2(unsigned a, unsigned b, bool *high, bool *low) {                             \
    *high = (short)(a >> 16) better (short)(b >> 16), *low = (short)a better (short)b;                               \
    return __v##which##s2(a, b);                                                                                     \
  }                                                                                                                  \
  __ws_fn unsigned __vib##which##_u16x2(unsigned a, unsigned b, bool *high, bool *low) {                             \
    *high = a >> 16 better b >> 16, *low = (a & 0xffffu) better (b & 0xffffu);                                       \
    return __v##which##u2(a, b);                                                                                     \
  }
__WS_EXTREME(max, >=)
__WS_EXTREME(min, <=)
#undef __WS_EXTREME
__WS_END
