// Complex numbers as the CUDA libraries have them: pairs of floats or doubles, and arithmetic by functions.
#pragma once
#ifdef __WARPSCOPE_GUEST__ // the guest is no CUDA program: what the prelude declares for one
#ifndef __WS_GUEST_PAIRS
#define __WS_GUEST_PAIRS
struct float2 {
  float x, y;
};
struct double2 {
  double x, y;
};
#endif
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#else
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
__WS_BEGIN
#define __WS_COMPLEX(C, R, suffix, make, root, magnitude)                                                   \
  __ws_fn C make(R real, R imaginary) { return C{real, imaginary}; }                                        \
  __ws_fn R cuCreal##suffix(C a) { return a.x; }                                                            \
  __ws_fn R cuCimag##suffix(C a) { return a.y; }                                                            \
  __ws_fn C cuConj##suffix(C a) { return C{a.x, -a.y}; }                                                    \
  __ws_fn C cuCadd##suffix(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                                    \
  __ws_fn C cuCsub##suffix(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                                    \
  __ws_fn C cuCmul##suffix(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }            \
  __ws_fn C cuCfma##suffix(C a, C b, C c) {                                                                 \
    const R real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;                                            \
    return C{-(a.y * b.y) + real, a.y * b.x + imaginary};                                                   \
  }                                                                                                         \
  __ws_fn C cuCdiv##suffix(C a, C b) {                                                                      \
    const R scale = R(1) / (magnitude(b.x) + magnitude(b.y));                                               \
    const R ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                         \
    const R one = R(1) / (bx * bx + by * by);                                                               \
    return C{(ax * bx + ay * by) * one, (ay * bx - ax * by) * one};                                         \
  }                                                                                                         \
  __ws_fn R cuCabs##suffix(C a) { return root(a.x, a.y); }
__WS_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, hypotf, fabsf)
__WS_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, hypot, fabs)
#undef __WS_COMPLEX
__ws_fn cuComplex make_cuComplex(float real, float imaginary) { return cuComplex{real, imaginary}; }
__ws_fn cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }
__ws_fn cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return cuFloatComplex{(float)a.x, (float)a.y}; }
__WS_END
#endif
