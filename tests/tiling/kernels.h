// Kernels that the labs do not have. Each has its launch in its header; sizes are parameters so that tests
// can vary them.
#pragma once

namespace warpscope::testing {

/// C = A * B with T x T tiles and guards; TURNED: B's tile is kept transposed.
inline constexpr const char* tiled_product = R"(/* warpscope
kernel = "product"
grid = ["(N+T-1)/T", "(N+T-1)/T"]
block = ["T", "T"]
[params]
N = [70, 5, 64]
T = [16, 4, 32]
TURNED = [0, 1]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
*/
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int first = 0; first < n; first += T) {
    As[ty][tx] = row < n && first + tx < n ? A[row * n + first + tx] : 0.0f;
    float b = first + ty < n && col < n ? B[(first + ty) * n + col] : 0.0f;
    if (TURNED) Bs[tx][ty] = b; else Bs[ty][tx] = b;
    __syncthreads();
    for (int k = 0; k < T; k++) sum += As[ty][k] * (TURNED ? Bs[tx][k] : Bs[k][tx]);
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}
)";

/// 64 x 64 results per block of 8 x 8 threads: each thread keeps 8 x 8 sums in registers.
inline constexpr const char* register_tiled = R"(/* warpscope
kernel = "product"
grid = ["N/64", "N/64"]
block = [8, 8]
[params]
N = [128]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
*/
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[64][8], Bs[8][64];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx, row = blockIdx.y * 64, col = blockIdx.x * 64;
  float sum[8][8] = {};
  for (int first = 0; first < n; first += 8) {
    for (int i = t; i < 64 * 8; i += 64) {
      As[i / 8][i % 8] = A[(row + i / 8) * n + first + i % 8];
      Bs[i / 64][i % 64] = B[(first + i / 64) * n + col + i % 64];
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      float a[8], b[8];
      for (int i = 0; i < 8; i++) a[i] = As[ty * 8 + i][k], b[i] = Bs[k][tx * 8 + i];
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) C[(row + ty * 8 + i) * n + col + tx * 8 + j] = sum[i][j];
}
)";

/// Two buffers for each tile: the next tile is loaded into registers while the current one is used.
inline constexpr const char* double_buffered = R"(/* warpscope
kernel = "product"
grid = ["N/16", "N/16"]
block = [16, 16]
[params]
N = [64]
[args]
A = "mod:7[N*N]"
B = "mod:5[N*N]"
C = "zero[N*N]"
n = "N"
*/
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[2][16][16], Bs[2][16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  As[0][ty][tx] = A[row * n + tx];
  Bs[0][ty][tx] = B[ty * n + col];
  __syncthreads();
  float sum = 0.0f;
  for (int p = 0; p < n / 16; p++) {
    int now = p % 2;
    float a = 0.0f, b = 0.0f;
    if (p + 1 < n / 16) {
      a = A[row * n + (p + 1) * 16 + tx];
      b = B[((p + 1) * 16 + ty) * n + col];
    }
    for (int k = 0; k < 16; k++) sum += As[now][ty][k] * Bs[now][k][tx];
    if (p + 1 < n / 16) {
      As[1 - now][ty][tx] = a;
      Bs[1 - now][ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * n + col] = sum;
}
)";

/// out[i] = in[i - R] + ... + in[i + R]; HALO 0 forgets to load the cells at the block's borders.
inline constexpr const char* convolution = R"(/* warpscope
kernel = "convolve"
grid = "N/64"
block = 64
[params]
N = [256]
HALO = [1, 0]
[args]
in = "ramp[N]"
out = "zero[N]"
n = "N"
*/
#define R 3
__global__ void convolve(const float *in, float *out, int n) {
  __shared__ float s[64 + 2 * R];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[R + t] = in[i];
  if (HALO && t < R) {
    s[t] = i - R >= 0 ? in[i - R] : 0.0f;
    s[R + 64 + t] = i + 64 < n ? in[i + 64] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k <= 2 * R; k++) sum += s[t + k];
  out[i] = sum;
}
)";

/// The same in two dimensions: 8 x 8 results of (8 + 2) x (8 + 2) cells, all loaded by a loop over the cells.
inline constexpr const char* convolution_2d = R"(/* warpscope
kernel = "convolve"
grid = ["N/8", "N/8"]
block = [8, 8]
[params]
N = [40]
[args]
in = "ramp[N*N]"
out = "zero[N*N]"
n = "N"
*/
__global__ void convolve(const float *in, float *out, int n) {
  __shared__ float s[10][10];
  int x0 = blockIdx.x * 8 - 1, y0 = blockIdx.y * 8 - 1;
  for (int i = threadIdx.y * 8 + threadIdx.x; i < 100; i += 64) {
    int x = x0 + i % 10, y = y0 + i / 10;
    s[i / 10][i % 10] = x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
  }
  __syncthreads();
  float sum = 0.0f;
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++) sum += s[threadIdx.y + dy][threadIdx.x + dx];
  out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x] = sum;
}
)";

/// Inclusive prefix sums of 128 elements, after Hillis and Steele.
inline constexpr const char* scan = R"(/* warpscope
kernel = "scan"
grid = 2
block = 128
[args]
in = "ramp[256]"
out = "zero[256]"
*/
__global__ void scan(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int by = 1; by < 128; by *= 2) {
    float before = t >= by ? s[t - by] : 0.0f;
    __syncthreads();
    if (t >= by) s[t] += before;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = s[t];
}
)";

inline constexpr const char* histogram = R"(/* warpscope
kernel = "histogram"
grid = 2
block = 64
[args]
in = "mod:16[1024]"
bins = "zero[16]"
*/
__global__ void histogram(const int *in, int *bins) {
  __shared__ int mine[16];
  int t = threadIdx.x;
  if (t < 16) mine[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 512 + t; i < (blockIdx.x + 1) * 512; i += 64) atomicAdd(&mine[in[i] % 16], 1);
  __syncthreads();
  if (t < 16) atomicAdd(&bins[t], mine[t]);
}
)";

/// A tile that asynchronous copies fill.
inline constexpr const char* asynchronous = R"(/* warpscope
kernel = "turn"
grid = ["N/16", "N/16"]
block = [16, 16]
[params]
N = [64]
[args]
in = "ramp[N*N]"
out = "zero[N*N]"
n = "N"
*/
#include <cuda_pipeline.h>
__global__ void turn(const float *in, float *out, int n) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  __pipeline_memcpy_async(&tile[ty][tx], &in[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[(blockIdx.x * 16 + ty) * n + blockIdx.y * 16 + tx] = tile[tx][ty];
}
)";

} // namespace warpscope::testing
