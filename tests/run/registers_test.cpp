// The registers of predicted code beside those that NVIDIA's assembler takes.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/multiprocessor/registers.h"
#include "sim/multiprocessor/spills.h"
#include "sim/run/simulate.h"
#include "sim/run/stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace warpscope {
namespace {

/// Of a scenario as compiled: registers alive at once, and predicted; 0: it does not compile.
std::pair<std::uint32_t, std::uint32_t> registers_of(compile::Compiler& compiler, const std::string& file,
                                                     std::string text) {
  run::Request request;
  request.file = file;
  request.text = std::move(text);
  request.folder = ".";
  request.device = *devices::find_device("cc90");
  request.as_compiled = true;
  const run::Input input(request);
  run::Prepared prepared = run::prepare(compiler, input);
  if (!prepared.kernel || !prepared.bound) return {0, 0};
  const program::Program& program = prepared.program();
  const program::Function& function = program.functions[program.kernels[*prepared.kernel].function];
  return {multiprocessor::registers_alive(program, function),
          multiprocessor::predicted_registers(program, *prepared.kernel, prepared.launch.block.count(),
                                              prepared.launch.max_registers)};
}

/// How many of the labs are within 4 of NVRTC's number; nothing was fitted to them but the 4 that is added.
TEST(PredictedRegisters, OfTheLabsAreMostlyNear) {
  compile::Compiler compiler;
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/tests/run/registers.tsv");
  std::size_t labs = 0, near = 0, nearer_than_constant = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    std::string name;
    unsigned read = 0;
    cells >> name >> read;
    const labs::Lab* const lab = labs::find_lab(name);
    ASSERT_NE(lab, nullptr) << name;
    const std::uint32_t predicted = registers_of(compiler, lab->file_name, lab->text).second;
    ++labs;
    near += predicted + 4 >= read && predicted <= read + 4 ? 1 : 0;
    nearer_than_constant += read >= 12 && read <= 20 ? 1 : 0; // were it 16 whatever the kernel is
    if (std::getenv("WARPSCOPE_SHOW_MIX") != nullptr)
      std::cout << name << " read " << read << " predicted " << predicted << "\n";
  }
  RecordProperty("near", static_cast<int>(near));
  std::cout << near << " of " << labs << " labs within 4; a constant of 16: " << nearer_than_constant << "\n";
  EXPECT_GE(labs, 60u);
  EXPECT_GE(near * 100, labs * 60);
  EXPECT_GT(near, nearer_than_constant);
}

/// NVRTC 13.0 for sm_90 keeps 16, 40 and 48 of 64 running sums in local memory where a thread may have 64, 40
/// and 32 registers; without a limit they take 80. Sums that a loop does not carry it adds up one after the
/// other.
TEST(PredictedRegisters, WhatIsBeyondALimitIsSpilled) {
  compile::Compiler compiler;
  const auto spilled = [&](const char* lab, std::vector<std::pair<std::string, std::string>> parameters) {
    run::Request request;
    request.file = labs::find_lab(lab)->file_name;
    request.text = labs::find_lab(lab)->text;
    request.folder = ".";
    request.device = *devices::find_device("cc90");
    request.as_compiled = true;
    request.overrides.parameters = std::move(parameters);
    const run::Input input(request);
    run::Prepared prepared = run::prepare(compiler, input);
    EXPECT_TRUE(prepared.kernel && prepared.bound);
    const program::Program& program = prepared.program();
    const program::Kernel& kernel = program.kernels.at(*prepared.kernel);
    const auto slots = multiprocessor::spilled_slots(
        program, program.functions[kernel.function],
        multiprocessor::register_limit(kernel, prepared.launch.max_registers));
    return std::count_if(slots.begin(), slots.end(), [](std::uint32_t word) { return word != 0; });
  };
  EXPECT_EQ(spilled("register_limit", {{"LIMIT", "0"}}), 0);
  EXPECT_EQ(spilled("register_limit", {{"LIMIT", "64"}}), 16);
  EXPECT_EQ(spilled("register_limit", {{"LIMIT", "40"}}), 40);
  EXPECT_EQ(spilled("register_limit", {{"LIMIT", "32"}}), 48);
  EXPECT_EQ(spilled("occupancy_registers", {{"SUMS", "64"}, {"BLOCKS", "8"}}), 0);
}

/// For looking at: WARPSCOPE_REGISTER_LIST names a file of rows of path and registers.
TEST(PredictedRegisters, OfAList) {
  const char* const list = std::getenv("WARPSCOPE_REGISTER_LIST");
  if (list == nullptr) GTEST_SKIP() << "no list";
  compile::Compiler compiler;
  std::ifstream in(list);
  std::string path;
  for (unsigned read = 0; in >> path >> read;) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    const auto [alive, predicted] = registers_of(compiler, path, text.str());
    std::cout << "ROW " << path << " " << read << " " << alive << " " << predicted << std::endl;
  }
}

} // namespace
} // namespace warpscope
