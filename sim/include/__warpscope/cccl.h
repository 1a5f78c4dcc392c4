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
