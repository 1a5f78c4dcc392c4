/* warpscope
grid = 6
block = 64
[args]
lock = "zero[1]"
sum = "zero[1]"
*/
// As spin_lock.cu, without the fence before the lock is given back (and one that has nothing to do with it).
__global__ void add(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    __threadfence();
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum = *sum + 1;       // expect hazard: WAW line=14 count=1
    atomicExch(lock, 0);
  }
}
// expect run: done
