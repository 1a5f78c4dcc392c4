/* warpscope
grid = 8
block = 32
[args]
next = "zero[1]"
done = "zero[64]"
*/
// A queue: an atomic hands out the items, so that no two blocks write one.
__global__ void queue(int *next, int *done) {
  if (threadIdx.x != 0) return;
  for (int item = atomicAdd(next, 1); item < 64; item = atomicAdd(next, 1)) done[item] = blockIdx.x + 1;
}
// expect no_hazards
// expect run: done
