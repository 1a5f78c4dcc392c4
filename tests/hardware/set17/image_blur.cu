/* warpscope
title  = "Box blur of a grey picture along rows"
kernel = "blur"
grid   = ["W / (BX * PER)", "H"]
block  = ["BX"]
[params]
W = [4096]
H = [2160]
BX = [256, 64]
PER = [1, 4]
RAD = [3, 10]
[args]
src = "random:6[W * H]"
dst = "zero[W * H]"
*/
#ifndef W
#define W 4096
#endif
#ifndef BX
#define BX 256
#endif
#ifndef PER
#define PER 1
#endif
#ifndef RAD
#define RAD 3
#endif

// PER pixels side by side per thread, with a sliding sum
__global__ void blur(const unsigned char *src, unsigned char *dst)
{
    int x0 = (blockIdx.x * BX + threadIdx.x) * PER;
    const unsigned char *row = src + blockIdx.y * W;
    int sum = 0;
    for (int k = -RAD; k <= RAD; k++) sum += row[min(max(x0 + k, 0), W - 1)];
    for (int p = 0; p < PER; p++) {
        dst[blockIdx.y * W + x0 + p] = sum / (2 * RAD + 1);
        sum += row[min(x0 + p + RAD + 1, W - 1)] - row[max(x0 + p - RAD, 0)];
    }
}
