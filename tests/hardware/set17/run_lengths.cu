/* warpscope
title  = "Run ends marked and run lengths found, short or long runs"
kernel = "runs"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304]
RUN = [4, 100]
[args]
raw = "ramp[N + 1]"
len = "zero[N]"
*/
#ifndef N
#define N 4194304
#endif
#ifndef RUN
#define RUN 4
#endif

__global__ void runs(const int *raw, int *len)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int me = raw[i] / RUN;
    if (i > 0 && raw[i - 1] / RUN == me) { len[i] = 0; return; }
    int k = 1;
    while (i + k < N && raw[i + k] / RUN == me) k++;
    len[i] = k;
}
