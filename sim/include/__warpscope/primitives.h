// What the executor knows by itself: its primitives are declared in __warpscope_numbers.h (sim/program/primitives.def).
#pragma once
#include "../__warpscope_numbers.h"

__WS_BEGIN
extern "C" {
__WS_PRIMITIVES
void __ws_unsupported(const char *name);
// What the text's matrix instructions are (fragment_map.h); the program keeps it, and nothing is executed. A product is
// followed by the registers that it takes (operand 0: A, 1: B); m of a load or store: its matrices, n: 1 if transposed.
void __ws_matrix(int note, int m, int n, int k, int type, int sum);
void __ws_matrix_takes(int operand, int number, unsigned value);
unsigned __ws_matrix_gives(int number, unsigned value); // result `number` of the load before: the value itself
}
__WS_END

__WS_MATH_BEGIN // the C library's, where it is there
extern "C" {
#ifdef __WARPSCOPE_PROGRAM__
#define __WS_LIBRARY __device__
#else
#define __WS_LIBRARY
#endif
__WS_LIBRARY int printf(const char *format, ...);
__WS_LIBRARY int vprintf(const char *format, void *arguments);
__WS_LIBRARY void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t char_size);
#ifdef __WARPSCOPE_PROGRAM__
__WS_LIBRARY void __assert_fail(const char *message, const char *file, unsigned line, const char *function) noexcept;
#endif
__WS_LIBRARY void *memcpy(void *to, const void *from, size_t bytes);
__WS_LIBRARY void *memmove(void *to, const void *from, size_t bytes);
__WS_LIBRARY void *memset(void *to, int value, size_t bytes);
}
__WS_MATH_END

#ifndef __WARPSCOPE_PROGRAM__
#define assert(condition) \
  ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __func__, 1))
#endif
