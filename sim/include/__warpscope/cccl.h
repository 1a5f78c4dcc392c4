// What NVIDIA's CCCL (Thrust, CUB, libcu++) takes from the toolkit beyond what programs use: read behind the
// prelude where its headers are found (cccl_folders.cpp).
// Not modelled: Programmatic dependent launch. A kernel begins when the one before it has ended, so both of its
// calls have nothing to do.
#pragma once
#include "matrix.h"
__WS_BEGIN
__ws_fn void *__cvta_shared_to_generic(size_t address) { return __ws_shared_pointer<char>((unsigned)address); }
__ws_fn void *__cvta_global_to_generic(size_t address) { return (void *)address; }
__ws_fn void *__cvta_constant_to_generic(size_t address) { return (void *)address; }
__ws_fn void *__cvta_local_to_generic(size_t address) { return (void *)address; }
__WS_END
#ifdef __CUDA_ARCH__
__device__ inline void cudaGridDependencySynchronize() {}
__device__ inline void cudaTriggerProgrammaticLaunchCompletion() {}
#endif
// The bulk copies and mbarriers of CUB's transforms on Hopper, as functions that are preferred to CCCL's templates of
// inline PTX. A copy is done at once, so what it would add to the barrier's count of bytes is already there.
#if __has_include(<cuda/__ptx/ptx_dot_variants.h>)
#include <cuda/__ptx/ptx_dot_variants.h>
namespace cuda {
namespace ptx {
__device__ __ws_fn bool elect_sync(const uint32_t &mask) { return __ws_special(__WS_SPECIAL_LaneId) == (unsigned)__ws_ctz32(mask); }
__device__ __ws_fn void mbarrier_init(uint64_t *object, const uint32_t &count) {
  *object = (uint64_t)count | (uint64_t)count << 20; // sim/exec/barrier_object.cpp
}
__device__ __ws_fn void fence_proxy_async(space_shared_t) {}
__device__ __ws_fn void fence_proxy_async(space_global_t) {}
__device__ __ws_fn void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from, const uint32_t &bytes, uint64_t *) {
  for (uint32_t i = 0; i < bytes / 16u; ++i) ((uint4 *)to)[i] = ((const uint4 *)from)[i];
}
__device__ __ws_fn uint64_t mbarrier_arrive_expect_tx(sem_release_t, scope_cta_t, space_shared_t, uint64_t *object, const uint32_t &) {
  return __ws_barrier_arrive(__WS_ARRIVAL_Arrive, object, 1u, (unsigned)*object);
}
__device__ __ws_fn bool mbarrier_try_wait_parity(uint64_t *object, const uint32_t &parity) {
  __ws_barrier_wait(1, object, parity);
  return true;
}
__device__ __ws_fn bool mbarrier_try_wait(uint64_t *object, const uint64_t &token) {
  __ws_barrier_wait(0, object, (unsigned)token);
  return true;
}
} // namespace ptx
} // namespace cuda
#endif
