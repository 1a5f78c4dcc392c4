/* warpscope
title  = "Dense array spread out with holes, by a grid-stride loop"
kernel = "unpack"
grid   = ["BLOCKS"]
block  = [192]
[params]
N = [4194304, 3000]
GAP = [1, 2, 8, 3]
BLOCKS = [1056, 4]
[args]
packed = "mod:251[N]"
spread = "zero[N*GAP]"
n = "N"
gap = "GAP"
*/
// Unpack: element k goes to place k*gap; the holes stay as they are.
__global__ void unpack(const int *packed, int *spread, unsigned n, unsigned gap)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step)
        spread[k * gap] = packed[k];
}
