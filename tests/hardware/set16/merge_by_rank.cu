/* warpscope
title  = "merge by rank"
kernel = "merge_by_rank"
grid   = "2*N/256"
block  = 256
[params]
N = [4194304, 262144]
GAP = [1, 64]
[args]
a = "ramp[N]"
b = "ramp[N]"
out = "zero[2*N]"
n = "N"
gap = "GAP"
*/
#ifndef N
#define N 4194304
#endif
#ifndef GAP
#define GAP 1
#endif

// two sorted arrays: a thread finds the place of its element by binary search in the other;
// keys are the ramps divided by gap, so that there are runs of equal keys
__global__ void merge_by_rank(const int *a, const int *b, int *out, int n, int gap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool second = i >= n;
  int k = second ? i - n : i;
  const int *mine = second ? b : a, *other = second ? a : b;
  int v = mine[k] / gap, lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2, o = other[mid] / gap;
    if (o < v || (second && o == v)) lo = mid + 1; else hi = mid;
  }
  out[k + lo] = v;
}
