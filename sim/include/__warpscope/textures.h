// Texture and surface objects on the device: fetches as loads of global memory, by the rules of the CUDA
// Programming Guide's appendix "Texture Fetching". Point fetches, and linear ones in one and two dimensions,
// give an H200's numbers; linear ones in three round their weights a little differently, by some 1/256.
// Not modelled: the texture cache's order of texels, levels of mipmapped arrays, anisotropy, sRGB.
#pragma once
#include "runtime_textures.h"
#define __WARPSCOPE_TEXTURES__

__WS_BEGIN
/// The channels of a type that a fetch returns.
template <class T> struct __ws_texel;
#define __WS_TEXEL(scalar, vector)                                                                           \
  template <> struct __ws_texel<scalar> {                                                                    \
    using channel = scalar;                                                                                  \
    static __ws_fn scalar make(scalar a, scalar, scalar, scalar) { return a; }                               \
  };                                                                                                         \
  template <> struct __ws_texel<vector##1> {                                                                 \
    using channel = scalar;                                                                                  \
    static __ws_fn vector##1 make(scalar a, scalar, scalar, scalar) { return {a}; }                          \
  };                                                                                                         \
  template <> struct __ws_texel<vector##2> {                                                                 \
    using channel = scalar;                                                                                  \
    static __ws_fn vector##2 make(scalar a, scalar b, scalar, scalar) { return {a, b}; }                     \
  };                                                                                                         \
  template <> struct __ws_texel<vector##4> {                                                                 \
    using channel = scalar;                                                                                  \
    static __ws_fn vector##4 make(scalar a, scalar b, scalar c, scalar d) { return {a, b, c, d}; }           \
  };
__WS_TEXEL(signed char, char)
__WS_TEXEL(unsigned char, uchar)
__WS_TEXEL(short, short)
__WS_TEXEL(unsigned short, ushort)
__WS_TEXEL(int, int)
__WS_TEXEL(unsigned int, uint)
__WS_TEXEL(float, float)
#undef __WS_TEXEL
template <> struct __ws_texel<char> {
  using channel = char;
  static __ws_fn char make(char a, char, char, char) { return a; }
};

__ws_fn const __ws_texture& __ws_texture_of(cudaTextureObject_t handle) {
  return *(const __ws_texture*)handle;
}
__ws_fn const char* __ws_texel_at(const __ws_texture& t, int x, int y, int z) {
  return (const char*)(t.address + z * t.plane_pitch + y * t.pitch +
                       (unsigned long long)x * (t.channels * t.bits / 8));
}
/// A channel as a number: normalised integers, floats, halves.
__ws_fn float __ws_channel_of(const __ws_texture& t, const char* texel, unsigned i) {
  if (i >= t.channels) return 0;
  if (t.kind == cudaChannelFormatKindFloat) {
    if (t.bits == 32) return ((const float*)texel)[i];
    const unsigned h = ((const unsigned short*)texel)[i], magnitude = h & 0x7fffu;
    const float scaled = __builtin_bit_cast(float, magnitude << 13) *
                         5192296858534827628530496329220096.f; // 2^112
    const float value = magnitude >= 0x7c00u ? __builtin_bit_cast(float, magnitude << 13 | 0x7f800000u)
                                             : scaled;
    return h & 0x8000u ? -value : value;
  }
  if (t.bits == 8)
    return t.kind == cudaChannelFormatKindUnsigned ? ((const unsigned char*)texel)[i] / 255.f
                                                   : fmaxf(((const signed char*)texel)[i] / 127.f, -1.f);
  return t.kind == cudaChannelFormatKindUnsigned ? ((const unsigned short*)texel)[i] / 65535.f
                                                 : fmaxf(((const short*)texel)[i] / 32767.f, -1.f);
}
__ws_fn float4 __ws_numbers_at(const __ws_texture& t, int x, int y, int z, bool inside) {
  if (!inside) return {t.border[0], t.border[1], t.border[2], t.border[3]};
  const char* texel = __ws_texel_at(t, x, y, z);
  if (t.kind == cudaChannelFormatKindFloat && t.bits == 32 && t.channels == 4) return *(const float4*)texel;
  return {__ws_channel_of(t, texel, 0), __ws_channel_of(t, texel, 1), __ws_channel_of(t, texel, 2),
          __ws_channel_of(t, texel, 3)};
}
/// The texel that an index stands for in one dimension; false: the border.
__ws_fn bool __ws_address(const __ws_texture& t, int dimension, int size, int& i) {
  const cudaTextureAddressMode mode = t.mode[dimension];
  if (t.normalized && mode == cudaAddressModeWrap) {
    i %= size;
    if (i < 0) i += size;
  } else if (t.normalized && mode == cudaAddressModeMirror) {
    i %= 2 * size;
    if (i < 0) i += 2 * size;
    if (i >= size) i = 2 * size - 1 - i;
  } else if (mode == cudaAddressModeBorder) {
    return i >= 0 && i < size;
  } else {
    i = i < 0 ? 0 : i >= size ? size - 1 : i;
  }
  return true;
}
/// The lower of two neighbouring texels, and the weight of the higher in 1/256.
__ws_fn int __ws_lower(float at, int& weight) {
  const float centre = at - .5f, low = floorf(centre);
  weight = (int)floorf((centre - low) * 256 + .5f);
  return (int)low;
}
/// Weights of the four corners of a square, in 1/256, as an H200 rounds them.
struct __ws_weights {
  int of[4]; ///< by 2 * second + first
};
__ws_fn __ws_weights __ws_square(int first, int second) {
  const int both = (first * second + 128) / 256;
  return {256 - first - second + both, first - both, second - both, both};
}
/// One of the texels that a linear fetch weighs.
template <int dimensions> __ws_fn float4 __ws_corner(const __ws_texture& t, int x, int y, int z) {
  bool inside = __ws_address(t, 0, t.width, x);
  if constexpr (dimensions > 1) inside = __ws_address(t, 1, t.height, y) && inside;
  if constexpr (dimensions > 2) inside = __ws_address(t, 2, t.depth, z) && inside;
  return __ws_numbers_at(t, x, y, z, inside);
}
__ws_fn void __ws_add(float4& sum, float4 texel, int weight) {
  sum.x += weight * texel.x, sum.y += weight * texel.y, sum.z += weight * texel.z, sum.w += weight * texel.w;
}
/// `plane` is a layer where there are fewer than three dimensions.
template <int dimensions>
__ws_fn float4 __ws_linear(const __ws_texture& t, float x, float y, float z, int plane) {
  float4 sum = {0, 0, 0, 0};
  int wx, wy = 0, wz = 0;
  const int ix = __ws_lower(x, wx);
  if constexpr (dimensions == 1) {
    __ws_add(sum, __ws_corner<1>(t, ix, 0, plane), 256 - wx);
    __ws_add(sum, __ws_corner<1>(t, ix + 1, 0, plane), wx);
  } else if constexpr (dimensions == 2) {
    const int iy = __ws_lower(y, wy);
    const __ws_weights weights = __ws_square(wx, wy);
    for (int i = 0; i < 4; ++i)
      __ws_add(sum, __ws_corner<2>(t, ix + i % 2, iy + i / 2, plane), weights.of[i]);
  } else {
    const int iy = __ws_lower(y, wy), iz = __ws_lower(z, wz);
    const __ws_weights weights = __ws_square(wy, wz);
    for (int i = 0; i < 4; ++i) {
      const int high = (weights.of[i] * wx + 128) / 256;
      __ws_add(sum, __ws_corner<3>(t, ix, iy + i % 2, iz + i / 2), weights.of[i] - high);
      __ws_add(sum, __ws_corner<3>(t, ix + 1, iy + i % 2, iz + i / 2), high);
    }
  }
  return {sum.x / 256, sum.y / 256, sum.z / 256, sum.w / 256};
}
/// One texel; type T is what the texels are, or numbers where they are read as such.
template <class T> __ws_fn T __ws_point(const __ws_texture& t, int x, int y, int z, bool inside) {
  using channel = typename __ws_texel<T>::channel;
  if constexpr (__is_same(channel, float)) {
    if (!(t.kind == cudaChannelFormatKindFloat && t.bits == 32)) {
      const float4 v = __ws_numbers_at(t, x, y, z, inside);
      return __ws_texel<T>::make(v.x, v.y, v.z, v.w);
    }
  }
  if (!inside)
    return __ws_texel<T>::make((channel)t.border[0], (channel)t.border[1], (channel)t.border[2],
                               (channel)t.border[3]);
  return *(const T*)__ws_texel_at(t, x, y, z);
}
/// `layer` is one of a layered texture, or -1. Coordinates of dimensions that the texture lacks are .5.
template <class T, int dimensions>
__ws_fn T __ws_sample(cudaTextureObject_t handle, float x, float y, float z, int layer) {
  const __ws_texture& t = __ws_texture_of(handle);
  if (t.normalized) {
    x *= t.width;
    if constexpr (dimensions > 1) y *= t.height;
    if constexpr (dimensions > 2) z *= t.depth;
  }
  const int last = (int)t.depth - 1;
  int plane = layer < 0 ? 0 : layer > last ? last : layer;
  if constexpr (__is_same(typename __ws_texel<T>::channel, float)) {
    if (t.filter == cudaFilterModeLinear) {
      const float4 v = __ws_linear<dimensions>(t, x, y, z, plane);
      return __ws_texel<T>::make(v.x, v.y, v.z, v.w);
    }
  }
  int ix = (int)floorf(x), iy = 0;
  bool inside = __ws_address(t, 0, t.width, ix);
  if constexpr (dimensions > 1) {
    iy = (int)floorf(y);
    inside = __ws_address(t, 1, t.height, iy) && inside;
  }
  if constexpr (dimensions > 2) {
    plane = (int)floorf(z);
    inside = __ws_address(t, 2, t.depth, plane) && inside;
  }
  return __ws_point<T>(t, ix, iy, plane, inside);
}

template <class T> __ws_fn T tex1Dfetch(cudaTextureObject_t handle, int x) {
  const __ws_texture& t = __ws_texture_of(handle);
  if ((unsigned)x >= t.width) return __ws_texel<T>::make(0, 0, 0, 0);
  return __ws_point<T>(t, x, 0, 0, true);
}
template <class T> __ws_fn T tex1D(cudaTextureObject_t t, float x) {
  return __ws_sample<T, 1>(t, x, 0, 0, -1);
}
template <class T> __ws_fn T tex2D(cudaTextureObject_t t, float x, float y) {
  return __ws_sample<T, 2>(t, x, y, 0, -1);
}
template <class T> __ws_fn T tex3D(cudaTextureObject_t t, float x, float y, float z) {
  return __ws_sample<T, 3>(t, x, y, z, -1);
}
template <class T> __ws_fn T tex1DLayered(cudaTextureObject_t t, float x, int layer) {
  return __ws_sample<T, 1>(t, x, 0, 0, layer < 0 ? 0 : layer);
}
template <class T> __ws_fn T tex2DLayered(cudaTextureObject_t t, float x, float y, int layer) {
  return __ws_sample<T, 2>(t, x, y, 0, layer < 0 ? 0 : layer);
}
template <class T> __ws_fn T tex1DLod(cudaTextureObject_t t, float x, float) { return tex1D<T>(t, x); }
template <class T> __ws_fn T tex2DLod(cudaTextureObject_t t, float x, float y, float) {
  return tex2D<T>(t, x, y);
}
template <class T> __ws_fn T tex3DLod(cudaTextureObject_t t, float x, float y, float z, float) {
  return tex3D<T>(t, x, y, z);
}
template <class T> __ws_fn T tex1DLayeredLod(cudaTextureObject_t t, float x, int layer, float) {
  return tex1DLayered<T>(t, x, layer);
}
template <class T> __ws_fn T tex2DLayeredLod(cudaTextureObject_t t, float x, float y, int layer, float) {
  return tex2DLayered<T>(t, x, y, layer);
}
// There is one level, whatever the derivatives say.
template <class T> __ws_fn T tex1DGrad(cudaTextureObject_t t, float x, float, float) { return tex1D<T>(t, x); }
template <class T> __ws_fn T tex2DGrad(cudaTextureObject_t t, float x, float y, float2, float2) {
  return tex2D<T>(t, x, y);
}
template <class T> __ws_fn T tex3DGrad(cudaTextureObject_t t, float x, float y, float z, float4, float4) {
  return tex3D<T>(t, x, y, z);
}
/// The largest coordinate says which of the faces +x, -x, +y, -y, +z, -z; the two others are divided by it.
template <class T> __ws_fn T texCubemapLayered(cudaTextureObject_t t, float x, float y, float z, int layer) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float m, s, r;
  if (ax >= ay && ax >= az) face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, r = -y;
  else if (ay >= az) face = y >= 0 ? 2 : 3, m = ay, s = x, r = y >= 0 ? z : -z;
  else face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, r = -y;
  return __ws_sample<T, 2>(t, (s / m + 1) / 2, (r / m + 1) / 2, 0, layer * 6 + face);
}
template <class T> __ws_fn T texCubemap(cudaTextureObject_t t, float x, float y, float z) {
  return texCubemapLayered<T>(t, x, y, z, 0);
}
template <class T> __ws_fn T texCubemapLod(cudaTextureObject_t t, float x, float y, float z, float) {
  return texCubemap<T>(t, x, y, z);
}
/// One channel of a texel, whatever number of them a texel has.
template <class C> __ws_fn C __ws_channel_at(const __ws_texture& t, int x, int y, int channel, bool inside) {
  if constexpr (__is_same(C, float)) {
    const float4 all = __ws_numbers_at(t, x, y, 0, inside);
    return channel == 0 ? all.x : channel == 1 ? all.y : channel == 2 ? all.z : all.w;
  } else {
    if (!inside) return (C)t.border[channel];
    return (unsigned)channel < t.channels ? ((const C*)__ws_texel_at(t, x, y, 0))[channel] : C(0);
  }
}
/// One channel of the four texels that a linear fetch would weigh.
template <class T> __ws_fn T tex2Dgather(cudaTextureObject_t handle, float x, float y, int channel = 0) {
  const __ws_texture& t = __ws_texture_of(handle);
  if (t.normalized) x *= t.width, y *= t.height;
  int wx, wy;
  const int left = __ws_lower(x, wx), top = __ws_lower(y, wy);
  typename __ws_texel<T>::channel found[4];
  for (int i = 0; i < 4; ++i) {
    int ix = left + (i == 1 || i == 2), iy = top + (i < 2);
    const bool in_x = __ws_address(t, 0, t.width, ix), in_y = __ws_address(t, 1, t.height, iy);
    found[i] = __ws_channel_at<typename __ws_texel<T>::channel>(t, ix, iy, channel, in_x && in_y);
  }
  return __ws_texel<T>::make(found[0], found[1], found[2], found[3]);
}
#define __WS_FETCH_INTO(name)                                                                                \
  template <class T, class... A> __ws_fn void name(T* to, cudaTextureObject_t t, const A&... at) {           \
    *to = name<T>(t, at...);                                                                                 \
  }
__WS_FETCH_INTO(tex1Dfetch)
__WS_FETCH_INTO(tex1D)
__WS_FETCH_INTO(tex2D)
__WS_FETCH_INTO(tex3D)
__WS_FETCH_INTO(tex1DLayered)
__WS_FETCH_INTO(tex2DLayered)
__WS_FETCH_INTO(texCubemap)
#undef __WS_FETCH_INTO

/// The address of a surface's bytes, x in bytes; null: outside, where a read is 0 and a write is none.
template <class T>
__ws_fn char* __ws_surface_at(cudaSurfaceObject_t handle, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const __ws_texture& s = __ws_texture_of(handle);
  const int width = s.width * (s.channels * s.bits / 8), height = s.height, depth = s.depth;
  const bool inside = x >= 0 && x + (int)sizeof(T) <= width && y >= 0 && y < height && z >= 0 && z < depth;
  if (!inside && mode == cudaBoundaryModeZero) return nullptr;
  if (!inside && mode == cudaBoundaryModeClamp) {
    x = x < 0 ? 0 : x + (int)sizeof(T) > width ? width - (int)sizeof(T) : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
  } else if (!inside) {
    z = depth; // behind the surface: the access faults, as cudaBoundaryModeTrap asks
  }
  return (char*)(s.address + z * s.plane_pitch + y * s.pitch + x);
}
template <class T>
__ws_fn T __ws_surface_read(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const char* at = __ws_surface_at<T>(s, x, y, z, mode);
  if (!at) return __ws_texel<T>::make(0, 0, 0, 0);
  return *(const T*)at;
}
template <class T>
__ws_fn void __ws_surface_write(T value, cudaSurfaceObject_t s, int x, int y, int z,
                                cudaSurfaceBoundaryMode mode) {
  char* at = __ws_surface_at<T>(s, x, y, z, mode);
  if (at) *(T*)at = value;
}
#define __WS_SURFACES(name, parameters, at)                                                                  \
  template <class T>                                                                                         \
  __ws_fn T name##read(cudaSurfaceObject_t s, __WS_UNPACK parameters,                                        \
                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
    return __ws_surface_read<T>(s, __WS_UNPACK at, mode);                                                    \
  }                                                                                                          \
  template <class T>                                                                                         \
  __ws_fn void name##read(T* to, cudaSurfaceObject_t s, __WS_UNPACK parameters,                              \
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                             \
    *to = __ws_surface_read<T>(s, __WS_UNPACK at, mode);                                                     \
  }                                                                                                          \
  template <class T>                                                                                         \
  __ws_fn void name##write(T value, cudaSurfaceObject_t s, __WS_UNPACK parameters,                           \
                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                            \
    __ws_surface_write(value, s, __WS_UNPACK at, mode);                                                      \
  }
#define __WS_UNPACK(...) __VA_ARGS__
__WS_SURFACES(surf1D, (int x), (x, 0, 0))
__WS_SURFACES(surf2D, (int x, int y), (x, y, 0))
__WS_SURFACES(surf3D, (int x, int y, int z), (x, y, z))
__WS_SURFACES(surf1DLayered, (int x, int layer), (x, 0, layer))
__WS_SURFACES(surf2DLayered, (int x, int y, int layer), (x, y, layer))
__WS_SURFACES(surfCubemap, (int x, int y, int face), (x, y, face))
#undef __WS_UNPACK
#undef __WS_SURFACES
__WS_END
