// Generates random kernels: race-free, racy, and with fences and flags.
#include "tests/reference/random_programs.h"

#include <array>
#include <cstring>
#include <random>

namespace reference {

namespace {

using Strings = std::vector<std::string>;

struct Type {
  const char* name;
  unsigned bits;
  bool is_signed, is_real;
};
constexpr std::array<Type, 10> types = {{{"int", 32, true, false},
                                         {"unsigned", 32, false, false},
                                         {"float", 32, true, true},
                                         {"long long", 64, true, false},
                                         {"unsigned long long", 64, false, false},
                                         {"double", 64, true, true},
                                         {"short", 16, true, false},
                                         {"unsigned short", 16, false, false},
                                         {"signed char", 8, true, false},
                                         {"unsigned char", 8, false, false}}};
constexpr unsigned Int = 0, Unsigned = 1, Float = 2, Ull = 4, Double = 5;

/// The buffers: inputs of 256 elements that are never written, outputs of 8 elements a thread, sums.
constexpr std::array<unsigned, 6> stored = {Int, Float, 9, Double, 3, 6};
constexpr unsigned sums = 3;
constexpr std::array<unsigned, sums> sum_type = {Unsigned, Ull, Int};
constexpr unsigned most_threads = 192;

/// What threads may do with a shared array until the next barrier.
enum class Use { ReadAnywhere, OwnElement, Atomics };

struct SharedArray {
  std::string name;
  unsigned type = 0;
  bool two_dimensions = false;
  Use use = Use::ReadAnywhere;
  std::string operation; ///< the one atomic of this phase
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), seed_(seed) {}

  RandomKernel kernel() {
    constexpr std::array<unsigned, 8> any = {32, 64, 96, 1, 20, 33, 48, 70};
    warp_calls_ = pick(2) == 0;
    const unsigned size = any[pick(warp_calls_ ? 3 : 8)], blocks = 1 + pick(2);
    if (!warp_calls_) returns_ = pick(2) == 0;
    strided_ = pick(2) == 0;
    warpscope::Dim3 block{size, 1, 1};
    if (size % 8 == 0 && pick(3) == 0) block = {8, size / 8, 1};
    if (size % 16 == 0 && pick(4) == 0) block = {4, 2, size / 8};
    RandomKernel result;
    result.launch = {"random" + std::to_string(seed_), {blocks, 1, 1}, block};
    line("__global__ void " + result.launch.kernel + "(" + parameters() + ") {");
    line("const unsigned tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, gid = "
         "blockIdx.x * blockDim.x * "
         "blockDim.y + tid, total = gridDim.x * blockDim.x * blockDim.y * blockDim.z;");
    for (unsigned i = 0, n = 1 + pick(3); i < n; ++i) {
      SharedArray array{"s" + std::to_string(i), pick(types.size()), pick(3) == 0, Use::OwnElement, {}};
      line("__shared__ " +
           std::string(pick(8) == 0 && types[array.type].bits > 8 && !is_atomic(array.type) ? "volatile "
                                                                                            : "") +
           types[array.type].name + " " + array.name + (array.two_dimensions ? "[8][17]" : "[128]") + ";");
      shared_.push_back(array);
    }
    line("int local[8] = {1, -2, 3};");
    for (unsigned i = 0; i < variables_; ++i) {
      variable_type_.push_back(i < 3 ? i : pick(types.size()));
      line(std::string(types[variable_type_[i]].name) + " v" + std::to_string(i) + " = (" +
           types[variable_type_[i]].name + ")(" + (i % 2 != 0 ? "tid * 7u + 3u" : "tid ^ 5u") + ");");
    }
    for (const SharedArray& array : shared_)
      line("for (unsigned i = tid; i < 128; i += blockDim.x * blockDim.y * blockDim.z) " +
           element(array, "i") + " = (" + types[array.type].name + ")(i * 37 + " + std::to_string(pick(50)) +
           ");");
    barrier();
    uniform_block(2);
    for (unsigned i = 0; i < variables_; ++i) {
      const unsigned to = pick(stored.size());
      line(own(to, std::to_string(i)) + " = " + cast(stored[to], variable_type_[i], "v" + std::to_string(i)) +
           ";");
    }
    line("}");
    result.text = text_;
    return result;
  }

 private:
  unsigned pick(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return pick(n) == 0; }
  void line(const std::string& text) { text_ += text + "\n"; }
  static bool is_atomic(unsigned type) { return type == Int || type == Unsigned || type == Ull; }

  static std::string parameters() {
    std::string text;
    for (unsigned i = 0; i < stored.size(); ++i)
      text += "const " + std::string(types[stored[i]].name) + " *in" + std::to_string(i) + ", ";
    for (unsigned i = 0; i < stored.size(); ++i)
      text += std::string(types[stored[i]].name) + " *out" + std::to_string(i) + ", ";
    for (unsigned i = 0; i < sums; ++i)
      text += std::string(types[sum_type[i]].name) + " *sum" + std::to_string(i) + ", ";
    return text + "int n";
  }

  // -- places -------------------------------------------------------------------------------------
  static std::string element(const SharedArray& array, const std::string& index) {
    if (!array.two_dimensions) return array.name + "[(" + index + ") & 127]";
    return array.name + "[(" + index + ") >> 4 & 7][(" + index + ") & 15]";
  }
  /// The thread's own element: a different one for each thread, as blocks have at most 128.
  std::string own_element(const SharedArray& array) {
    return element(
        array, std::array<const char*, 4>{"tid", "tid ^ 21u", "tid * 5u", "127u - tid"}[array.name[1] % 4]);
  }
  std::string own(unsigned output, const std::string& index) {
    const std::string name = "out" + std::to_string(output);
    return strided_ ? name + "[((" + index + ") & 7) * total + gid]"
                    : name + "[gid * 8 + ((" + index + ") & 7)]";
  }

  // -- expressions --------------------------------------------------------------------------------
  std::string cast(unsigned to, unsigned from, const std::string& text) {
    if (to == from) return text;
    const Type &a = types[from], &b = types[to];
    if (a.is_real && !b.is_real) {
      const std::string low = !b.is_signed   ? "0"
                              : b.bits == 8  ? "-100"
                              : b.bits == 16 ? "-30000"
                                             : "-1000000";
      const std::string high = b.bits == 8 ? "100" : b.bits == 16 ? "30000" : "1000000";
      return "(" + std::string(b.name) + ")" +
             (from == Float ? "fminf(fmaxf(" + text + ", " + low + ".f), " + high + ".f)"
                            : "fmin(fmax(" + text + ", " + low + ".), " + high + ".)");
    }
    return "(" + std::string(b.name) + ")(" + text + ")";
  }
  std::string index(int depth) { return "(unsigned)" + paren(expression(one_in(3) ? Int : Unsigned, depth)); }
  static std::string paren(const std::string& text) { return "(" + text + ")"; }

  std::string leaf(unsigned type) {
    const Type& t = types[type];
    switch (pick(4)) {
    case 0:
      if (t.is_real)
        return std::to_string(pick(64)) + "." + std::to_string(pick(8) * 125) + (type == Float ? "f" : "");
      return cast(type, Int,
                  one_in(4) && t.bits >= 32 ? "0x7fffffff"
                                            : std::to_string(static_cast<int>(pick(200)) - 60));
    case 1: return cast(type, Unsigned, one_in(2) ? "tid" : "gid");
    default: {
      const unsigned v = pick(variables_);
      return cast(type, variable_type_[v], "v" + std::to_string(v));
    }
    }
  }

  std::string memory_read(unsigned type, int depth) {
    switch (pick(8)) {
    case 0:
    case 1: {
      const unsigned i = pick(stored.size());
      return cast(type, stored[i], "in" + std::to_string(i) + "[" + index(depth) + " & 255]");
    }
    case 2: {
      const unsigned i = pick(stored.size());
      return cast(type, stored[i], own(i, index(depth)));
    }
    case 3: return cast(type, Int, "local[" + index(depth) + " & 7]");
    case 4: return cast(type, Int, "table[" + index(depth) + " & 15]");
    case 5: {
      if (one_in(2))
        return cast(type, Int, "((const int4 *)in0)[" + index(depth) + " & 63]." + "xyzw"[pick(4)]);
      return cast(type, Float, "((const float2 *)in1)[" + index(depth) + " & 127]." + "xy"[pick(2)]);
    }
    case 6: {
      const std::string object = "((const Mixed *)in3)[" + index(depth) + " & 63]";
      switch (pick(4)) {
      case 0: return cast(type, 9, object + ".a");
      case 1: return cast(type, 6, object + ".b");
      case 2: return cast(type, Double, object + ".c");
      default: return cast(type, Float, object + ".d." + "xy"[pick(2)]);
      }
    }
    default: {
      const SharedArray& array = shared_[pick(shared_.size())];
      if (array.use == Use::Atomics) return leaf(type);
      return cast(type, array.type,
                  array.use == Use::OwnElement ? own_element(array) : element(array, index(depth)));
    }
    }
  }

  std::string condition(int depth) {
    if (depth <= 0) return paren(leaf(Int) + " & " + std::to_string(1 << pick(3)));
    switch (pick(6)) {
    case 0: return paren(condition(depth - 1) + " && " + condition(depth - 1));
    case 1: return paren(condition(depth - 1) + " || " + condition(depth - 1));
    case 2: return "!" + condition(depth - 1);
    case 3: return paren(expression(Int, depth - 1) + " & " + std::to_string(1 + pick(3)));
    default: {
      const unsigned type = pick(types.size());
      return paren(paren(expression(type, depth - 1)) +
                   std::array<const char*, 6>{" < ", " > ", " <= ", " >= ", " == ", " != "}[pick(6)] +
                   paren(expression(type, depth - 1)));
    }
    }
  }

  /// Returns an expression whose type is exactly `type`.
  std::string expression(unsigned type, int depth) {
    if (depth <= 0 || one_in(6)) return leaf(type);
    const Type& t = types[type];
    const auto sub = [&](int less = 1) { return paren(expression(type, depth - less)); };
    const auto result = [&](const std::string& text) {
      return t.bits < 32 ? "(" + std::string(t.name) + ")(" + text + ")" : text;
    };
    switch (pick(12)) {
    case 0:
    case 1:
    case 2: return memory_read(type, depth - 1);
    case 3: return paren(condition(depth - 1) + " ? " + sub() + " : " + sub());
    case 4: {
      const unsigned other = pick(types.size());
      return cast(type, other, expression(other, depth - 1));
    }
    case 5:
      if (type == Int) return "helper(in0, " + paren(expression(Int, depth - 1)) + ")";
      if (type == Float)
        return one_in(2) ? "sqrtf(fabsf" + sub() + ")" : "fminf(" + sub() + ", " + sub() + ")";
      if (type == Double)
        return one_in(2) ? "floor" + sub() : "fma(" + sub() + ", " + sub() + ", " + sub() + ")";
      if (type == Unsigned)
        return std::array<const char*, 3>{"__brev", "pick_one", "(unsigned)__popc"}[pick(3)] + sub();
      if (type == Ull) return "__umul64hi(" + sub() + ", " + sub() + ")";
      return "(" + std::string(t.name) + ")min((int)" + sub() + ", (int)" + sub() + ")";
    case 6:
      if (t.is_real) return paren(sub() + " / " + sub());
      return result(one_in(2) ? sub() + " / ((" + sub() + " & 15) + 1)"
                              : sub() + " % ((" + sub() + " & 31) + 1)");
    case 7:
      if (t.is_real) return "-" + sub();
      return result(std::string(one_in(2) ? "~" : "-") + sub());
    case 8:
      if (!t.is_real)
        return result(sub() + (one_in(2) ? " << " : " >> ") + "(" + expression(Unsigned, depth - 2) + " & " +
                      std::to_string(t.bits < 32 ? 7 : t.bits - 1) + ")");
      [[fallthrough]];
    default: {
      const char* real_operators[] = {" + ", " - ", " * "};
      const char* operators[] = {" + ", " - ", " * ", " & ", " | ", " ^ "};
      return paren(result(sub() + (t.is_real ? real_operators[pick(3)] : operators[pick(6)]) + sub()));
    }
    }
  }

  // -- what threads do each for themselves --------------------------------------------------------
  void block(int depth, bool in_loop) {
    for (unsigned i = 0, n = 1 + pick(3); i < n; ++i) statement(depth, in_loop);
  }

  void statement(int depth, bool in_loop) {
    switch (pick(depth > 0 ? 16 : 10)) {
    case 0:
    case 1:
    case 2: {
      const unsigned v = pick(variables_);
      if (one_in(3))
        return line("v" + std::to_string(v) + (types[variable_type_[v]].is_real ? " *= " : " ^= ") +
                    expression(variable_type_[v], 3) + ";");
      return line("v" + std::to_string(v) + " = " + expression(variable_type_[v], 4) + ";");
    }
    case 3: {
      const unsigned i = pick(stored.size());
      return line(own(i, index(2)) + (one_in(3) ? " += " : " = ") + expression(stored[i], 3) + ";");
    }
    case 4:
      return line("local[" + index(1) + " & 7] " + (one_in(2) ? "+= " : "= ") + expression(Int, 3) + ";");
    case 5: {
      if (one_in(2)) {
        const unsigned i = pick(sums);
        return line(std::string("atomicAdd") + "(&sum" + std::to_string(i) + "[" + index(2) + " & 15], " +
                    expression(sum_type[i], 2) + ");");
      }
      if (strided_) return line(own(0, "3") + "--;");
      return line("((int4 *)out0)[gid * 2 + (" + index(1) + " & 1)] = make_int4(" + expression(Int, 2) +
                  ", v0, n, 7);");
    }
    case 6:
    case 7: {
      const SharedArray& array = shared_[pick(shared_.size())];
      if (array.use == Use::Atomics)
        return line(array.operation + "(&" + element(array, index(2)) + ", " + expression(array.type, 2) +
                    ");");
      if (array.use == Use::OwnElement)
        return line(own_element(array) + (one_in(3) ? " += " : " = ") + expression(array.type, 3) + ";");
      const unsigned v = pick(variables_);
      return line("v" + std::to_string(v) + " = " +
                  cast(variable_type_[v], array.type, element(array, index(2))) + ";");
    }
    case 8:
      if (in_loop) return line("if (" + condition(2) + ") " + (one_in(2) ? "break;" : "continue;"));
      return line("v0++;");
    case 9:
      if (returns_ && one_in(4)) return line("if (" + condition(2) + " && (tid & 3)) return;");
      return through_pointer();
    case 10:
    case 11:
    case 12:
      line("if (" + condition(2) + ") {");
      block(depth - 1, in_loop);
      if (one_in(2)) {
        line("} else {");
        block(depth - 1, in_loop);
      }
      return line("}");
    case 13: {
      const std::string c = "c" + std::to_string(counters_++);
      line("for (int " + c + " = 0; " + c + " < " + std::to_string(1 + pick(3)) + " + (int)(" + index(2) +
           " & 3); ++" + c + ") {");
      line("v0 += " + c + ";");
      block(depth - 1, true);
      return line("}");
    }
    case 14: {
      const std::string c = "c" + std::to_string(counters_++);
      const bool at_end = one_in(2);
      const std::string test = c + "++ < " + std::to_string(1 + pick(4)) + " && " + condition(2);
      line("int " + c + " = 0;");
      line(at_end ? "do {" : "while (" + test + ") {");
      block(depth - 1, true);
      return line(at_end ? "} while (" + test + ");" : "}");
    }
    default:
      line("switch (" + index(2) + " & 3) {");
      for (unsigned i = 0, n = 1 + pick(3); i < n; ++i) {
        line(i + 1 == n && one_in(2) ? "default: {" : "case " + std::to_string(i) + ": {");
        block(depth - 1, false);
        line(one_in(4) ? "}" : "} break;");
      }
      return line("}");
    }
  }

  /// Uses a pointer whose target only the run determines, or copies a whole object.
  void through_pointer() {
    for (const SharedArray& array : shared_) {
      if (array.type != Int || array.use == Use::Atomics) continue;
      if (array.use == Use::OwnElement)
        return line("*(" + condition(2) + " ? &" + own_element(array) + " : &" + own(0, index(1)) +
                    ") += " + expression(Int, 2) + ";");
      if (!array.two_dimensions)
        return line("v0 = (" + condition(2) + " ? (const int *)" + array.name + " : in0)[" + index(2) +
                    " & 127];");
    }
    if (one_in(2))
      return line("{ const Mixed m = ((const Mixed *)in3)[" + index(2) +
                  " & 63]; v0 += m.a + m.b; v2 -= m.d.y; }");
    line("v1 += v2 > 3.f ? 1 : 2;");
  }

  // -- what the whole block does together ---------------------------------------------------------
  void barrier() {
    line(one_in(6) ? "v0 += __syncthreads_count(tid & 1);" : "__syncthreads();");
    for (SharedArray& array : shared_) {
      array.use = static_cast<Use>(pick(is_atomic(array.type) ? 3 : 2));
      array.operation = std::array<const char*, 6>{"atomicAdd", "atomicMax", "atomicMin",
                                                   "atomicXor", "atomicOr",  "atomicAnd"}[pick(6)];
    }
  }

  void uniform_block(int depth) {
    for (unsigned i = 0, n = 1 + pick(3); i < n; ++i) {
      switch (pick(depth > 0 ? 8 : 5)) {
      case 0: barrier(); break;
      case 1:
        if (warp_calls_) warp_call();
        else barrier();
        break;
      case 2:
      case 3:
      case 4: block(3, false); break;
      case 5:
        barrier();
        line("if ((blockIdx.x + n) & 1) {");
        uniform_block(depth - 1);
        line("}");
        barrier();
        break;
      default: {
        const std::string c = "c" + std::to_string(counters_++);
        barrier();
        line("for (int " + c + " = 0; " + c + " < " + std::to_string(1 + pick(3)) + "; ++" + c + ") {");
        line("v0 += " + c + ";");
        uniform_block(depth - 1);
        barrier();
        line("}");
        barrier();
        break;
      }
      }
    }
  }

  void warp_call() {
    const unsigned v = pick(variables_),
                   type = std::array<unsigned, 6>{Int, Unsigned, Float, 3, Ull, Double}[pick(6)];
    const std::string value = cast(type, variable_type_[v], "v" + std::to_string(v));
    switch (pick(6)) {
    case 0: return line("v1 ^= __ballot_sync(0xffffffffu, " + condition(1) + ");");
    case 1:
      return line("v0 += __any_sync(0xffffffffu, " + condition(1) + ") + 2 * __all_sync(0xffffffffu, " +
                  condition(1) + ");");
    case 2: return line("v1 += __reduce_add_sync(0xffffffffu, " + expression(Unsigned, 1) + ");");
    default: {
      const std::string width = std::array<const char*, 4>{"", ", 16", ", 8", ", 4"}[pick(4)];
      const std::string call = std::array<const char*, 4>{"__shfl_xor_sync(", "__shfl_down_sync(",
                                                          "__shfl_up_sync(", "__shfl_sync("}[pick(4)];
      return line("v" + std::to_string(v) + " = " +
                  cast(variable_type_[v], type,
                       call + "0xffffffffu, " + value + ", " + std::to_string(1 + pick(9)) + width + ")") +
                  ";");
    }
    }
  }

  static constexpr unsigned variables_ = 7;
  std::mt19937_64 random_;
  std::uint64_t seed_;
  std::string text_;
  std::vector<unsigned> variable_type_;
  std::vector<SharedArray> shared_;
  unsigned counters_ = 0;
  bool warp_calls_ = false, returns_ = false, strided_ = false;
};

template <class T> std::vector<std::uint8_t> as_bytes(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

} // namespace

std::string random_prologue() {
  return R"(__constant__ int table[16] = {3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, -8, 9, 7, 9, 3};
struct Mixed {
  unsigned char a;
  short b;
  double c;
  float2 d;
};
__device__ int helper(const int *p, int k) {
  int sum = 0;
  for (int i = 0; i < (k & 7); ++i) {
    if (p[i] == 5) return sum;
    if (p[i + 1] & 1) continue;
    sum += p[(i + k) & 15];
  }
  return sum;
}
__device__ unsigned pick_one(unsigned x) {
  if (x & 1) return x >> 1;
  return x & 2 ? x * 3 : x + 1;
}
)";
}

RandomKernel random_kernel(std::uint64_t seed) { return Generator(seed).kernel(); }

std::vector<BufferArgument> random_buffers() {
  std::mt19937_64 random(1);
  std::vector<BufferArgument> result;
  const auto element_of = [](unsigned type) {
    return type == Float ? Element::Float : type == Double ? Element::Double : Element::Integer;
  };
  for (const unsigned type : stored) {
    BufferArgument& buffer = result.emplace_back();
    buffer.element = element_of(type);
    if (type == Float) {
      std::vector<float> values(256);
      for (float& value : values) value = static_cast<float>(static_cast<int>(random() % 400) - 100) / 8;
      buffer.bytes = as_bytes(values);
    } else if (type == Double) {
      std::vector<double> values(256);
      for (double& value : values) value = static_cast<double>(static_cast<int>(random() % 4000) - 1000) / 16;
      buffer.bytes = as_bytes(values);
    } else {
      std::vector<std::uint8_t> values(256 * types[type].bits / 8);
      for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random());
      if (type == Int) // mostly small, so that conditions go both ways
        for (std::size_t i = 0; i < values.size(); ++i)
          if (i % 4 != 0) values[i] = 0;
      buffer.bytes = values;
    }
  }
  for (const unsigned type : stored)
    result.push_back(
        {std::vector<std::uint8_t>(std::size_t{8} * most_threads * types[type].bits / 8), element_of(type)});
  for (const unsigned type : sum_type)
    result.push_back({std::vector<std::uint8_t>(std::size_t{16} * types[type].bits / 8), Element::Integer});
  return result;
}

RandomKernel racy_kernel(std::uint64_t seed) {
  RandomKernel kernel = random_kernel(seed);
  std::mt19937_64 random(seed * 2 + 1);
  const auto replace_some = [&](const std::string& what, const std::array<const char*, 6>& instead) {
    for (std::size_t at = kernel.text.find(what); at != std::string::npos;) {
      const std::string other = instead[random() % instead.size()];
      kernel.text.replace(at, what.size(), other);
      at = kernel.text.find(what, at + other.size());
    }
  };
  const char* barrier = "__syncthreads();";
  replace_some(barrier,
               {barrier, barrier, "", "", "__syncwarp();", "if ((tid & 31) < 16) __syncwarp(0xffffu);"});
  replace_some("[gid * 8", {"[gid * 8", "[gid * 8", "[gid * 8", "[gid * 8", "[tid * 8", "[gid / 2 * 8"});
  replace_some("* total + gid]", {"* total + gid]", "* total + gid]", "* total + gid]", "* total + gid]",
                                  "* total + tid]", "* total + gid / 2]"});
  replace_some("for (unsigned i = tid; i < 128;",
               {"for (unsigned i = tid; i < 128;", "for (unsigned i = tid; i < 128;",
                "for (unsigned i = tid; i < 128;", "for (unsigned i = tid; i < 128;",
                "for (unsigned i = tid + 9; i < 120;", "for (unsigned i = tid / 3; i < 128;"});
  return kernel;
}

namespace {

template <class Generate, class Compare>
Outcome compare_some(std::uint64_t first, std::uint64_t count, Generate generate, Compare compare_text) {
  constexpr std::uint64_t kernels_a_text = 40;
  const std::vector<BufferArgument> buffers = random_buffers();
  Outcome outcome;
  for (std::uint64_t done = 0; done < count; done += kernels_a_text) {
    std::string text = random_prologue();
    std::vector<Comparison> kernels;
    for (std::uint64_t i = done; i < std::min(done + kernels_a_text, count); ++i) {
      const RandomKernel kernel = generate(first + i);
      text += kernel.text;
      kernels.push_back(kernel.launch);
    }
    Outcome some = compare_text(text, kernels, buffers, 19);
    for (std::string& difference : some.differences) {
      difference += "(lines are those of its text, seeds from " + std::to_string(first + done) + ")\n";
      if (difference.find("does not compile") != std::string::npos) difference += text;
    }
    outcome += some;
  }
  return outcome;
}

} // namespace

Outcome compare_random_values(std::uint64_t first, std::uint64_t count) {
  return compare_some(first, count, random_kernel, compare_values);
}
Outcome compare_random_as_compiled(std::uint64_t first, std::uint64_t count) {
  return compare_some(first, count, random_kernel, compare_as_compiled);
}
Outcome compare_random(std::uint64_t first, std::uint64_t count) {
  return compare_some(first, count, random_kernel, compare);
}

Outcome compare_random_races(std::uint64_t first, std::uint64_t count) {
  return compare_some(first, count, racy_kernel, compare_races);
}

Outcome compare_ordered_races(std::uint64_t first, std::uint64_t count) {
  return compare_some(
      first, count, ordered_kernel,
      [](const std::string& text, const std::vector<Comparison>& kernels, const auto& buffers, int number) {
        return compare_races_in_order(
            "#include <cuda/atomic>\n#include <cuda/barrier>\n#include <cuda_pipeline.h>\n" + text, kernels,
            buffers, number);
      });
}

} // namespace reference
