#include <cuda_runtime.h>
struct Body { float x, y, z, m; };
__device__ float3 pull(float4 a, float4 b, float3 f) {
  float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  float d = dx * dx + dy * dy + dz * dz + 0.01f;
  float s = b.w * rsqrtf(d * d * d);
  f.x += dx * s; f.y += dy * s; f.z += dz * s;
  return f;
}
__global__ void forces(const float4 *bodies, float3 *out, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float3 f = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += blockDim.x) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; ++j) f = pull(me, tile[j], f);
    __syncthreads();
  }
  out[i] = f;
}
int main() {
  const int n = 512; float4 *b; float3 *f;
  cudaMalloc(&b, n * sizeof(float4)); cudaMalloc(&f, n * sizeof(float3));
  forces<<<n / 128, 128, 128 * sizeof(float4)>>>(b, f, n);
}
