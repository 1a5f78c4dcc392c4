// Streams that are captured, and graphs that are built by hand: launches, copies and functions of the host in
// the order that their edges ask for.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpscope::guest {
namespace {

/// A kernel step(int* at, int value) that sets *at = *at * 10 + value.
Setting with_kernel() {
  Setting setting;
  KernelFacts step;
  step.symbol = "step", step.name = "step";
  step.argument_offsets = {0, 8}, step.argument_sizes = {8, 4};
  step.parameter_bytes = 12;
  setting.welcome.kernels = {step};
  setting.launch = [](const Launch& launch, std::uint8_t* memory) {
    std::uint64_t at = 0;
    std::int32_t value = 0, old = 0;
    std::memcpy(&at, launch.parameters.data(), 8);
    std::memcpy(&value, launch.parameters.data() + 8, 4);
    std::memcpy(&old, memory + (at - device_base), 4);
    old = old * 10 + value;
    std::memcpy(memory + (at - device_base), &old, 4);
    return Launched{};
  };
  return setting;
}

const std::string prologue = R"(
#include "cuda.h"
#include <cstdio>
extern "C" void step() {}
int* device;
int read() { int v; cudaMemcpy(&v, device, 4, cudaMemcpyDeviceToHost); return v; }
void launch(int value, cudaStream_t s) {
  void* arguments[] = {&device, &value};
  cudaLaunchKernel((const void*)step, 1, 1, arguments, 0, s);
}
struct Setup { Setup() { cudaMalloc((void**)&device, 4); cudaMemset(device, 0, 4); } } setup;
#define SHOW(call) std::printf("%s ", cudaGetErrorName(call))
)";

TEST(Graph, ACapturedStreamRunsWhenItIsLaunched) {
  const Heard heard = run_program(prologue + R"(
void note(void* n) { ++*(int*)n; }
int main() {
  cudaStream_t s, t; cudaGraph_t graph; cudaGraphExec_t exec; cudaEvent_t fork, join; int calls = 0;
  cudaStreamCreate(&s), cudaStreamCreate(&t), cudaEventCreate(&fork), cudaEventCreate(&join);
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  cudaMemsetAsync(device, 0, 4, s);
  launch(1, s);
  cudaEventRecord(fork, s), cudaStreamWaitEvent(t, fork, 0);
  launch(2, t);
  cudaEventRecord(join, t), cudaStreamWaitEvent(s, join, 0);
  launch(3, s);
  cudaLaunchHostFunc(s, note, &calls);
  SHOW(cudaStreamEndCapture(s, &graph));
  size_t nodes = 0; cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("%d %zu ", read(), nodes);
  cudaGraphInstantiateWithFlags(&exec, graph, 0);
  cudaGraphLaunch(exec, s); cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  std::printf("%d %d ", read(), calls);
  SHOW(cudaGraphExecDestroy(exec)); SHOW(cudaGraphDestroy(graph));
})",
                                  with_kernel());
  EXPECT_EQ(heard.compiler, "");
  EXPECT_EQ(heard.output, "cudaSuccess cudaSuccess 0 5 123 2 cudaSuccess cudaSuccess ") << heard.errors;
  EXPECT_EQ(heard.launches.size(), 6u);
}

TEST(Graph, BuiltByHandFollowsItsEdgesAndCanBeChanged) {
  const Heard heard = run_program(prologue + R"(
int main() {
  cudaGraph_t graph; cudaGraphNode_t zero, one, two; cudaGraphExec_t exec;
  cudaGraphCreate(&graph, 0);
  int v1 = 1, v2 = 2;
  void *first[] = {&device, &v1}, *second[] = {&device, &v2};
  cudaKernelNodeParams k{(void*)step, 1, 1, 0, second, nullptr};
  SHOW(cudaGraphAddKernelNode(&two, graph, nullptr, 0, &k));
  k.kernelParams = first;
  SHOW(cudaGraphAddKernelNode(&one, graph, nullptr, 0, &k));
  cudaMemsetParams m{device, 0, 0, 4, 1, 1};
  SHOW(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &m));
  cudaGraphNode_t from[] = {one, zero}, to[] = {two, one};
  SHOW(__ws_cudaGraphAddDependencies(graph, from, to, 2));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  v1 = v2 = 9; // the nodes have taken the values
  cudaGraphLaunch(exec, nullptr);
  std::printf("%d ", read());
  int v7 = 7; void* changed[] = {&device, &v7}; k.kernelParams = changed;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, one, &k));
  cudaGraphLaunch(exec, nullptr);
  std::printf("%d ", read());
  k.blockDim = dim3(2000);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, one, &k));
  cudaGraphNodeType type; cudaGraphNodeGetType(zero, &type);
  std::printf("%d ", type);
  cudaGraphNode_t back[] = {two}, again[] = {zero};
  __ws_cudaGraphAddDependencies(graph, back, again, 1);
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 0));
})",
                                  with_kernel());
  EXPECT_EQ(heard.compiler, "");
  EXPECT_EQ(heard.output, "cudaSuccess cudaSuccess cudaSuccess cudaSuccess cudaSuccess 12 cudaSuccess 72 "
                          "cudaErrorInvalidValue 2 cudaErrorInvalidValue ")
      << heard.errors;
}

TEST(Graph, ACaptureThatIsNotClosedFails) {
  const Heard heard = run_program(prologue + R"(
int main() {
  cudaStream_t s, t; cudaGraph_t graph; cudaEvent_t e;
  cudaStreamCreate(&s), cudaStreamCreate(&t), cudaEventCreate(&e);
  SHOW(cudaStreamEndCapture(s, &graph));
  SHOW(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  cudaEventRecord(e, s), cudaStreamWaitEvent(t, e, 0);
  launch(1, t);
  SHOW(cudaStreamEndCapture(t, &graph));
  SHOW(cudaStreamEndCapture(s, &graph));
})",
                                  with_kernel());
  EXPECT_EQ(heard.output, "cudaErrorIllegalState cudaErrorStreamCaptureUnsupported cudaSuccess "
                          "cudaErrorStreamCaptureUnmatched cudaErrorStreamCaptureUnjoined ")
      << heard.errors;
}

TEST(Array, IsCopiedRowByRowAndBoxByBox) {
  const Heard heard = run_program(prologue + R"(
int main() {
  cudaChannelFormatDesc f = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat), g;
  cudaArray_t flat, box; cudaExtent e;
  float in[12], out[12] = {};
  for (int i = 0; i < 12; ++i) in[i] = i;
  SHOW(cudaMallocArray(&flat, &f, 4, 3));
  SHOW(cudaMemcpy2DToArray(flat, 0, 0, in, 16, 16, 3, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy2DFromArray(out, 8, flat, 4, 1, 8, 2, cudaMemcpyDeviceToHost));
  std::printf("%g %g %g %g ", out[0], out[1], out[2], out[3]);
  SHOW(cudaMemcpy2DFromArray(out, 16, flat, 4, 0, 16, 1, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyToArray(flat, 0, 0, in + 4, 32, cudaMemcpyHostToDevice));
  cudaMemcpyFromArray(out, flat, 0, 0, 48, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g ", out[0], out[7], out[8]);
  SHOW(cudaMalloc3DArray(&box, &f, cudaExtent{2, 2, 3}));
  cudaMemcpy3DParms p{};
  p.srcPtr = cudaPitchedPtr{in, 8, 2, 2}; p.dstArray = box; p.extent = {2, 2, 3}; p.kind = cudaMemcpyHostToDevice;
  SHOW(cudaMemcpy3D(&p));
  cudaMemcpy3DParms q{};
  q.srcArray = box; q.srcPos = {1, 0, 2}; q.dstPtr = cudaPitchedPtr{out, 4, 1, 2}; q.extent = {1, 2, 1};
  q.kind = cudaMemcpyDeviceToHost;
  SHOW(cudaMemcpy3D(&q));
  std::printf("%g %g ", out[0], out[1]);
  cudaArrayGetInfo(&g, &e, nullptr, box);
  std::printf("%d %zu ", g.x, e.depth);
  SHOW(cudaFreeArray(flat)); SHOW(cudaFreeArray(flat));
})");
  EXPECT_EQ(
      heard.output,
      "cudaSuccess cudaSuccess cudaSuccess 5 6 9 10 cudaErrorInvalidValue cudaSuccess 4 11 8 cudaSuccess "
      "cudaSuccess cudaSuccess 9 11 32 3 cudaSuccess cudaErrorInvalidValue ")
      << heard.errors;
}

} // namespace
} // namespace warpscope::guest
