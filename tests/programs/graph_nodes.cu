// cudaGraphAddNode with each everyday kind of node, as CUDA 12 and 13 have it; a conditional node is refused by its name.
// expect: 0 0 0 0 0, 24 and 1 call
// expect: conditional 801
// find: unsupported 52
#include <cstdio>

__global__ void add(int *data, int amount) { atomicAdd(data, amount); }
void called(void *count) { ++*(int *)count; }

int main() {
  int *data, result = 0, calls = 0, amount = 6;
  cudaMalloc(&data, sizeof *data);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t set, kernel, copy, host, empty;

  cudaGraphNodeParams clear = {cudaGraphNodeTypeMemset};
  clear.memset.dst = data;
  clear.memset.elementSize = 4;
  clear.memset.width = clear.memset.height = 1;
  const int first = cudaGraphAddNode(&set, graph, nullptr, nullptr, 0, &clear);

  void *arguments[] = {&data, &amount};
  cudaGraphNodeParams launch = {cudaGraphNodeTypeKernel};
  launch.kernel.func = (void *)add;
  launch.kernel.gridDim = dim3(2), launch.kernel.blockDim = dim3(2);
  launch.kernel.kernelParams = arguments;
  const int second = cudaGraphAddNode(&kernel, graph, &set, nullptr, 1, &launch);

  cudaGraphNodeParams back = {cudaGraphNodeTypeMemcpy};
  back.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(data, 4, 4, 1);
  back.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(&result, 4, 4, 1);
  back.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
  back.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
  const int third = cudaGraphAddNode(&copy, graph, &kernel, 1, &back);

  cudaGraphNodeParams call = {cudaGraphNodeTypeHost};
  call.host.fn = called;
  call.host.userData = &calls;
  const int fourth = cudaGraphAddNode(&host, graph, &copy, nullptr, 1, &call);
  cudaGraphNodeParams none = {cudaGraphNodeTypeEmpty};
  const int fifth = cudaGraphAddNode(&empty, graph, &host, nullptr, 1, &none);

  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, nullptr);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d, %d and %d call\n", first, second, third, fourth, fifth, result, calls);

  cudaGraphConditionalHandle handle;
  printf("conditional %d\n",
         cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(data);
}
