/* warpscope
grid = 6
block = 1
[args]
lock = "zero[1]"
sum = "zero[1]"
*/
__global__ void add(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence(); //~ racy
  *sum += blockIdx.x;
  __threadfence(); //~ racy
  atomicExch(lock, 0); //~ clean as: *(volatile int *)lock = 0;
}
