/* warpscope
title  = "life step"
kernel = "life_step"
grid   = ["W/32", "W/4"]
block  = [32, 4]
[params]
W = [4096, 1024]
WORDS = [0, 1]
[args]
in = "mod:2[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef W
#define W 4096
#endif
#ifndef WORDS
#define WORDS 0
#endif

// torus of bytes, or of ints when WORDS
#if WORDS
typedef int cell;
#else
typedef unsigned char cell;
#endif
__global__ void life_step(const cell *in, cell *out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  int l = (x + w - 1) % w, r = (x + 1) % w;
  const cell *a = in + (y + w - 1) % w * w, *b = in + y * w, *c = in + (y + 1) % w * w;
  int n = a[l] + a[x] + a[r] + b[l] + b[r] + c[l] + c[x] + c[r];
  out[y * w + x] = n == 3 || (n == 2 && b[x]);
}
