/* warpscope
title  = "Longest common subsequence of short pairs, one per thread, row in local or shared memory"
kernel = "lcs"
grid   = ["PAIRS / 64"]
block  = [64]
[params]
PAIRS = [32768]
LEN = [32]
WHERE = [0, 1]
[args]
a = "random:131[PAIRS * LEN]"
b = "random:132[PAIRS * LEN]"
best = "zero[PAIRS]"
*/
#ifndef PAIRS
#define PAIRS 32768
#endif
#ifndef LEN
#define LEN 32
#endif
#ifndef WHERE
#define WHERE 0
#endif

__global__ void lcs(const unsigned char *a, const unsigned char *b, int *best)
{
    int p = blockIdx.x * 64 + threadIdx.x;
#if WHERE
    __shared__ unsigned char rows[(LEN + 1) * 64];
#define ROW(j) rows[(j) * 64 + threadIdx.x]
#else
    unsigned char row[LEN + 1];
#define ROW(j) row[j]
#endif
#pragma unroll 1
    for (int j = 0; j <= LEN; j++) ROW(j) = 0;
#pragma unroll 1
    for (int i = 0; i < LEN; i++) {
        unsigned char c = a[i * PAIRS + p] & 3, diag = 0;
#pragma unroll 1
        for (int j = 1; j <= LEN; j++) {
            unsigned char up = ROW(j), left = ROW(j - 1);
            unsigned char v = (b[(j - 1) * PAIRS + p] & 3) == c ? diag + 1 : (up > left ? up : left);
            diag = up;
            ROW(j) = v;
        }
    }
    best[p] = ROW(LEN);
}
