/* warpscope
title  = "Game of life, a byte per cell or 32 cells in a word"
kernel = "life"
grid   = ["BITS ? SIDE / 32 / 32 : SIDE / 32", "SIDE / 8"]
block  = [32, 8]
[params]
SIDE = [8192]
BITS = [0, 1]
[args]
old = "random:141[SIDE * SIDE / 4]"
now = "zero[SIDE * SIDE / 4]"
*/
#ifndef SIDE
#define SIDE 8192
#endif
#ifndef BITS
#define BITS 0
#endif

#define WORDS (SIDE / 32)
__global__ void life(const unsigned *old, unsigned *now)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int up = (y + SIDE - 1) % SIDE, dn = (y + 1) % SIDE;
#if BITS
    int l = (x + WORDS - 1) % WORDS, r = (x + 1) % WORDS;
    unsigned one = 0, two = 0, four = 0;    // bitwise counters
    int rows[3] = { up, y, dn };
    unsigned self = old[y * WORDS + x];
#pragma unroll
    for (int k = 0; k < 3; k++) {
        unsigned m = old[rows[k] * WORDS + x];
        unsigned a = m << 1 | old[rows[k] * WORDS + l] >> 31, b = m >> 1 | old[rows[k] * WORDS + r] << 31;
        unsigned list[3] = { a, b, k == 1 ? 0 : m };
#pragma unroll
        for (int j = 0; j < 3; j++) {
            unsigned c1 = one & list[j];
            one ^= list[j];
            unsigned c2 = two & c1;
            two ^= c1;
            four |= c2;
        }
    }
    now[y * WORDS + x] = two & ~four & (one | self);
#else
    const unsigned char *o = (const unsigned char *)old;
    int l = (x + SIDE - 1) % SIDE, r = (x + 1) % SIDE;
    int n = (o[up * SIDE + l] & 1) + (o[up * SIDE + x] & 1) + (o[up * SIDE + r] & 1)
          + (o[y * SIDE + l] & 1) + (o[y * SIDE + r] & 1)
          + (o[dn * SIDE + l] & 1) + (o[dn * SIDE + x] & 1) + (o[dn * SIDE + r] & 1);
    ((unsigned char *)now)[y * SIDE + x] = n == 3 || (n == 2 && (o[y * SIDE + x] & 1));
#endif
}
