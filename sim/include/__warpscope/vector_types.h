// char1 … double4 with CUDA's alignments (a float4 is one 16-byte object, a float3 three floats), make_*, dim3.
#pragma once

#define __WS_VECTOR(T, N, a1, a2, a4)                                                        \
  struct __align__(a1) N##1 { T x; };                                                        \
  struct __align__(a2) N##2 { T x, y; };                                                     \
  struct N##3 { T x, y, z; };                                                                \
  struct __align__(a4) N##4 { T x, y, z, w; };                                               \
  __ws_fn constexpr N##1 make_##N##1(T x) { return {x}; }                                    \
  __ws_fn constexpr N##2 make_##N##2(T x, T y) { return {x, y}; }                            \
  __ws_fn constexpr N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }                    \
  __ws_fn constexpr N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
__WS_BEGIN
__WS_VECTOR(signed char, char, 1, 2, 4)
__WS_VECTOR(unsigned char, uchar, 1, 2, 4)
__WS_VECTOR(short, short, 2, 4, 8)
__WS_VECTOR(unsigned short, ushort, 2, 4, 8)
__WS_VECTOR(int, int, 4, 8, 16)
__WS_VECTOR(unsigned int, uint, 4, 8, 16)
__WS_VECTOR(long int, long, 8, 16, 16)
__WS_VECTOR(unsigned long int, ulong, 8, 16, 16)
__WS_VECTOR(long long int, longlong, 8, 16, 16)
__WS_VECTOR(unsigned long long int, ulonglong, 8, 16, 16)
__WS_VECTOR(float, float, 4, 8, 16)
__WS_VECTOR(double, double, 8, 16, 16)
#undef __WS_VECTOR

// The names of CUDA 13 that say their alignment.
#define __WS_ALIGNED(T, N, a, tag)                                                              \
  struct __align__(a) N##4_##tag { T x, y, z, w; };                                        \
  __ws_fn constexpr N##4_##tag make_##N##4_##tag(T x, T y, T z, T w) { return {x, y, z, w}; }
__WS_ALIGNED(long int, long, 16, 16a)
__WS_ALIGNED(long int, long, 32, 32a)
__WS_ALIGNED(unsigned long int, ulong, 16, 16a)
__WS_ALIGNED(unsigned long int, ulong, 32, 32a)
__WS_ALIGNED(long long int, longlong, 16, 16a)
__WS_ALIGNED(long long int, longlong, 32, 32a)
__WS_ALIGNED(unsigned long long int, ulonglong, 16, 16a)
__WS_ALIGNED(unsigned long long int, ulonglong, 32, 32a)
__WS_ALIGNED(double, double, 16, 16a)
__WS_ALIGNED(double, double, 32, 32a)
#undef __WS_ALIGNED

struct __ws_builtin_index {};
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  template <class T, class = std::enable_if_t<__is_base_of(__ws_builtin_index, T)>>
  dim3(const T &v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
__WS_END
