/* warpscope
title  = "segment sums"
kernel = "segment_sums"
grid   = "SEGS/(BLOCK/GROUP)"
block  = "BLOCK"
[params]
SEGS = [65536, 262144]
LEN = [24, 100]
BLOCK = 128
GROUP = [1, 8, 32]
[args]
in = "random:2[SEGS*LEN]"
out = "zero[SEGS]"
len = "LEN"
*/
#ifndef SEGS
#define SEGS 65536
#endif
#ifndef LEN
#define LEN 24
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef GROUP
#define GROUP 1
#endif

// GROUP lanes add one segment of a length that differs from segment to segment
__global__ void segment_sums(const float *in, float *out, int len) {
  int g = (blockIdx.x * BLOCK + threadIdx.x) / GROUP, lane = threadIdx.x % GROUP;
  int mine = len - (g * 7) % (len / 2);
  float s = 0;
  for (int i = lane; i < mine; i += GROUP) s += in[g * len + i];
  for (int d = GROUP / 2; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d, GROUP);
  if (lane == 0) out[g] = s;
}
