// The CUDA runtime as a program meets it: memory, copies, launches, errors, events.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpscope::guest {
namespace {

/// A kernel add(float* x, float by, int n) of which the program calls add_stub.
Setting with_kernel() {
  Setting setting;
  KernelFacts add;
  add.symbol = "add_stub";
  add.name = "add";
  add.argument_offsets = {0, 8, 12};
  add.argument_sizes = {8, 4, 4};
  add.parameter_bytes = 16;
  add.registers = 32;
  setting.welcome.kernels = {add};
  setting.welcome.variables = {{"scale", "scale", 7u << 20, 40, true}};
  return setting;
}

/// What Clang makes of add<<<grid, block>>>(…).
const std::string prologue = R"(
#include "cuda.h"
#include <cstdio>
#include <cstring>
#include <vector>
extern "C" void add_stub(float* x, float by, int n) {
  dim3 grid, block; size_t shared; cudaStream_t stream;
  __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
  void* arguments[] = {&x, &by, &n};
  cudaLaunchKernel((const void*)add_stub, grid, block, arguments, shared, stream);
}
void add(dim3 grid, dim3 block, float* x, float by, int n, size_t shared = 0, cudaStream_t stream = 0) {
  if (!__cudaPushCallConfiguration(grid, block, shared, stream)) add_stub(x, by, n);
}
float scale[10];
#define SHOW(call) std::printf("%s ", cudaGetErrorName(call))
)";

Launched adds(const Launch& launch, std::uint8_t* memory) {
  std::uint64_t x = 0;
  float by = 0;
  std::int32_t n = 0;
  std::memcpy(&x, launch.parameters.data(), 8);
  std::memcpy(&by, launch.parameters.data() + 8, 4);
  std::memcpy(&n, launch.parameters.data() + 12, 4);
  for (std::int32_t i = 0; i < n; ++i) {
    float value = 0;
    std::uint8_t* const at = memory + (x - device_base) + 4 * static_cast<std::uint64_t>(i);
    std::memcpy(&value, at, 4);
    value += by;
    std::memcpy(at, &value, 4);
  }
  return {};
}

TEST(Cuda, CopiesToTheDeviceLaunchesAndCopiesBack) {
  Setting setting = with_kernel();
  setting.launch = adds;
  const Heard heard = run_program(prologue + R"(
int main() {
  float host[4] = {1, 2, 3, 4}, *device;
  cudaMalloc((void**)&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  add(2, dim3(2), device, 10.f, 4);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemset(device, 0, 8);
  float after[4];
  cudaMemcpy(after, device, sizeof after, cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (float v : host) std::printf("%g ", v);
  for (float v : after) std::printf("%g ", v);
})",
                                  setting);
  EXPECT_EQ(heard.compiler, "");
  EXPECT_EQ(heard.output, "11 12 13 14 0 0 13 14 ") << heard.errors;
  ASSERT_EQ(heard.launches.size(), 1u);
  EXPECT_EQ(heard.launches[0].grid[0], 2u);
  EXPECT_EQ(functions_of(heard, heard.launches[0].caller).back(), "main");
  ASSERT_EQ(heard.copies.size(), 4u);
  EXPECT_EQ(heard.copies[0].direction, 1);
  EXPECT_TRUE(heard.copies[2].fills);
  EXPECT_EQ(functions_of(heard, heard.copies[0].caller), std::vector<std::string>{"main"});
  EXPECT_EQ(heard.frees.size(), 1u);
}

TEST(Cuda, ManagedAndPinnedMemoryIsOrdinaryMemoryOfTheHost) {
  Setting setting = with_kernel();
  setting.launch = adds;
  const Heard heard = run_program(prologue + R"(
int main() {
  float *managed, *pinned;
  cudaMallocManaged((void**)&managed, 40, cudaMemAttachGlobal);
  cudaMallocHost((void**)&pinned, 40);
  for (int i = 0; i < 10; ++i) managed[i] = pinned[i] = i;
  add(1, 10, managed, 1, 10);
  add(1, 10, pinned, 2, 10);
  cudaDeviceSynchronize();
  std::printf("%g %g", managed[9], pinned[9]);
  cudaPointerAttributes a;
  cudaPointerGetAttributes(&a, managed + 3), std::printf(" %d", a.type);
  cudaPointerGetAttributes(&a, pinned), std::printf(" %d", a.type);
  cudaPointerGetAttributes(&a, &a), std::printf(" %d", a.type);
  cudaFree(managed), cudaFreeHost(pinned);
})",
                                  setting);
  EXPECT_EQ(heard.output, "10 11 3 1 0") << heard.errors;
}

TEST(Cuda, RegisteredMemoryKeepsItsAddressAndTheDeviceSeesIt) {
  Setting setting = with_kernel();
  setting.launch = adds;
  const Heard heard = run_program(prologue + R"(
int main() {
  std::vector<float> v(5000, 1.f);
  float* device;
  SHOW(cudaHostRegister(v.data(), v.size() * 4, cudaHostRegisterMapped));
  SHOW(cudaHostRegister(v.data(), v.size() * 4, cudaHostRegisterMapped));
  SHOW(cudaHostGetDevicePointer((void**)&device, v.data(), 0));
  add(1, 1, device, 4, 5000);
  cudaDeviceSynchronize();
  std::printf("%g %g ", v[0], v[4999]);
  SHOW(cudaHostUnregister(v.data()));
  v[0] += 1;
  std::printf("%g", v[0]);
})",
                                  setting);
  EXPECT_EQ(heard.output, "cudaSuccess cudaErrorHostMemoryAlreadyRegistered cudaSuccess 5 5 cudaSuccess 6")
      << heard.errors;
}

TEST(Cuda, ACopyIntoAConstantGoesWithTheMessage) {
  Setting setting = with_kernel();
  setting.copy = [](const Copy& copy) {
    Copied answer;
    if (copy.constant.empty()) answer.constant = std::vector<std::uint8_t>(copy.row_bytes, 1);
    return answer;
  };
  const Heard heard = run_program(prologue + R"(
int main() {
  float host[10] = {2};
  SHOW(cudaMemcpyToSymbol(scale, host, 8, 4));
  SHOW(cudaMemcpyToSymbol(scale, host, 40, 4));
  SHOW(cudaMemcpyToSymbol(host, host, 40));
  char back[2];
  SHOW(cudaMemcpyFromSymbol(back, scale, 2));
  std::printf("%d", back[1]);
})",
                                  setting);
  EXPECT_EQ(heard.output, "cudaSuccess cudaErrorInvalidValue cudaErrorInvalidSymbol cudaSuccess 1")
      << heard.errors;
  ASSERT_EQ(heard.copies.size(), 2u);
  EXPECT_EQ(heard.copies[0].to, (7u << 20) + 4u);
  EXPECT_EQ(heard.copies[0].constant, (std::vector<std::uint8_t>{0, 0, 0, 64, 0, 0, 0, 0}));
}

TEST(Cuda, ALaunchThatCannotBeFailsAsOnADevice) {
  const Heard heard = run_program(prologue + R"(
void attempt(dim3 grid, dim3 block, size_t shared = 0) {
  add(grid, block, nullptr, 0, 0, shared);
  SHOW(cudaGetLastError());
}
int main() {
  attempt(1, 1024);
  attempt(1, 1025);
  attempt(1, dim3(1, 1, 65));
  attempt(0, 1);
  attempt(1, 0);
  attempt(dim3(1, 65536), 1);
  attempt(1, 1, 49152);
  attempt(1, 1, 49153);
  SHOW(cudaFuncSetAttribute((const void*)add_stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  attempt(1, 1, 100000);
  attempt(1, 1, 100001);
  SHOW(cudaLaunchKernel((const void*)main, 1, 1, nullptr, 0, 0));
  SHOW(cudaPeekAtLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
})",
                                  with_kernel());
  EXPECT_EQ(heard.output, "cudaSuccess cudaErrorInvalidValue cudaErrorInvalidValue "
                          "cudaErrorInvalidValue cudaErrorInvalidValue cudaErrorInvalidValue "
                          "cudaSuccess cudaErrorInvalidValue cudaSuccess cudaSuccess cudaErrorInvalidValue "
                          "cudaErrorInvalidResourceHandle cudaErrorInvalidResourceHandle cudaSuccess "
                          "cudaErrorInvalidResourceHandle cudaSuccess ")
      << heard.errors;
  EXPECT_EQ(heard.launches.size(), 3u);
  EXPECT_EQ(heard.finding("error-not-read"), nullptr);
}

TEST(Cuda, AnErrorThatNobodyReadIsToldAtTheEnd) {
  const Heard heard = run_program(
      prologue + "int main() { add(1, 2048, nullptr, 0, 0); cudaDeviceSynchronize(); }", with_kernel());
  ASSERT_NE(heard.finding("error-not-read"), nullptr) << heard.errors;
  EXPECT_EQ(heard.finding("error-not-read")->message,
            "kernel 'add' never ran: 2,048 threads a block, 1,024 are possible; nobody asked for the error");
  EXPECT_EQ(functions_of(heard, heard.finding("error-not-read")->caller).back(), "main");
}

TEST(Cuda, AFailedKernelShowsAtTheNextSynchronisationAndStays) {
  Setting setting = with_kernel();
  setting.launch = [](const Launch&, std::uint8_t*) { return Launched{0, 700, 0}; };
  const Heard heard = run_program(prologue + R"(
int main() {
  add(1, 1, nullptr, 0, 0);
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  void* p;
  SHOW(cudaMalloc(&p, 4));
  std::printf("%s", cudaGetErrorString(cudaErrorIllegalAddress));
})",
                                  setting);
  EXPECT_EQ(heard.output, "cudaSuccess cudaErrorIllegalAddress cudaErrorIllegalAddress "
                          "cudaSuccess cudaErrorIllegalAddress an illegal memory access was encountered")
      << heard.errors;
}

TEST(Cuda, FreesTwiceAndFreesWhatIsNotItsOwn) {
  const Heard heard = run_program(prologue + R"(
int main() {
  void* p; int local;
  cudaMalloc(&p, 4);
  SHOW(cudaFree(p)); SHOW(cudaFree(p)); SHOW(cudaFree(&local)); SHOW(cudaFree(nullptr));
})");
  EXPECT_EQ(heard.output, "cudaSuccess cudaErrorInvalidValue cudaErrorInvalidValue cudaSuccess ");
}

TEST(Cuda, EventsMeasureModelledTime) {
  Setting setting = with_kernel();
  const Heard heard = run_program(prologue + R"(
int main() {
  cudaEvent_t a, b; cudaStream_t s; float ms = -1;
  cudaStreamCreate(&s);
  cudaEventCreate(&a), cudaEventCreate(&b);
  SHOW(cudaEventElapsedTime(&ms, a, b));
  cudaEventRecord(a, s);
  for (int i = 0; i < 3; ++i) add(1, 1, nullptr, 0, 0, 0, s);
  cudaEventRecord(b, s);
  SHOW(cudaEventSynchronize(b));
  SHOW(cudaEventElapsedTime(&ms, a, b));
  std::printf("%g ", ms);
  SHOW(cudaStreamSynchronize((cudaStream_t)&ms));
  SHOW(cudaEventDestroy(a));
  SHOW(cudaStreamDestroy(s));
})",
                                  setting);
  EXPECT_EQ(heard.output, "cudaErrorInvalidResourceHandle cudaSuccess cudaSuccess 3 "
                          "cudaErrorInvalidResourceHandle cudaSuccess cudaSuccess ")
      << heard.errors;
}

TEST(Cuda, TellsTheDevicesNumbers) {
  Setting setting;
  setting.welcome.device = {{"multiProcessorCount", 84}, {"maxGridSize[1]", 77}};
  const Heard heard = run_program(prologue + R"(
int main() {
  cudaDeviceProp p; int n, v;
  cudaGetDeviceCount(&n);
  cudaGetDeviceProperties(&p, 0);
  cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0);
  std::printf("%d %s %d %d %d %d %zu ", n, p.name, p.multiProcessorCount, v, p.maxGridSize[1], p.warpSize, p.sharedMemPerBlock);
  SHOW(cudaSetDevice(1));
})",
                                  setting);
  EXPECT_EQ(heard.output, "1 NVIDIA H200 84 84 77 32 49152 cudaErrorInvalidDevice ") << heard.errors;
}

TEST(Cuda, EndsWhenTheSimulatorIsGone) {
  Setting setting = with_kernel();
  setting.hangs_up_at_launch = true;
  EXPECT_EQ(
      run_program(prologue + "int main() { add(1, 1, nullptr, 0, 0); for (;;) cudaDeviceSynchronize(); }",
                  setting)
          .code,
      70);
}

} // namespace
} // namespace warpscope::guest
