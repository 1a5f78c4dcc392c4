// Loads and stores with a cache hint: here a plain access, whole objects at once.
// Approximated: Cache hints (__ldg, __ldcg, __stcs …) are plain accesses.
#pragma once
__WS_BEGIN
#define __WS_LOAD(name) \
  template <class T> __ws_fn T name(const T *address) { return *address; }
__WS_LOAD(__ldg)
__WS_LOAD(__ldcg)
__WS_LOAD(__ldca)
__WS_LOAD(__ldcs)
__WS_LOAD(__ldlu)
__WS_LOAD(__ldcv)
#undef __WS_LOAD
template <class T> struct __ws_identity { using type = T; };
#define __WS_STORE(name) \
  template <class T> __ws_fn void name(T *address, typename __ws_identity<T>::type value) { *address = value; }
__WS_STORE(__stwb)
__WS_STORE(__stcg)
__WS_STORE(__stcs)
__WS_STORE(__stwt)
#undef __WS_STORE

/// The 4, 8 or 16 bytes of a cp.async: one load and one store, marked (as nontemporal, which nothing else here is) because what they cost
/// hangs on both addresses.
typedef unsigned __ws_two_words __attribute__((ext_vector_type(2)));
__ws_fn void __ws_async_copy_4(void *to, const void *from) { __builtin_nontemporal_store(__builtin_nontemporal_load((const unsigned *)from), (unsigned *)to); }
__ws_fn void __ws_async_copy_8(void *to, const void *from) {
  __builtin_nontemporal_store(__builtin_nontemporal_load((const __ws_two_words *)from), (__ws_two_words *)to);
}
typedef unsigned __ws_four_words __attribute__((ext_vector_type(4)));
__ws_fn void __ws_async_copy_16(void *to, const void *from) {
  __ws_copy_to((unsigned)(size_t)to);
  __builtin_nontemporal_store(__builtin_nontemporal_load((const __ws_four_words *)from), (__ws_four_words *)to);
}

__ws_fn unsigned __isGlobal(const void *pointer) { return __ws_is_space(pointer, __WS_SPACE_Global); }
__ws_fn unsigned __isShared(const void *pointer) { return __ws_is_space(pointer, __WS_SPACE_Shared); }
__ws_fn unsigned __isConstant(const void *pointer) { return __ws_is_space(pointer, __WS_SPACE_Constant); }
__ws_fn unsigned __isLocal(const void *pointer) { return __ws_is_space(pointer, __WS_SPACE_Local); }
__ws_fn size_t __cvta_generic_to_shared(const void *pointer) { return (size_t)pointer & 0xffffffffu; }
__ws_fn size_t __cvta_generic_to_global(const void *pointer) { return (size_t)pointer; }
__WS_END
