// Machine code written by hand, run on small launches.
#pragma once

#include "sim/model/tally.h"
#include "sim/sass/run.h"

#include <cstring>
#include <string>
#include <vector>

namespace small {

using namespace warpscope;

/// Code for compute capability 9.0 whose only parameter is a buffer at c[0x0][0x210]. The line of each
/// instruction is its place, from 1.
inline sass::MachineCode code_of(const std::vector<std::string>& texts) {
  sass::MachineCode code;
  code.architecture = 90;
  code.symbol = "kernel";
  code.parameter_offset = 0x210;
  code.parameter_bytes = 8;
  code.shared_bytes = 1024 + 4096;
  for (const std::string& text : texts)
    code.instructions.push_back({text, static_cast<std::uint32_t>(code.instructions.size() + 1), 0});
  code.labels.push_back({"kernel", 0});
  return code;
}

/// Puts the address of out[thread] into R2 and R3, and the thread into R0.
inline std::vector<std::string> with_place(std::vector<std::string> body) {
  std::vector<std::string> all = {"LDC.64 R2,c[0x0][0x210]", "S2R R0,SR_TID.X", "IMAD.WIDE R2,R0,0x4,R2"};
  all.insert(all.end(), body.begin(), body.end());
  return all;
}
/// The body computes R4, which goes to out[thread].
inline std::vector<std::string> computing(std::vector<std::string> body) {
  body.insert(body.end(), {"STG.E desc[UR4][R2.64],R4", "EXIT"});
  return with_place(std::move(body));
}

struct Ran {
  sass::Outcome outcome;
  std::vector<std::uint32_t> out;
  std::vector<model::Totals> sites; ///< by instruction
};

inline Ran run(const sass::MachineCode& code, std::uint32_t threads = 32, std::uint32_t blocks = 1,
               std::uint64_t instructions = 100'000, std::uint64_t of_a_block = 0, bool one_warp = false) {
  std::vector<std::uint32_t> before;
  program::Program program;
  exec::DeviceMemory memory(program);
  before.resize(1024);
  const std::uint32_t place = *memory.allocate("out", 4 * before.size());
  std::memcpy(memory.bytes(Space::Global, place, 4 * before.size()).data(), before.data(), 4 * before.size());
  exec::Launch launch;
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  const std::uint64_t address = std::uint64_t{static_cast<std::uint32_t>(Space::Global)} << 32 | place;
  launch.parameters.resize(code.parameter_bytes);
  std::memcpy(launch.parameters.data(), &address, code.parameter_bytes);
  model::Tally tally(code.instructions.size());
  sass::Options options;
  options.budget.warp_instructions = instructions;
  options.budget.warp_instructions_per_block = of_a_block;
  options.one_warp = one_warp;
  Ran ran;
  ran.outcome = sass::run(code, program, launch, memory, options, tally);
  ran.sites = tally.sites();
  ran.out.resize(before.size());
  std::memcpy(ran.out.data(), memory.bytes(Space::Global, place, 4 * before.size()).data(),
              4 * before.size());
  return ran;
}

} // namespace small
