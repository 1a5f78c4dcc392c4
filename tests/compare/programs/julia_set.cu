#include <cuda_runtime.h>
#define DIM 96
struct cuComplex2 {
  float r, i;
  __device__ cuComplex2(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2(void) { return r * r + i * i; }
  __device__ cuComplex2 operator*(const cuComplex2 &a) { return cuComplex2(r * a.r - i * a.i, i * a.r + r * a.i); }
  __device__ cuComplex2 operator+(const cuComplex2 &a) { return cuComplex2(r + a.r, i + a.i); }
};
__device__ int julia(int x, int y) {
  const float scale = 1.5;
  float jx = scale * (float)(DIM / 2 - x) / (DIM / 2), jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
  cuComplex2 c(-0.8, 0.156), a(jx, jy);
  for (int i = 0; i < 200; i++) {
    a = a * a + c;
    if (a.magnitude2() > 1000) return 0;
  }
  return 1;
}
__global__ void kernel(unsigned char *ptr) {
  int x = blockIdx.x, y = blockIdx.y, offset = x + y * gridDim.x;
  int v = julia(x, y);
  ptr[offset * 4 + 0] = 255 * v;
  ptr[offset * 4 + 1] = 0;
  ptr[offset * 4 + 2] = 0;
  ptr[offset * 4 + 3] = 255;
}
int main() {
  unsigned char *d;
  cudaMalloc(&d, DIM * DIM * 4);
  dim3 grid(DIM, DIM);
  kernel<<<grid, 1>>>(d);
}
