// Headers parsed ahead by the real warpscope-compiler, on a machine that has none: what the build put beside
// the program is out of its sight.
#include "sim/compile/compile.h"
#include "sim/compile/head_start.h"
#include "tests/compile/worker/own_cache.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <set>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using compile::HeadStart;
using namespace std::chrono_literals;

class HeadStartTest : public OwnCache {
 protected:
  void SetUp() override {
    OwnCache::SetUp();
    worker_ = (folder_ / "warpscope-compiler").string();
    fs::copy_file(fs::read_symlink("/proc/self/exe").parent_path() / "warpscope-compiler", worker_);
  }

  static program::TextSource kernel() {
    program::TextSource source;
    source.file = "k.cu";
    source.text = "#include <cuda_fp16.h>\n__global__ void k(__half *p) { p[threadIdx.x] = __half(1.0f); }\n";
    return source;
  }
  static program::TextSource plain() { // the worker's own first text is of this kind
    program::TextSource source;
    source.file = "plain.cu";
    source.text = "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n";
    return source;
  }
  static program::ProgramSources program(const std::string& header) {
    program::ProgramSources sources;
    sources.files.push_back({"/p.cu", "#include <" + header +
                                          ">\n__global__ void k() {}\n"
                                          "int main() { k<<<1, 1>>>(); return 0; }\n"});
    return sources;
  }
  static std::vector<HeadStart::Request> all() {
    return {plain(), kernel(), program("vector"), program("cstdio")};
  }

  /// Files of the cache whose names end so.
  [[nodiscard]] std::set<std::string> kept(const std::string& ending = ".pch") const {
    std::set<std::string> names;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / "warpscope", none))
      if (entry.path().extension() == ending) names.insert(entry.path().filename().string());
    return names;
  }
  static HeadStart::State end_of(HeadStart& start) {
    for (int i = 0; i < 6000 && start.state() == HeadStart::State::Working; ++i)
      std::this_thread::sleep_for(10ms);
    return start.state();
  }
  void expect_that_all_compile() {
    compile::Compiler compiler(worker_);
    for (const auto& source : {plain(), kernel()}) {
      const compile::CompileResult result = compiler.compile(source);
      EXPECT_TRUE(result.program) << (result.diagnostics.empty() ? "" : result.diagnostics[0].message);
    }
    for (const char* header : {"vector", "cstdio"}) {
      const compile::ProgramResult result = compiler.compile(program(header));
      EXPECT_TRUE(result.program) << (result.diagnostics.empty() ? "" : result.diagnostics[0].message);
    }
  }

  std::string worker_;
};

TEST_F(HeadStartTest, TheFirstCompilationFindsWhatItNeeds) {
  HeadStart start(worker_);
  start.start(all());
  EXPECT_EQ(end_of(start), HeadStart::State::Done);
  const std::set<std::string> ahead = kept();
  EXPECT_EQ(ahead.size(), 6u) << "two preludes, and two sides of each program";
  expect_that_all_compile();
  EXPECT_EQ(kept(), ahead) << "a compilation parsed headers of its own";
}

TEST_F(HeadStartTest, EachDeviceHasItsOwn) {
  HeadStart start(worker_);
  start.start({plain()});
  EXPECT_EQ(end_of(start), HeadStart::State::Done);
  program::TextSource other = plain();
  other.compute_capability = 75;
  start.start({other});
  EXPECT_EQ(end_of(start), HeadStart::State::Done);
  EXPECT_EQ(kept().size(), 2u);
}

TEST_F(HeadStartTest, StoppedItEndsAtOnceAndGoesOnLater) {
  HeadStart start(worker_);
  start.start(all());
  const pid_t process = start.process();
  ASSERT_GT(process, 0);
  for (int i = 0; i < 6000 && kept().empty(); ++i) std::this_thread::sleep_for(5ms);
  EXPECT_EQ(sched_getscheduler(process), SCHED_IDLE) << "it takes time from somebody";
  start.stop();
  EXPECT_EQ(start.state(), HeadStart::State::None);
  EXPECT_NE(kill(process, 0), 0) << "it still runs";
  const std::set<std::string> first = kept();
  EXPECT_LT(first.size(), 6u);
  std::vector<fs::file_time_type> written;
  for (const std::string& name : first) written.push_back(fs::last_write_time(folder_ / "warpscope" / name));
  start.start(all());
  EXPECT_EQ(end_of(start), HeadStart::State::Done);
  EXPECT_EQ(kept().size(), 6u);
  std::size_t i = 0;
  for (const std::string& name : first)
    EXPECT_EQ(fs::last_write_time(folder_ / "warpscope" / name), written[i++]) << "parsed twice";
  expect_that_all_compile();
}

TEST_F(HeadStartTest, KilledItGivesUpAndNothingElseSuffers) {
  HeadStart start(worker_);
  start.start(all());
  ASSERT_EQ(kill(start.process(), SIGKILL), 0);
  EXPECT_EQ(end_of(start), HeadStart::State::GaveUp);
  expect_that_all_compile();
}

TEST_F(HeadStartTest, TwoAtOnceShareTheWork) {
  HeadStart one(worker_), other(worker_);
  one.start(all());
  other.start(all());
  EXPECT_EQ(end_of(one), HeadStart::State::Done);
  EXPECT_EQ(end_of(other), HeadStart::State::Done);
  const std::set<std::string> ahead = kept();
  EXPECT_EQ(ahead.size(), 6u);
  EXPECT_TRUE(kept(".part").empty());
  expect_that_all_compile();
  EXPECT_EQ(kept(), ahead);
}

TEST_F(HeadStartTest, WhoWaitsForAnotherGoesOnWhenThatOneIsKilled) {
  HeadStart one(worker_), other(worker_);
  one.start(all());
  for (int i = 0; i < 6000 && kept().empty(); ++i) std::this_thread::sleep_for(5ms);
  other.start(all());
  kill(one.process(), SIGKILL);
  EXPECT_EQ(end_of(other), HeadStart::State::Done);
  EXPECT_EQ(kept().size(), 6u);
}

TEST_F(HeadStartTest, WhereNothingCanBeWrittenItEndsAndTextsCompile) {
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  HeadStart start(worker_);
  start.start(all());
  EXPECT_EQ(end_of(start), HeadStart::State::GaveUp);
  expect_that_all_compile();
}

/// A limit of a file's size is as a disk that is full: what was begun is taken away, and nothing is tried
/// again.
TEST_F(HeadStartTest, OnAFullDiskItEndsAndLeavesNothingHalf) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{rlim_t{1} << 19, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  HeadStart start(worker_);
  start.start(all());
  EXPECT_EQ(end_of(start), HeadStart::State::GaveUp);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(kept().empty());
  EXPECT_TRUE(kept(".part").empty());
  expect_that_all_compile();
}

TEST_F(HeadStartTest, WhatAKilledProcessLeftHalfWrittenIsTakenAway) {
  fs::create_directories(folder_ / "warpscope");
  const fs::path old = folder_ / "warpscope" / "0123.pch.1.part",
                 young = folder_ / "warpscope" / "4567.pch.2.part";
  for (const fs::path& path : {old, young}) std::ofstream(path) << "half";
  fs::last_write_time(old, fs::file_time_type::clock::now() - 1h);
  HeadStart start(worker_);
  start.start({plain()});
  EXPECT_EQ(end_of(start), HeadStart::State::Done);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young)) << "another compiler may be writing it";
}

TEST_F(HeadStartTest, WithoutACompilerItGivesUp) {
  HeadStart start((folder_ / "missing").string());
  start.start(all());
  EXPECT_EQ(end_of(start), HeadStart::State::GaveUp);
}

} // namespace
} // namespace warpscope
