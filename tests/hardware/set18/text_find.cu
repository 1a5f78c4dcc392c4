/* warpscope
title  = "Count a word in a text, letter by letter"
kernel = "find"
grid   = ["(N+255)/256"]
block  = [256]
[params]
N = [16777216, 2048]
ALPHABET = [26, 2, 1]
LEN = [6, 12]
[args]
text = "mod:ALPHABET[N+16]"
where = "zero[N]"
n = "N"
word = "mod:ALPHABET[16]"
*/
#ifndef LEN
#define LEN 6
#endif

__constant__ char word[16];
__global__ void find(const char *text, char *where, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = 0;
    while (k < LEN && text[i + k] == word[k]) ++k;
    where[i] = k == LEN;
}
