/* warpscope
grid = 2
block = 64
[args]
out = "zero[128]"
*/
__device__ int element(const int *a, int i) { return a[i]; }
// Neighbours in the block's shared memory: no fault stops these, and they reach another array.
__global__ void outside(int *out) {
  __shared__ int a[64], b[8][8], more[64];
  unsigned t = threadIdx.x;
  a[t] = t;
  more[t] = t;
  b[t / 8][t % 8] = 0;
  __syncthreads();
  int v = a[t + 1];                  // expect hazard: OUTSIDE line=16 count=2
  v += b[t / 8][t % 8 + 1];          // expect hazard: OUTSIDE line=17 count=2
  int *p = a;
  v += p[t] + element(&a[0], 2);
  __syncthreads();
  more[63 - t] = v;
  out[blockIdx.x * 64 + t] = v;
}
// expect run: done
