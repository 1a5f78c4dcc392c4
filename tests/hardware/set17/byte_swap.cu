/* warpscope
title  = "Bytes swapped and interleaved by prmt, shifts, or byte pointers"
kernel = "swap_bytes"
grid   = ["N / 512"]
block  = [512]
[params]
N = [16777216]
KIND = [0, 1, 2]
[args]
in = "random:47[N]"
out = "zero[N]"
*/
#ifndef KIND
#define KIND 0
#endif

__global__ void swap_bytes(const unsigned *in, unsigned *out)
{
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
#if KIND == 0
    out[i] = __byte_perm(in[i], 0, 0x0123);
#elif KIND == 1
    unsigned v = in[i];
    out[i] = v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24;
#else
    const unsigned char *s = (const unsigned char *)(in + i);
    unsigned char *d = (unsigned char *)(out + i);
    d[0] = s[3]; d[1] = s[2]; d[2] = s[1]; d[3] = s[0];
#endif
}
