// atomicAdd and its kin; the _block and _system forms do the same here.
// Approximated: The _block and _system forms do the same as the plain ones.
#pragma once
__WS_BEGIN
// One function three times: name, name_block, name_system.
#define __WS_SCOPES(type, name, parameters, ...)       \
  __ws_fn type name parameters { __VA_ARGS__ }         \
  __ws_fn type name##_block parameters { __VA_ARGS__ } \
  __ws_fn type name##_system parameters { __VA_ARGS__ }

__WS_SCOPES(int, atomicAdd, (int *address, int value), return (int)__ws_atomic_u32(__WS_ATOMIC_Add, (unsigned *)address, (unsigned)value);)
__WS_SCOPES(unsigned, atomicAdd, (unsigned *address, unsigned value), return __ws_atomic_u32(__WS_ATOMIC_Add, address, value);)
__WS_SCOPES(unsigned long long, atomicAdd, (unsigned long long *address, unsigned long long value), return __ws_atomic_u64(__WS_ATOMIC_Add, address, value);)
__WS_SCOPES(float, atomicAdd, (float *address, float value), return __ws_atomic_f32(__WS_ATOMIC_AddF32, address, value);)
#if __CUDA_ARCH__ >= 600 || !defined(__CUDA_ARCH__)
__WS_SCOPES(double, atomicAdd, (double *address, double value), return __ws_atomic_f64(__WS_ATOMIC_AddF64, address, value);)
#endif
#if __CUDA_ARCH__ >= 900 || !defined(__CUDA_ARCH__)
// Two and four floats at an address: each of them is atomic by itself.
__WS_SCOPES(float2, atomicAdd, (float2 *address, float2 value), return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};)
__WS_SCOPES(float4, atomicAdd, (float4 *address, float4 value), return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};)
#endif
__WS_SCOPES(int, atomicSub, (int *address, int value), return (int)__ws_atomic_u32(__WS_ATOMIC_Add, (unsigned *)address, 0u - (unsigned)value);)
__WS_SCOPES(unsigned, atomicSub, (unsigned *address, unsigned value), return __ws_atomic_u32(__WS_ATOMIC_Add, address, 0u - value);)
__WS_SCOPES(int, atomicExch, (int *address, int value), return (int)__ws_atomic_u32(__WS_ATOMIC_Exch, (unsigned *)address, (unsigned)value);)
__WS_SCOPES(unsigned, atomicExch, (unsigned *address, unsigned value), return __ws_atomic_u32(__WS_ATOMIC_Exch, address, value);)
__WS_SCOPES(unsigned long long, atomicExch, (unsigned long long *address, unsigned long long value), return __ws_atomic_u64(__WS_ATOMIC_Exch, address, value);)
__WS_SCOPES(float, atomicExch, (float *address, float value), return __uint_as_float(__ws_atomic_u32(__WS_ATOMIC_Exch, (unsigned *)address, __float_as_uint(value)));)
#define __WS_SIGNED_PAIR(name, S, U)                                                                                                        \
  __WS_SCOPES(int, name, (int *address, int value), return (int)__ws_atomic_u32(__WS_ATOMIC_##S, (unsigned *)address, (unsigned)value);)    \
  __WS_SCOPES(unsigned, name, (unsigned *address, unsigned value), return __ws_atomic_u32(__WS_ATOMIC_##U, address, value);)                \
  __WS_SCOPES(unsigned long long, name, (unsigned long long *address, unsigned long long value), return __ws_atomic_u64(__WS_ATOMIC_##U, address, value);) \
  __WS_SCOPES(long long, name, (long long *address, long long value), return (long long)__ws_atomic_u64(__WS_ATOMIC_##S, (unsigned long long *)address, (unsigned long long)value);)
__WS_SIGNED_PAIR(atomicMin, MinS, MinU)
__WS_SIGNED_PAIR(atomicMax, MaxS, MaxU)
__WS_SIGNED_PAIR(atomicAnd, And, And)
__WS_SIGNED_PAIR(atomicOr, Or, Or)
__WS_SIGNED_PAIR(atomicXor, Xor, Xor)
#undef __WS_SIGNED_PAIR
__WS_SCOPES(unsigned, atomicInc, (unsigned *address, unsigned limit), return __ws_atomic_u32(__WS_ATOMIC_Inc, address, limit);)
__WS_SCOPES(unsigned, atomicDec, (unsigned *address, unsigned limit), return __ws_atomic_u32(__WS_ATOMIC_Dec, address, limit);)
__WS_SCOPES(int, atomicCAS, (int *address, int compare, int value), return (int)__ws_cas_u32((unsigned *)address, (unsigned)compare, (unsigned)value);)
__WS_SCOPES(unsigned, atomicCAS, (unsigned *address, unsigned compare, unsigned value), return __ws_cas_u32(address, compare, value);)
__WS_SCOPES(unsigned long long, atomicCAS, (unsigned long long *address, unsigned long long compare, unsigned long long value), return __ws_cas_u64(address, compare, value);)
__WS_SCOPES(unsigned short, atomicCAS, (unsigned short *address, unsigned short compare, unsigned short value), return __ws_cas_u16(address, compare, value);)
__WS_END
