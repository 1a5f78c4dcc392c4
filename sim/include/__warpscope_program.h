// Read before every text of a whole program, by both of its compilations: CUDA C++ beside the system's own headers.
// A function of the C library that a kernel may call, too, is declared for the device first: a constexpr overload of
// libstdc++ is then for the host alone.
#pragma once
#include "__warpscope/base.h"
#include "__warpscope/primitives.h"
#include "__warpscope/traits.h"
#include "__warpscope/vector_types.h"
#include "__warpscope/builtins.h"
#include "__warpscope/integers.h"
#include "__warpscope/math.h"
#include "__warpscope/simd.h"
#include "__warpscope/more_math.h"
#include "__warpscope/warp.h"
#include "__warpscope/atomics.h"
#include "__warpscope/memory.h"
#include "__warpscope/std.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <cstdio>
#include <ctime>
// As nvcc does: isfinite and its like, and std::abs, by their short names in host code.
#include <math.h>
#include <stdlib.h>
#include <new>
#include "__warpscope/host_math.h"
// NVIDIA's own headers say by these that they were read; the samples' helper_cuda.h asks.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#include "__warpscope/runtime_host.h"
#include "__warpscope/textures.h"
#include "__warpscope/device_runtime.h"
#include "__warpscope/refused.h"
#ifdef __WARPSCOPE_CCCL__
#include "__warpscope/cccl.h"
#endif
