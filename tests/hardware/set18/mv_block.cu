/* warpscope
title  = "y = A x with a whole block for each row"
kernel = "mvBlock"
grid   = ["ROWS"]
block  = [192]
[params]
ROWS = [8192, 65536, 16]
COLS = [2048, 256, 512]
[args]
A = "mod:7[ROWS*COLS]"
x = "mod:3[COLS]"
y = "zero[ROWS]"
cols = "COLS"
*/
__global__ void mvBlock(const float *A, const float *x, float *y, int cols)
{
    __shared__ float part[6];
    const float *row = A + (size_t)blockIdx.x * cols;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) s += row[c] * x[c];
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0;
        for (int w = 0; w < 6; w++) t += part[w];
        y[blockIdx.x] = t;
    }
}
