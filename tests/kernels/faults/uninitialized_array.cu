/* warpscope
grid = 4
block = 64
[args]
out = "zero[256]"
*/
struct Pair {
  int key;
  float value;
};
// A call's own array has no value left from the call before.
__device__ __noinline__ int helper(int i, bool write) {
  int scratch[8];
  if (write)
    for (int k = 0; k < 8; ++k) scratch[k] = k + i;
  return scratch[i & 7];                        // expect fault: uninitialized
}
__global__ void reads(int *out) {
  int a[8], b[8];
  Pair pairs[4];
  for (int k = 0; k < 8; ++k) b[(k + threadIdx.x) & 7] = k;
  a[threadIdx.x & 1] = 3;
  pairs[threadIdx.x & 3].key = 5;
  Pair copy = pairs[threadIdx.x & 3];
  int sum = a[threadIdx.x & 3];                 // expect fault: uninitialized
  sum += b[threadIdx.x & 7] + copy.key;
  sum += helper(threadIdx.x, true);
  sum += helper(threadIdx.x, blockIdx.x < 2);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
// expect run: done
