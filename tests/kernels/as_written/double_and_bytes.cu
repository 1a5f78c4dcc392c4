/* warpscope
grid = 1
block = 32
[args]
d = "ramp[64]"
c = "mod:100[128]"
*/
__global__ void widths(double *d, unsigned char *c) {
  __shared__ double s[64];
  __shared__ unsigned char b[128];
  s[threadIdx.x] = d[threadIdx.x];              // expect shared_store: requests=1 wavefronts=2 bank_conflicts=0
  b[threadIdx.x * 4] = c[threadIdx.x * 4];      // expect global_load: requests=1 sectors=4 lines=1 bytes=32
  __syncthreads();
  d[threadIdx.x] = s[2 * threadIdx.x % 64];     // expect shared_load: requests=1 wavefronts=4 bank_conflicts=2
  c[threadIdx.x] = b[threadIdx.x];              // expect shared_load: requests=1 wavefronts=1
}
// expect run: done
