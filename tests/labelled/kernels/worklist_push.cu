/* warpscope
grid = 4
block = 64
[args]
in = "random:5[256]"
list = "zero[257]"
size = "zero[1]"
*/
// Every thread that has something draws a place: nobody else writes there.
__global__ void push(const unsigned *in, unsigned *list, unsigned *size) {
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  if (in[i] % 3 == 0) {
    unsigned place = atomicAdd(size, 1u); //~ racy as: unsigned place = (*size)++; //~ racy as: unsigned place = *size; atomicAdd(size, 1u);
    list[place] = i; //~ racy as: list[place / 2] = i;
  }
}
