/* warpscope
title  = "Look-ups in a table of buckets of four, hits near or far"
kernel = "look_up"
grid   = ["QUERIES / 192"]
block  = [192]
[params]
QUERIES = [1572864]
BUCKETS = [1048576, 16384]
VEC = [1, 0]
[args]
q = "random:72[QUERIES]"
table = "random:73[BUCKETS]"
found = "zero[QUERIES]"
*/
#ifndef BUCKETS
#define BUCKETS 1048576
#endif
#ifndef VEC
#define VEC 1
#endif

__global__ void look_up(const unsigned *q, const uint4 *table, unsigned char *found)
{
    int i = blockIdx.x * 192 + threadIdx.x;
    unsigned k = q[i], h = (k ^ k >> 15) * 0x85ebca6bu;
    h = (h ^ h >> 13) & (BUCKETS - 1);
    bool hit = false;
    for (int probe = 0; probe < 2 && !hit; probe++) {
#if VEC
        uint4 b = table[h];
        hit = b.x == k || b.y == k || b.z == k || b.w == k;
#else
        const unsigned *w = (const unsigned *)(table + h);
        for (int j = 0; j < 4; j++) if (w[j] == k) { hit = true; break; }
#endif
        h = (h + 1) & (BUCKETS - 1);
    }
    found[i] = hit;
}
