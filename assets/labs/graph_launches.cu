/* warpscope
title       = "A hundred small launches, and a graph of them"
question    = "A kernel of 256 threads is launched a hundred times in a row. Then the same hundred are recorded as a graph, which is launched once. What is saved: work on the device, or work of the host?"
explanation = """
The device does the same work, launch by launch. What a graph saves is everything around it: each call is checked, put together and handed to the device by the host, and a kernel of some microseconds is over before the next call arrives. \
A graph is checked once, when it is instantiated; then one call hands over all of it. It pays where kernels are short and the same sequence comes again and again. \
The simulator executes both alike; the host's clock below is then that of this machine and says nothing about a GPU. The recording does."""
[params]
LAUNCHES = [100, 20]
[program]
prints = "right"
[lesson]
at     = "data[threadIdx.x] += 1;"
answer = "{add_one.launches launch}, as many by the graph as one by one, {add_one.load_requests request} in all: the device's work stays. The host's goes, which calls once."
*/
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

#ifndef LAUNCHES
#define LAUNCHES 100
#endif

__global__ void add_one(int *data) {
  data[threadIdx.x] += 1;
}

static double microseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  int *data, found = 0;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  double called = 0, done = 0;
  for (int round = 0; round < 2; round++) { // the second round is the one that counts
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < LAUNCHES; i++)
      add_one<<<1, 256, 0, stream>>>(data);
    called = microseconds_since(begin);
    cudaStreamSynchronize(stream);
    done = microseconds_since(begin);
  }
  printf("%d launches: the host has called them all after %.1f us, they are done after %.1f us\n", LAUNCHES, called, done);

  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < LAUNCHES; i++)
    add_one<<<1, 256, 0, stream>>>(data); // recorded, not launched
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  for (int round = 0; round < 2; round++) {
    auto begin = std::chrono::steady_clock::now();
    cudaGraphLaunch(ready, stream);
    called = microseconds_since(begin);
    cudaStreamSynchronize(stream);
    done = microseconds_since(begin);
  }
  printf("a graph of %d: the host has called it after %.1f us, it is done after %.1f us\n", LAUNCHES, called, done);

  cudaMemcpy(&found, data, sizeof found, cudaMemcpyDeviceToHost);
  printf("%s\n", found == 4 * LAUNCHES ? "right" : "wrong");
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(data);
}
