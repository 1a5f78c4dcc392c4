/* warpscope
title       = "Three floats in twelve bytes, or in sixteen"
question    = "A point has three coordinates. One more float that nobody uses makes the array a third larger. What can it buy?"
explanation = """
Points of 12 bytes lie at multiples of 4, so they are read float by float: three loads of 12 sectors each, 36 visits where 12 sectors hold everything. \
With a fourth float every point lies at a multiple of 16 and one float4 load brings it: one request of 16 sectors. A quarter of the bytes is thrown away, \
and still fewer sectors are visited with a third of the instructions."""
kernel = "lengths"
grid   = "N/256"
block  = 256
[params]
PADDED = [0, 1]
N      = [16384, 2048]
[args]
in  = "mod:5[N*4]"
out = "zero[N]"
[check]
out = "lengths_reference"
[lesson]
at     = "float y = points[i].y;"
access = "load"
set    = { PADDED = 0 }
answer = "This load of one coordinate touches {sectors sector} for {bytes} bytes, {used_percent} % used, and it is one of three. With PADDED = 1 one request brings the whole point."
*/
#ifndef PADDED
#define PADDED 0
#endif

struct Point {
  float x, y, z;
};

__global__ void lengths(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if PADDED
  const float4 *points = (const float4 *)in;
  float4 p = points[i];
  float x = p.x, y = p.y, z = p.z;
#else
  const Point *points = (const Point *)in;
  float x = points[i].x;
  float y = points[i].y;
  float z = points[i].z;
#endif
  out[i] = x * x + y * y + z * z;
}

__global__ void lengths_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *p = in + i * (PADDED ? 4 : 3);
  float sum = 0.0f;
  for (int k = 0; k < 3; k++)
    sum += p[k] * p[k];
  out[i] = sum;
}
