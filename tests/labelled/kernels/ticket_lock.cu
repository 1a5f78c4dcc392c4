/* warpscope
grid = 5
block = 32
[args]
ticket = "zero[1]"
serving = "zero[1]"
list = "zero[6]"
*/
__global__ void append(unsigned *ticket, unsigned *serving, unsigned *list) {
  if (threadIdx.x != 0) return;
  unsigned mine = atomicAdd(ticket, 1u);
  while (atomicOr(serving, 0u) != mine) {}
  __threadfence(); //~ racy
  list[0] += 1;
  list[list[0]] = blockIdx.x;
  __threadfence(); //~ racy
  atomicAdd(serving, 1u);
}
