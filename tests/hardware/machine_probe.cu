// The probe behind assets/devices/measured: runs the kernels of machine_probe_kernels.cuh and prints "name, arguments, value, unit", with
// tabs between, one a line. Not part of the build. On the device's machine:
//   nvcc -arch=sm_90 -cubin -x cu -o probe.cubin machine_probe_kernels.cuh && nvcc -O1 -o probe machine_probe.cu -lcuda && ./probe [section ...]
// `./probe caches`: launches for ncu, each kernel twice, no times.
#include <cuda.h>
#include <time.h>
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>
typedef unsigned int u32;
typedef unsigned long long u64;
static void check(CUresult code, const char* what, int line) {
  if (code == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(code, &name);
  std::printf("# FAILED line %d: %s: %s\n", line, what, name);
  std::fflush(stdout);
  std::exit(1);
}
#define CHECK(call) check(call, #call, __LINE__)
static CUmodule module;
static int sms = 0, khz = 0;
static double hz = 0;
static CUdeviceptr A, B, C, OUT;
static const size_t large = size_t{2} << 30;
static CUstream stream;
static std::map<std::string, CUfunction> functions;
CUfunction fn(const char* name) {
  auto it = functions.find(name);
  if (it != functions.end()) return it->second;
  CUfunction f;
  check(cuModuleGetFunction(&f, module, name), name, __LINE__);
  cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10);
  return functions[name] = f;
}
struct Size { u32 x = 1, y = 1, z = 1; Size(u32 a = 1, u32 b = 1, u32 c = 1) : x(a), y(b), z(c) {} };
template <class... T> void launch(const char* name, Size grid, Size block, u32 shared, T... args) {
  void* list[] = {(void*)&args..., nullptr};
  check(cuLaunchKernel(fn(name), grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, stream, list, nullptr), name, __LINE__);
}
void row(const char* unit, double value, const char* name, const char* format, ...) {
  char args[200];
  va_list list;
  va_start(list, format);
  std::vsnprintf(args, sizeof args, format, list);
  va_end(list);
  std::printf("%s\t%s\t%.6g\t%s\n", name, args, value, unit);
  std::fflush(stdout);
}
/// Microseconds of one of `batch` launches in a graph: the median of `times`.
double us(int batch, const std::function<void()>& f, int times = 11) {
  CUgraph graph; CUgraphExec exec; CUevent begin, end;
  f(); // loads the kernel
  CHECK(cuStreamSynchronize(stream));
  CHECK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  for (int i = 0; i < batch; ++i) f();
  CHECK(cuStreamEndCapture(stream, &graph));
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK(cuEventCreate(&begin, 0)); CHECK(cuEventCreate(&end, 0));
  std::vector<float> taken;
  for (int i = 0; i < times + 2; ++i) {
    CHECK(cuEventRecord(begin, stream)); CHECK(cuGraphLaunch(exec, stream)); CHECK(cuEventRecord(end, stream)); CHECK(cuEventSynchronize(end));
    float ms = 0; CHECK(cuEventElapsedTime(&ms, begin, end));
    if (i >= 2) taken.push_back(ms);
  }
  cuGraphExecDestroy(exec); cuGraphDestroy(graph); cuEventDestroy(begin); cuEventDestroy(end);
  std::sort(taken.begin(), taken.end());
  return taken[taken.size() / 2] * 1e3 / batch;
}
/// What a kernel left in OUT[which], the median of `times` launches after one.
double left(const std::function<void()>& f, int which = 0, int times = 5) {
  std::vector<double> values;
  for (int i = 0; i <= times; ++i) {
    f();
    CHECK(cuStreamSynchronize(stream));
    u64 value = 0;
    CHECK(cuMemcpyDtoH(&value, OUT + 8 * which, 8));
    if (i > 0) values.push_back((double)value);
  }
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}
u64 out_word(int which) { u64 v = 0; CHECK(cuMemcpyDtoH(&v, OUT + 8 * which, 8)); return v; }
static const char* ariths_u32[] = {"iadd_lop","imad","imul","mulhi","shl_add","shift","funnel","prmt","imnmx2","setp_sel","popc","clz","brev","i2f","f2i","u_div","u_rem","s_div","s_rem","shfl","shfl_down","ballot","redux","hfma2","dp4a"};
static const char* ariths_f32[] = {"fadd","fmul","ffma","fmnmx2","mufu_rcp","mufu_rsq","mufu_ex2","mufu_lg2","mufu_sin","f_div","f_rcp","f_sqrt","f_rsqrt","f_exp","f_fastexp","f_log","f_sin","f_pow","f_tanh","f_erf"};
static const char* ariths_u64[] = {"l_add_xor","l_mad","imad_wide","l_div"};
static const char* ariths_f64[] = {"dadd","dfma","d_div","d_sqrt","d2f2d"};
template <class T> void arith(const char* name, T a, T b) {
  const std::string lat = std::string("lat_") + name, rate = std::string("rate_") + name;
  const int rounds = 64;
  row("cycles", left([&] { launch(lat.c_str(), 1, 32, 0, OUT, a, b, rounds); }) / (rounds * 32.0), "latency", "%s", name);
  for (int threads : {32, 128, 512, 1024})
    row("cycles an instruction and SM", left([&] { launch(rate.c_str(), 1, threads, 0, OUT, a, b, rounds); }, 0, 3) / (rounds * 32.0 * threads / 32), "rate", "%s threads=%d", name, threads);
}
void section_arith() {
  for (auto n : ariths_u32) arith<u32>(n, 3u, 5u);
  for (auto n : ariths_f32) arith<float>(n, 1.0001f, 0.5f);
  for (auto n : ariths_u64) arith<u64>(n, 3ull, 5ull);
  for (auto n : ariths_f64) arith<double>(n, 1.0001, 0.5);
  row("cycles", left([&] { launch("branch_loop", 1, 32, 0, OUT, 4096, 3u); }) / 4096, "branch_loop", "");
  row("cycles", left([&] { launch("branch_diverge", 1, 32, 0, OUT, 1024, 3u); }) / 1024, "branch_diverge", "two sides of 16 dependent imad");
}
void fill(CUdeviceptr to, u32 lines) { launch("fill_ring", sms * 8, 256, 0, to, lines, 1664525u, 1013904223u | 1u); CHECK(cuStreamSynchronize(stream)); }
static u32 seed = 1; // another walk each time, so that what L2 holds is by chance and not by the last walk
void section_latency() {
  for (int log = 6; log <= 24; ++log) { // lines: 8 KB to 2 GB
    const u32 lines = 1u << log;
    fill(A, lines);
    const int steps = 2048, many = std::min(131072, std::max(8192, 32 * int(lines)));
    const double kb = lines * 128.0 / 1024;
    const auto ca = [&](const char* what, int threads, int apart) { row("cycles", left([&] { launch("chase_ca", 1, threads, 0, A, lines, apart, many, 1u, OUT); }, 0, 2) / many, "chase_ca", "KB=%g %s", kb, what); };
    const auto cg = [&](const char* what, int threads, int apart) { row("cycles", left([&] { launch("chase_cg", 1, threads, 0, A, lines, apart, steps, seed++, OUT); }, 0, 5) / steps, "chase_cg", "KB=%g %s", kb, what); };
    if (log <= 12) ca("thread", 1, 1);
    if (log <= 10) ca("line", 32, 0), ca("32 lines", 32, 1);
    cg("thread", 1, 1), cg("line", 32, 0), cg("32 lines", 32, 1);
  }
  // first chase of a ring that only another launch has filled: cold walks
  for (int width : {4, 8, 16})
    for (int stride : {0, 1, 2, 8, 32})
      row("cycles", left([&] { launch(width == 4 ? "chase_shared4" : width == 8 ? "chase_shared8" : "chase_shared16", 1, 32, 16384 + 64, stride, 2048, OUT); }) / 2048, "chase_shared", "width=%d stride=%d", width, stride);
  // loaded: w warps on each multiprocessor, each with a line (or a gather of 32 lines) under way
  for (int log : {15, 17, 18, 19, 21}) { // 4, 16, 32, 64, 256 MB
    const u32 lines = 1u << log;
    fill(A, lines);
    for (int apart : {0, 1})
      for (int warps : {1, 2, 4, 8, 16, 32, 64}) {
        const int steps = apart ? 64 : 512, blocks = warps > 32 ? 2 : 1, threads = warps > 32 ? 1024 : warps * 32;
        std::vector<double> times, all_cycles;
        for (int i = 0; i < 4; ++i) {
          CUevent begin, end;
          CHECK(cuEventCreate(&begin, 0)); CHECK(cuEventCreate(&end, 0));
          CHECK(cuEventRecord(begin, stream));
          launch("chase_cg", sms * blocks, threads, 0, A, lines, apart, steps, seed++, OUT);
          CHECK(cuEventRecord(end, stream)); CHECK(cuEventSynchronize(end));
          float ms = 0; CHECK(cuEventElapsedTime(&ms, begin, end));
          cuEventDestroy(begin); cuEventDestroy(end);
          if (i > 0) times.push_back(ms * 1e3), all_cycles.push_back((double)out_word(0) / steps);
        }
        std::sort(times.begin(), times.end()); std::sort(all_cycles.begin(), all_cycles.end());
        const double all = times[1], cycles = all_cycles[1];
        row("cycles", cycles, "loaded", "MB=%d %s warps=%d", lines / 8192, apart ? "32 lines" : "line", warps);
        row("GB/s of sectors", (apart ? 32.0 * 32 : 128.0) * warps * sms * steps / all * 1e-3, "loaded_rate", "MB=%d %s warps=%d", lines / 8192, apart ? "32 lines" : "line", warps);
      }
    for (int apart : {0, 1})
      for (int warps : {4, 16, 32}) {
        const int steps = apart ? 64 : 512;
        row("cycles", left([&] { launch("chase_cg", 1, warps * 32, 0, A, lines, apart, steps, seed++, OUT); }, 0, 3) / steps, "loaded_one_sm", "MB=%d %s warps=%d", lines / 8192, apart ? "32 lines" : "line", warps);
      }
  }
}
void section_l1() {
  CHECK(cuMemsetD8(A, 0, 64 << 20));
  const int rounds = 200;
  const auto one = [&](int width, int stride, int shift, int step, int threads, int step2) {
    const char* name = width == 4 ? "l1_rate4" : width == 8 ? "l1_rate8" : "l1_rate16";
    const double cycles = left([&] { launch(name, 1, threads, 0, A, stride, shift, rounds, OUT, step, step2); }, 0, 3);
    row("cycles an access", cycles / (rounds * 8.0 * threads / 32), "l1_hit", "width=%d stride=%d shift=%d step=%d threads=%d step2=%d", width, stride, shift, step, threads, step2);
  };
  for (int width : {4, 8, 16}) {
    for (int words : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32, 33, 34, 36, 40, 48, 64, 65}) if (words * 4 % width == 0) one(width, 4 * words, 0, 0, 1024, 128);
    for (int shift : {1, 2, 3, 4, 7, 8, 12, 16, 20, 24, 28, 31}) if (shift * 4 % width == 0) one(width, width, shift, 0, 1024, 128);
    one(width, width, 0, 512, 1024, 128); one(width, width, 0, 512, 128, 128); one(width, width, 0, 512, 32, 128);
  }
  for (int range : {32, 64, 128, 256, 1024, 4096, 8192}) one(4, -range, 0, 0, 1024, 128);
  for (int width : {4, 8, 16})
    for (int store : {0, 1})
      for (int words : {0, 1, 2, 3, 4, 8, 16, 32}) if (words * 4 % width == 0) {
        char name[32]; std::snprintf(name, 32, "shared_%s%d", store ? "st" : "ld", width);
        row("cycles an access", left([&] { launch(name, 1, 1024, 20000, 4 * words, 0, rounds, OUT, 512); }, 0, 3) / (rounds * 8.0 * 32), "shared", "%s width=%d stride=%d", store ? "store" : "load", width, 4 * words);
      }
  for (int stride : {4, 128, 132})
    for (int threads : {32, 128, 512})
#define Q(n) { const double issued = left([&] { launch("queue_" #n, 1, threads, 0, A, stride, OUT); }), done = (double)out_word(1); row("cycles", issued, "queue_issued", "loads=%d stride=%d threads=%d", n, stride, threads); row("cycles", done, "queue_done", "loads=%d stride=%d threads=%d", n, stride, threads); }
      { Q(1) Q(2) Q(3) Q(4) Q(5) Q(6) Q(8) Q(10) Q(12) Q(16) }
  for (int shared : {0, 100 << 10, 196 << 10})
    for (int kb : {16, 32, 48, 64, 96, 128, 160, 176, 192, 208, 216, 224, 232, 240, 256, 288, 320, 384, 512})
      row("cycles a line", left([&] { launch("l1_walk", 1, 1024, shared, A, kb << 10, 8, OUT); }, 0, 3) / (8.0 * kb * 8), "l1_walk", "KB=%d shared=%d", kb, shared);
  for (int blocks : {1, sms})
    for (int words : {1, 2, 4, 8, 16, 32})
      for (int threads : {256, 1024}) {
        const int part = (blocks == 1 ? 2048 : 232) << 10, rounds2 = blocks == 1 ? 2 : 1;
        const double accesses = double(part) / (128 * words) * rounds2;
        if (accesses < threads / 32) continue;
        const double sectors = words >= 8 ? 32 : 4 * words;
        double cycles = left([&] { launch("miss_walk", blocks, threads, 0, A, part, 4 * words, rounds2, OUT); }, 0, 3);
        row("cycles a sector", cycles / accesses / sectors, "miss_walk", "blocks=%d stride=%d threads=%d", blocks, 4 * words, threads);
        cycles = left([&] { launch("store_walk", blocks, threads, 0, A, part, 4 * words, rounds2, OUT); }, 0, 3);
        row("cycles a sector", cycles / accesses / sectors, "store_walk", "blocks=%d stride=%d threads=%d", blocks, 4 * words, threads);
      }
}
void section_streams() {
  CHECK(cuMemsetD8(A, 0, large)); CHECK(cuMemsetD8(B, 0, large)); CHECK(cuMemsetD8(C, 0, large));
  for (int mb : {4, 8, 16, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96, 128, 256, 768}) {
    const u64 bytes = u64(mb) << 20, words = bytes / 4, count = bytes / 16;
    const int batch = mb <= 64 ? 8 : 4;
    const auto say = [&](const char* name, double t) { row("us", t, name, "MB=%d", mb); };
    say("read_grid", us(batch, [&] { launch("read_grid", sms * 8, 256, 0, A, OUT, count); }, 7));
    say("write_grid", us(batch, [&] { launch("write_grid", sms * 8, 256, 0, A, count); }, 7));
    say("copy_grid", us(batch, [&] { launch("copy_grid", sms * 8, 256, 0, A, B, count / 2); }, 7));
    if (mb > 256) continue;
    say("load_store", us(batch, [&] { launch("load_store", u32(words / 2 / 256), 256, 0, A, B); }, 7));
    say("load_store4", us(batch, [&] { launch("load_store4", u32(count / 2 / 256), 256, 0, A, B); }, 7));
    say("axpy_one", us(batch, [&] { launch("axpy_one", u32(words / 2 / 256), 256, 0, A, B); }, 7));
    say("add_one", us(batch, [&] { launch("add_one", u32(words / 3 / 256), 256, 0, A, B, C); }, 7));
  }
  for (int log : {20, 22, 24})
    for (int stride : {2, 3, 4, 5, 8, 12, 16, 24, 32, 64}) {
      const u32 n = 1u << log;
      if (u64(n) * stride * 4 > large) continue;
      const auto say = [&](const char* name, double t) { row("us", t, name, "N=%u stride=%d", n, 4 * stride); };
      say("read_strided", us(4, [&] { launch("read_strided", sms * 8, 256, 0, A, OUT, u64(n), stride); }, 5));
      say("write_strided", us(4, [&] { launch("write_strided", sms * 8, 256, 0, A, u64(n), stride); }, 5));
      say("strided_to_dense", us(4, [&] { launch("strided_to_dense", n / 256, 256, 0, A, B, stride); }, 5));
      say("dense_to_strided", us(4, [&] { launch("dense_to_strided", n / 256, 256, 0, A, B, stride); }, 5));
      say("strided_to_strided", us(4, [&] { launch("strided_to_strided", n / 256, 256, 0, A, B, stride); }, 5));
    }
  for (int kb : {4, 16, 64, 128, 256, 512, 1024, 4096, 16384, 32768, 65536, 131072, 524288}) {
    const u32 n = 1u << 22, mask = u32((u64(kb) << 10) / 4 - 1);
    const auto say = [&](const char* name, double t) { row("us", t, name, "N=%u KB=%d", n, kb); };
    say("gather", us(4, [&] { launch("gather", n / 256, 256, 0, A, B, mask); }, 5));
    say("gather_in_line", us(4, [&] { launch("gather_in_line", n / 256, 256, 0, A, B, mask); }, 5));
    say("scatter", us(4, [&] { launch("scatter", n / 256, 256, 0, A, B, mask); }, 5));
  }
  for (int log : {18, 20, 22}) {
    const u32 n = 1u << log;
#define S(s) for (const char* what : {"read", "write", "change"}) { char name[32]; std::snprintf(name, 32, "aos_%s_%d", what, s); const bool change = what[0] == 'c'; \
      row("us", us(4, [&] { if (change) launch(name, n / 256, 256, 0, A); else launch(name, n / 256, 256, 0, A, B); }, 5), name, "N=%u", n); }
    S(2) S(3) S(4) S(5) S(7) S(8) S(16)
  }
  for (int dim : {1024, 2048, 3072, 4096})
    for (int y : {4, 8, 16, 32}) {
      const auto say = [&](const char* name, double t) { row("us", t, name, "DIM=%d rows=%d", dim, y); };
      say("column_write", us(4, [&] { launch("column_write", Size(dim / 32, dim / 32), Size(32, y), 0, A, dim); }, 5));
      say("column_read", us(4, [&] { launch("column_read", Size(dim / 32, dim / 32), Size(32, y), 0, A, OUT, dim); }, 5));
      say("tile_transpose", us(4, [&] { launch("tile_transpose", Size(dim / 32, dim / 32), Size(32, y), 0, A, B, dim); }, 5));
    }
}
void section_blocks() {
  for (int batch : {1, 4, 16, 64, 256}) {
    row("us", us(batch, [&] { launch("empty", 1, 32, 0, 0); }, 21), "empty", "batch=%d", batch);
    row("us", us(batch, [&] { launch("one_store", 16, 256, 0, OUT + 4096); }, 21), "one_store", "batch=%d", batch);
  }
  for (int blocks : {1, 66, 132, 264, 528, 1056, 4224, 16896})
    for (int threads : {32, 64, 128, 256, 512, 1024}) {
      row("us", us(32, [&] { launch("empty", blocks, threads, 0, 0); }, 5), "empty_grid", "blocks=%d threads=%d", blocks, threads);
      if (u64(blocks) * threads <= (large / 4)) row("us", us(32, [&] { launch("one_store", blocks, threads, 0, A); }, 5), "store_grid", "blocks=%d threads=%d", blocks, threads);
    }
  // Rounds of blocks that wait for a fixed time: (40 rounds - 20 rounds) / 20 is a round.
  for (const char* name : {"spin", "spin_r32", "spin_r64", "spin_r128", "spin_r255"}) {
    int regs = 0; cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, fn(name));
    row("registers", regs, "registers", "%s", name);
    for (int threads : {32, 64, 128, 256, 512, 1024})
      for (int shared : {0, 16 << 10, 48 << 10, 100 << 10, 200 << 10}) {
        if (shared != 0 && std::strcmp(name, "spin") != 0) continue;
        int held = 0;
        if (cuOccupancyMaxActiveBlocksPerMultiprocessor(&held, fn(name), threads, shared) != CUDA_SUCCESS || held == 0) continue;
        for (int cycles : {0, 1000, 4000}) {
          if (cycles == 4000 && shared != 0) continue;
          const auto t = [&](int rounds) { return us(1, [&] { launch(name, sms * held * rounds, threads, shared, cycles, A, 0); }, 5); };
          const double round = (t(40) - t(20)) / 20 * 1e-6 * hz;
          row("cycles a round", round, "turnover", "regs=%d threads=%d shared=%d held=%d spin=%d", regs, threads, shared, held, cycles);
        }
      }
  }
  for (int threads : {32, 64, 96, 128, 192, 256, 512, 1024})
    for (int held : {1, 2, 4, 8, 16, 32}) {
      if (threads * held > 2048) continue;
      row("cycles a barrier", left([&] { launch("barriers", sms * held, threads, 0, 250, OUT); }, 0, 3) / 1000, "barrier", "threads=%d blocks=%d", threads, held);
      row("cycles a round", left([&] { launch("barriers_shared", sms * held, threads, 0, 250, OUT); }, 0, 3) / 250, "barrier_shared", "threads=%d blocks=%d", threads, held);
    }
  for (int threads : {32, 64, 128, 256, 512, 1024})
    for (int mb : {4, 16}) row("us", us(8, [&] { launch("load_store", u32((u64(mb) << 18) / threads), threads, 0, A, B); }, 5), "load_store_by_block", "words=%dM threads=%d", mb / 4, threads);
}
void section_atomics() {
  struct P { const char* what; int warp, lane, same; u32 span, mask; };
  const P patterns[] = {{"one word", 0, 0, 32, 0, ~0u}, {"one word, one lane", 0, 0, 32, 0, 1}, {"one line", 0, 1, 1, 0, ~0u}, {"one sector, 4 lanes a word", 0, 1, 4, 0, ~0u},
    {"one line, 2 lanes a word", 0, 1, 2, 0, ~0u}, {"own line", 32, 1, 1, 0, ~0u}, {"own line, one word", 32, 0, 32, 0, ~0u}, {"own line, one lane", 32, 0, 32, 0, 1}, {"own line, 4 lanes a word", 32, 1, 4, 0, ~0u},
    {"32 lines shared", 0, 32, 1, 0, ~0u}, {"8 lines shared", 0, 32, 4, 0, ~0u}, {"own 32 lines", 1024, 32, 1, 0, ~0u}, {"own 32 sectors", 256, 8, 1, 0, ~0u},
    {"random 16", 0, 0, 1, 16, ~0u}, {"random 256", 0, 0, 1, 256, ~0u}, {"random 4096", 0, 0, 1, 4096, ~0u}, {"random 65536", 0, 0, 1, 65536, ~0u}, {"random 1M", 0, 0, 1, 1 << 20, ~0u}};
  const int rounds = 8;
  for (const char* name : {"red_u32", "atom_u32", "red_f32", "atom_f32", "red_f64", "max_u32", "cas_u32"})
    for (const P& p : patterns)
      for (int blocks : {1, sms, sms * 8}) {
        CHECK(cuMemsetD8(A, 0, 64 << 20));
        const double base = us(1, [&] { launch("empty", blocks, 256, 0, 0); }, 5);
        const double t = us(1, [&] { launch(name, blocks, 256, 0, A, p.warp, p.lane, p.same, p.span, p.mask, rounds, OUT); }, 3);
        row("ns a warp's atomic", (t - base) * 1e3 / (blocks * 8.0 * rounds), "global_atomic", "%s: %s blocks=%d", name, p.what, blocks);
      }
  struct S { int stride, same; };
  for (const char* name : {"shared_red", "shared_inc", "shared_atom", "shared_cas", "shared_fred", "shared_max"})
    for (S s : {S{1, 1}, S{1, 2}, S{1, 8}, S{0, 32}, S{2, 1}, S{32, 1}, S{-8, 1}, S{-32, 1}, S{-256, 1}, S{-1024, 1}})
      for (int threads : {32, 128, 1024})
        row("cycles an atomic", left([&] { launch(name, 1, threads, 20000, s.stride, s.same, 20, OUT); }, 0, 3) / (160.0 * threads / 32), "shared_atomic", "%s stride=%d same=%d threads=%d", name, s.stride, s.same, threads);
}
/// One launch with the events around it, no graph: what warpscope-measure does with a launch that changes its input.
double plain_us(const std::function<void()>& f) {
  CUevent begin, end; CHECK(cuEventCreate(&begin, 0)); CHECK(cuEventCreate(&end, 0));
  std::vector<float> taken;
  for (int i = 0; i < 40; ++i) {
    CHECK(cuEventRecord(begin, nullptr)); f(); CHECK(cuEventRecord(end, nullptr)); CHECK(cuEventSynchronize(end));
    float ms = 0; CHECK(cuEventElapsedTime(&ms, begin, end)); if (i > 5) taken.push_back(ms * 1e3f);
  }
  std::sort(taken.begin(), taken.end());
  return taken[taken.size() / 2];
}
void section_life() {
  CUstream kept = stream; stream = nullptr;
  row("us", plain_us([&] { launch("empty", 1, 32, 0, 0); }), "plain", "empty blocks=1 threads=32");
  row("us", plain_us([&] { launch("empty", 1056, 256, 0, 0); }), "plain", "empty blocks=1056 threads=256");
  row("us", plain_us([&] { launch("one_store", 16, 256, 0, OUT + 4096); }), "plain", "one_store");
  for (int mb : {4, 16, 32}) row("us", plain_us([&] { launch("load_store", u32((u64(mb) << 20) / 8 / 256), 256, 0, A, B); }), "plain", "load_store MB=%d", mb);
  for (int mb : {4, 16, 32}) row("us", plain_us([&] { CHECK(cuMemcpyDtoDAsync(A, C, u64(mb) << 19, nullptr)); }), "plain", "copy MB=%d", mb);
  stream = kept;
  CUdeviceptr stamps = C;
  std::vector<u64> host(8 * 65536);
  for (int threads : {256, 512, 1024}) {
    const u32 blocks = (1u << 22) / threads;
    for (int i = 0; i < 2; ++i) launch("life_copy", blocks, threads, 0, A, B, stamps);
    CHECK(cuStreamSynchronize(stream)); CHECK(cuMemcpyDtoH(host.data(), stamps, 64ull * blocks));
    for (u32 b = 0; b < blocks; ++b) { const u64* s = &host[8 * b]; if (s[4] == 0) std::printf("life\tcopy threads=%d block=%u\t%llu %llu %llu %llu\tclock\n", threads, b, s[0], s[1], s[2], s[3]); }
  }
  for (int y : {8, 16, 32}) {
    const u32 dim = 2048, blocks = dim / 32 * dim / 32;
    for (int i = 0; i < 2; ++i) launch("life_tile", Size(dim / 32, dim / 32), Size(32, y), 0, A, B, dim, stamps);
    CHECK(cuStreamSynchronize(stream)); CHECK(cuMemcpyDtoH(host.data(), stamps, 64ull * blocks));
    for (u32 b = 0; b < blocks; ++b) { const u64* s = &host[8 * b]; if (s[6] == 0) std::printf("life\ttile rows=%d block=%u\t%llu %llu %llu %llu %llu %llu\tclock\n", y, b, s[0], s[1], s[2], s[3], s[4], s[5]); }
  }
}
void section_rest() {
  CUdeviceptr table; size_t size;
  CHECK(cuModuleGetGlobal(&table, &size, module, "table"));
  for (int kb : {1, 2, 4, 8, 16, 24, 32, 48, 64}) { // rings of 64-byte lines
    std::vector<u32> ring(16384, 0);
    const u32 lines = kb * 16;
    u32 at = 0;
    for (u32 i = 0; i < lines; ++i) { ring[i * 16] = ((i + 1) % lines) * 16; at = i; }
    (void)at;
    CHECK(cuMemcpyHtoD(table, ring.data(), 65536));
    for (int steps : {int(lines), int(lines) * 8}) row("cycles", left([&] { launch("chase_constant", 1, 1, 0, 0u, steps, OUT); }) / steps, "chase_constant", "KB=%d walks=%d", kb, steps / int(lines));
  }
  std::vector<u32> zero(16384, 0);
  CHECK(cuMemcpyHtoD(table, zero.data(), 65536));
  for (int distinct : {1, 2, 4, 8, 16, 32})
    for (int threads : {32, 128, 1024}) row("cycles a warp's load", left([&] { launch("constant_passes", 1, threads, 0, distinct, 100, OUT); }) / (800.0 * threads / 32), "constant_passes", "distinct=%d threads=%d", distinct, threads);
#define O(n) { launch("body_16384", sms, 32, 0, OUT + 256, 1.5f, 0.5f); left([&] { launch("constant_operands_" #n, 1, 32, 0, OUT, 3u); }, 0, 1); for (int r = 0; r < 3; ++r) row("cycles", (double)out_word(r), "constant_operands", "%d pass=%d", n, r); }
  O(64) O(256) O(1024)
  for (int blocks : {1, sms})
    for (const char* body : {"body_256", "body_1024", "body_4096", "body_16384"}) {
      for (int warps : {1, 8, 32}) {
        launch(std::strcmp(body, "body_16384") == 0 ? "body_4096" : "body_16384", sms, 32, 0, OUT + 256, 1.5f, 0.5f);
        left([&] { launch(body, blocks, 32 * warps, 0, OUT, 1.5f, 0.5f); }, 0, 1);
        for (int r = 0; r < 4; ++r) row("cycles", (double)out_word(r), "body", "%s blocks=%d warps=%d pass=%d", body + 5, blocks, warps, r);
      }
    }
  for (const char* body : {"body_256", "body_1024", "body_4096"}) // whole launches, the same or another kernel between
    row("us", us(8, [&] { launch(body, sms, 32, 0, OUT, 1.5f, 0.5f); }), "body_launch", "%s", body + 5);
  for (int rounds : {2000, 200000}) {
    const double cycles = left([&] { launch("clock_arithmetic", sms * 2, 1024, 0, OUT, 1.5f, 0.5f, rounds); }, 0, 3);
    row("MHz", cycles / (double)out_word(1) * 1e3, "clock_arithmetic", "rounds=%d", rounds);
  }
  { CHECK(cuMemsetD8(A, 0, large)); const double cycles = left([&] { launch("clock_memory", sms * 8, 256, 0, A, u64(large / 16), OUT); }, 0, 3); row("MHz", cycles / (double)out_word(1) * 1e3, "clock_memory", "GB=2"); }
  for (int words : {4, 8, 16, 32, 64})
    for (int apart : {0, 1}) {
      for (int threads : {32, 256, 1024}) row("cycles a round of a warp", left([&] { launch("local_words", 1, threads, 0, C, words, 512, apart, OUT); }, 0, 3) / (512.0 * threads / 32), "local_words", "words=%d apart=%d threads=%d", words, apart, threads);
      if (apart == 0) row("us", us(4, [&] { launch("local_stream", (1 << 19) / 256, 256, 0, A, B, words); }, 5), "local_stream", "words=%d N=524288", words);
    }
}
void section_caches() { // for ncu: each once to warm, once counted
  CHECK(cuMemsetD8(A, 0, 512 << 20)); CHECK(cuMemsetD8(B, 0, 512 << 20));
  for (int mb : {16, 32, 40, 48, 56, 64, 96}) for (int i = 0; i < 2; ++i) {
    launch("read_grid", sms * 8, 256, 0, A, OUT, (u64(mb) << 20) / 16);
  }
  for (int mb : {16, 32, 40, 48, 56, 64, 96}) for (int i = 0; i < 2; ++i) launch("load_store", u32((u64(mb) << 20) / 8 / 256), 256, 0, A, B);
  for (int mb : {16, 32, 48, 64}) for (int i = 0; i < 2; ++i) launch("axpy_one", u32((u64(mb) << 20) / 8 / 256), 256, 0, A, B);
  for (int stride : {2, 5, 8, 16, 32}) for (int i = 0; i < 2; ++i) launch("strided_to_dense", (1 << 22) / 256, 256, 0, A, B, stride);
  for (int stride : {2, 5, 8, 16, 32}) for (int i = 0; i < 2; ++i) launch("dense_to_strided", (1 << 22) / 256, 256, 0, A, B, stride);
  for (int kb : {64, 256, 4096, 32768, 65536}) for (int i = 0; i < 2; ++i) launch("gather", (1 << 22) / 256, 256, 0, A, B, u32((u64(kb) << 10) / 4 - 1));
  for (const char* n : {"aos_read_3", "aos_write_3", "aos_read_8", "aos_write_8"}) for (int i = 0; i < 2; ++i) launch(n, (1 << 20) / 256, 256, 0, A, B);
  for (int y : {8, 32}) for (int i = 0; i < 2; ++i) { launch("column_read", Size(64, 64), Size(32, y), 0, A, OUT, 2048); launch("column_write", Size(64, 64), Size(32, y), 0, A, 2048); launch("tile_transpose", Size(64, 64), Size(32, y), 0, A, B, 2048); }
  for (int words : {8, 32}) for (int i = 0; i < 2; ++i) launch("local_stream", (1 << 19) / 256, 256, 0, A, B, words);
  for (int kb : {64, 192, 256}) launch("l1_walk", 1, 1024, 0, A, kb << 10, 8, OUT);
  CHECK(cuStreamSynchronize(stream));
}
int main(int argc, char** argv) {
  CHECK(cuInit(0));
  CUdevice device; CUcontext context;
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device)); CHECK(cuCtxSetCurrent(context));
  char name[200]; cuDeviceGetName(name, 200, device);
  int l2 = 0, driver = 0;
  cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  cuDeviceGetAttribute(&khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device);
  cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
  cuDriverGetVersion(&driver);
  hz = khz * 1e3;
  std::printf("# %s, %d SMs, %d kHz, L2 %d, driver API %d\n", name, sms, khz, l2, driver);
  CHECK(cuModuleLoad(&module, "probe.cubin"));
  CHECK(cuStreamCreate(&stream, 0));
  CHECK(cuMemAlloc(&A, large)); CHECK(cuMemAlloc(&B, large)); CHECK(cuMemAlloc(&C, large)); CHECK(cuMemAlloc(&OUT, 1 << 20));
  CHECK(cuMemsetD8(OUT, 0, 1 << 20));
  // Clocks up.
  for (int i = 0; i < 20; ++i) launch("clock_arithmetic", sms * 2, 1024, 0, OUT, 1.5f, 0.5f, 20000);
  CHECK(cuStreamSynchronize(stream));
  struct { const char* name; void (*run)(); } sections[] = {{"arith", section_arith}, {"latency", section_latency}, {"l1", section_l1}, {"streams", section_streams}, {"blocks", section_blocks}, {"atomics", section_atomics}, {"rest", section_rest}, {"life", section_life}};
  if (argc > 1 && std::strcmp(argv[1], "caches") == 0) { section_caches(); return 0; }
  for (auto& s : sections) {
    bool wanted = argc < 2;
    for (int i = 1; i < argc; ++i) wanted = wanted || std::strcmp(argv[i], s.name) == 0;
    if (!wanted) continue;
    timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);
    s.run();
    clock_gettime(CLOCK_MONOTONIC, &b);
    std::printf("# section %s %.2f s\n", s.name, (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
    std::fflush(stdout);
  }
}
