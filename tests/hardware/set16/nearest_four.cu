/* warpscope
title  = "nearest four"
kernel = "nearest_four"
grid   = "Q/128"
block  = 128
[params]
Q = [16384, 4096]
POINTS = 4096
[args]
query = "random:1[Q*2]"
point = "random:2[POINTS*2]"
out = "zero[Q*4]"
points = "POINTS"
*/
#ifndef Q
#define Q 16384
#endif
#ifndef POINTS
#define POINTS 4096
#endif

// four nearest by insertion: the branch is taken less and less
__global__ void nearest_four(const float *query, const float *point, int *out, int points) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float2 q = ((const float2 *)query)[i];
  float d[4] = {1e30f, 1e30f, 1e30f, 1e30f};
  int id[4] = {0, 0, 0, 0};
  for (int k = 0; k < points; k++) {
    float2 p = ((const float2 *)point)[k];
    float dx = p.x - q.x, dy = p.y - q.y, v = dx * dx + dy * dy;
    if (v < d[3]) {
      d[3] = v; id[3] = k;
#pragma unroll
      for (int j = 3; j > 0; j--)
        if (d[j] < d[j - 1]) {
          float t = d[j]; d[j] = d[j - 1]; d[j - 1] = t;
          int u = id[j]; id[j] = id[j - 1]; id[j - 1] = u;
        }
    }
  }
  ((int4 *)out)[i] = make_int4(id[0], id[1], id[2], id[3]);
}
