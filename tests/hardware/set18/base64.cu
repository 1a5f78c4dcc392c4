/* warpscope
title  = "Base64 with the alphabet in constant memory, in shared memory or computed"
kernel = "base64"
grid   = ["(TRIPLES+255)/256"]
block  = [256]
[params]
TRIPLES = [4000000, 1000]
ALPHA = [0, 1, 2]
[args]
in = "random:138[TRIPLES*3]"
out = "zero[TRIPLES]"
n = "TRIPLES"
*/
#ifndef ALPHA
#define ALPHA 0
#endif

__constant__ char abc[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__global__ void base64(const unsigned char *in, uchar4 *out, int n)
{
#if ALPHA == 1
    __shared__ char s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = abc[threadIdx.x];
    __syncthreads();
#define LETTER(v) s[v]
#elif ALPHA == 2
#define LETTER(v) (char)((v) < 26 ? 'A' + (v) : (v) < 52 ? 'a' + (v) - 26 : (v) < 62 ? '0' + (v) - 52 : (v) == 62 ? '+' : '/')
#else
#define LETTER(v) abc[v]
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
    out[i] = make_uchar4(LETTER(v >> 18), LETTER(v >> 12 & 63), LETTER(v >> 6 & 63), LETTER(v & 63));
}
