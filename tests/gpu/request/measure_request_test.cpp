// A text and its launch as a request, against what the simulator runs; and NVRTC on what is sent.
#include "app/document/cuts.h"
#include "app/measuring/measure_request.h"
#include "gpu/measure/dynlib.h"
#include "gpu/measure/launch.h"
#include "gpu/measure/line_table.h"
#include "gpu/measure/nvrtc.h"
#include "gpu/remote/measure_process.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/launch/launch_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace warpscope {
namespace {

compile::Compiler& compiler() {
  static compile::Compiler one(std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-compiler");
  return one;
}

run::Request simulation_of(const std::string& file, const std::string& text) {
  run::Request request;
  request.file = file;
  request.text = text;
  request.folder = testing::TempDir();
  request.device = *devices::find_device("cc90");
  return request;
}

std::optional<protocol::MeasureRequest> request_of(const std::string& text, std::string* errors = nullptr) {
  Diagnostics diagnostics;
  auto request = measuring::make_measure_request(compiler(), simulation_of("x.cu", text), diagnostics);
  if (errors != nullptr) *errors = format_diagnostics(diagnostics);
  else EXPECT_TRUE(request) << format_diagnostics(diagnostics);
  return request;
}

/// Every buffer and scalar of the request holds what the simulator's memory holds before its launch.
void expect_the_simulators_memory(const std::string& file, const std::string& text) {
  const run::Request simulation = simulation_of(file, text);
  Diagnostics diagnostics;
  const auto request = measuring::make_measure_request(compiler(), simulation, diagnostics);
  ASSERT_TRUE(request) << format_diagnostics(diagnostics);
  const auto prepared = run::prepare_launch(compiler(), simulation, diagnostics);
  ASSERT_TRUE(prepared) << format_diagnostics(diagnostics);
  const program::Program& program = *prepared->program;
  exec::DeviceMemory memory(program);
  exec::Launch launch;
  const std::vector<launch::Buffer> buffers = launch::prepare_memory(
      program.kernels[prepared->kernel.kernel], prepared->launch.arguments, prepared->kernel.binding,
      simulation.folder, {simulation.file, simulation.text}, memory, launch, diagnostics);
  std::size_t compared = 0;
  for (const protocol::MeasureArgument& argument : request->call.arguments) {
    if (argument.kind == protocol::MeasureArgument::Kind::Buffer) {
      for (const launch::Buffer& buffer : buffers) {
        if (prepared->launch.arguments[buffer.argument].name != argument.name) continue;
        const auto there = memory.bytes(Space::Global, buffer.offset, buffer.bytes);
        EXPECT_EQ(measure::initial_bytes(argument), std::vector<std::uint8_t>(there.begin(), there.end()))
            << file << " " << argument.name;
        ++compared;
      }
    } else {
      const std::vector<std::uint8_t> value = argument.kind == protocol::MeasureArgument::Kind::Bytes
                                                  ? argument.data
                                                  : measure::initial_bytes(argument);
      EXPECT_EQ(std::memcmp(value.data(), launch.parameters.data() + argument.offset, value.size()), 0)
          << file << " " << argument.name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, request->call.arguments.size()) << file;
  EXPECT_EQ(request->call.parameter_bytes, launch.parameters.size());
}

TEST(MeasureRequestOf, EveryLabHoldsWhatTheSimulatorHolds) {
  for (const labs::Lab& lab : labs::labs())
    if (!lab.program) expect_the_simulators_memory(lab.file_name, lab.text);
}

TEST(MeasureRequestOf, ACutBarrierIsBlankedOutInPlaceInEveryLab) {
  std::size_t cut = 0;
  for (const labs::Lab& lab : labs::labs()) {
    if (lab.program) continue;
    run::Request simulation = simulation_of(lab.file_name, lab.text);
    Diagnostics diagnostics;
    const auto whole = measuring::make_measure_request(compiler(), simulation, diagnostics);
    ASSERT_TRUE(whole) << format_diagnostics(diagnostics);
    for (const std::uint32_t line :
         document::barrier_lines(*run::prepare_launch(compiler(), simulation, diagnostics)->program, {})) {
      simulation.without_barriers = {line};
      const auto request = measuring::make_measure_request(compiler(), simulation, diagnostics);
      // A wait that is written in PTX, or that a cuda::pipeline or its maker has in it, is no call that could
      // be blanked out: that is said.
      const std::string_view waits = line_of(whole->text, line);
      if (!request && (waits.find("mbarrier.") != waits.npos || waits.find("pipe.") != waits.npos ||
                       waits.find("make_pipeline(") != waits.npos)) {
        EXPECT_NE(format_diagnostics(diagnostics).find("is not written out on line"), std::string::npos);
        diagnostics.clear();
        continue;
      }
      ASSERT_TRUE(request) << lab.file_name << ":" << line << " " << format_diagnostics(diagnostics);
      const std::string was(line_of(whole->text, line)), is(line_of(request->text, line));
      const std::string call = was.find("block.sync()") == std::string::npos ? "__syncthreads()"
                                                                             : "block.sync()";
      ASSERT_NE(was.find(call), std::string::npos) << lab.file_name << ":" << line;
      std::string blank = "(void)0";
      blank.resize(call.size(), ' ');
      EXPECT_EQ(is, std::string(was).replace(was.find(call), call.size(), blank)) << lab.file_name;
      EXPECT_EQ(request->text.size(), whole->text.size());
      EXPECT_NE(protocol::hash_of(*request), protocol::hash_of(*whole))
          << "no recording of the whole text fits";
      ++cut;
    }
  }
  EXPECT_GT(cut, 8u);
}

TEST(MeasureRequestOf, ABarrierThatIsNotWrittenOutCannotBeCutFromWhatIsSent) {
  run::Request simulation = simulation_of(
      "x.cu", "/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = 64\n[args]\nout = \"zero[64]\"\n*/\n"
              "#include <cooperative_groups.h>\n#define SYNC __syncthreads()\n__global__ void k(int* out) {\n"
              "  auto block = cooperative_groups::this_thread_block();\n  SYNC;\n  block.sync();\n"
              "  __syncthreads(); cooperative_groups::tiled_partition<32>(block).sync();\n  out[threadIdx.x] "
              "= 1;\n}\n");
  Diagnostics diagnostics;
  simulation.without_barriers = {13};
  const auto request = measuring::make_measure_request(compiler(), simulation, diagnostics);
  ASSERT_TRUE(request) << format_diagnostics(diagnostics);
  EXPECT_EQ(line_of(request->text, 13), "  (void)0     ;");
  for (const std::uint32_t line : {12u, 14u}) {
    simulation.without_barriers = {line};
    EXPECT_FALSE(measuring::make_measure_request(compiler(), simulation, diagnostics));
    const std::string at = std::to_string(line);
    EXPECT_NE(format_diagnostics(diagnostics)
                  .find("x.cu:" + at + ":1: error: the barrier that is cut on line " + at +
                        " is not written out on line " + at + " alone"),
              std::string::npos)
        << format_diagnostics(diagnostics);
  }
}

constexpr const char* everything = R"(/* warpscope
kernel = "every<2, float>"
grid = [2, 2]
block = 64
shared = 128
[params]
N = 16
[args]
halves = "random:3[N]"
pairs = "ramp[N]"
bytes = "mod:5[N]"
doubles = "random:9[N]"
flags = "random:1[N]"
mixed = "zero[N]"
n = "N"
factor = "0.5f"
offset = "1, 2, 3, 4"
table = "ramp[4]"
[check]
doubles = "plain"
*/
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
struct Mixed { int i; float f; double d; };
__constant__ float table[4];
template <int A, class T>
__global__ void every(const __half *halves, float2 *pairs, unsigned char *bytes, double *doubles, bool *flags, Mixed *mixed, long long n, T factor, float4 offset) {
  extern __shared__ float s[];
  doubles[threadIdx.x % n] = factor * offset.x + table[0] + A;
}
__global__ void plain(double *doubles, int n) { doubles[0] = n; }
int main() { std::vector<int> v; every<2, float><<<1, 1>>>(0, 0, 0, 0, 0, 0, 0, 0, float4()); }
)";

TEST(MeasureRequestOf, EveryKindOfArgumentIsSent) {
  const std::string text = everything;
  expect_the_simulators_memory("everything.cu", text);
  const auto request = request_of(text);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->call.kernel, "every<2, float>");
  EXPECT_EQ(request->dynamic_shared_bytes, 128u);
  EXPECT_FALSE(request->cooperative);
  ASSERT_EQ(request->variables.size(), 1u);
  EXPECT_EQ(request->variables[0].name, "table");
  EXPECT_EQ(request->variables[0].bytes, 16u);
  ASSERT_EQ(request->checks.size(), 1u);
  EXPECT_EQ(request->checks[0].reference.kernel, "plain");
  EXPECT_EQ(request->checks[0].reference.arguments[1].type, ElementType::I32);
  EXPECT_EQ(request->call.arguments[1].element_bytes, 8u);
  EXPECT_TRUE(request->call.arguments[0].read_only);
  EXPECT_EQ(request->call.arguments[8].kind, protocol::MeasureArgument::Kind::Bytes);
  std::string error;
  EXPECT_EQ(protocol::parse_measure_request(protocol::to_json(*request), error), request) << error;
}

TEST(MeasureRequestOf, TheHostsPartAndTheHeadersWordsAreLeftOut) {
  const std::string text = everything;
  const auto request = request_of(text);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->text.find("main"), std::string::npos);
  EXPECT_EQ(request->text.find("kernel ="), std::string::npos);
  EXPECT_EQ(std::count(request->text.begin(), request->text.end(), '\n'),
            std::count(text.begin(), text.end(), '\n'));
  EXPECT_NE(request->text.find("\nstruct Mixed"), std::string::npos);
  // Other prose in the header is the same request; another text is not.
  std::string prose = text, other = text;
  prose.insert(prose.find("\n[args]"), " # how many, and why");
  other.replace(other.find("factor * offset.x"), 6, "2.0f  ");
  EXPECT_NE(protocol::hash_of(*request_of(other)), protocol::hash_of(*request));
  EXPECT_EQ(protocol::hash_of(*request_of(prose)), protocol::hash_of(*request));
}

TEST(MeasureRequestOf, BytesOfOtherEncodingsTravelAsQuestionMarks) {
  const auto request = request_of(
      "/* warpscope\ngrid = 1\nblock = 32\n[args]\na = \"zero[32]\"\n*/\n__global__ void k(float "
      "*a) { a[0] = 1; } // gr\xfc\xdf\n");
  ASSERT_TRUE(request);
  EXPECT_NE(request->text.find("// gr??"), std::string::npos);
}

TEST(MeasureRequestOf, FilesTravelInTheRequest) {
  const std::string name = "warpscope_fill_" + std::to_string(getpid()) + ".bin";
  std::ofstream(testing::TempDir() + name, std::ios::binary) << std::string("\1\2\3\4\5\6\7\10", 8);
  const std::string text = "/* warpscope\ngrid = 1\nblock = 2\n[args]\na = \"file:" + name +
                           "[2]\"\n*/\n__global__ void k(float *a) { a[0] = 1; }\n";
  expect_the_simulators_memory("file.cu", text);
  const auto request = request_of(text);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->call.arguments[0].data, (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  std::filesystem::remove(testing::TempDir() + name);
  std::string errors;
  EXPECT_FALSE(request_of(text, &errors));
  EXPECT_NE(errors.find("x.cu:5:"), std::string::npos) << errors;
}

TEST(MeasureRequestOf, MistakesAreTheSimulators) {
  std::string errors;
  EXPECT_FALSE(request_of("__global__ void k(float *a) { a[0] = b; }", &errors));
  EXPECT_FALSE(errors.empty());
  EXPECT_FALSE(request_of("/* warpscope\ngrid = 1\nblock = 32\n[args]\na = \"zero[32]\"\n[check]\na = "
                          "\"nobody\"\n*/\n__global__ void k(float *a) { a[0] = 1; }",
                          &errors));
  EXPECT_NE(errors.find("there is no kernel 'nobody'"), std::string::npos) << errors;
}

/// Reason to leave NVRTC's tests out, with what it says.
#define NEEDS_NVRTC()                                                                                        \
  if (const std::string reason = measure::no_nvrtc(); !reason.empty()) GTEST_SKIP() << reason

constexpr std::uint32_t architectures[] = {75, 80, 86, 89, 90, 100, 120};

/// False when the simulator warns that a device of this compute capability lacks an instruction of the text.
bool says_it_runs(const program::TextSource& source) {
  const compile::CompileResult compiled = compiler().compile(source, std::chrono::seconds(20));
  EXPECT_FALSE(has_errors(compiled.diagnostics)) << format_diagnostics(compiled.diagnostics);
  return std::none_of(compiled.diagnostics.begin(), compiled.diagnostics.end(), [](const Diagnostic& one) {
    return one.message.find("needs compute capability") != std::string::npos;
  });
}

void compile_everywhere(const std::string& id, const protocol::MeasureRequest& request) {
  const bool may_lack = request.text.find("asm") != std::string::npos ||
                        request.text.find("__cluster_dims__") != std::string::npos;
  for (const std::uint32_t cc : architectures) {
    const measure::CompiledDeviceText compiled = measure::compile_device_text(
        request, cc, protocol::BuildKind::AsCompiled);
    program::TextSource source;
    source.file = id, source.text = request.text, source.compute_capability = cc;
    source.macros = request.macros;
    if (request.call.kernel.find('<') != std::string::npos) source.instances = {request.call.kernel};
    const bool expected = !may_lack || says_it_runs(source);
    EXPECT_EQ(compiled.fine(), expected) << id << " sm_" << cc << ": " << compiled.first_error();
  }
  const measure::CompiledDeviceText written = measure::compile_device_text(request, 90,
                                                                           protocol::BuildKind::AsWritten);
  // As written makes shared variables volatile, and a pipeline's state has no member function for that.
  const bool may_be_volatile = request.text.find("cuda::pipeline_shared_state") == std::string::npos;
  EXPECT_EQ(written.fine(), may_be_volatile) << id << ": " << written.first_error();
}

protocol::MeasureRequest written_request(const std::string& text) {
  protocol::MeasureRequest request;
  request.text = text;
  request.call.kernel = "k";
  request.grid = {1, 1, 1};
  request.block = {32, 1, 1};
  return request;
}

TEST(Nvrtc, EveryLabCompilesForTheArchitecturesThatHaveItsInstructions) {
  NEEDS_NVRTC();
  for (const labs::Lab& lab : labs::labs())
    if (!lab.program)
      compile_everywhere(lab.id, request_of(lab.text).value()); // NVRTC compiles one text at a time
}

TEST(Nvrtc, PtxasRefusesAnInstructionWhereTheSimulatorSaysSo) {
  NEEDS_NVRTC();
  // s: an address of shared memory; g: one of global memory; a, b, c, d: 32 bits; l, m: 64 bits; f: double.
  static const char* const statements[] = {
      R"("mbarrier.init.shared.b64 [%0], 1;" :: "r"(s))",
      R"("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(l) : "r"(s))",
      R"("mbarrier.test_wait.shared.b64 p, [%0], %1;" :: "r"(s), "l"(l))",
      R"("mbarrier.try_wait.parity.shared.b64 p, [%0], %1;" :: "r"(s), "r"(a))",
      R"("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" :: "r"(s))",
      R"("mbarrier.arrive.shared::cluster.b64 _, [%0];" :: "r"(s))",
      R"("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(s), "l"(g))",
      R"("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"(s))",
      R"("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%0];" :: "r"(s), "l"(g))",
      R"("cp.async.bulk.global.shared::cta.bulk_group [%1], [%0], 16;" :: "r"(s), "l"(g))",
      R"("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%1], [%0], 16;" :: "r"(s), "l"(g))",
      R"("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%0];" :: "r"(s), "r"(a))",
      R"("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%0];" :: "r"(s), "r"(a))",
      R"("ld.shared::cluster.u32 %0, [%1];" : "=r"(a) : "r"(s))",
      R"("fence.mbarrier_init.release.cluster;" ::)",
      R"("fence.proxy.async;" ::)",
      R"("fence.proxy.alias;" ::)",
      R"("fence.acq_rel.cluster;" ::)",
      R"("fence.acq_rel.gpu;" ::)",
      R"("ld.acquire.cluster.global.u32 %0, [%1];" : "=r"(a) : "l"(g))",
      R"("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(g))",
      R"("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(a) : "r"(s))",
      R"("getctarank.shared::cluster.u32 %0, %1;" : "=r"(a) : "r"(s))",
      R"("barrier.cluster.arrive;" ::)",
      R"("isspacep.shared::cluster p, %0;" :: "l"(l))",
      R"("elect.sync _|p, 0xffffffff;" ::)",
      R"("griddepcontrol.wait;" ::)",
      R"("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(a) : "r"(b))",
      R"("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(a) : "r"(b))",
      R"("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(l))",
      R"("discard.global.L2 [%0], 128;" :: "l"(g))",
      R"("applypriority.global.L2::evict_normal [%0], 128;" :: "l"(g))",
      R"("ld.global.L2::128B.u32 %0, [%1];" : "=r"(a) : "l"(g))",
      R"("ld.global.L2::256B.u32 %0, [%1];" : "=r"(a) : "l"(g))",
      R"("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(a) : "l"(g), "l"(l))",
      R"("prefetch.tensormap [%0];" :: "l"(l))",
      R"("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(s))",
      R"("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(s), "r"(a))",
      R"("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(a) : "r"(b))",
      R"("setmaxnreg.inc.sync.aligned.u32 160;" ::)",
      R"("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%2}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %2, %3}, {%2, %3}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%0, %1}, {%2}, {%0, %1, %2, %3};" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))",
      R"("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%0, %1, %2, %3}, {%2, %3}, {%0, %1, %2, %3};" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))",
      R"("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%0, %1, %2, %3}, {%2, %3}, {%0, %1, %2, %3};" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))",
      R"("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%0, %1};" : "+r"(a), "+r"(b) : "r"(c), "r"(d))",
      R"("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%0, %1, %2, %3}, {%2, %3}, {%0, %1, %2, %3};" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))",
      R"("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(f), "+d"(h) : "d"(f), "d"(h))",
      R"("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %0, %1}, {%2, %3}, {%2}, {%0, %1, %0, %1};" : "+d"(f), "+d"(h) : "d"(f), "d"(h))",
      R"("cvt.rn.bf16x2.f32 %0, %1, %1;" : "=r"(a) : "f"(1.0f))",
      R"("cvt.rna.tf32.f32 %0, %1;" : "=r"(a) : "f"(1.0f))",
      R"("fma.rn.bf16x2 %0, %1, %1, %1;" : "=r"(a) : "r"(b))",
      R"("fma.rn.f16x2 %0, %1, %1, %1;" : "=r"(a) : "r"(b))",
      R"("fma.rn.relu.f16x2 %0, %1, %1, %1;" : "=r"(a) : "r"(b))",
      R"("add.bf16x2 %0, %1, %1;" : "=r"(a) : "r"(b))",
      R"("max.f16x2 %0, %1, %1;" : "=r"(a) : "r"(b))",
      R"("red.global.add.noftz.bf16x2 [%0], %1;" :: "l"(g), "r"(a))",
      R"("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(g), "r"(a))",
  };
  for (const char* const statement : statements) {
    std::string ptx = std::string("asm volatile(\"{.reg .pred p; \" ") + statement;
    ptx.insert(ptx.find(";\"") + 1, " }");
    program::TextSource source;
    source.file = "x.cu";
    source.text = "__global__ void k(unsigned *out) {\n  __shared__ unsigned long long words[64];\n"
                  "  unsigned s = (unsigned)__cvta_generic_to_shared(words), a = s, b = s, c = s, d = s;\n"
                  "  unsigned long long l = s, g = (unsigned long long)__cvta_generic_to_global(out);\n"
                  "  double f = s, h = s;\n  " +
                  ptx + ");\n  out[1] = a + b + c + d + l + f + h;\n}\n";
    protocol::MeasureRequest request = {};
    request.text = source.text;
    request.call.kernel = "k";
    request.grid = {1, 1, 1}, request.block = {32, 1, 1};
    for (const std::uint32_t cc : architectures) {
      source.compute_capability = cc;
      const compile::CompileResult ours = compiler().compile(source, std::chrono::seconds(20));
      const std::string messages = format_diagnostics(ours.diagnostics);
      const measure::CompiledDeviceText theirs = measure::compile_device_text(
          request, cc, protocol::BuildKind::AsCompiled);
      EXPECT_EQ(theirs.fine(), messages.find("needs compute capability") == std::string::npos)
          << statement << " sm_" << cc << "\n"
          << messages << theirs.first_error();
    }
  }
}

TEST(Nvrtc, ARefusalByPtxasNamesTheArchitectureAndTheReason) {
  NEEDS_NVRTC();
  const measure::CompiledDeviceText compiled = measure::compile_device_text(
      written_request("__global__ void k(int *a) { asm(\"redux.sync.add.s32 %0, %1, -1;\" : \"=r\"(a[0]) : "
                      "\"r\"(a[1])); }\n"),
      75, protocol::BuildKind::AsCompiled);
  EXPECT_EQ(compiled.first_error(), "gpu-architecture=sm_75 is refused: Feature 'redux' requires "
                                    ".target sm_80 or higher");
}

TEST(Nvrtc, TemplatesVariablesAndMacrosOfOneLetterCompile) {
  NEEDS_NVRTC();
  const auto request = request_of(everything);
  ASSERT_TRUE(request);
  const measure::CompiledDeviceText compiled = measure::compile_device_text(*request, 90,
                                                                            protocol::BuildKind::AsCompiled);
  ASSERT_TRUE(compiled.fine()) << compiled.first_error();
  EXPECT_EQ(compiled.symbols.at("plain"), "_Z5plainPdi");
  EXPECT_EQ(compiled.symbols.at("table"), "table");
  EXPECT_EQ(compiled.symbols.at("every<2, float>").rfind("_Z5every", 0), 0u);
}

TEST(Nvrtc, ErrorsHaveTheTextsPlaces) {
  NEEDS_NVRTC();
  const measure::CompiledDeviceText compiled = measure::compile_device_text(
      written_request("#define X 1\n__global__ void k(int *a) {\n  a[0] = foo + X;\n}\n"), 90,
      protocol::BuildKind::AsCompiled);
  ASSERT_EQ(compiled.messages.size(), 1u);
  EXPECT_EQ(compiled.messages[0],
            (protocol::RecordedMessage{3, 10, true, "identifier \"foo\" is undefined"}));
}

TEST(Nvrtc, NoFileOfTheHostIsRead) {
  NEEDS_NVRTC();
  for (const char* include : {"#include \"/etc/passwd\"", "/**/ # include </etc/passwd>",
                              "#include \"../../../etc/passwd\"", "%:include \"mine.h\""}) {
    const measure::CompiledDeviceText compiled = measure::compile_device_text(
        written_request(std::string("\n") + include + "\n__global__ void k(int *a) {}\n"), 90,
        protocol::BuildKind::AsCompiled);
    ASSERT_EQ(compiled.messages.size(), 1u) << include;
    EXPECT_EQ(compiled.messages[0].line, 2u) << include;
    EXPECT_NE(compiled.messages[0].text.find("is no header of the CUDA toolkit, and no other file is read"),
              std::string::npos)
        << compiled.messages[0].text;
  }
  const measure::CompiledDeviceText computed = measure::compile_device_text(
      written_request("#define H \"/etc/passwd\"\n#include H\n__global__ void k(int *a) {}\n"), 90,
      protocol::BuildKind::AsCompiled);
  EXPECT_EQ(computed.first_error(), "line 2: this #include gives no name between < > or quotes: it is "
                                    "refused, since it could read any file");
  protocol::MeasureRequest macro = written_request("#include H\n__global__ void k(int *a) {}\n");
  macro.macros = {{"H", "\"/etc/passwd\""}};
  EXPECT_FALSE(measure::compile_device_text(macro, 90, protocol::BuildKind::AsCompiled).fine());
}

TEST(Nvrtc, HeadersThatAreSentAreReadAndTheirCodeHasNoLineOfTheText) {
  NEEDS_NVRTC();
  protocol::MeasureRequest request = written_request("#include \"common/twice.cuh\"\n"
                                                     "__global__ void k(float *a) {\n"
                                                     "  a[threadIdx.x] = twice(a, threadIdx.x);\n"
                                                     "}\n");
  request.headers = {{"common/twice.cuh", "#pragma once\n#include \"base.h\"\n#include \"base.h\"\n"
                                          "__device__ inline float twice(const float *p, int i) {\n"
                                          "  return FACTOR * p[i + 32];\n}\n"},
                     {"base.h", "#pragma once\n#define FACTOR 2\nstruct Base { int i; };\n"}};
  const measure::CompiledDeviceText compiled = measure::compile_device_text(request, 90,
                                                                            protocol::BuildKind::AsCompiled);
  ASSERT_TRUE(compiled.fine()) << compiled.first_error();
  const auto lines = [&](const std::vector<std::string>& headers) {
    const measure::LineTable table(compiled.cubin, compiled.symbols.at("k"), measure::device_text_name,
                                   headers);
    std::set<std::uint32_t> found;
    for (std::uint64_t pc = 0; pc < 0x100; pc += 16) found.insert(table.line_of(pc));
    return found;
  };
  EXPECT_TRUE(lines({"common/twice.cuh"}).contains(0)) << "the load stands in the header";
  EXPECT_TRUE(lines({"common/twice.cuh"}).contains(3)) << "the store stands in the text";
  EXPECT_FALSE(lines({"other/twice.cuh"}).contains(0)) << "a header of that name elsewhere is another one";

  request.headers["base.h"] = "#define FACTOR\n#include \"/etc/passwd\"\n";
  const measure::CompiledDeviceText refused = measure::compile_device_text(request, 90,
                                                                           protocol::BuildKind::AsCompiled);
  EXPECT_EQ(refused.first_error(),
            "/etc/passwd is no header of the CUDA toolkit, and no other file is read (in "
            "base.h, line 2)");
}

TEST(Nvrtc, TheToolkitsHeadersIncludeEachOther) {
  NEEDS_NVRTC();
  protocol::MeasureRequest request = written_request(
      "#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include <limits>\nnamespace cg = "
      "cooperative_groups;\n"
      "__global__ void k(__half *a) { cg::this_grid().sync(); a[0] = std::numeric_limits<int>::max(); }\n");
  if (measure::cuda_header_folders({}).empty())
    GTEST_SKIP() << "no headers of the CUDA toolkit on this machine";
  request.macros = {{"N", "3"}, {"T", "4"}}; // names that the headers have for their own
  const measure::CompiledDeviceText compiled = measure::compile_device_text(request, 90,
                                                                            protocol::BuildKind::AsCompiled);
  EXPECT_TRUE(compiled.fine()) << compiled.first_error();
}

TEST(Nvrtc, WhatCannotBeBuiltAsWrittenSaysWhy) {
  NEEDS_NVRTC();
  const protocol::MeasureRequest vectors = written_request(
      "__global__ void k(float4 *a) {\n  __shared__ float4 "
      "s[32];\n  s[threadIdx.x] = a[0];\n  a[1] = s[2];\n}\n");
  EXPECT_TRUE(measure::compile_device_text(vectors, 90, protocol::BuildKind::AsCompiled).fine());
  const measure::CompiledDeviceText written = measure::compile_device_text(vectors, 90,
                                                                           protocol::BuildKind::AsWritten);
  EXPECT_EQ(written.first_error(),
            "line 3: no operator \"=\" matches these operands (operand types are: volatile float4 = float4)");
  // Atomics on volatile variables are none of C++'s business.
  const protocol::MeasureRequest atomics = written_request(
      "__global__ void k(unsigned *a) {\n  __shared__ unsigned s[32];\n  s[threadIdx.x] = 0;\n  "
      "__syncthreads();\n"
      "  atomicAdd(&s[a[0] % 32], 1);\n  atomicCAS(&s[3], 1, 2);\n  atomicMax(a, 7);\n  a[1] = s[2];\n}\n");
  const measure::CompiledDeviceText fine = measure::compile_device_text(atomics, 90,
                                                                        protocol::BuildKind::AsWritten);
  EXPECT_TRUE(fine.fine()) << fine.first_error();
}

TEST(Nvrtc, EveryInstructionHasALineOfTheTextThroughInlining) {
  NEEDS_NVRTC();
  if (measure::cuda_header_folders({}).empty())
    GTEST_SKIP() << "no headers of the CUDA toolkit on this machine";
  const protocol::MeasureRequest request = written_request(
      "#include <cuda_pipeline.h>\n"                                            // 1
      "__device__ float twice(const float *p) {\n"                              // 2
      "  return *p * 2;\n"                                                      // 3
      "}\n"                                                                     // 4
      "__global__ void other(float *a) { *a = 1; }\n"                           // 5
      "__global__ void k(const float *in, float *out) {\n"                      // 6
      "  __shared__ float s[256];\n"                                            // 7
      "  __pipeline_memcpy_async(&s[threadIdx.x], &in[blockIdx.x * 256], 4);\n" // 8
      "  __pipeline_commit();\n"                                                // 9
      "  __pipeline_wait_prior(0);\n"                                           // 10
      "  __syncthreads();\n"                                                    // 11
      "  out[threadIdx.x] = twice(s + (255 - threadIdx.x));\n"                  // 12
      "}\n");
  const measure::CompiledDeviceText compiled = measure::compile_device_text(request, 90,
                                                                            protocol::BuildKind::AsCompiled);
  ASSERT_TRUE(compiled.fine()) << compiled.first_error();
  const measure::LineTable table(compiled.cubin, compiled.symbols.at("k"), measure::device_text_name);
  ASSERT_FALSE(table.empty());
  std::set<std::uint32_t> lines;
  for (std::uint64_t pc = 0; pc < 0x200; pc += 16) lines.insert(table.line_of(pc));
  EXPECT_FALSE(lines.contains(0)) << "the copy's instructions stand in a header and were inlined at line 8";
  EXPECT_TRUE(lines.contains(3)) << "the load stands in twice(), and that is the text's";
  EXPECT_TRUE(lines.contains(8));
  EXPECT_TRUE(lines.contains(12));
  EXPECT_FALSE(lines.contains(5)) << "of another function";
  EXPECT_TRUE(measure::LineTable(compiled.cubin, "no_such", measure::device_text_name).empty());
  // A cubin that is cut or damaged gives fewer lines, never a crash.
  for (std::size_t size = 0; size < compiled.cubin.size(); size += 97)
    static_cast<void>(measure::LineTable(
        {compiled.cubin.begin(), compiled.cubin.begin() + static_cast<std::ptrdiff_t>(size)},
        compiled.symbols.at("k"), measure::device_text_name));
  std::vector<char> damaged = compiled.cubin;
  for (std::size_t i = 64; i < damaged.size(); i += 3) damaged[i] = static_cast<char>(damaged[i] * 31 + 7);
  static_cast<void>(
      measure::LineTable(damaged, compiled.symbols.at("k"), measure::device_text_name).line_of(16));
}

/// The program itself, on a machine that may have a GPU or not.
TEST(MeasureProgram, AnswersEveryRequest) {
  remote::MeasureProcess process(remote::MeasureProfile{}, WARPSCOPE_BINARY_DIR "/warpscope-measure");
  auto request = request_of(labs::find_lab("transpose_tile")->text);
  ASSERT_TRUE(request);
  for (int i = 0; i < 2; ++i) {
    const remote::MeasureAnswer answer = process.ask(*request);
    ASSERT_TRUE(answer.recording) << answer.error;
    const protocol::RecordingStatus status = answer.recording->status;
    EXPECT_TRUE(status == protocol::RecordingStatus::NoDevice || status == protocol::RecordingStatus::Done)
        << answer.recording->message;
    EXPECT_EQ(status == protocol::RecordingStatus::Done, answer.recording->message.empty())
        << answer.recording->message;
  }
  if (!measure::no_nvrtc().empty()) GTEST_SKIP() << "the rest needs NVRTC: " << measure::no_nvrtc();
  request->text += "__global__ void broken( {}\n";
  const remote::MeasureAnswer answer = process.ask(*request);
  ASSERT_TRUE(answer.recording) << answer.error;
  EXPECT_EQ(answer.recording->status, protocol::RecordingStatus::NotCompiled);
}

} // namespace
} // namespace warpscope
