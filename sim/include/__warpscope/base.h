// Keywords of CUDA and the types that C++ takes from headers.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#if defined(__WARPSCOPE_PROGRAM__) && !defined(__CUDA_ARCH__)
#define __managed__ __attribute__((annotate("__ws_managed"), used)) // the host's name of the device's bytes (host_module.cpp)
#else
#define __managed__ __attribute__((device))
#endif
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("__ws_cluster_dims", __VA_ARGS__)))
#define __maxnreg__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __inline__ inline
#ifndef __WARPSCOPE_PROGRAM__
#define __noinline__ __attribute__((noinline)) // in a whole program it is Clang's keyword, which libstdc++ has, too
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __ws_al(...) __attribute__((aligned(__VA_ARGS__))) // what the front end makes of an alignas behind __shared__
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __restrict __restrict__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define CUDA_VERSION 12040
#define CUDART_VERSION 12040
#define __CUDACC_EXTENDED_LAMBDA__ 1

#ifndef __WARPSCOPE_PROGRAM__
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uint_fast64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef long ssize_t;
typedef long clock_t;
typedef long time_t;

#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)

#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807l - 1)
#define INT64_MAX 9223372036854775807l
#define UINT64_MAX 18446744073709551615ul
#define SIZE_MAX UINT64_MAX
#define CHAR_BIT 8
#define SCHAR_MIN INT8_MIN
#define SCHAR_MAX INT8_MAX
#define UCHAR_MAX UINT8_MAX
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN INT16_MIN
#define SHRT_MAX INT16_MAX
#define USHRT_MAX UINT16_MAX
#define INT_MIN INT32_MIN
#define INT_MAX INT32_MAX
#define UINT_MAX UINT32_MAX
#define LONG_MIN INT64_MIN
#define LONG_MAX INT64_MAX
#define ULONG_MAX UINT64_MAX
#define LLONG_MIN (-9223372036854775807ll - 1)
#define LLONG_MAX 9223372036854775807ll
#define ULLONG_MAX 18446744073709551615ull

#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_EPSILON 1.1920928955078125e-7f
#define FLT_MIN 1.17549435082228750797e-38f
#define FLT_MAX 3.40282346638528859812e+38f
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_EPSILON 2.2204460492503130808e-16
#define DBL_MIN 2.2250738585072013831e-308
#define DBL_MAX 1.7976931348623157081e+308
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024

#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#else
#include <stddef.h>
#include <stdint.h>
#include <limits.h>
#include <float.h>
#include <type_traits>
#include <utility>
#include <limits>
#include <initializer_list>
typedef unsigned char uchar;
#endif
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931e+0
#define CUDART_MIN_DENORM_F 1.4012984643e-45f
#define CUDART_MAX_NORMAL_F FLT_MAX
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f
#ifndef __WARPSCOPE_PROGRAM__
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.434294481903251827651
#define M_LN2 0.693147180559945309417
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.785398163397448309616
#define M_1_PI 0.318309886183790671538
#define M_2_PI 0.636619772367581343076
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.707106781186547524401
#endif

// Our own functions are for host and device alike: a host function that is left in the text may name them. Those
// that the C library has, too, are for the device alone where that library is there.
#define __WS_BEGIN _Pragma("clang force_cuda_host_device begin")
#define __WS_END _Pragma("clang force_cuda_host_device end")
#define __ws_fn inline __attribute__((always_inline))
#ifdef __WARPSCOPE_PROGRAM__
#define __WS_MATH_BEGIN
#define __WS_MATH_END
#define __ws_math __device__ inline __attribute__((always_inline))
#else
#define __WS_MATH_BEGIN __WS_BEGIN
#define __WS_MATH_END __WS_END
#define __ws_math __ws_fn
#endif
