/* warpscope
title       = "Bug: the host follows a device pointer"
question    = "cudaMalloc() gives the host an address. Why does the program end at the line that reads from it, when the same pointer serves every kernel?"
explanation = """
The address is one of the device's memory. The host may keep it, add to it and pass it on, but what lies there is not in the host's memory: reading it is a segmentation fault, without any word of CUDA. \
The type does not tell the two apart: both are int *. Copy the element (FIXED 1), or allocate it with cudaMallocManaged(), whose pointers both sides may follow. \
Warpscope catches the fault and names the line and the allocation."""
[params]
FIXED = [0, 1]
[program]
prints = "before"
code   = "FIXED ? 0 : 139"
[bug]
says = "device pointer"
when = "FIXED == 0"
[lesson]
at     = "squares[threadIdx.x]"
answer = "The kernel wrote {square.store_sectors sector} through this pointer. A host that follows it ends there: {findings finding} in this run."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef FIXED
#define FIXED 0
#endif

__global__ void square(int *squares) {
  squares[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
  int *squares;
  cudaMalloc(&squares, 256 * sizeof(int));
  square<<<1, 256>>>(squares);
  cudaDeviceSynchronize();
  printf("before\n");
  fflush(stdout);
#if FIXED
  int value;
  cudaMemcpy(&value, squares + 12, sizeof value, cudaMemcpyDeviceToHost);
#else
  int value = squares[12];
#endif
  printf("12 squared is %d\n", value);
  cudaFree(squares);
}
