// What the executor knows by itself: see sim/lower/primitives.md.
#pragma once
#include "../__warpscope_numbers.h"

__WS_BEGIN
extern "C" {
unsigned __ws_special(int number);
unsigned long long __ws_clock64();
float __ws_math_f32(int function, float x, float y);
double __ws_math_f64(int function, double x, double y);
float __ws_fma_f32(float a, float b, float c);
double __ws_fma_f64(double a, double b, double c);
int __ws_f32_to_s32(float x, int rounding);
unsigned __ws_f32_to_u32(float x, int rounding);
long long __ws_f32_to_s64(float x, int rounding);
unsigned long long __ws_f32_to_u64(float x, int rounding);
int __ws_f64_to_s32(double x, int rounding);
unsigned __ws_f64_to_u32(double x, int rounding);
long long __ws_f64_to_s64(double x, int rounding);
unsigned long long __ws_f64_to_u64(double x, int rounding);
unsigned short __ws_f32_to_f16(float x, int rounding);
float __ws_f16_to_f32(unsigned short bits);
unsigned short __ws_f32_to_bf16(float x); // to the nearest, ties to even
float __ws_bf16_to_f32(unsigned short bits);
unsigned __ws_mulhi_u32(unsigned a, unsigned b);
int __ws_mulhi_s32(int a, int b);
unsigned long long __ws_mulhi_u64(unsigned long long a, unsigned long long b);
long long __ws_mulhi_s64(long long a, long long b);
int __ws_min_s32(int a, int b);
unsigned __ws_min_u32(unsigned a, unsigned b);
long long __ws_min_s64(long long a, long long b);
unsigned long long __ws_min_u64(unsigned long long a, unsigned long long b);
int __ws_max_s32(int a, int b);
unsigned __ws_max_u32(unsigned a, unsigned b);
long long __ws_max_s64(long long a, long long b);
unsigned long long __ws_max_u64(unsigned long long a, unsigned long long b);
unsigned __ws_clz32(unsigned x);
unsigned __ws_ctz32(unsigned x);
unsigned __ws_popc32(unsigned x);
unsigned __ws_brev32(unsigned x);
unsigned long long __ws_clz64(unsigned long long x);
unsigned long long __ws_ctz64(unsigned long long x);
unsigned long long __ws_popc64(unsigned long long x);
unsigned long long __ws_brev64(unsigned long long x);
unsigned __ws_prmt(unsigned a, unsigned b, unsigned selector);
unsigned __ws_funnel_l(unsigned high, unsigned low, unsigned shift);
unsigned __ws_funnel_r(unsigned high, unsigned low, unsigned shift);
void __ws_bar_sync();
void __ws_grid_sync();
int __ws_bar_red(int reduction, int predicate);
void __ws_syncwarp(unsigned mask);
void __ws_fence(int scope);
void __ws_copy_step(int step);
void __ws_copy_wait(unsigned youngest); // groups that are not waited for
unsigned __ws_barrier_arrive(int arrival, void *object, unsigned count, unsigned state);
void __ws_barrier_wait(int by_parity, const void *object, unsigned phase);
unsigned __ws_shfl(unsigned mask, int mode, unsigned value, unsigned b, unsigned c);
bool __ws_shfl_pred(unsigned mask, int mode, unsigned value, unsigned b, unsigned c);
unsigned __ws_vote(unsigned mask, int mode, bool predicate);
unsigned __ws_activemask();
unsigned __ws_match_any32(unsigned mask, unsigned value);
unsigned __ws_match_any64(unsigned mask, unsigned long long value);
unsigned __ws_redux(unsigned mask, int operation, unsigned value);
unsigned __ws_atomic_u32(int operation, unsigned *address, unsigned value);
unsigned long long __ws_atomic_u64(int operation, unsigned long long *address, unsigned long long value);
float __ws_atomic_f32(int operation, float *address, float value);
double __ws_atomic_f64(int operation, double *address, double value);
unsigned short __ws_atomic_u16(int operation, unsigned short *address, unsigned short value);
unsigned __ws_cas_u32(unsigned *address, unsigned compare, unsigned value);
unsigned long long __ws_cas_u64(unsigned long long *address, unsigned long long compare, unsigned long long value);
unsigned short __ws_cas_u16(unsigned short *address, unsigned short compare, unsigned short value);
bool __ws_is_space(const void *pointer, int space);
void __ws_unsupported(const char *name);

int printf(const char *format, ...);
int vprintf(const char *format, void *arguments);
void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t char_size);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
}
__WS_END

#define assert(condition) \
  ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))
