/* warpscope
kernel = "search"
grid = 4
block = 192
[params]
N = [1000, 4096]
[args]
sorted = "ramp[N]"
wanted = "mod:1777[768]"
found = "zero[768]"
*/
__global__ void search(const int *sorted, const int *wanted, int *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = wanted[i] * 5 % N, low = 0, high = N - 1, at = -1;
  while (low <= high) {
    int middle = (low + high) / 2;
    int v = sorted[middle];
    if (v == key) {
      at = middle;
      break;
    }
    if (v < key) low = middle + 1;
    else high = middle - 1;
  }
  found[i] = at;
}
