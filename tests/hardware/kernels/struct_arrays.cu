/* warpscope
kernel = "bodies"
grid = 4
block = 64
[args]
in = "mod:50[2048]"
out = "zero[2048]"
*/
struct Body {
  float x, y, z;
  float mass;
};
__global__ void bodies(const float *in, float *out) {
  __shared__ float px[64], py[64], m[64];
  const Body *list = reinterpret_cast<const Body *>(in);
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  px[t] = list[i].x;
  py[t] = list[i].y;
  m[t] = list[i].mass;
  __syncthreads();
  float ax = 0, ay = 0;
  for (int k = 0; k < 64; ++k) {
    float dx = px[k] - px[t], dy = py[k] - py[t], d = dx * dx + dy * dy;
    if (d > 0.5f) {
      float w = m[k];
      ax += dx * w;
      ay += dy * w;
    }
  }
  out[i * 2] = ax;
  out[i * 2 + 1] = ay;
}
