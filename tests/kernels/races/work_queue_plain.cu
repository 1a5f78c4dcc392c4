/* warpscope
grid = 8
block = 32
[args]
next = "zero[1]"
done = "zero[64]"
*/
// As work_queue.cu with a plain counter.
__global__ void queue(int *next, int *done) {
  if (threadIdx.x != 0) return;
  int item = (*next)++;      // expect hazard: WAW line=11 count=1
  if (item < 64) done[item] = blockIdx.x + 1;
}
// expect run: done
