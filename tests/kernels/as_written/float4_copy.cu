/* warpscope
kernel = "copy"
grid = 1
block = 32
[args]
in = "ramp[64]"
out = "zero[64]"
[check]
out = "plain"
*/
__global__ void copy(const float4 *in, float4 *out) {
  __shared__ float4 s[32];
  s[threadIdx.x] = in[threadIdx.x];     // expect global_load: requests=1 sectors=16 lines=4 bytes=512
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];    // expect shared_load: requests=1 wavefronts=4 ideal_wavefronts=4 bank_conflicts=0
  float x = s[threadIdx.x ^ 1].x;       // expect shared_load: requests=1 wavefronts=4 bank_conflicts=3
  out[32 + threadIdx.x].y = x;          // expect global_store: requests=1 sectors=16 lines=4 bytes=128
}
__global__ void plain(const float4 *in, float4 *out) {
  out[threadIdx.x] = in[threadIdx.x];
  out[32 + threadIdx.x].y = in[threadIdx.x ^ 1].x;
}
// expect run: done
