/* warpscope
grid = 8
block = 64
[args]
a = "ramp[512]"
b = "ramp[512]"
out = "zero[1024]"
n = 512
*/
__global__ void merge(const int *a, const int *b, int *out, int n) {
  int d = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  int low = d > n ? d - n : 0, high = d < n ? d : n;
  while (low < high) {
    int mid = (low + high) / 2;
    if (a[mid] < b[d - 1 - mid]) low = mid + 1;
    else high = mid;
  }
  int i = low, j = d - low;
  for (int k = 0; k < 2; ++k) {
    bool from_a = j >= n || (i < n && a[i] < b[j]);
    out[d + k] = from_a ? a[i++] : b[j++];
  }
}
