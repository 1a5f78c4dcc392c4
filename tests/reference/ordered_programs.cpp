// Random kernels whose threads communicate: fences, flags, atomics, cuda::atomic, barrier objects,
// asynchronous copies, on few cells, so that most of it races. None waits for a value: each terminates
// whatever it reads.
#include "tests/reference/random_programs.h"

#include <array>
#include <random>

namespace reference {

namespace {

using std::to_string;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15ull + 7), seed_(seed) {}

  RandomKernel kernel() {
    constexpr std::array<unsigned, 6> sizes = {64, 64, 33, 32, 32, 96};
    const unsigned size = sizes[pick(6)], blocks = 1 + pick(size == 32 ? 4 : 2);
    fences_ = pick(4) != 0, copies_ = pick(3) == 0, objects_ = pick(3) == 0, flags_ = pick(4) != 0;
    RandomKernel result;
    result.launch = {"ordered" + to_string(seed_), {blocks, 1, 1}, {size, 1, 1}};
    line("__global__ void " + result.launch.kernel +
         "(const int *, const float *, const unsigned char *, const double *, const long long *, const short "
         "*, int *g, float *, unsigned char *bytes, double *, "
         "long long *, short *, unsigned *f, unsigned long long *, int *, int n) {");
    line("__shared__ int s[64], t[64];");
    line("__shared__ unsigned sf[4];");
    if (objects_) line("__shared__ cuda::barrier<cuda::thread_scope_block> b0, b1;");
    line("unsigned tid = threadIdx.x, lane = tid % 32, x = tid;");
    if (objects_) line("if (tid == 0) init(&b0, blockDim.x), init(&b1, blockDim.x);");
    if (pick(3) != 0) line("for (unsigned i = tid; i < 64; i += blockDim.x) s[i] = t[i] = i;");
    line("if (tid < 4) sf[tid] = 0;");
    if (pick(8) != 0 || objects_) line("__syncthreads();");
    for (unsigned i = 0, count = 4 + pick(14); i < count; ++i) together();
    line("g[tid] = x;");
    line("}");
    result.text = text_;
    return result;
  }

 private:
  unsigned pick(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  void line(const std::string& text) { text_ += text + "\n"; }

  std::string index() {
    constexpr std::array<const char*, 9> any = {"tid",     "tid",      "tid",     "tid ^ 1", "tid ^ 32",
                                                "tid / 2", "63 - tid", "tid + 1", "5"};
    return std::string("(") + any[pick(any.size())] + ") & 63";
  }
  std::string cell() { return std::array<const char*, 3>{"s", "t", "g"}[pick(3)] + ("[" + index() + "]"); }
  std::string flag() { return (pick(2) == 0 ? "f[" : "sf[") + to_string(pick(2)) + "]"; }
  std::string who() {
    constexpr std::array<const char*, 8> any = {"tid < 32",  "tid >= 32", "tid == 0", "tid == 33",
                                                "lane == 0", "lane < 16", "tid & 1",  "blockIdx.x == 0"};
    return std::string("if (") + any[pick(any.size())] + ") ";
  }

  /// A statement that all threads of the block reach.
  void together() {
    switch (pick(13)) {
    case 0: return line("__syncthreads();");
    case 1:
      // A last warp may have fewer lanes: missing ones are not waited for.
      return line(pick(2) == 0 ? "__syncwarp();" : "if (lane < 16) __syncwarp(0xffffu);");
    case 2:
    case 3:
      if (objects_) return object(pick(2));
      break;
    case 4:
    case 5:
      if (copies_) return copy();
      break;
    default: break;
    }
    if (fences_ && pick(3) == 0) return hand_on();
    const std::string some = pick(2) == 0 ? who() : "";
    line(some + "{");
    for (unsigned i = 0, count = 1 + pick(3); i < count; ++i) alone();
    line("}");
  }

  void object(unsigned which) {
    const std::string b = "b" + to_string(which);
    if (const std::string token = waiting_[which]; !token.empty()) {
      waiting_[which].clear();
      return line(b + ".wait(std::move(" + token + "));");
    }
    if (pick(3) == 0) return line(b + ".arrive_and_wait();");
    waiting_[which] = "token" + to_string(tokens_++);
    line("auto " + waiting_[which] + " = " + b + ".arrive();");
  }

  void copy() {
    const std::string to = pick(4) == 0 ? "&g[" + index() + "]"
                                        : (pick(2) == 0 ? "&s[" : "&t[") + index() + "]",
                      from = "&g[128 + (" + index() + ")]";
    switch (pick(5)) {
    case 0: return line("__pipeline_commit();");
    case 1: return line("__pipeline_wait_prior(" + to_string(pick(3)) + ");");
    case 2:
      if (objects_ && to[1] != 'g') {
        const unsigned which = pick(2);
        return line((pick(3) == 0 ? who() : "") + "cuda::memcpy_async(" + to + ", " + from + ", 4, b" +
                    to_string(which) + ");");
      }
      [[fallthrough]];
    default:
      if (to[1] == 'g') return line("__pipeline_commit();");
      return line((pick(3) == 0 ? who() : "") + "__pipeline_memcpy_async(" + to + ", " +
                  (pick(3) == 0 ? "&g[" + index() + "]" : from) + ", 4);");
    }
  }

  /// Some threads write and set a flag, or read the flag and then what was written: with fences, or without
  /// one of them.
  void hand_on() {
    const std::string at = flag(), cell = std::array<const char*, 3>{"g[5]", "g[7]", "s[5]"}[pick(3)];
    const std::string fence = std::array<const char*, 4>{"__threadfence();", "__threadfence();",
                                                         "__threadfence_block();", ""}[pick(4)];
    const std::string together = pick(4) == 0 ? "__syncthreads();" : pick(4) == 0 ? "__syncwarp();" : "";
    if (pick(2) == 0) {
      line(who() + "{ " + cell + " = x; " + fence + " }");
      if (!together.empty()) line(together);
      line(who() + (pick(2) == 0 ? "*(volatile unsigned *)&" + at + " = x;" : "atomicAdd(&" + at + ", 1u);"));
    } else {
      line(who() +
           "{ x += " + (pick(2) == 0 ? "*(volatile unsigned *)&" + at : "atomicAdd(&" + at + ", 0u)") + "; " +
           fence + " }");
      if (!together.empty()) line(together);
      line(who() + "x += " + cell + ";");
    }
  }

  void alone() {
    constexpr std::array<const char*, 4> orders = {"relaxed", "acquire", "release", "acq_rel"};
    switch (pick(fences_ || flags_ ? 12 : 6)) {
    case 0:
    case 1:
    case 2: return line("x += " + cell() + ";");
    case 3:
    case 4: return line(cell() + " = x;");
    case 5:
      return line(pick(2) == 0 ? "((char *)s)[" + index() + "] = 1;"
                               : "x += ((const short *)t)[" + index() + "];");
    case 6:
    case 7:
      if (fences_) return line(pick(3) == 0 ? "__threadfence_block();" : "__threadfence();");
      [[fallthrough]];
    case 8: return line("x += *(volatile unsigned *)&" + flag() + ";");
    case 9: return line("*(volatile unsigned *)&" + flag() + " = x;");
    case 10:
      return line(std::array<std::string, 3>{"x += atomicAdd(&" + flag() + ", 1u);",
                                             "atomicExch(&" + flag() + ", x);",
                                             "x += atomicCAS(&" + flag() + ", 0u, 1u);"}[pick(3)]);
    default: {
      if (!fences_ || pick(3) == 0) return line(flag() + " = 0;");
      const std::string at = flag(), scope = pick(2) == 0 ? "device" : "block";
      const std::string object = "cuda::atomic_ref<unsigned, cuda::thread_scope_" + scope + ">(" + at + ")";
      switch (pick(3)) {
      case 0: return line("x += " + object + ".load(cuda::memory_order_" + orders[pick(2)] + ");");
      case 1: return line(object + ".store(x, cuda::memory_order_" + orders[pick(2) * 2] + ");");
      default: return line("x += " + object + ".fetch_add(1u, cuda::memory_order_" + orders[pick(4)] + ");");
      }
    }
    }
  }

  std::mt19937_64 random_;
  std::uint64_t seed_;
  std::string text_;
  bool fences_ = false, copies_ = false, objects_ = false, flags_ = false;
  std::array<std::string, 2> waiting_;
  unsigned tokens_ = 0;
};

} // namespace

RandomKernel ordered_kernel(std::uint64_t seed) { return Generator(seed).kernel(); }

} // namespace reference
