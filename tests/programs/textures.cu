// Textures and surfaces: every address mode, both filters, both kinds of coordinates, as an H200 printed them.
// expect: 0 0 0: 18 18 12 12 8 6 6 6 6 8
// expect: 0 0 1: 18 18 12 12 8 6 6 6 6 8
// expect: 0 0 2: 18 18 12 12 8 6 6 6 6 8
// expect: 0 0 3: 18 18 12 12 8 6 6 6 6 8
// expect: 0 1 0: 15.012 14.027 12.496 9.7734 6.8047 7.4531 7.8555 7.0898 6.7227 7.0586
// expect: 0 1 1: 15.012 14.027 12.496 9.7734 6.8047 7.4531 7.8555 7.0898 6.7227 7.0586
// expect: 0 1 2: 15.012 14.027 12.496 9.7734 6.8047 7.4531 7.8555 7.0898 6.7227 7.0586
// expect: 0 1 3: 13.406 14.027 12.496 9.7734 6.8047 7.4531 7.8555 7.0898 6.7227 7.0586
// expect: 1 0 0: 16 9 4 1 3 13 2 16 9 4
// expect: 1 0 1: 3 3 3 3 3 13 2 16 9 4
// expect: 1 0 2: 9 16 2 13 3 13 2 16 9 4
// expect: 1 0 3: 7 7 7 7 3 13 2 16 9 4
// expect: 1 1 0: 12.852 7.0742 3.4414 1.9844 3.1758 9.0391 6.9492 10.305 10.828 5.6914
// expect: 1 1 1: 4.5234 4.5234 4.5234 4.5234 4.5234 9.0391 6.9492 10.305 10.828 5.6914
// expect: 1 1 2: 10.828 10.305 6.9492 9.0391 4.5234 9.0391 6.9492 10.305 10.828 5.6914
// expect: 1 1 3: 7 7 7 7 5.7617 9.0391 6.9492 10.305 10.828 5.6914
// expect: linear: 0 0 0 1 4 9 16 2 13 3 18 12 0 0 0 0
// expect: layered: 5 9 13 8 12 15 9 12 15 9
// expect: surface: 0 2 8 18 32 4 26 6 37 25 17 13 13 17 25 37 8 28 6 34 20 10 4 2 5 11 21 35 7 29 9 39
// expect: linear ints: cudaErrorInvalidFilterSetting
// expect: normalised ints: cudaErrorInvalidNormSetting
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t error = (call);                                                                              \
    if (error != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorName(error));                            \
  } while (0)

__global__ void sample(cudaTextureObject_t t, float* out, int n, int first, float from, float step, float y) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, from + (first + i) * step, y);
}
__global__ void fetch(cudaTextureObject_t t, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(t, i - 2);
}
__global__ void layers(cudaTextureObject_t t, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex2DLayered<float>(t, i, 1, i % 3);
}
__global__ void change(cudaSurfaceObject_t s) {
  int x = threadIdx.x, y = blockIdx.x;
  float v;
  surf2Dread(&v, s, x * 4, y);
  surf2Dwrite(v * 2 + y, s, x * 4, y);
}

void show(const char* what, const float* device, int n) {
  std::vector<float> host(n);
  CHECK(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%s:", what);
  for (float v : host) printf(" %.5g", v);
  printf("\n");
}

int main() {
  const int width = 8, height = 4;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = i * i % 23;
  float* out;
  CHECK(cudaMalloc(&out, 4096));
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  for (int normalized = 0; normalized < 2; ++normalized)
    for (int filter = 0; filter < 2; ++filter)
      for (int mode = 0; mode < 4; ++mode) {
        cudaTextureDesc how{};
        for (auto& m : how.addressMode) m = (cudaTextureAddressMode)mode;
        how.filterMode = (cudaTextureFilterMode)filter;
        how.normalizedCoords = normalized;
        how.borderColor[0] = 7;
        cudaTextureObject_t texture;
        CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
        sample<<<1, 32>>>(texture, out, 10, 6, normalized ? -1.3f : -3.f, normalized ? .13f : .55f,
                          normalized ? .6f : 1.7f);
        char what[50];
        snprintf(what, sizeof what, "%d %d %d", normalized, filter, mode);
        show(what, out, 10);
        CHECK(cudaDestroyTextureObject(texture));
      }

  cudaTextureDesc plain{};
  cudaTextureObject_t texture;
  float* line;
  CHECK(cudaMalloc(&line, 128));
  CHECK(cudaMemcpy(line, image.data(), 128, cudaMemcpyHostToDevice));
  cudaResourceDesc linear{};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = line;
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = 40;
  CHECK(cudaCreateTextureObject(&texture, &linear, &plain, nullptr));
  fetch<<<1, 32>>>(texture, out, 16);
  show("linear", out, 16);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(line));

  std::vector<float> box(60);
  for (int i = 0; i < 60; ++i) box[i] = i % 17;
  cudaArray_t stack;
  cudaExtent extent = make_cudaExtent(5, 4, 3);
  CHECK(cudaMalloc3DArray(&stack, &format, extent, cudaArrayLayered));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(box.data(), 20, 5, 4);
  copy.dstArray = stack;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaResourceDesc layered{};
  layered.resType = cudaResourceTypeArray;
  layered.res.array.array = stack;
  for (auto& m : plain.addressMode) m = cudaAddressModeClamp;
  CHECK(cudaCreateTextureObject(&texture, &layered, &plain, nullptr));
  layers<<<1, 32>>>(texture, out, 10);
  show("layered", out, 10);
  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(stack));

  cudaSurfaceObject_t surface_object;
  CHECK(cudaCreateSurfaceObject(&surface_object, &resource));
  change<<<height, width>>>(surface_object);
  CHECK(cudaMemcpy2DFromArray(image.data(), width * 4, array, 0, 0, width * 4, height,
                              cudaMemcpyDeviceToHost));
  printf("surface:");
  for (float v : image) printf(" %g", v);
  printf("\n");
  CHECK(cudaDestroySurfaceObject(surface_object));

  cudaChannelFormatDesc integers = cudaCreateChannelDesc<int>();
  cudaArray_t numbers;
  CHECK(cudaMallocArray(&numbers, &integers, 8, 8));
  resource.res.array.array = numbers;
  plain.filterMode = cudaFilterModeLinear;
  printf("linear ints: %s\n",
         cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &plain, nullptr)));
  plain.filterMode = cudaFilterModePoint;
  plain.readMode = cudaReadModeNormalizedFloat;
  printf("normalised ints: %s\n",
         cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &plain, nullptr)));
  CHECK(cudaFreeArray(numbers));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(out));
}
