// Enumerates the bodies of structured programs with a given number of nodes.
#include "tests/reference/shapes.h"

#include <cstring>

namespace reference {

namespace {

/// A block: its text, in which '#' stands for a trace, and how many nodes it has.
using Texts = std::vector<std::string>;

class Enumeration {
 public:
  /// All blocks of exactly `nodes` nodes, the empty one for 0.
  Texts blocks(unsigned nodes, bool in_loop) const {
    if (nodes == 0) return {""};
    Texts found;
    for (const char* exit : {"break", "continue", "return"})
      if (nodes == 1 && (in_loop || std::strcmp(exit, "return") == 0))
        found.push_back(std::string(exit) + ";\n");
    for (unsigned own = 1; own <= nodes; ++own)
      for (const std::string& first : statements(own, in_loop))
        for (const std::string& rest : blocks(nodes - own, in_loop)) found.push_back(first + rest);
    return found;
  }

 private:
  /// A trace stands in each body and behind each statement.
  Texts statements(unsigned nodes, bool in_loop) const {
    Texts found;
    for (const std::string& body : blocks(nodes - 1, in_loop))
      found.push_back("if (next()) {\n#" + body + "}\n#");
    for (unsigned left = 0; left < nodes; ++left)
      for (const std::string& one : blocks(left, in_loop))
        for (const std::string& other : blocks(nodes - 1 - left, in_loop))
          found.push_back("if (next()) {\n#" + one + "} else {\n#" + other + "}\n#");
    for (const std::string& body : blocks(nodes - 1, true))
      found.push_back("while (next()) {\n#" + body + "}\n#");
    return found;
  }
};

std::string with_traces(const std::string& shape) {
  std::string text;
  unsigned number = 0;
  for (const char c : shape)
    if (c == '#') text += "out[(n++ & 31) * 64 + threadIdx.x] = " + std::to_string(++number) + ";\n";
    else text += c;
  return text;
}

} // namespace

Texts shapes(unsigned nodes) { return Enumeration().blocks(nodes, false); }

Outcome compare_shapes(unsigned nodes) {
  constexpr std::size_t kernels_a_text = 64;
  constexpr unsigned threads = 64;
  std::vector<std::uint32_t> strings(threads);
  // The highest bit set ends the string: then all is 0, and every loop ends.
  for (unsigned i = 0; i < threads; ++i) strings[i] = i < 32 ? 32 + i : 1 + (i * 2654435761u >> 22);
  BufferArgument in, out;
  in.bytes.resize(threads * 4);
  std::memcpy(in.bytes.data(), strings.data(), in.bytes.size());
  out.bytes.resize(32 * threads * 4);
  Outcome outcome;
  const Texts all = shapes(nodes);
  for (std::size_t first = 0; first < all.size(); first += kernels_a_text) {
    std::string text;
    std::vector<Comparison> kernels;
    for (std::size_t i = first; i < std::min(first + kernels_a_text, all.size()); ++i) {
      const std::string name = "shape" + std::to_string(i);
      text += "__global__ void " + name +
              "(const unsigned *in, unsigned *out, int) {\n"
              "unsigned bits = in[threadIdx.x], n = 0;\n"
              "const auto next = [&] { const bool bit = bits & 1; bits >>= 1; return bit; };\n" +
              with_traces(all[i]) + "}\n";
      kernels.push_back({name, {1, 1, 1}, {threads, 1, 1}});
    }
    Outcome some = compare(text, kernels, {in, out}, 0);
    for (std::string& difference : some.differences) difference += text.substr(0, 3000);
    outcome += some;
  }
  return outcome;
}

} // namespace reference
