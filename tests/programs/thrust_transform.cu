// needs: thrust
// A transform of whole vectors, which Thrust makes on Hopper with bulk copies and barriers of shared memory.
// expect: 5 5 5, sum 500000
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

int main() {
  thrust::device_vector<int> a(100000, 2), b(100000, 3), c(100000);
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), thrust::plus<int>());
  std::printf("%d %d %d, sum %d\n", (int)c[0], (int)c[50000], (int)c[99999], thrust::reduce(c.begin(), c.end()));
}
