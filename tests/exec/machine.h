// One launch of a hand-made program, for tests: buffers as vectors of words.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "tests/program/assembler.h"

#include <cstring>
#include <string>
#include <vector>

namespace warpscope::testing {

/// Records every access and barrier that it receives.
struct RecordingSink final : trace::TraceSink {
  struct Access {
    trace::AccessEvent event;
    std::vector<std::uint8_t> values;
  };
  void on_access(const trace::AccessEvent& event) override {
    Access one{event, {}};
    if (event.values != nullptr)
      one.values.assign(event.values, event.values + std::size_t{32} * event.access.width);
    accesses.push_back(std::move(one));
  }
  void on_barrier(const trace::BarrierEvent& event) override { barriers.push_back(event); }
  void on_block_begin(std::uint64_t block) override { begun.push_back(block); }
  void on_block_end(std::uint64_t block) override { ended.push_back(block); }
  std::vector<Access> accesses;
  std::vector<trace::BarrierEvent> barriers;
  std::vector<std::uint64_t> begun, ended;
};

struct Machine {
  explicit Machine(program::Program program_in) : program(std::move(program_in)), memory(program) {}

  /// Allocates a buffer before the run; its offset is its address.
  std::uint32_t buffer(const std::string& name, const std::vector<std::uint32_t>& words) {
    const auto offset = memory.allocate(name, words.size() * 4);
    if (!words.empty())
      std::memcpy(memory.bytes(Space::Global, *offset, words.size() * 4).data(), words.data(),
                  words.size() * 4);
    return *offset;
  }
  std::vector<std::uint32_t> words(std::uint32_t offset, std::size_t count) {
    std::vector<std::uint32_t> result(count);
    std::memcpy(result.data(), memory.bytes(Space::Global, offset, count * 4).data(), count * 4);
    return result;
  }
  void argument(std::uint32_t word) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&word);
    launch.parameters.insert(launch.parameters.end(), bytes, bytes + 4);
  }
  exec::RunResult go() { return exec::run(program, launch, memory, options, sink); }

  program::Program program;
  exec::DeviceMemory memory;
  exec::Launch launch;
  exec::RunOptions options;
  RecordingSink sink;
};

} // namespace warpscope::testing
