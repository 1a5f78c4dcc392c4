// Mistakes that happen in a class: each gets a sentence, nothing is lost, nothing hangs.
#include "tests/ui/ui_driver.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class WrongInput : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

std::string what_is_said() {
  const session::Session& session = gui()->session();
  for (const Diagnostic& d : session.runs().diagnostics())
    if (d.severity == Severity::Error) return d.message;
  return session.runs().trouble();
}

TEST_F(WrongInput, Expressions) {
  drive("expressions", [](ImGuiTestContext* c) {
    for (const char* text : {"", "   ", "tile[", "tile[threadIdx.x", "unknown_name + 1",
                             "tile[-1 - (int)threadIdx.x][0]", "a[-1]", "tile[threadIdx.x][100000]",
                             "a[threadIdx.x * 2000000000]", "a[1 / (int)(threadIdx.x - threadIdx.x)]",
                             "#include \"x\"", "\"", "*/", "}}}}", "tile[\xff\xfe]"}) {
      gui()->session().edit()->set_expression(text);
      IM_CHECK(settle(c));
      const std::string said = what_is_said();
      IM_CHECK(!said.empty());
      if (said.empty()) c->LogError("nothing was said about: %s", text);
      IM_CHECK(gui()->session().runs().picture() != nullptr);
      gui()->session().edit()->set_expression("tile[threadIdx.x][threadIdx.y]");
      IM_CHECK(settle(c));
      IM_CHECK(what_is_said().empty());
    }
  });
}

TEST_F(WrongInput, BlocksAndDeclarations) {
  drive("blocks", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    for (const char* text : {"", "0 × 8", "-4", "2048", "64 × 32", "99999999999", "x", "1 2 3 4"}) {
      session.edit()->set_block(text);
      IM_CHECK(settle(c));
      IM_CHECK(!what_is_said().empty());
    }
    session.edit()->set_block("32 × 8");
    for (const char* text :
         {"__shared__ float tile[32][", "__shared__ float tile[320][240]", "__shared__ floot tile[32][32]",
          "__shared__ float tile[0][0]", "__shared__ float tile[-1][32]"}) {
      session.edit()->set_declaration(text);
      IM_CHECK(settle(c));
      IM_CHECK(!what_is_said().empty());
    }
    session.edit()->set_declaration("__shared__ float tile[32][32]");
    IM_CHECK(settle(c));
    IM_CHECK(what_is_said().empty());
  });
}

TEST_F(WrongInput, Kernels) {
  drive("kernels", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_mode(document::SourceMode::Kernel);
    const std::string
        head = "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [64]\n[args]\nout = \"zero[64]\"\n*/\n";
    const std::string texts[] = {
        "",
        "int x;",
        "__global__ void k(",
        head.substr(0, 40) + "\n__global__ void k(float *out) { out[0] = 1; }",
        "/* warpscope\nkernel = 3\n*/\n__global__ void k(float *out) { out[0] = 1; }",
        "/* warpscope\nkernl = \"k\"\n*/\n__global__ void k(float *out) { out[0] = 1; }",
        head + "__global__ void k(float *out) { while (true) out[0] += 1; }",
        head + "__device__ int f(int n) { return f(n + 1) + 1; }\n__global__ void k(float *out) { out[0] = "
               "f(0); }",
        head +
            "__global__ void k(float *out) { __shared__ float s[76800]; s[threadIdx.x] = 1; out[0] = s[0]; }",
        head + "__global__ void k(float *out) { *(float4 *)(out + 1) = make_float4(0, 0, 0, 0); }",
        head +
            "__global__ void k(float *out) { if (threadIdx.x < 16) __syncthreads(); else out[1000000] = 0; }",
    };
    for (const std::string& text : texts) {
      session.edit()->set_kernel_text(text);
      IM_CHECK(settle(c)); // nothing hangs: it has a limit of its own, which a busy machine meets late
      if (what_is_said().empty()) c->LogError("nothing was said about: %s", text.c_str());
      IM_CHECK(!what_is_said().empty());
    }
    session.edit()->set_kernel_text(head + "__global__ void k(float *out) { out[threadIdx.x] = 1; }");
    IM_CHECK(settle(c));
    IM_CHECK(what_is_said().empty());
  });
}

/// The picture of a text that does not compile is the window with the message in it.
TEST(WrongInputOfAScript, IsInThePictureThatTheScriptWaitsFor) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                       ("warpscope-broken-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  constexpr const char* misspelt = "/* warpscope\ngrid = 1\nblock = 32\n[args]\nout = \"zero[32]\"\n*/\n"
                                   "__global__ void k(float *out) { out[threadIdx.X] = 1; }\n";
  for (const char* text : {misspelt, "__global__ void k(float *out) { out[0] = 1; }\n", "int x;\n", ""}) {
    const std::string file = (folder / "broken.cu").string(), picture = (folder / "broken.png").string();
    std::ofstream(file, std::ios::binary) << text;
    std::filesystem::remove(picture);
    const std::string command = "timeout 40 " WARPSCOPE_BINARY_DIR "/warpscope_window " + file +
                                " --size 640x400 --screenshot " + picture;
    EXPECT_EQ(std::system(command.c_str()), 0) << text;
    EXPECT_TRUE(std::filesystem::exists(picture)) << text;
  }
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace warpscope
