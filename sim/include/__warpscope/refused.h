// What is not simulated, refused by its name at the line that uses it.
#pragma once
__WS_BEGIN
#define __WS_REFUSED(type, name)                                             \
  template <class... A> __ws_fn type name(const A &...) {                    \
    __ws_unsupported(#name);                                                 \
    return type();                                                           \
  }
#define __WS_OLD(type, name)                                                 \
  template <class... A> __ws_fn type name(const A &...) {                    \
    __ws_unsupported(#name " (gone since Volta: write " #name "_sync(0xffffffff, ...))"); \
    return type();                                                           \
  }
__WS_END
__WS_MATH_BEGIN
extern "C" {
__ws_math void *malloc(size_t bytes) { return (void *)__ws_heap_malloc(bytes); }
__ws_math void free(void *pointer) { __ws_heap_free((unsigned long long)pointer); }
}
__WS_MATH_END
__WS_BEGIN
/// Texture references: the type stays, so that a text which declares them at file scope has its other kernels.
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {};
template <class T, int dimensions = 1> struct __attribute__((device_builtin_surface_type)) surface {};
#ifdef __WARPSCOPE_TEXTURES__ // a whole program's, by textures.h: only references are refused
#define __WS_TEXTURE(name)                                                   \
  template <class T, int d, cudaTextureReadMode m, class... A> __ws_fn T name(const texture<T, d, m> &, const A &...) { \
    __ws_unsupported(#name " (texture references, removed in CUDA 12)");     \
    return T();                                                              \
  }
__WS_TEXTURE(tex1Dfetch)
__WS_TEXTURE(tex1D)
__WS_TEXTURE(tex2D)
__WS_TEXTURE(tex3D)
#undef __WS_TEXTURE
#else
#define __WS_TEXTURE(name)                                                   \
  template <class T, class... A> __ws_fn T name(cudaTextureObject_t, const A &...) { \
    __ws_unsupported(#name " (texture objects)");                            \
    return T();                                                              \
  }                                                                          \
  template <class T, class... A> __ws_fn void name(T *, cudaTextureObject_t, const A &...) { \
    __ws_unsupported(#name " (texture objects)");                            \
  }                                                                          \
  template <class T, int d, cudaTextureReadMode m, class... A> __ws_fn T name(const texture<T, d, m> &, const A &...) { \
    __ws_unsupported(#name " (texture references, removed in CUDA 12)");     \
    return T();                                                              \
  }
__WS_TEXTURE(tex1Dfetch)
__WS_TEXTURE(tex1D)
__WS_TEXTURE(tex2D)
__WS_TEXTURE(tex3D)
__WS_TEXTURE(texCubemap)
__WS_TEXTURE(tex1DLayered)
__WS_TEXTURE(tex2DLayered)
__WS_TEXTURE(tex2DLod)
__WS_TEXTURE(tex2Dgather)
#undef __WS_TEXTURE
#define __WS_SURFACE(name)                                                   \
  template <class T, class... A> __ws_fn T name(const A &...) {              \
    __ws_unsupported(#name " (surfaces)");                                   \
    return T();                                                              \
  }                                                                          \
  template <class... A> __ws_fn void name(const A &...) { __ws_unsupported(#name " (surfaces)"); }
__WS_SURFACE(surf1Dread)
__WS_SURFACE(surf1Dwrite)
__WS_SURFACE(surf2Dread)
__WS_SURFACE(surf2Dwrite)
__WS_SURFACE(surf3Dread)
__WS_SURFACE(surf3Dwrite)
#undef __WS_SURFACE
#endif
/// What the front end makes of a launch inside device code.
template <class... A> __ws_fn void __ws_dp(const A &...) { __ws_unsupported("a launch from device code (dynamic parallelism)"); }
#ifndef __WARPSCOPE_PROGRAM__
__WS_REFUSED(int, cudaDeviceSynchronize)
#endif
__WS_OLD(int, __shfl)
__WS_OLD(int, __shfl_up)
__WS_OLD(int, __shfl_down)
__WS_OLD(int, __shfl_xor)
__WS_OLD(int, __ballot)
__WS_OLD(int, __any)
__WS_OLD(int, __all)
#undef __WS_REFUSED
#undef __WS_OLD
__WS_END
#ifndef __WARPSCOPE_PROGRAM__ // there Clang's own wrapper of <new> has them, over malloc and free
__device__ __ws_fn void *operator new(size_t) { __ws_unsupported("new in a kernel"); return nullptr; }
__device__ __ws_fn void *operator new[](size_t) { __ws_unsupported("new[] in a kernel"); return nullptr; }
__device__ __ws_fn void operator delete(void *) noexcept { __ws_unsupported("delete in a kernel"); }
__device__ __ws_fn void operator delete[](void *) noexcept { __ws_unsupported("delete[] in a kernel"); }
__device__ __ws_fn void operator delete(void *, size_t) noexcept { __ws_unsupported("delete in a kernel"); }
__device__ __ws_fn void operator delete[](void *, size_t) noexcept { __ws_unsupported("delete[] in a kernel"); }
__device__ __ws_fn constexpr void *operator new(size_t, void *place) noexcept { return place; }
#endif
