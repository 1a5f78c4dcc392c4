/* warpscope
title  = "Softmax of a row by one block, three passes"
kernel = "softmaxRow"
grid   = ["ROWS"]
block  = [256]
[params]
ROWS = [8192, 131072, 256, 4]
COLS = [1024, 64, 32768]
[args]
x = "random:4[ROWS*COLS]"
y = "zero[ROWS*COLS]"
cols = "COLS"
*/
__global__ void softmaxRow(const float *x, float *y, int cols)
{
    __shared__ float red[256];
    const float *in = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    const int t = threadIdx.x;

    float m = -1e30f;
    for (int c = t; c < cols; c += 256) m = fmaxf(m, in[c]);
    red[t] = m;
    __syncthreads();
    for (int d = 128; d; d >>= 1) { if (t < d) red[t] = fmaxf(red[t], red[t + d]); __syncthreads(); }
    m = red[0];
    __syncthreads();

    float s = 0;
    for (int c = t; c < cols; c += 256) s += expf(in[c] - m);
    red[t] = s;
    __syncthreads();
    for (int d = 128; d; d >>= 1) { if (t < d) red[t] += red[t + d]; __syncthreads(); }
    s = 1.f / red[0];

    for (int c = t; c < cols; c += 256) out[c] = expf(in[c] - m) * s;
}
