/* warpscope
grid = 6
block = 64
[args]
lock = "zero[1]"
sum = "zero[1]"
*/
// A fence of the block's scope orders no threads of two blocks.
__global__ void add(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence_block();
    *sum = *sum + 1;       // expect hazard: WAW line=14 count=1
    __threadfence_block();
    atomicExch(lock, 0);
  }
}
// expect run: done
