/* warpscope
title  = "aos one field"
kernel = "aos_one_field"
grid   = "(N+255)/256"
block  = 256
[params]
N = 1048576
FIELDS = [2, 5, 8, 20]
[args]
rec = "random:5[N*FIELDS]"
out = "zero[N]"
n = "N"
*/
#ifndef N
#define N 1048576
#endif
#ifndef FIELDS
#define FIELDS 2
#endif

struct Record { float f[FIELDS]; };
__global__ void aos_one_field(const float *rec, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = ((const Record *)rec)[i].f[0] + ((const Record *)rec)[i].f[FIELDS - 1];
}
