// What the executor knows by itself: its primitives are declared in __warpscope_numbers.h (sim/program/primitives.def).
#pragma once
#include "../__warpscope_numbers.h"

__WS_BEGIN
extern "C" {
__WS_PRIMITIVES
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
