/* warpscope
grid = 1
block = 32
[args]
in  = "ramp[32]"
out = "zero[32]"
*/
struct Empty {
  __device__ Empty() {}
};
// With gaps and an empty member, as CUTLASS's iterators have them; its array keeps it in memory.
struct Iterator {
  const float *from;
  Empty permutation;
  char kind;
  int offsets[4];
};
struct Sums {
  int all;
  int parts[4];
};
__device__ float sum(Iterator iterator, int n) {
  float total = iterator.kind;
  for (int i = 0; i < n; i++) total += iterator.from[iterator.offsets[i % 4]];
  return total;
}
// The value that a copy brought from nobody is told where it is read, not where it was copied.
__device__ int read_copy(Sums sums, int i) {
  Sums again = sums;
  again.parts[i & 3] = 1;
  int known = again.parts[i & 3];
  return known + sums.parts[0] + again.all;     // expect fault: uninitialized
}
__global__ void copies(const float *in, float *out) {
  Iterator iterator;
  iterator.from = in;
  iterator.kind = 1;
  for (int i = 0; i < 4; i++) iterator.offsets[i] = i;
  Iterator copy = iterator;
  Sums sums;
  for (int i = 0; i < 4; i++) sums.parts[i] = i;
  out[threadIdx.x] = sum(copy, 9) + read_copy(sums, threadIdx.x);
}
// expect run: done
