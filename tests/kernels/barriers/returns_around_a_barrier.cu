/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
n = 40
*/
// Lanes that return do not wait for the others' next decision: the barrier between the two would never be reached by all.
__global__ void early(int *out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = 1;                         // expect global_store: requests=2 sectors=5
  __syncthreads();
  if (threadIdx.x >= n / 2) return;
  out[threadIdx.x] = 2;                         // expect global_store: requests=1 sectors=3
}
// expect run: done
