/* warpscope
title  = "unaligned words"
kernel = "unaligned_words"
grid   = "N/256"
block  = 256
[params]
N = 4194304
SHIFT = [0, 1, 3]
[args]
in = "random:1[N*4+8]"
out = "zero[N]"
shift = "SHIFT"
*/
#ifndef N
#define N 4194304
#endif
#ifndef SHIFT
#define SHIFT 0
#endif

// reads 32-bit words that begin at any byte
__global__ void unaligned_words(const unsigned char *in, unsigned *out, int shift) {
  int i = blockIdx.x * 256 + threadIdx.x;
#if SHIFT == 0
  out[i] = ((const unsigned *)in)[i];
#elif SHIFT == 1
  const unsigned char *p = in + 4 * i + shift;
  out[i] = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
#else
  const unsigned *w = (const unsigned *)in;
  out[i] = __funnelshift_r(w[i], w[i + 1], shift * 8);
#endif
}
