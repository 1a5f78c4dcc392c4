/* warpscope
title       = "Copies and kernels in one stream and in four"
question    = "Four pieces of work, each a copy to the device, a kernel, and a copy back. In one stream they stand in a queue. What is left of the time when each piece has a stream of its own?"
explanation = """
A stream is a queue: what stands in it runs in order. Between streams nothing is ordered, so while one piece is computed the next is copied in and the one before is copied out: a device has engines for both directions beside its multiprocessors. \
At best the longest of the three is all that is left of the time. It needs pinned memory: a copy from ordinary memory makes the host wait, and then there is nothing to overlap. \
In the simulator the work is executed in the order of the calls; what overlaps is the modelled time, which the answer counts. The row above the timeline has them one after another."""
[params]
STREAMS = [4, 1, 2]
N       = 1048576
ROUNDS  = 8
[program]
prints = "right"
[lesson]
at     = "float value = data[i];"
answer = "By the modelled clock {overlapping} of {steps step} begin before one that was called earlier has ended: {launches launch} and {copies transfer} in {streams stream} of the program's own."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef STREAMS
#define STREAMS 4
#endif
#ifndef N
#define N 1048576
#endif
#ifndef ROUNDS
#define ROUNDS 8
#endif
#define PIECES 4

// Leaves 2 where it found 2: halved and one added.
__global__ void work(float *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = data[i];
  for (int round = 0; round < ROUNDS; round++)
    value = value * 0.5f + 1;
  data[i] = value;
}

int main() {
  const int each = N / PIECES;
  const size_t bytes = each * sizeof(float);
  float *host, *device;
  cudaMallocHost(&host, PIECES * bytes);
  cudaMalloc(&device, PIECES * bytes);
  for (int i = 0; i < N; i++)
    host[i] = 2;
  cudaStream_t streams[STREAMS];
  for (cudaStream_t &stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t begin, end, done[STREAMS];
  cudaEventCreate(&begin), cudaEventCreate(&end);

  work<<<each / 256, 256, 0, streams[0]>>>(device); // the first launch loads the kernel
  cudaDeviceSynchronize();
  cudaEventRecord(begin, streams[0]);
  for (int s = 1; s < STREAMS; s++)
    cudaStreamWaitEvent(streams[s], begin);
  for (int piece = 0; piece < PIECES; piece++) {
    cudaStream_t stream = streams[piece % STREAMS];
    float *there = device + piece * each, *here = host + piece * each;
    cudaMemcpyAsync(there, here, bytes, cudaMemcpyHostToDevice, stream);
    work<<<each / 256, 256, 0, stream>>>(there);
    cudaMemcpyAsync(here, there, bytes, cudaMemcpyDeviceToHost, stream);
  }
  for (int s = 1; s < STREAMS; s++) {
    cudaEventCreate(&done[s]);
    cudaEventRecord(done[s], streams[s]);
    cudaStreamWaitEvent(streams[0], done[s]);
  }
  cudaEventRecord(end, streams[0]);
  cudaEventSynchronize(end);

  float milliseconds;
  cudaEventElapsedTime(&milliseconds, begin, end);
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += host[i] != 2;
  printf("%d stream%s: %.3f ms\n%s\n", STREAMS, STREAMS == 1 ? "" : "s", milliseconds, wrong ? "wrong" : "right");
  for (int s = 1; s < STREAMS; s++)
    cudaEventDestroy(done[s]);
  for (cudaStream_t stream : streams)
    cudaStreamDestroy(stream);
  cudaEventDestroy(begin), cudaEventDestroy(end);
  cudaFreeHost(host), cudaFree(device);
}
