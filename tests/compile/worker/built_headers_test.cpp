// What the build puts beside the program: the headers that every lab begins with, parsed for every device. A
// person whose own cache is empty then waits for no header.
#include "sim/compile/compile.h"
#include "sim/compile/head_start.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "tests/compile/worker/own_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using compile::HeadStart;

class BuiltHeaders : public OwnCache {
 protected:
  /// Precompiled headers in a folder, with their sizes.
  static std::map<std::string, std::uintmax_t> headers_in(const fs::path& folder) {
    std::map<std::string, std::uintmax_t> sizes;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
      if (entry.path().extension() == ".pch") sizes[entry.path().filename().string()] = entry.file_size();
    return sizes;
  }
  /// What the person's cache has: parsed because it was missing.
  [[nodiscard]] std::size_t parsed_anew() const { return headers_in(folder_ / "warpscope").size(); }
};

TEST_F(BuiltHeaders, AreThereForEveryLabOnEveryDevice) {
  std::vector<HeadStart::Request> requests;
  for (const Device& device : devices::devices()) {
    const auto capability = static_cast<std::uint32_t>(device.cc_major * 10 + device.cc_minor);
    for (const labs::Lab& lab : labs::labs()) {
      if (lab.program) {
        program::ProgramSources sources;
        sources.files.push_back({"/" + lab.file_name, lab.text});
        sources.compute_capability = capability;
        requests.emplace_back(sources);
      } else {
        program::TextSource source;
        source.file = "/" + lab.file_name;
        source.text = lab.text;
        source.compute_capability = capability;
        requests.emplace_back(source);
      }
    }
  }
  ASSERT_GT(requests.size(), 8u * 110u);
  HeadStart start;
  start.start(requests);
  for (int i = 0; i < 6000 && start.state() == HeadStart::State::Working; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(start.state(), HeadStart::State::Done);
  EXPECT_EQ(parsed_anew(), 0u);
}

TEST_F(BuiltHeaders, OneThatIsNotWholeIsPassedOver) {
  // A copy of the compiler with headers of its own, of which each is damaged in the middle, or cut off.
  const fs::path worker = folder_ / "warpscope-compiler", built = folder_ / "preludes" / "warpscope";
  fs::copy_file(fs::read_symlink("/proc/self/exe").parent_path() / "warpscope-compiler", worker);
  program::ProgramSources program;
  program.files.push_back({"/p.cu", "#include <cstdio>\n__global__ void k() {}\n"
                                    "int main() { k<<<1, 1>>>(); return 0; }\n"});
  const auto compiles = [&] {
    compile::Compiler compiler(worker.string());
    return compiler.compile(program).program != nullptr;
  };
  setenv("XDG_CACHE_HOME", (folder_ / "preludes").c_str(), 1);
  ASSERT_TRUE(compiles());
  setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  ASSERT_TRUE(compiles());
  EXPECT_EQ(parsed_anew(), 0u) << "what lies beside the program is found";

  bool cut = false;
  for (const auto& [name, size] : headers_in(built)) {
    if (cut = !cut; cut) {
      fs::resize_file(built / name, size / 2);
      continue;
    }
    std::fstream file(built / name, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file << "damaged";
  }
  EXPECT_TRUE(compiles());
  EXPECT_EQ(parsed_anew(), headers_in(built).size());
}

} // namespace
} // namespace warpscope
