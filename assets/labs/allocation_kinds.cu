/* warpscope
title       = "The same kernel on device, mapped and managed memory"
question    = "One kernel doubles an array: in device memory, in pinned memory of the host that is mapped, and in managed memory. Which of its counts differ, and where do the times part?"
explanation = """
No count differs: a warp asks for the same sectors wherever the bytes lie. The place decides the time. Device memory is read at the speed of the device's own memory. \
Mapped memory stays in the host: each sector comes over the bus, on every launch. Managed memory moves: the first launch waits for its pages, the second finds them on the device. \
Copies, too, know the difference: from pinned memory the device fetches by itself, from ordinary memory the driver first copies into a pinned piece of its own. \
The simulator moves no page and has no bus that a kernel waits for: its times are modelled, and only the recording of a GPU tells these kinds apart."""
[params]
N = 1048576
[program]
prints = "right: 4 of 4"
[lesson]
at     = "out[i] = 2 * in[i];"
answer = "{scale.launches launch} on three kinds of memory ask for the same: {scale.load_sectors sector} read and {scale.store_sectors} written in all. Only a GPU's times tell the ways of the bytes apart."
*/
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#ifndef N
#define N 1048576
#endif

static const size_t bytes = N * sizeof(float);
static int right = 0;

__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

static double rate(size_t moved, float milliseconds) { return moved / (milliseconds * 1e6); } // GB/s

static void copy(const char *from, float *device, const float *host) {
  for (int round = 0; round < 2; round++) { // the second one finds everything set up
    auto begin = std::chrono::steady_clock::now();
    cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    std::chrono::duration<float, std::milli> spent = std::chrono::steady_clock::now() - begin;
    if (round == 1)
      printf("copy from %s memory: %.1f GB/s by the host's clock\n", from, rate(bytes, spent.count()));
  }
}

static void kernel(const char *kind, const float *in, float *out) {
  float milliseconds[2];
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  for (float &spent : milliseconds) {
    cudaEventRecord(begin);
    scale<<<N / 256, 256>>>(in, out);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&spent, begin, end);
  }
  printf("kernel on %s memory: %.1f GB/s, then %.1f GB/s\n", kind, rate(2 * bytes, milliseconds[0]),
         rate(2 * bytes, milliseconds[1]));
  cudaEventDestroy(begin), cudaEventDestroy(end);
}

static void look(const float *out) { right += out[0] == 0 && out[N / 2] == 100 && out[N - 1] == 2 * ((N - 1) % 251); }
static void fill(float *in) {
  for (int i = 0; i < N; i++)
    in[i] = i == N / 2 ? 50 : i % 251;
}

int main() {
  float *plain = static_cast<float *>(malloc(bytes)), *pinned, *mapped, *managed, *managed_out, *device, *device_out;
  cudaMallocHost(&pinned, bytes);
  cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped);
  cudaMallocManaged(&managed, bytes), cudaMallocManaged(&managed_out, bytes);
  cudaMalloc(&device, bytes), cudaMalloc(&device_out, bytes);
  for (float *in : {plain, pinned, mapped, managed})
    fill(in);

  copy("ordinary", device, plain);
  copy("pinned", device, pinned);

  kernel("device", device, device_out);
  cudaMemcpy(plain, device_out, bytes, cudaMemcpyDeviceToHost);
  look(plain);
  float *seen; // the device's name for the host's bytes
  cudaHostGetDevicePointer(reinterpret_cast<void **>(&seen), mapped, 0);
  kernel("mapped", seen, device_out);
  cudaMemcpy(plain, device_out, bytes, cudaMemcpyDeviceToHost);
  look(plain);
  kernel("managed", managed, managed_out);
  look(managed_out); // the host reads it: its page comes back
  kernel("managed, after the host looked,", managed, managed_out);
  look(managed_out);
  printf("right: %d of 4\n", right);

  free(plain), cudaFreeHost(pinned), cudaFreeHost(mapped);
  cudaFree(managed), cudaFree(managed_out), cudaFree(device), cudaFree(device_out);
}
