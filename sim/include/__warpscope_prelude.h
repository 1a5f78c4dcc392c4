#pragma once
#include "__warpscope_numbers.h"
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
extern "C" __device__ unsigned __ws_special(int);
struct __ws_tid { 
  __declspec(property(get = get_x)) unsigned x;
  __device__ unsigned get_x() const { return __ws_special(__WS_SPECIAL_TidX); }
};
extern const __device__ __ws_tid threadIdx;
