/* warpscope
grid = 6
block = 64
[args]
lock = "zero[1]"
sum = "zero[1]"
*/
// A lock taken by one thread of each block: the fences behind taking it and before giving it back order what is done under it.
__global__ void add(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *sum = *sum + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
// expect no_hazards
// expect run: done
