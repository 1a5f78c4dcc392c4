/* warpscope
title  = "interpreter"
kernel = "interpreter"
grid   = "N/128"
block  = 128
[params]
N = 1048576
STEPS = 64
OPS = [1, 4, 8]
[args]
code = "random:1[N]"
out = "zero[N]"
*/
#ifndef N
#define N 1048576
#endif
#ifndef STEPS
#define STEPS 64
#endif
#ifndef OPS
#define OPS 1
#endif

// a little machine: each thread decodes its own stream of operations
__global__ void interpreter(const unsigned *code, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned s = code[i];
  float a = 1.0f, b = 0.5f;
  for (int k = 0; k < STEPS; k++) {
    s = s * 1664525u + 1013904223u;
    switch ((s >> 20) % OPS) {
      case 0: a = a * 0.99f + b; break;
      case 1: b = a - b * 0.5f; break;
      case 2: a = fabsf(a - 3.0f); break;
      case 3: b = rsqrtf(a * a + 1.0f); break;
      case 4: a = __int_as_float(__float_as_int(a) & 0x7fffff00); break;
      case 5: a = fminf(a, 9.0f) + fmaxf(b, -2.0f); break;
      case 6: b = a * b * 0.1f; break;
      default: a = 1.0f / (2.0f + b * b); break;
    }
  }
  out[i] = a + b;
}
