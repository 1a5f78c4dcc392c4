/* warpscope
grid = 1
block = 32
shared = "32*4 + 32*8 + 32"
[args]
out = "zero[32]"
*/
// expect run: done
__global__ void carve(double *out) {
  extern __shared__ unsigned char raw[];
  double *d = reinterpret_cast<double *>(raw);
  float *f = (float *)&d[32];
  char *c = (char *)(f + 32);
  d[threadIdx.x] = threadIdx.x; // expect shared_store: requests=1 wavefronts=2
  f[threadIdx.x] = 2; // expect shared_store: requests=1 wavefronts=1
  c[threadIdx.x] = 3; // expect shared_store: requests=1 wavefronts=1
  __syncthreads();
  out[threadIdx.x] = d[31 - threadIdx.x] * f[threadIdx.x] + c[0]; // expect shared_load: requests=3 wavefronts=4
}
