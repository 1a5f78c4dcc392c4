/* warpscope
title  = "Count a three-letter word in text, a byte or a word at a time"
kernel = "count_word"
grid   = ["TEXT / (256 * PER)"]
block  = [256]
[params]
TEXT = [16777216]
PER = [1, 16, 64]
[args]
text = "mod:97[TEXT + 64]"
hits = "zero[1]"
*/
#ifndef PER
#define PER 1
#endif

__global__ void count_word(const unsigned char *text, int *hits)
{
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    size_t at = ((size_t)blockIdx.x * 256 + threadIdx.x) * PER;
    int mine = 0;
    unsigned char a = text[at], b = text[at + 1];
    for (int k = 0; k < PER; k++) {
        unsigned char c = text[at + k + 2];
        if (a == 11 && b == 12 && c == 13) mine++;
        a = b; b = c;
    }
    if (mine) atomicAdd(&n, mine);
    __syncthreads();
    if (threadIdx.x == 0 && n) atomicAdd(hits, n);
}
