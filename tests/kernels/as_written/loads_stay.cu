/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void reads(float *out) {
  __shared__ float s[64];
  __shared__ volatile float v[64];
  s[threadIdx.x] = 1.0f;                          // expect shared_store: requests=1 wavefronts=1
  v[threadIdx.x] = 2.0f;                          // expect shared_store: requests=1 wavefronts=1
  __syncthreads();
  float twice = s[threadIdx.x] + s[threadIdx.x];  // expect shared_load: requests=2 wavefronts=2
  s[threadIdx.x * 2];                             // expect nothing
  float unused = s[threadIdx.x * 2];              // expect shared_load: requests=1 wavefronts=2 bank_conflicts=1
  float again = v[0] + v[0];                      // expect shared_load: requests=2 wavefronts=2
  out[threadIdx.x] = twice + again;               // expect global_store: requests=1 sectors=4
}
// expect run: done
