// What the simulator answers a host program, through a guest without a process.
#include "sim/run/simulate.h"
#include "sim/whole/json.h"
#include "tests/whole/fake_guest.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace warpscope {
namespace {

constexpr const char* text = R"(#include <cstdio>
__constant__ float factor[4];
__device__ int counter;
__global__ void add(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
__global__ void increment(float *a) { a[threadIdx.x] += 1; }
__global__ void scale(float *a) { a[threadIdx.x] *= factor[threadIdx.x & 3]; }
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void say(int x) { printf("thread %d says %d\n", threadIdx.x, x); }
__global__ void never() { while (true) { } }
int main() { }
)";

const whole::Finding* find(const whole::Record& record, const std::string& kind) {
  for (const whole::Finding& finding : record.findings)
    if (finding.kind == kind) return &finding;
  return nullptr;
}
std::string message(const whole::Record& record, const std::string& kind) {
  const whole::Finding* found = find(record, kind);
  return found != nullptr ? found->message : "";
}

TEST(WholeServer, AddsTwoVectorsAndCountsIt) {
  FakeGuest guest(text);
  const std::uint32_t n = 1000;
  std::vector<float> a(n), b(n, 0.5f);
  std::iota(a.begin(), a.end(), 0.f);
  const std::uint64_t da = guest.allocate(n * 4), db = guest.allocate(n * 4), out = guest.allocate(n * 4);
  ASSERT_TRUE(da && db && out);
  EXPECT_EQ(da % 512, 0u);
  EXPECT_EQ(guest.to_device(da, a), 0);
  EXPECT_EQ(guest.to_device(db, b), 0);
  const guest::Launched launched = guest.launch("add", {8}, {128}, 0, da, db, out, n);
  EXPECT_EQ(launched.error, 0);
  EXPECT_EQ(launched.sticky, 0);
  EXPECT_GT(launched.device_seconds, 0);
  const std::vector<float> result = guest.to_host<float>(out, n);
  for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(result[i], static_cast<float>(i) + .5f);
  const whole::Record record = guest.end();
  ASSERT_EQ(record.launches.size(), 1u);
  const whole::LaunchRecord& launch = record.launches[0];
  EXPECT_EQ(launch.result.launch.kernel, "add");
  EXPECT_EQ(launch.result.totals.global[0].requests, 2u * 32);
  EXPECT_TRUE(launch.modelled);
  ASSERT_EQ(launch.result.buffers.size(), 3u);
  EXPECT_EQ(launch.result.buffers[2].name, "out");
  EXPECT_EQ(launch.result.buffers[2].bytes, n * 4u);
  EXPECT_EQ(record.copies.size(), 3u);
  EXPECT_EQ(record.steps.size(), 4u);
  const auto document = nlohmann::json::parse(
      whole::to_json(record, "/nowhere", guest.request.program.texts));
  EXPECT_EQ(document["launches"][0]["kernel"], "add");
  EXPECT_EQ(document["launches"][0]["totals"]["global_load"]["requests"], 64);
}

TEST(WholeServer, NamesTheLinesOfACopyThatIsTooLarge) {
  FakeGuest guest(text);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(1000, 30);
  EXPECT_EQ(guest.to_device(a, std::vector<float>(1000), 41), whole::cuda_invalid_value);
  const whole::Record record = guest.end();
  const whole::Finding* finding = find(record, "copy-size");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->place.line, 41u);
  EXPECT_EQ(finding->related_place.line, 30u);
  EXPECT_NE(finding->message.find("allocated at line 30"), std::string::npos) << finding->message;
  EXPECT_NE(finding->message.find("count * sizeof(T)"), std::string::npos) << finding->message;
  EXPECT_EQ(record.errors.size(), 1u);
}

TEST(WholeServer, CopiesMustGoWhereTheySay) {
  FakeGuest guest(text);
  std::vector<float> host(16);
  const auto address = reinterpret_cast<std::uint64_t>(host.data());
  const std::uint64_t a = guest.allocate(64);
  EXPECT_EQ(guest.copy_call(a, address, 64, 2).done.error, whole::cuda_invalid_value); // said DeviceToHost
  EXPECT_EQ(guest.copy_call(a, address, 64, 9).done.error, whole::cuda_invalid_direction);
  EXPECT_EQ(guest.copy_call(a, address, 64, 4).done.error, 0);
  EXPECT_EQ(guest.copy_call(a + 65536, address, 64, 1).done.error, whole::cuda_invalid_value);
  EXPECT_EQ(guest.copy_call(a, address, ~0ull, 1).done.error, whole::cuda_invalid_value);
  EXPECT_NE(message(guest.end(), "bad-copy").find("cudaMemcpyDeviceToHost"), std::string::npos);
}

TEST(WholeServer, FreesAreChecked) {
  FakeGuest guest(text);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(64, 10), b = guest.allocate(64, 11);
  EXPECT_EQ(guest.release(0).error, 0);
  EXPECT_EQ(guest.release(a, 20).error, 0);
  EXPECT_EQ(guest.release(a, 21).error, whole::cuda_invalid_value);
  EXPECT_EQ(guest.release(b + 8, 22).error, whole::cuda_invalid_value);
  EXPECT_EQ(guest.release(0x7fff'0000'1234, 23).error, whole::cuda_invalid_value);
  const whole::Record record = guest.end();
  EXPECT_NE(message(record, "double-free").find("line 20"), std::string::npos)
      << message(record, "double-free");
  EXPECT_EQ(find(record, "double-free")->place.line, 21u);
  EXPECT_NE(message(record, "leak"), "");
  EXPECT_EQ(find(record, "leak")->place.line, 11u);
}

TEST(WholeServer, AKernelThatLeavesItsBufferIsToldWithBothLines) {
  FakeGuest guest(text);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(400, 30), b = guest.allocate(400, 31), out = guest.allocate(400, 32);
  const guest::Launched launched = guest.launch("add", {1}, {128}, 50, a, b, out, 128);
  EXPECT_EQ(launched.error, 0);
  EXPECT_EQ(launched.sticky, 0) << "a GPU notices nothing within the page";
  const whole::Record record = guest.end();
  const whole::Finding* finding = find(record, "out-of-bounds");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->place.line, 6u);
  EXPECT_EQ(finding->related_place.line, 30u);
  EXPECT_NE(finding->message.find("100 elements"), std::string::npos) << finding->message;
}

TEST(WholeServer, AFreedBufferIsNamedWhenAKernelUsesIt) {
  FakeGuest guest(text);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(400, 30);
  static_cast<void>(guest.release(a, 44));
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 50, a).sticky, whole::cuda_illegal_address);
  const whole::Record record = guest.end();
  const whole::Finding* finding = find(record, "use-after-free");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->related_place.line, 44u);
  EXPECT_NE(finding->message.find("freed at line 44"), std::string::npos) << finding->message;
}

TEST(WholeServer, LaunchesThatADeviceRefusesDoNotRun) {
  FakeGuest guest(text);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(4096);
  EXPECT_EQ(guest.launch("increment", {1}, {2048}, 57, a).error, whole::cuda_invalid_configuration);
  EXPECT_EQ(guest.launch("increment", {0}, {32}, 58, a).error, whole::cuda_invalid_configuration);
  guest.stream = 77;
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 59, a).error, whole::cuda_invalid_handle);
  const whole::Record record = guest.end();
  EXPECT_NE(message(record, "launch-failed").find("2,048 threads"), std::string::npos)
      << message(record, "launch-failed");
  EXPECT_EQ(record.launches.size(), 3u);
  EXPECT_EQ(record.launches[0].place.line, 57u);
  EXPECT_EQ(record.errors.size(), 3u);
}

TEST(WholeServer, ConstantVariablesAreCopiedByTheSimulator) {
  FakeGuest guest(text);
  std::uint64_t token = 0;
  for (const guest::VariableFacts& variable : guest.welcome.variables)
    if (variable.name == "factor" && variable.constant) token = variable.address;
  ASSERT_NE(token, 0u);
  const float factors[4] = {1, 10, 100, 1000};
  guest::Copy copy;
  copy.function = "cudaMemcpyToSymbol", copy.to = token, copy.from = 0x7fff'0000'0000,
  copy.row_bytes = sizeof factors;
  copy.direction = 1;
  copy.constant.resize(sizeof factors);
  std::memcpy(copy.constant.data(), factors, sizeof factors);
  EXPECT_EQ(guest.ask<guest::Copied>(guest::Kind::Copy, copy).done.error, 0);
  const std::uint64_t a = guest.allocate(32 * 4);
  EXPECT_EQ(guest.to_device(a, std::vector<float>(32, 2.f)), 0);
  EXPECT_EQ(guest.launch("scale", {1}, {32}, 0, a).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(a, 4), (std::vector<float>{2, 20, 200, 2000}));
  copy.from = token, copy.to = 0x7fff'0000'0000, copy.direction = 2, copy.constant.clear();
  EXPECT_EQ(guest.ask<guest::Copied>(guest::Kind::Copy, copy).constant.size(), sizeof factors);
  copy.row_bytes = 64;
  EXPECT_EQ(guest.ask<guest::Copied>(guest::Kind::Copy, copy).done.error, whole::cuda_invalid_value);
}

TEST(WholeServer, PrintfIsHeldUntilTheProgramSynchronises) {
  FakeGuest guest(text);
  EXPECT_EQ(guest.launch("say", {1}, {2}, 0, 7).sticky, 0);
  EXPECT_EQ(guest.order(guest::OrderKind::StreamQuery).printed, "");
  EXPECT_EQ(guest.order(guest::OrderKind::DeviceSynchronize).printed, "thread 0 says 7\nthread 1 says 7\n");
  EXPECT_EQ(guest.order(guest::OrderKind::DeviceSynchronize).printed, "");
}

TEST(WholeServer, ARepeatedLaunchOnUnchangedMemoryIsCountedOnce) {
  FakeGuest guest(text);
  const std::uint32_t n = 256;
  const std::uint64_t a = guest.allocate(n * 4), b = guest.allocate(n * 4), out = guest.allocate(n * 4);
  EXPECT_EQ(guest.to_device(a, std::vector<float>(n, 1)), 0);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(guest.launch("add", {2}, {128}, 0, a, b, out, n).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(out, n)[5], 1.f);
  EXPECT_EQ(guest.to_device(a, std::vector<float>(n, 3)), 0); // the launch sees other memory now
  EXPECT_EQ(guest.launch("add", {2}, {128}, 0, a, b, out, n).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(out, n)[5], 3.f);
  const whole::Record record = guest.end();
  ASSERT_EQ(record.launches.size(), 2u) << "the last one sees other memory";
  EXPECT_EQ(record.launches[0].repeats, 999u);
  EXPECT_GT(record.saved_seconds, 0);
}

TEST(WholeServer, LaunchesInTurnAreRepeatsWhereNoneWritesWhatAnotherReadsFirst) {
  FakeGuest guest(text);
  const std::uint64_t a = guest.allocate(128), b = guest.allocate(128), c = guest.allocate(128),
                      d = guest.allocate(128);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(guest.launch("add", {1}, {32}, 0, a, b, c, 32).sticky, 0);
    ASSERT_EQ(guest.launch("add", {1}, {32}, 0, a, b, d, 32).sticky, 0);
  }
  static_cast<void>(guest.release(b));
  const std::uint64_t again = guest.allocate(128); // at the same address
  EXPECT_EQ(again, b);
  ASSERT_EQ(guest.launch("add", {1}, {32}, 0, a, b, c, 32).sticky, 0);
  const whole::Record record = guest.end();
  ASSERT_EQ(record.launches.size(), 3u);
  EXPECT_EQ(record.launches[0].repeats, 19u);
  EXPECT_EQ(record.launches[1].repeats, 19u);
}

TEST(WholeServer, ALaunchThatChangesNothingItReadsIsFoundByTheContents) {
  FakeGuest guest(text);
  const std::uint64_t a = guest.allocate(128); // zeros: scaling them by zeros changes nothing
  for (int i = 0; i < 10; ++i) ASSERT_EQ(guest.launch("scale", {1}, {32}, 0, a).sticky, 0);
  const whole::Record record = guest.end();
  ASSERT_EQ(record.launches.size(), 2u);
  EXPECT_EQ(record.launches[1].repeats, 8u);
}

TEST(WholeServer, ALoopThatSetsItsMemoryBackExecutesTwoOfItsLaunches) {
  FakeGuest guest(text);
  const std::uint64_t in = guest.allocate(128), work = guest.allocate(128), other = guest.allocate(128);
  std::uint64_t sum = 0;
  EXPECT_EQ(guest.to_device(in, std::vector<float>(32, 7)), 0);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(guest.to_device(work, std::vector<float>(32, 5)), 0); // from the host, again and again
    sum = guest.allocate(128);                                      // a buffer that lives for one turn
    EXPECT_EQ(guest.to_device(sum, std::vector<float>(32, 1)), 0);
    ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, work).sticky, 0);
    ASSERT_EQ(guest.launch("add", {1}, {32}, 0, work, sum, sum, 32).sticky, 0);
    EXPECT_EQ(guest.to_host<float>(work, 1)[0], 6.f) << i;
    EXPECT_EQ(guest.to_host<float>(sum, 32)[31], 7.f) << i;
    static_cast<void>(guest.release(sum));
  }
  EXPECT_EQ(guest.to_device(work, std::vector<float>(32, 100)), 0);
  ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, work).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(work, 1)[0], 101.f) << "other contents";
  ASSERT_EQ(guest.launch("add", {1}, {32}, 0, in, other, other, 32).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(other, 1)[0], 7.f) << "another buffer";
  const whole::Record record = guest.end();
  std::uint64_t repeats = 0;
  for (const whole::LaunchRecord& launch : record.launches) repeats += launch.repeats;
  EXPECT_EQ(record.launches.size(), 6u);
  EXPECT_EQ(repeats, 76u);
}

TEST(WholeServer, ALaunchThatChangesMemoryIsNoRepeat) {
  FakeGuest guest(text);
  const std::uint64_t a = guest.allocate(32 * 4);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
  for (int i = 0; i < 10; ++i) ASSERT_EQ(guest.launch("count", {1}, {32}, 0).sticky, 0);
  EXPECT_EQ(guest.to_host<float>(a, 1)[0], 50.f);
  const whole::Record record = guest.end();
  EXPECT_EQ(record.launches.size(), 60u);
  for (const whole::LaunchRecord& launch : record.launches) EXPECT_EQ(launch.repeats, 0u);
}

TEST(WholeServer, ManagedMemoryThatTheHostWritesIsLookedAtAgain) {
  FakeGuest guest(text);
  const std::uint64_t a = guest.allocate(128, 0, guest::MemoryKind::Managed), b = guest.allocate(128),
                      out = guest.allocate(128);
  for (int i = 0; i < 6; ++i) {
    if (i >= 3) guest.write(a, static_cast<float>(i)); // without a word to the simulator
    ASSERT_EQ(guest.launch("add", {1}, {32}, 0, a, b, out, 32).sticky, 0);
    EXPECT_EQ(guest.to_host<float>(out, 1)[0], i >= 3 ? static_cast<float>(i) : 0.f);
  }
}

TEST(WholeServer, AKernelThatNeverEndsIsEndedAndTheProgramGoesOn) {
  FakeGuest guest(text);
  guest.server.reset();
  guest.request.limits.launch.seconds = .2;
  guest.start();
  const std::uint64_t a = guest.allocate(128);
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
  EXPECT_EQ(guest.launch("never", {1}, {32}, 0).sticky, whole::cuda_timeout);
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
  EXPECT_NE(message(guest.end(), "budget").find("0.2 s"), std::string::npos);
}

TEST(WholeServer, StreamsRunBesideEachOtherAndTheDefaultStreamWaits) {
  FakeGuest guest(text);
  using Kind = guest::OrderKind;
  const std::uint64_t a = guest.allocate(128), b = guest.allocate(128);
  ASSERT_EQ(guest.order(Kind::StreamCreate, 1).error, 0);
  ASSERT_EQ(guest.order(Kind::StreamCreate, 2).error, 0);
  ASSERT_EQ(guest.order(Kind::StreamCreate, 2).error, whole::cuda_invalid_handle) << "the number is taken";
  ASSERT_EQ(guest.order(Kind::EventCreate, 0, 5).error, 0);
  guest.stream = 1;
  const double one = guest.launch("increment", {1}, {32}, 0, a).device_seconds;
  guest.stream = 2;
  const double two = guest.launch("increment", {1}, {32}, 0, b).device_seconds;
  EXPECT_DOUBLE_EQ(one, two) << "two streams overlap";
  guest.stream = 0;
  const double both = guest.launch("increment", {1}, {32}, 0, b).device_seconds;
  EXPECT_GT(both, one);
  EXPECT_DOUBLE_EQ(guest.order(Kind::EventRecord, 0, 5).device_seconds, both);
  EXPECT_EQ(guest.order(Kind::EventRecord, 0, 6).error, whole::cuda_invalid_handle);
  EXPECT_EQ(guest.order(Kind::StreamDestroy, 1).error, 0);
  EXPECT_EQ(guest.order(Kind::StreamSynchronize, 1).error, whole::cuda_invalid_handle);
}

TEST(WholeServer, TwoGigabytesCostNothingUntilTheyAreTouched) {
  FakeGuest guest(text);
  const std::uint64_t large = guest.allocate(std::uint64_t{2} << 30);
  ASSERT_NE(large, 0u);
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 0, large + (std::uint64_t{1} << 30)).sticky, 0);
  EXPECT_EQ(guest
                .ask<guest::Allocated>(guest::Kind::Allocate,
                                       guest::Allocate{{}, std::uint64_t{2} << 30, {}, "cudaMalloc", 0})
                .error,
            whole::cuda_memory_allocation);
}

/// Without ending the program: of the launch that takes longest, or of the first on a line, before it runs.
TEST(WholeServer, KeepsWhatOneLaunchSaw) {
  const auto value_seen = [](const FakeGuest& guest, const whole::LaunchSnapshot& snapshot,
                             std::uint64_t address) {
    const std::vector<std::uint8_t> bytes = launch::bytes_of(snapshot, static_cast<std::uint32_t>(address),
                                                             4);
    float value = -1;
    std::memcpy(&value, bytes.data(), 4);
    EXPECT_NE(guest.server, nullptr);
    return value;
  };
  for (const std::uint32_t line : {0u, 8u}) {
    SCOPED_TRACE(line);
    FakeGuest guest(text);
    guest.server.reset();
    std::uint32_t heard = 0;
    guest.request.keep = {1u << 20, line, [&](const auto& snapshot) { heard += snapshot->number; }};
    guest.start();
    const std::uint64_t a = guest.allocate(4u << 20), b = guest.allocate(4u << 20);
    ASSERT_EQ(guest.launch("scale", {1}, {32}, 0, b).sticky, 0);
    for (int i = 0; i < 2; ++i) ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
    EXPECT_EQ(heard, line == 0 ? 0u : 2u);
    ASSERT_EQ(guest.launch("add", {8192}, {128}, 0, a, a, b, 1u << 20).sticky, 0);
    ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
    const std::shared_ptr<const whole::LaunchSnapshot> kept = guest.server->kept();
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->number, line == 0 ? 4u : 2u);
    EXPECT_EQ(value_seen(guest, *kept, a), line == 0 ? 2.f : 0.f);
    EXPECT_EQ(guest.server->snapshot(), nullptr) << "nothing ends the program";
  }
  FakeGuest guest(text);
  guest.server.reset();
  guest.request.keep.copied_bytes = 4096; // the array has 64 KiB
  guest.start();
  const std::uint64_t a = guest.allocate(1 << 16);
  ASSERT_EQ(guest.to_device(a, std::vector<float>(1 << 14, 1.f)), 0);
  ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
  EXPECT_EQ(guest.server->kept(), nullptr);
}

TEST(WholeServer, ASnapshotRunsAgainOnWhatTheLaunchSaw) {
  FakeGuest guest(text);
  guest.server.reset();
  guest.request.capture = whole::Capture{2, {}};
  guest.start();
  const std::uint64_t a = guest.allocate(128);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(guest.launch("increment", {1}, {32}, 0, a).sticky, 0);
  const std::shared_ptr<const whole::LaunchSnapshot> snapshot = guest.server->snapshot();
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->number, 2u);
  EXPECT_EQ(snapshot->kernel, "increment");
  const program::Program& program = *guest.request.program.program;
  exec::DeviceMemory memory(program);
  std::string error;
  ASSERT_TRUE(launch::restore_snapshot(*snapshot, program, memory, error)) << error;
  float first = 0;
  std::memcpy(&first, memory.bytes(Space::Global, static_cast<std::uint32_t>(a), 4).data(), 4);
  EXPECT_EQ(first, 1.f) << "what the first launch left";

  // The same, as the window and `sim` run it: with a trace, races, and another text.
  run::Request again;
  again.file = "p.cu", again.text = text;
  again.device = guest.request.device;
  again.snapshot = snapshot;
  again.trace_block = 0;
  again.races = true;
  again.hash_buffers = true;
  compile::Compiler compiler;
  const auto value_left = [&](const run::Result& result) {
    float value = 0;
    if (result.buffers.size() == 1 && result.buffers[0].contents.size() == 128)
      std::memcpy(&value, result.buffers[0].contents.data(), 4);
    return value;
  };
  const run::Result same = run::simulate(compiler, again);
  ASSERT_EQ(same.status, run::Status::Done) << format_diagnostics(same.diagnostics);
  EXPECT_EQ(same.launch.kernel, "increment");
  EXPECT_EQ(value_left(same), 2.f);
  ASSERT_NE(same.trace, nullptr);
  EXPECT_EQ(same.trace->size(), 2u);
  again.text.replace(again.text.find("+= 1"), 4, "+= 7");
  EXPECT_EQ(value_left(run::simulate(compiler, again)), 8.f);
  again.text.replace(again.text.find("increment(float *a)"), 19, "increment(float *a, int b)");
  EXPECT_EQ(run::simulate(compiler, again).status, run::Status::UserError) << "its parameters changed";
  again.text = text, again.program = guest.request.program.program;
  EXPECT_EQ(value_left(run::simulate(compiler, again)), 2.f) << "compiled before";
}

TEST(WholeServer, CheckFindsReadsOfWhatNothingWrote) {
  FakeGuest guest(text, true);
  guest.with_lines(100);
  const std::uint64_t a = guest.allocate(128, 30), b = guest.allocate(128, 31), out = guest.allocate(128, 32);
  EXPECT_EQ(guest.to_device(a, std::vector<float>(32, 1)), 0);
  EXPECT_EQ(guest.launch("add", {1}, {32}, 50, a, b, out, 32).sticky, 0);
  EXPECT_EQ(guest.launch("increment", {1}, {32}, 51, out).sticky, 0) << "a kernel wrote it";
  const whole::Record record = guest.end();
  const whole::Finding* finding = find(record, "uninitialised-read");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->place.line, 6u);
  EXPECT_EQ(finding->related_place.line, 31u);
  EXPECT_EQ(std::count_if(record.findings.begin(), record.findings.end(),
                          [](const whole::Finding& f) { return f.kind == "uninitialised-read"; }),
            1);
}

TEST(WholeServer, CheckFindsKernelsOnTwoStreamsThatNothingOrders) {
  using Kind = guest::OrderKind;
  const auto record = [](bool wait) {
    FakeGuest guest(text, true);
    guest.with_lines(100);
    const std::uint64_t a = guest.allocate(128, 30);
    EXPECT_EQ(guest.to_device(a, std::vector<float>(32, 1)), 0);
    EXPECT_EQ(guest.order(Kind::StreamCreate, 1).error + guest.order(Kind::StreamCreate, 2).error, 0);
    EXPECT_EQ(guest.order(Kind::EventCreate, 0, 9).error, 0);
    guest.stream = 1;
    EXPECT_EQ(guest.launch("increment", {1}, {32}, 51, a).sticky, 0);
    if (wait) {
      EXPECT_EQ(guest.order(Kind::EventRecord, 1, 9).error, 0);
      EXPECT_EQ(guest.order(Kind::StreamWaitEvent, 2, 9).error, 0);
    }
    guest.stream = 2;
    EXPECT_EQ(guest.launch("increment", {1}, {32}, 52, a).sticky, 0);
    static_cast<void>(guest.order(Kind::DeviceSynchronize));
    EXPECT_EQ(guest.to_host<float>(a, 1)[0], 3.f);
    return guest.end();
  };
  EXPECT_EQ(find(record(true), "stream-race"), nullptr);
  const whole::Record racing = record(false);
  ASSERT_NE(find(racing, "stream-race"), nullptr);
  EXPECT_EQ(find(racing, "stream-race")->related_place.line, 51u);
  EXPECT_EQ(find(racing, "stream-race")->place.line, 8u);
}

TEST(WholeServer, SenselessMessagesAreDamage) {
  FakeGuest guest(text);
  const auto damaged = [&](guest::Kind kind, const std::vector<std::uint8_t>& bytes) {
    return guest.server->serve(static_cast<std::uint32_t>(kind), bytes).damaged;
  };
  EXPECT_TRUE(damaged(guest::Kind::Welcome, {}));
  EXPECT_TRUE(damaged(static_cast<guest::Kind>(77), {}));
  EXPECT_TRUE(damaged(guest::Kind::Allocate, {1, 2, 3}));
  guest::Launch launch;
  launch.kernel = 1000;
  EXPECT_TRUE(damaged(guest::Kind::Launch, wire::encode(launch)));
  launch.kernel = 0, launch.parameters.assign(3, 0);
  EXPECT_TRUE(damaged(guest::Kind::Launch, wire::encode(launch)));
  EXPECT_TRUE(damaged(guest::Kind::Loaded, wire::encode(guest::Loaded{{"a"}, {}})));
}

TEST(WholeServer, ANameComesFromTheLineOfTheCall) {
  EXPECT_EQ(whole::assigned_name("  cudaMalloc(&d_in, n * 4);", "cudaMalloc"), "d_in");
  EXPECT_EQ(whole::assigned_name("CHECK(cudaMalloc((void **)&this->data, n));", "cudaMalloc"), "this->data");
  EXPECT_EQ(whole::assigned_name("cudaMalloc(reinterpret_cast<void **>(&p[i]), n);", "cudaMalloc"), "p[i]");
  EXPECT_EQ(whole::assigned_name("cudaMallocManaged(&s.x, n);", "cudaMallocManaged"), "s.x");
  EXPECT_EQ(whole::assigned_name("p = pool.get(12);", "cudaMalloc"), "");
  EXPECT_EQ(whole::assigned_name("cudaMalloc(", "cudaMalloc"), "");
  const std::string three = "cudaMallocHost(&h, n); cudaMalloc(&a, n), cudaMalloc(&b, n);";
  EXPECT_EQ(whole::assigned_name(three, "cudaMalloc"), "a");
  EXPECT_EQ(whole::assigned_name(three, "cudaMalloc", 1), "b");
  EXPECT_EQ(whole::assigned_name(three, "cudaMalloc", 2), "a") << "the loop comes to the line again";
  EXPECT_EQ(whole::assigned_name(three, "cudaMallocHost"), "h");
}

} // namespace
} // namespace warpscope
