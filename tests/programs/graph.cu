// A captured stream with a fork and a join, launched three times; then its kernel's argument is changed.
// expect: 1 3 7
// expect: 107
// code: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void doubled(int* p) { p[threadIdx.x] *= 2; }
__global__ void plus(int* p, int by) { p[threadIdx.x] += by; }

int main() {
  int *device, host = 0;
  cudaMalloc(&device, 32 * sizeof(int));
  cudaMemset(device, 0, 32 * sizeof(int));
  cudaStream_t main_stream, side;
  cudaEvent_t forked, joined;
  cudaStreamCreate(&main_stream), cudaStreamCreate(&side);
  cudaEventCreate(&forked), cudaEventCreate(&joined);

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
  doubled<<<1, 32, 0, main_stream>>>(device);
  cudaEventRecord(forked, main_stream);
  cudaStreamWaitEvent(side, forked);
  plus<<<1, 32, 0, side>>>(device, 1);
  cudaEventRecord(joined, side);
  cudaStreamWaitEvent(main_stream, joined);
  cudaStreamEndCapture(main_stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) {
    cudaGraphLaunch(exec, main_stream);
    cudaMemcpyAsync(&host, device, sizeof host, cudaMemcpyDeviceToHost, main_stream);
    cudaStreamSynchronize(main_stream);
    printf("%d%c", host, i < 2 ? ' ' : '\n');
  }

  cudaGraphNode_t nodes[2];
  size_t count = 2;
  cudaGraphGetNodes(graph, nodes, &count);
  cudaKernelNodeParams what{};
  int by = 93; // 7 * 2 + 93
  void* arguments[] = {&device, &by};
  what.func = (void*)plus;
  what.gridDim = dim3(1), what.blockDim = dim3(32);
  what.kernelParams = arguments;
  cudaGraphExecKernelNodeSetParams(exec, nodes[1], &what);
  cudaGraphLaunch(exec, main_stream);
  cudaStreamSynchronize(main_stream);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaGraphExecDestroy(exec), cudaGraphDestroy(graph);
  cudaEventDestroy(forked), cudaEventDestroy(joined);
  cudaStreamDestroy(main_stream), cudaStreamDestroy(side);
  cudaFree(device);
}
