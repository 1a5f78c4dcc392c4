/* warpscope
title  = "Median of nine pixels by a sorting net or by insertion"
kernel = "median"
grid   = ["(W - 2 + 127) / 128", "H - 2"]
block  = [128]
[params]
W = [2048]
H = [1024]
NET = [1, 0]
[args]
img = "random:13[W * H]"
out = "zero[W * H]"
*/
#ifndef W
#define W 2048
#endif
#ifndef NET
#define NET 1
#endif

__device__ __forceinline__ void order(int &a, int &b) { int lo = min(a, b); b = max(a, b); a = lo; }

__global__ void median(const unsigned char *img, unsigned char *out)
{
    int x = blockIdx.x * 128 + threadIdx.x + 1, y = blockIdx.y + 1;
    if (x >= W - 1) return;
    int v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = img[(y + k / 3 - 1) * W + x + k % 3 - 1];
#if NET
    order(v[1], v[2]); order(v[4], v[5]); order(v[7], v[8]);
    order(v[0], v[1]); order(v[3], v[4]); order(v[6], v[7]);
    order(v[1], v[2]); order(v[4], v[5]); order(v[7], v[8]);
    order(v[0], v[3]); order(v[5], v[8]); order(v[4], v[7]);
    order(v[3], v[6]); order(v[1], v[4]); order(v[2], v[5]);
    order(v[4], v[7]); order(v[4], v[2]); order(v[6], v[4]); order(v[4], v[2]);
#else
    for (int i = 1; i < 9; i++) {
        int key = v[i], j = i - 1;
        while (j >= 0 && v[j] > key) { v[j + 1] = v[j]; j--; }
        v[j + 1] = key;
    }
#endif
    out[y * W + x] = v[4];
}
