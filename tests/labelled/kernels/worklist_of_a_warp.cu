/* warpscope
grid = 2
block = 64
[args]
in = "random:5[128]"
list = "zero[129]"
size = "zero[1]"
*/
// One lane draws for all that vote: the place travels by a shuffle, not through memory.
__global__ void push(const unsigned *in, unsigned *list, unsigned *size) {
  unsigned i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
  unsigned votes = __ballot_sync(~0u, in[i] % 3 == 0), base = 0;
  if (lane == 0) base = atomicAdd(size, __popc(votes));
  base = __shfl_sync(~0u, base, 0);
  if (votes >> lane & 1) list[base + __popc(votes & ((1u << lane) - 1))] = i; //~ racy as: if (votes >> lane & 1) list[base + __popc(votes & ((1u << (lane / 2)) - 1))] = i;
}
