// What the window reads off a text by its words: whether it is a program, which part the host runs, which
// fields a kernel alone needs; and that no message names an option of the command line.
#include "app/document/command_line.h"
#include "app/document/kernel_fields.h"
#include "app/document/program_text.h"
#include "app/document/words.h"
#include "sim/source/text_words.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace warpscope::document {
namespace {

TEST(ProgramText, IsOneWithAMainOfItsOwn) {
  EXPECT_TRUE(is_program("int main() {}"));
  EXPECT_TRUE(is_program("int\nmain (int argc, char** argv)\n{ return 0; }"));
  EXPECT_TRUE(is_program("extern \"C\" { int main() {} }"));
  EXPECT_FALSE(is_program("// int main()\n__global__ void k() {}"));
  EXPECT_FALSE(is_program("const char* text = \"int main()\";"));
  EXPECT_FALSE(is_program("struct S { void main() {} };"));
  EXPECT_FALSE(is_program("void domain() {}"));
  EXPECT_FALSE(is_program("/* warpscope\nkernel = \"k\"\n*/\nint main() {}"));
}

TEST(HostPart, IsTheSameWhileOnlyKernelsAndCommentsChange) {
  const std::string before = host_part(
      "__global__ void k(int* a) { a[0] = 1; }\nint main() { k<<<1, 1>>>(0); }");
  EXPECT_EQ(
      host_part(
          "__global__ void k(int* a) { if (a) { a[0] = 2; } }  // more\n\nint main() { k<<<1, 1>>>(0); }"),
      before);
  EXPECT_NE(host_part("__global__ void k(int* a) { a[0] = 1; }\nint main() { k<<<2, 1>>>(0); }"), before);
  EXPECT_NE(host_part("__global__ void k(float* a) { a[0] = 1; }\nint main() { k<<<1, 1>>>(0); }"), before);
  EXPECT_NE(host_part("__host__ __device__ int f() { return 1; }"),
            host_part("__host__ __device__ int f() { return 2; }"));
  EXPECT_EQ(host_part("__device__ int f() { return '}'; }"),
            host_part("__device__ int f() { return \"}\"[0]; }"));
}

TEST(Words, AreThoseOfAShell) {
  EXPECT_EQ(words_of("a 'b c'  \"d e\"f \\ g"), (std::vector<std::string>{"a", "b c", "d ef", " g"}));
  EXPECT_TRUE(words_of("   ").empty());
  EXPECT_EQ(words_of("''"), std::vector<std::string>{""});
}

Document with(const std::string& text) {
  Document document;
  document.mode = SourceMode::Kernel;
  document.kernel_text = std::make_shared<const std::string>(text);
  return document;
}

std::string value_of(const KernelFields& fields, const std::string& name) {
  for (const KernelField& field : fields.fields)
    if (field.name == name) return field.value;
  return "none";
}

TEST(KernelFields, AreOfTheChosenKernelAndNeverZero) {
  Document document = with(
      "template <typename T, int N> __global__ void first(T* a) {}\n"
      "__global__ __launch_bounds__(256) void second(const float* __restrict__ in, int n, "
      "float scale, bool flag) { extern __shared__ float s[]; }");
  std::optional<KernelFields> fields = kernel_fields(document);
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->kernels, (std::vector<std::string>{"first<float, 32>", "second"}));
  EXPECT_EQ(value_of(*fields, "kernel"), "first<float, 32>");
  EXPECT_EQ(value_of(*fields, "arg:a"), "ramp[65536]");
  document.launch = {{"kernel", "second"}, {"arg:n", "100"}};
  fields = kernel_fields(document);
  ASSERT_TRUE(fields);
  EXPECT_EQ(value_of(*fields, "arg:in"), "ramp[65536]");
  EXPECT_EQ(value_of(*fields, "arg:n"), "100");
  EXPECT_EQ(value_of(*fields, "arg:scale"), "1.5");
  EXPECT_EQ(value_of(*fields, "arg:flag"), "true");
  EXPECT_EQ(value_of(*fields, "shared"), "4096");
  source::Overrides overrides;
  fill_launch(document, overrides);
  EXPECT_EQ(overrides.kernel, "second");
  EXPECT_EQ(*overrides.grid, std::vector<std::string>{"4"});
}

TEST(KernelFields, AreNotThereForATextWithALaunch) {
  EXPECT_FALSE(kernel_fields(with("__global__ void k() {} void run() { k<<<1, 1>>>(); }")));
  EXPECT_FALSE(kernel_fields(with("__global__ void k() {} int main() {}")));
  EXPECT_FALSE(kernel_fields(with("/* warpscope\ngrid = 1\n*/ __global__ void k() {}")));
  EXPECT_FALSE(kernel_fields(with("int x;")));
}

TEST(Messages, NameNoOptions) {
  EXPECT_EQ(
      without_options("text: the text launches several kernels, say which one to run with --kernel: a, b"),
      "text: the text launches several kernels, say which one to run: a, b");
  EXPECT_EQ(without_options("the grid cannot be read; give it with --grid X,Y,Z"), "the grid cannot be read");
  EXPECT_EQ(without_options("this one is run; give --grid and --block for another"), "this one is run");
  EXPECT_EQ(without_options("give it a value, as in --arg n=1024 or n = \"1024\" under [args]"),
            "give it a value, as in n = \"1024\" under [args]");
  EXPECT_EQ(without_options("run in lockstep, as before Volta (--pre-volta); since Volta not"),
            "run in lockstep, as before Volta; since Volta not");
  EXPECT_EQ(without_options("i-- is fine, and a -- b too"), "i-- is fine, and a -- b too");
  EXPECT_EQ(without_options("more words (use a smaller grid, or --blocks)"),
            "more words (use a smaller grid)");
  EXPECT_EQ(without_options("give its arguments, as in --kernel 'k<float>'"),
            "give its arguments, as in 'k<float>'");
  EXPECT_EQ(without_options("--set N needs a value"), "N needs a value");
}

/// Literals side by side, as the compiler joins them.
std::vector<std::string> literals_of(const std::string& text) {
  std::vector<std::string> literals;
  source::TextWords words(text);
  bool open = false;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const bool literal = word.size() > 1 && word.front() == '"';
    if (literal && !open) literals.emplace_back();
    if (literal) literals.back() += word.substr(1, word.size() - 2);
    open = literal;
  }
  return literals;
}

TEST(Messages, NoSentenceOfTheSimulatorKeepsAnOption) {
  const std::regex option("(^|[ (])--[a-z]");
  int seen = 0;
  for (const char* room : {"sim/run", "sim/launch", "sim/source", "sim/exec", "sim/races", "sim/whole",
                           "sim/expression", "sim/lower", "guest"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(WARPSCOPE_SOURCE_DIR) + "/" + room)) {
      if (entry.path().extension() != ".cpp") continue;
      std::ifstream in(entry.path());
      for (const std::string& literal : literals_of(std::string(std::istreambuf_iterator<char>(in), {}))) {
        if (!std::regex_search(literal, option)) continue;
        ++seen;
        EXPECT_FALSE(std::regex_search(without_options(literal), option)) << entry.path() << ": " << literal;
      }
    }
  EXPECT_GT(seen, 3);
}

TEST(CommandLine, OfAProgramIsARunWithItsArguments) {
  Document d = with("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  d.kernel_file = "/a/my work/p.cu";
  d.kernel_folder = "/a/my work";
  d.device = "cc80";
  const ProgramOptions options{"'two words' 3", "42\n", {"/inc"}};
  EXPECT_EQ(command_line(d, {}, false, options).text,
            "printf %s '42\n' | warpscope run '/a/my work/p.cu' -I /inc --device cc80 --folder "
            "'/a/my work' -- 'two words' 3");
  EXPECT_EQ(command_line(d, {}, true, options).text, "") << "the file has another text";
  d.cuts = {1};
  EXPECT_NE(command_line(d, {}, false, options).problem, "");
}

TEST(CommandLine, IsAStateToPaste) {
  Catalog catalog;
  catalog.labs.push_back({.id = "tile",
                          .title = "A tile",
                          .text = "/* warpscope\nkernel = \"k\"\n*/\n__global__ void k() {}\n"});
  catalog.devices.emplace_back().id = "cc90";
  catalog.devices.emplace_back().id = "cc80";
  Document d;
  d.expression = "it's[threadIdx.x ^ 3]";
  d.declaration = "__shared__ float it[32][33]";
  d.block = "32 × 4";
  d.warp = 3;
  d.device = "cc80";
  const auto back = [&](const Document& from) {
    const CommandLine line = command_line(from, catalog, false);
    EXPECT_EQ(line.problem, "");
    return document_of_command(line.text, Document{}, catalog);
  };
  EXPECT_EQ(back(d), d);
  Document lab;
  lab.mode = SourceMode::Kernel;
  lab.lab = "tile";
  lab.kernel_text = std::make_shared<const std::string>(catalog.labs.front().text);
  lab.kernel_file = "tile.cu";
  lab.choices = {{"PAD", "1"}};
  lab.cuts = {4, 9};
  EXPECT_EQ(back(lab), lab);
  for (const char* other : {"", "warpscope", "warpscope expr", "warpscope sim unknown", "ls expr a",
                            "tile[threadIdx.x]", "warpscope expr a --no-such 1", "warpscope run p.cu"})
    EXPECT_FALSE(document_of_command(other, Document{}, catalog)) << other;
}

TEST(CommandLine, OfKernelsAloneHoldsTheirFields) {
  Document d = with(
      "__global__ void add(float *out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }\n");
  d.kernel_file = "/a.cu";
  d.kernel_folder = "/";
  d.launch = {{"grid", "2 × 2"}};
  EXPECT_EQ(command_line(d, {}, false).text,
            "warpscope sim /a.cu --kernel add --grid 2,2 --block 64 --arg 'out=ramp[65536]' --arg n=256");
}

} // namespace
} // namespace warpscope::document
