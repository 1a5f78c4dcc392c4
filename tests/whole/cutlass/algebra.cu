// The algebra of layouts on both sides: composition, complement, division, product, coalesce; and what print shows of a tensor.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

__global__ void told(int* places) {
  auto tile = make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}));
  auto divided = zipped_divide(tile, make_tile(_2{}, _4{}));
  places[threadIdx.x] = divided(threadIdx.x % 8, threadIdx.x / 8);
  if (threadIdx.x == 0) {
    print(divided), print("\n");
    Tensor t = make_tensor<int>(Shape<_2, _3>{});
    for (int i = 0; i < size(t); i++) t(i) = i * i;
    print(t(1, 2)), print("\n");
    Tensor doubled = make_tensor_like(t);
    transform(t, doubled, [](int x) { return 2 * x; });
    int sum = 0;
    for_each(doubled, [&](int x) { sum += x; });
    print(sum), print("\n");
  }
}

int main() {
  auto a = make_layout(make_shape(_6{}, _2{}), make_stride(_8{}, _2{}));
  print(composition(a, make_layout(make_shape(_4{}, _3{}), make_stride(_3{}, _1{})))), print("\n");
  print(complement(make_layout(_4{}, _2{}), _24{})), print("\n");
  print(coalesce(make_layout(make_shape(_2{}, make_shape(_1{}, _6{})), make_stride(_1{}, make_stride(_6{}, _2{}))))), print("\n");
  print(logical_divide(make_layout(_24{}), make_layout(_4{}, _2{}))), print("\n");
  print(blocked_product(make_layout(make_shape(_2{}, _5{}), make_stride(_5{}, _1{})), make_layout(make_shape(_3{}, _4{})))), print("\n");
  print(right_inverse(make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{})))), print("\n");
  print(composition(Swizzle<1, 0, 2>{}, make_layout(make_shape(_4{}, _4{}), make_stride(_4{}, _1{})))), print("\n");
  static_assert(is_same_v<decltype(size(Shape<_4, Shape<_2, _3>>{})), Int<24>>);
  int* places;
  cudaMallocManaged(&places, 128);
  told<<<1, 32>>>(places);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; i++) printf("%d%c", places[i], i == 31 ? '\n' : ' ');
  cudaFree(places);
}
