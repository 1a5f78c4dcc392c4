// Calls through pointers to functions: from a table, from a variable that the host read, virtual ones; and one to nowhere.
// find: trap 23
#include <cstdio>

typedef float (*operation)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }
__device__ operation table[] = {add, multiply};
__device__ operation chosen = multiply;

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};

__global__ void each(float *out) { out[threadIdx.x] = table[threadIdx.x % 2](threadIdx.x, 10); }
__global__ void given(float *out, operation with) {
  out[0] = with(6, 7);
}
__global__ void shapes(float *out) {
  Shape *shape = new Square(3);
  out[0] = shape->area();
  delete shape;
}

int main() {
  float *out;
  cudaMallocManaged(&out, 4 * sizeof(float));
  each<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
// expect: 10 10 12 30
  operation on_host;
  cudaMemcpyFromSymbol(&on_host, chosen, sizeof on_host);
  given<<<1, 1>>>(out, on_host);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[0]);
// expect: 42
  shapes<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[0]);
// expect: 9
  given<<<1, 1>>>(out, nullptr);
  std::printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
// expect: 1
}
