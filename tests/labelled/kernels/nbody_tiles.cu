/* warpscope
grid = 2
block = 64
[args]
bodies = "mod:7[128]"
force = "zero[128]"
*/
__global__ void nbody(const float4 *bodies, float3 *force) {
  __shared__ float4 s[64];
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  float4 me = bodies[i];
  float3 sum = make_float3(0, 0, 0);
  for (unsigned tile = 0; tile < 2; ++tile) {
    s[threadIdx.x] = bodies[tile * 64 + threadIdx.x];
    __syncthreads(); //~ racy //~ racy as: if (tile == 0) __syncthreads();
    for (unsigned j = 0; j < 64; ++j) {
      float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f, w = s[j].w / (d2 * sqrtf(d2));
      sum.x += dx * w;
      sum.y += dy * w;
      sum.z += dz * w;
    }
    __syncthreads(); //~ racy
  }
  force[i] = sum; //~ racy as: force[i / 2] = sum;
}
