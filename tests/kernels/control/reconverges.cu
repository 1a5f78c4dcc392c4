/* warpscope
kernel = "walk"
grid = 2
block = 96
[args]
out = "zero[192]"
[check]
out = "plain"
*/
__device__ int steps(int n) {
  int count = 0;
  while (n != 1) {
    if (n % 2 == 0) n /= 2;
    else n = 3 * n + 1;
    if (++count > 100) break;
  }
  return count;
}
__global__ void walk(int *out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = steps(t + 1);                        // expect shared_store: requests=6 wavefronts=6
  __syncthreads();
  int sum = 0;
  for (int i = 0; i <= t; ++i) {
    if (i % 3 == 1) continue;
    if (i > 80) break;
    sum += s[i];
  }
  out[blockIdx.x * 96 + t] = sum;             // expect global_store: requests=6 sectors=24
}
__global__ void plain(int *out) {
  int sum = 0;
  for (int i = 0; i < 96; ++i)
    if (i <= (int)threadIdx.x && i <= 80 && i % 3 != 1) sum += steps(i + 1);
  out[blockIdx.x * 96 + threadIdx.x] = sum;
}
// expect run: done
