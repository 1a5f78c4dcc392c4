// Thrust by the real headers of CCCL, where they are found: each algorithm is simulated kernels.
// needs: thrust
// expect: sum of squares 328350
// expect: sorted 0 1 2 3 ... 99
// expect: scanned 4950, even 50
// expect: by key 9 = 90
#include <cstdio>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  const int n = 100;
  thrust::host_vector<int> mixed(n);
  for (int i = 0; i < n; ++i) mixed[i] = i * 37 % n;
  thrust::device_vector<int> data = mixed;
  std::printf("sum of squares %d\n",
              thrust::transform_reduce(data.begin(), data.end(), Square(), 0, thrust::plus<int>()));
  thrust::sort(data.begin(), data.end());
  thrust::host_vector<int> sorted = data;
  std::printf("sorted %d %d %d %d ... %d\n", sorted[0], sorted[1], sorted[2], sorted[3], sorted[n - 1]);
  thrust::device_vector<int> sums(n);
  thrust::inclusive_scan(data.begin(), data.end(), sums.begin());
  std::printf("scanned %d, even %d\n", (int)sums[n - 1], (int)thrust::count_if(data.begin(), data.end(), Even()));
  thrust::device_vector<int> keys(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n)), values(n);
  thrust::sequence(values.begin(), values.end(), 0, 10);
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
  std::printf("by key %d = %d\n", (int)keys[n - 10], (int)values[n - 10]);
}
