/* warpscope
grid = 2
block = 96
[args]
a = "mod:4[96]"
b = "mod:5[96]"
score = "zero[18432]"
*/
// Longest common part of two texts: a diagonal of the table at a time.
__global__ void diagonals(const char *a, const char *b, int *score) {
  __shared__ int last[3][97];
  int t = threadIdx.x;
  for (int k = t; k < 3 * 97; k += 96) (&last[0][0])[k] = 0;
  __syncthreads();
  for (int d = 0; d < 191; ++d) {
    int i = t, j = d - t;
    if (j >= 0 && j < 96) {
      int best = max(last[(d + 2) % 3][t], last[(d + 2) % 3][t + 1]);
      if (a[i] == b[j]) best = last[(d + 1) % 3][t] + 1;
      last[d % 3][t + 1] = best;
      score[blockIdx.x * 9216 + i * 96 + j] = best;
    }
    __syncthreads();
  }
}
