/* warpscope
title       = "Textures beside plain loads"
question    = "An array of rows is read by rows and by columns: with plain loads, as a texture over the same bytes, and as a texture whose array the driver arranges. For which of the six does the direction not matter?"
explanation = """
A plain load by columns takes a sector for each lane. A texture over linear memory reads the same bytes in the same places, through the same L1, and gains nothing: on an H200 its columns are even slower. \
A cudaArray is laid out in small tiles: neighbours in both directions lie in one sector, so its columns cost as little as its rows, and that is what textures are good for, beside their filters and borders. That a texture has a cache of its own was true long ago: L1 serves both. \
The simulator gives a texture's values bit by bit as a GPU does, from rows that lie one behind the other: what it counts for a fetch is its own reading (a word for where the texture lies, then the element), not a texture unit's. The recording has the GPU's times."""
[params]
SIDE = 512
[program]
prints = "right: 6 of 6"
[lesson]
at     = "plain[y * SIDE + x]"
answer = "Plain loads: {read_plain<0>.load_sectors sector} by rows, {read_plain<1>.load_sectors} by columns. What a texture's fetches cost is not simulated, only what they return."
*/
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#ifndef SIDE
#define SIDE 512
#endif

static int right = 0;
static std::vector<float> values(SIDE *SIDE), found(SIDE *SIDE);

// The element of this thread: neighbours in a warp are neighbours in a row, or in a column.
template <int COLUMNS> __device__ int2 place() {
  int a = blockIdx.x * 32 + threadIdx.x, b = blockIdx.y * 8 + threadIdx.y;
  return COLUMNS ? make_int2(b, a) : make_int2(a, b);
}
template <int COLUMNS> __global__ void read_plain(const float *plain, float *out) {
  int x = place<COLUMNS>().x, y = place<COLUMNS>().y;
  float value = plain[y * SIDE + x];
  out[(blockIdx.y * 8 + threadIdx.y) * SIDE + blockIdx.x * 32 + threadIdx.x] = value;
}
template <int COLUMNS> __global__ void read_linear(cudaTextureObject_t texture, float *out) {
  int x = place<COLUMNS>().x, y = place<COLUMNS>().y;
  float value = tex1Dfetch<float>(texture, y * SIDE + x);
  out[(blockIdx.y * 8 + threadIdx.y) * SIDE + blockIdx.x * 32 + threadIdx.x] = value;
}
template <int COLUMNS> __global__ void read_array(cudaTextureObject_t texture, float *out) {
  int x = place<COLUMNS>().x, y = place<COLUMNS>().y;
  float value = tex2D<float>(texture, x + 0.5f, y + 0.5f);
  out[(blockIdx.y * 8 + threadIdx.y) * SIDE + blockIdx.x * 32 + threadIdx.x] = value;
}

template <class Kernel, class Source> void time(const char *what, int columns, Kernel kernel, Source source, float *out) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float milliseconds = 0;
  for (int round = 0; round < 2; round++) {
    cudaEventRecord(begin);
    kernel<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(source, out);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
  }
  cudaMemcpy(found.data(), out, SIDE * SIDE * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int b = 0; b < SIDE; b++)
    for (int a = 0; a < SIDE; a++)
      wrong += found[b * SIDE + a] != (columns ? values[a * SIDE + b] : values[b * SIDE + a]);
  right += wrong == 0;
  printf("%s by %s: %.1f us\n", what, columns ? "columns" : "rows", milliseconds * 1e3);
  cudaEventDestroy(begin), cudaEventDestroy(end);
}

int main() {
  for (int i = 0; i < SIDE * SIDE; i++)
    values[i] = i % 1009;
  const size_t row = SIDE * sizeof(float);
  float *plain, *out;
  cudaMalloc(&plain, SIDE * row), cudaMalloc(&out, SIDE * row);
  cudaMemcpy(plain, values.data(), SIDE * row, cudaMemcpyHostToDevice);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, SIDE, SIDE);
  cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row, SIDE, cudaMemcpyHostToDevice);

  cudaResourceDesc bytes = {}, tiles = {};
  bytes.resType = cudaResourceTypeLinear;
  bytes.res.linear.devPtr = plain, bytes.res.linear.desc = format, bytes.res.linear.sizeInBytes = SIDE * row;
  tiles.resType = cudaResourceTypeArray;
  tiles.res.array.array = array;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t linear, tiled;
  cudaCreateTextureObject(&linear, &bytes, &how, nullptr);
  cudaCreateTextureObject(&tiled, &tiles, &how, nullptr);

  time("plain loads", 0, read_plain<0>, plain, out), time("plain loads", 1, read_plain<1>, plain, out);
  time("a texture of the same bytes", 0, read_linear<0>, linear, out);
  time("a texture of the same bytes", 1, read_linear<1>, linear, out);
  time("a texture of an array", 0, read_array<0>, tiled, out), time("a texture of an array", 1, read_array<1>, tiled, out);
  printf("right: %d of 6\n", right);
  cudaDestroyTextureObject(linear), cudaDestroyTextureObject(tiled);
  cudaFreeArray(array), cudaFree(plain), cudaFree(out);
}
