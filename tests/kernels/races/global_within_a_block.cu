/* warpscope
grid = 2
block = 64
[args]
line = "zero[128]"
out = "zero[128]"
*/
__global__ void exchange(int *line, int *out) {
  unsigned first = blockIdx.x * 64, t = threadIdx.x;
  line[first + t] = t;
  int v = line[first + 63 - t];      // expect hazard: RAW line=10 count=128
  __syncthreads();
  v += line[first + (t ^ 1)];
  line[first + t / 2] = v;           // expect hazard: WAR line=13 count=126
  __syncthreads();
  out[first + t] = v + line[first + t];
}
// expect run: done
