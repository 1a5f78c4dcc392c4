/* warpscope
title  = "Game of life, 32 cells in a word"
kernel = "lifeWords"
grid   = ["(W/32+63)/64", "W/4"]
block  = [64, 4]
[params]
W = [4096, 16384, 64]
[args]
now = "random:130[W*W/32]"
then = "zero[W*W/32]"
words = "W/32"
rows = "W"
*/
__device__ void count3(unsigned l, unsigned m, unsigned r, unsigned &s0, unsigned &s1)
{
    s0 = l ^ m ^ r;
    s1 = (l & m) | (r & (l ^ m));
}
__global__ void lifeWords(const unsigned *now, unsigned *then, int words, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= words || y >= rows) return;
    unsigned lo[3], hi[3], mid = 0;
    #pragma unroll
    for (int d = 0; d < 3; ++d) {
        int yy = (y + d - 1 + rows) % rows;
        unsigned c = now[yy * words + x];
        unsigned left = now[yy * words + (x + words - 1) % words], right = now[yy * words + (x + 1) % words];
        unsigned a = c << 1 | left >> 31, b = c >> 1 | right << 31;
        if (d == 1) { mid = c; lo[1] = a ^ b; hi[1] = a & b; }
        else count3(a, c, b, lo[d], hi[d]);
    }
    unsigned ones = lo[0] ^ lo[1] ^ lo[2], carry = (lo[0] & lo[1]) | (lo[2] & (lo[0] ^ lo[1]));
    unsigned t0, t1;
    count3(hi[0], hi[1], hi[2], t0, t1);
    unsigned two = t0 ^ carry, four = t1 | (t0 & carry);
    then[y * words + x] = two & ~four & (ones | mid);
}
