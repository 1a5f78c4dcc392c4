/* warpscope
title  = "Edit distance by diagonals, a block per pair"
kernel = "edit"
grid   = ["PAIRS"]
block  = ["B"]
[params]
PAIRS = [2048]
LEN = [256]
B = [256, 64, 32]
[args]
a = "random:133[PAIRS * LEN]"
b = "random:134[PAIRS * LEN]"
dist = "zero[PAIRS]"
*/
#ifndef LEN
#define LEN 256
#endif
#ifndef B
#define B 256
#endif

__global__ void edit(const unsigned char *a, const unsigned char *b, int *dist)
{
    __shared__ int d[3][LEN + 1];
    __shared__ unsigned char sa[LEN], sb[LEN];
    for (int k = threadIdx.x; k < LEN; k += B) {
        sa[k] = a[blockIdx.x * LEN + k] & 3;
        sb[k] = b[blockIdx.x * LEN + k] & 3;
    }
    __syncthreads();
    for (int s = 0; s <= 2 * LEN; s++) {
        int *now = d[s % 3], *one = d[(s + 2) % 3], *two = d[(s + 1) % 3];
        int lo = max(0, s - LEN), hi = min(s, LEN);
        for (int i = lo + threadIdx.x; i <= hi; i += B) {
            int j = s - i, v;
            if (i == 0) v = j;
            else if (j == 0) v = i;
            else v = min(min(one[i], one[i - 1]) + 1, two[i - 1] + (sa[i - 1] != sb[j - 1]));
            now[i] = v;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) dist[blockIdx.x] = d[(2 * LEN) % 3][LEN];
}
