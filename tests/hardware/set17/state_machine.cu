/* warpscope
title  = "A finite-state machine over lines, table in global, constant or shared memory"
kernel = "machine"
grid   = ["LINES / 128"]
block  = [128]
[params]
LINES = [65536]
LEN = [128]
WHERE = [0, 1, 2]
INTERLEAVED = [0, 1]
[args]
text = "random:91[LINES * LEN]"
tg = "mod:16[256]"
tc = "mod:16[256]"
state = "zero[LINES]"
*/
#ifndef LINES
#define LINES 65536
#endif
#ifndef LEN
#define LEN 128
#endif
#ifndef WHERE
#define WHERE 0
#endif
#ifndef INTERLEAVED
#define INTERLEAVED 0
#endif

__constant__ unsigned char tc[256];
__global__ void machine(const unsigned char *text, const unsigned char *tg, unsigned char *state)
{
    __shared__ unsigned char ts[256];
    if (WHERE == 2) {
        ts[threadIdx.x] = tg[threadIdx.x];
        ts[threadIdx.x + 128] = tg[threadIdx.x + 128];
        __syncthreads();
    }
    int line = blockIdx.x * 128 + threadIdx.x;
    unsigned s = 0;
    for (int k = 0; k < LEN; k++) {
        unsigned c = INTERLEAVED ? text[k * LINES + line] : text[line * LEN + k];
        unsigned e = (s * 16 + ((c ^ s) & 15)) & 255;
        s = (WHERE == 0 ? tg[e] : WHERE == 1 ? tc[e] : ts[e]) & 15;
    }
    state[line] = s;
}
