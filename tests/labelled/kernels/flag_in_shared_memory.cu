/* warpscope
grid = 2
block = 64
[args]
out = "zero[2]"
*/
// Warp 0 waits for a flag of warp 1.
__global__ void wait(int *out) {
  __shared__ int flag, value;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads(); //~ racy
  if (threadIdx.x == 32) {
    value = 7 + blockIdx.x;
    __threadfence_block(); //~ racy
    atomicExch(&flag, 1); //~ clean as: *(volatile int *)&flag = 1; //~ racy as: flag = 1;
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {} //~ clean as: while (*(volatile int *)&flag == 0) {} //~ racy as: while (atomicAdd(&flag, 0) == 0) {} out[blockIdx.x] = value;
    __threadfence_block(); //~ racy
    out[blockIdx.x] = value;
  }
}
