/* warpscope
title  = "Records of WORDS words, all of them added up"
kernel = "addRecord"
grid   = ["(COUNT+127)/128"]
block  = [128]
[params]
COUNT = [1000000, 1000]
WORDS = [3, 5, 7, 8, 12]
[args]
rec = "mod:10[COUNT]"
total = "zero[COUNT]"
count = "COUNT"
*/
#ifndef WORDS
#define WORDS 3
#endif

struct Record { int w[WORDS]; };

__global__ void addRecord(const Record *rec, int *total, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int s = 0;
    #pragma unroll
    for (int k = 0; k < WORDS; ++k) s += rec[i].w[k];
    total[i] = s;
}
