// threadIdx and its kin, barriers, fences, clocks.
// Approximated: clock and clock64 count simulated instructions, not cycles; __nanosleep does not wait.
#pragma once

#define __WS_PROPERTY(field, number)                           \
  __declspec(property(get = __ws_get_##field)) unsigned field; \
  __ws_fn unsigned __ws_get_##field() const { return __ws_special(number); }
#define __WS_INDEX(type, name, P)                                             \
  struct type : __ws_builtin_index {                                          \
    __WS_PROPERTY(x, __WS_SPECIAL_##P##X)                                     \
    __WS_PROPERTY(y, __WS_SPECIAL_##P##Y)                                     \
    __WS_PROPERTY(z, __WS_SPECIAL_##P##Z)                                     \
    __ws_fn operator uint3() const { return {x, y, z}; }                      \
    __ws_fn operator dim3() const { return dim3(x, y, z); }                   \
  };                                                                          \
  extern const __device__ __attribute__((weak)) type name;
__WS_BEGIN
__WS_INDEX(__ws_threadIdx, threadIdx, Tid)
__WS_INDEX(__ws_blockIdx, blockIdx, Ctaid)
__WS_INDEX(__ws_blockDim, blockDim, NTid)
__WS_INDEX(__ws_gridDim, gridDim, NCtaid)
#undef __WS_INDEX
#undef __WS_PROPERTY
inline constexpr int warpSize = 32;

// __syncthreads() is Clang's own; the front end makes __ws_bar_sync of it.
__ws_fn int __syncthreads_count(int predicate) { return __ws_bar_red(__WS_BARRIER_Count, predicate != 0); }
__ws_fn int __syncthreads_and(int predicate) { return __ws_bar_red(__WS_BARRIER_And, predicate != 0); }
__ws_fn int __syncthreads_or(int predicate) { return __ws_bar_red(__WS_BARRIER_Or, predicate != 0); }
__ws_fn void __syncwarp(unsigned mask = 0xffffffffu) { __ws_syncwarp(mask); }
__ws_fn void __ws_copy_wait_all() {
  __ws_copy_step(__WS_COPY_Commit);
  __ws_copy_wait(0);
}
__ws_fn void __threadfence_block() { __ws_fence(__WS_FENCE_Block); }
__ws_fn void __threadfence() { __ws_fence(__WS_FENCE_Device); }
__ws_fn void __threadfence_system() { __ws_fence(__WS_FENCE_System); }

__ws_fn long long clock64() { return (long long)__ws_clock64(); }
__WS_END
__WS_MATH_BEGIN
__ws_math int clock() { return (int)__ws_special(__WS_SPECIAL_Clock); }
__WS_MATH_END
__WS_BEGIN
__ws_fn unsigned long long __ws_globaltimer() { return __ws_clock64(); }
__ws_fn void __nanosleep(unsigned) {}
__ws_fn void __trap() { __builtin_trap(); }
__ws_fn void __brkpt() {}
__ws_fn void __prof_trigger(int) {}
__ws_fn unsigned __ws_laneid() { return __ws_special(__WS_SPECIAL_LaneId); }
__WS_END
