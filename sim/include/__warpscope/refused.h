// What is not simulated, refused by its name at the line that uses it.
#pragma once
__WS_BEGIN
#define __WS_REFUSED(type, name)                                             \
  template <class... A> __ws_fn type name(const A &...) {                    \
    __ws_unsupported(#name);                                                 \
    return type();                                                           \
  }
extern "C" {
__ws_fn void *malloc(size_t) { __ws_unsupported("malloc in a kernel"); return nullptr; }
__ws_fn void free(void *) { __ws_unsupported("free in a kernel"); }
}
template <class T> struct __ws_texel { using type = T; };
#define __WS_TEXTURE(name)                                                   \
  template <class T, class... A> __ws_fn T name(cudaTextureObject_t, const A &...) { \
    __ws_unsupported(#name " (texture objects)");                            \
    return T();                                                              \
  }
__WS_TEXTURE(tex1Dfetch)
__WS_TEXTURE(tex1D)
__WS_TEXTURE(tex2D)
__WS_TEXTURE(tex3D)
__WS_TEXTURE(tex2DLod)
__WS_TEXTURE(tex2Dgather)
__WS_TEXTURE(tex2DLayered)
#undef __WS_TEXTURE
__WS_REFUSED(void, surf2Dwrite)
__WS_REFUSED(void, surf2Dread)
__WS_REFUSED(int, cudaDeviceSynchronize)
__WS_REFUSED(int, __shfl)
__WS_REFUSED(int, __shfl_up)
__WS_REFUSED(int, __shfl_down)
__WS_REFUSED(int, __shfl_xor)
__WS_REFUSED(int, __ballot)
__WS_REFUSED(int, __any)
__WS_REFUSED(int, __all)
#undef __WS_REFUSED
__WS_END
__device__ __ws_fn void *operator new(size_t) { __ws_unsupported("new in a kernel"); return nullptr; }
__device__ __ws_fn void *operator new[](size_t) { __ws_unsupported("new[] in a kernel"); return nullptr; }
__device__ __ws_fn void operator delete(void *) noexcept { __ws_unsupported("delete in a kernel"); }
__device__ __ws_fn void operator delete[](void *) noexcept { __ws_unsupported("delete[] in a kernel"); }
__device__ __ws_fn void operator delete(void *, size_t) noexcept { __ws_unsupported("delete in a kernel"); }
__device__ __ws_fn void operator delete[](void *, size_t) noexcept { __ws_unsupported("delete[] in a kernel"); }
__device__ __ws_fn constexpr void *operator new(size_t, void *place) noexcept { return place; }
