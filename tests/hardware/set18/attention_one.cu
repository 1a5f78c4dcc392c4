/* warpscope
title  = "Attention of one query a block over a cache of keys"
kernel = "attend"
grid   = ["HEADS*BATCH"]
block  = [128]
[params]
HEADS = [32, 8]
BATCH = [16, 1]
LEN = [1024, 256, 2048]
GROUP = [1, 8]
[args]
q = "random:102[HEADS*BATCH*64]"
k = "random:103[HEADS*BATCH*LEN*64/GROUP]"
v = "random:104[HEADS*BATCH*LEN*64/GROUP]"
o = "zero[HEADS*BATCH*64]"
*/
#ifndef LEN
#define LEN 1024
#endif
#ifndef GROUP
#define GROUP 1
#endif

// GROUP heads share one set of keys and values; a head is 64 wide
__global__ void attend(const float *q, const float *k, const float *v, float *o)
{
    __shared__ float score[LEN];
    __shared__ float qs[64], red[128];
    int t = threadIdx.x;
    size_t kv = (size_t)(blockIdx.x / GROUP) * LEN * 64;
    if (t < 64) qs[t] = q[blockIdx.x * 64 + t] * 0.125f;
    __syncthreads();
    float top = -1e30f;
    for (int j = t; j < LEN; j += 128) {
        const float4 *row = (const float4 *)(k + kv + (size_t)j * 64);
        float s = 0;
        #pragma unroll
        for (int d = 0; d < 16; ++d) {
            float4 r = row[d];
            s += r.x * qs[4 * d] + r.y * qs[4 * d + 1] + r.z * qs[4 * d + 2] + r.w * qs[4 * d + 3];
        }
        score[j] = s;
        top = fmaxf(top, s);
    }
    red[t] = top;
    __syncthreads();
    for (int d = 64; d; d >>= 1) { if (t < d) red[t] = fmaxf(red[t], red[t + d]); __syncthreads(); }
    top = red[0];
    __syncthreads();
    float sum = 0;
    for (int j = t; j < LEN; j += 128) { float e = __expf(score[j] - top); score[j] = e; sum += e; }
    red[t] = sum;
    __syncthreads();
    for (int d = 64; d; d >>= 1) { if (t < d) red[t] += red[t + d]; __syncthreads(); }
    sum = red[0];
    __syncthreads();
    float acc = 0;
    for (int j = t / 64; j < LEN; j += 2) acc += score[j] * v[kv + (size_t)j * 64 + t % 64];
    red[t] = acc;
    __syncthreads();
    if (t < 64) o[blockIdx.x * 64 + t] = (red[t] + red[t + 64]) / sum;
}
