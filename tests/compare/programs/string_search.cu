/* warpscope
grid = 12
block = 128
[args]
text = "mod:17[1700]"
pattern = "ramp[5]"
found = "zero[1536]"
n = 1536
m = 5
*/
__global__ void search(const char *text, const char *pattern, unsigned char *found, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = 0;
  while (k < m && text[i + k] == pattern[k]) ++k;
  found[i] = k == m;
}
