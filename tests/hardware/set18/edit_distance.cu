/* warpscope
title  = "Edit distance of many pairs of words, the row kept in registers, locally or in shared memory"
kernel = "editDistance"
grid   = ["PAIRS/64"]
block  = [64]
[params]
PAIRS = [65536, 256]
PLACE = [0, 1, 2, 3]
LEN = [24]
[args]
a = "random:5[PAIRS*LEN]"
b = "random:6[PAIRS*LEN]"
dist = "zero[PAIRS]"
pairs = "PAIRS"
*/
#ifndef PLACE
#define PLACE 0
#endif
#ifndef LEN
#define LEN 24
#endif

// PLACE 0: unrolled (registers), 1: own array with run-time index, 2: shared, thread by thread, 3: shared, cell by cell
__global__ void editDistance(const unsigned char *a, const unsigned char *b, int *dist, int pairs)
{
    const int me = blockIdx.x * 64 + threadIdx.x;
    const unsigned char *p = a + me * LEN, *q = b + me * LEN;
#if PLACE < 2
    int row[LEN + 1];
#define ROW(j) row[j]
#elif PLACE == 2
    __shared__ int cells[64 * (LEN + 1)];
#define ROW(j) cells[threadIdx.x * (LEN + 1) + (j)]
#else
    __shared__ int cells[64 * (LEN + 1)];
#define ROW(j) cells[(j) * 64 + threadIdx.x]
#endif
#if PLACE == 0
#pragma unroll
#else
#pragma unroll 1
#endif
    for (int j = 0; j <= LEN; ++j) ROW(j) = j;
    for (int i = 1; i <= LEN; ++i) {
        int diag = ROW(0), c = p[i - 1] & 3;
        ROW(0) = i;
#if PLACE == 0
#pragma unroll
#else
#pragma unroll 1
#endif
        for (int j = 1; j <= LEN; ++j) {
            int old = ROW(j);
            int best = min(min(old, ROW(j - 1)) + 1, diag + (c != (q[j - 1] & 3)));
            diag = old;
            ROW(j) = best;
        }
    }
    dist[me] = ROW(LEN);
}
