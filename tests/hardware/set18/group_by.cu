/* warpscope
title  = "Sum by group: few and many groups"
kernel = "groupBy"
grid   = ["BLOCKS"]
block  = [256]
[params]
N = [2097152, 2048]
GROUPS = [16, 4096, 1048576]
TYPE = ["float", "double"]
BLOCKS = [1056, 4]
[args]
key = "random:122[N]"
val = "mod:10[N]"
sum = "zero[GROUPS]"
n = "N"
*/
#ifndef GROUPS
#define GROUPS 16
#endif
#ifndef TYPE
#define TYPE float
#endif

__global__ void groupBy(const unsigned *key, const TYPE *val, TYPE *sum, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(sum + key[i] % GROUPS, val[i]);
}
