// The request of a whole run: the compiled program, where and how it runs, and what to look for.
#pragma once

#include "sim/base/device.h"
#include "sim/exec/run.h"
#include "sim/program/program_sources.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::launch {
struct LaunchSnapshot;
} // namespace warpscope::launch
namespace warpscope::run {
struct Estimate;
} // namespace warpscope::run

namespace warpscope::whole {

/// 0: no limit.
struct Limits {
  double seconds = 300;                                  ///< of the wall
  double processor_seconds = 300;                        ///< of the host program
  std::uint64_t output_bytes = std::uint64_t{256} << 20; ///< of stdout and stderr together, where piped
  std::uint64_t host_bytes = std::uint64_t{8} << 30;
  std::uint32_t threads = 256;
  /// Of each launch. Instructions are not counted: time is what a person waits for.
  exec::Budget launch{.warp_instructions_per_block = 0, .warp_instructions = 0};
};

/// The program's standard streams. -1: input is empty; output and errors are piped and kept.
struct Streams {
  int input = -1, output = -1, errors = -1;
  /// They are a terminal: the program stays in the caller's process group, so that it may read from it.
  bool terminal = false;
  /// Piped output comes line by line, as it is printed; else in blocks, as into a file, which is faster.
  bool lines = true;
  std::uint64_t kept_bytes = 1u << 20; ///< of each piped stream, in the record
  /// Hears every piece of piped output as it comes; called on another thread.
  std::function<void(bool error, std::string_view piece)> heard;
};

/// Which launch to keep a snapshot of. The program is ended there.
struct Capture {
  /// LaunchRecord::number; 0: the first one of `kernel`, else of the texts' own kernels (of all, where they
  /// have none).
  std::uint32_t number = 0;
  std::string kernel; ///< as program::is_named()
};

struct Request {
  program::CompiledProgram program;
  Device device;
  std::vector<std::string> arguments;   ///< argv, with the program's name
  std::vector<std::string> environment; ///< "NAME=value"
  std::string folder;                   ///< the working directory: reads are allowed below it
  std::string scratch;                  ///< the one folder that it may write to; empty: none
  Streams streams;
  Limits limits;
  bool check = false; ///< look for everything, at the cost of time
  bool races = false; ///< look for races within each launch
  std::optional<Capture> capture;
  /// Keeps what one launch saw without ending the program (Outcome::kept), which saves running it again.
  struct Keep {
    std::uint64_t copied_bytes = 0; ///< at most, of the memory of all launches that are tried; 0: keep
                                    ///< nothing
    /// The first launch of a kernel with an access on this line of the first text; 0: the launch that takes
    /// longest by itself.
    std::uint32_t line = 0;
    /// Hears of the launch on that line before it is executed; called on the thread of run().
    std::function<void(std::shared_ptr<const launch::LaunchSnapshot>)> heard;
  } keep;
  unsigned threads = 0; ///< host threads for a launch; 0: one for each core
  const std::atomic<bool>* cancel = nullptr;
  /// Hears of the launch that runs; called on the thread of run().
  std::function<void(const std::string& kernel, std::uint64_t done, std::uint64_t total)> progress;
  /// Says how long a launch takes, from what it sees, for the record; called on the thread of run() before
  /// the launch is executed. Null, and a sentence, when it cannot say. Empty: nobody asks.
  std::function<std::shared_ptr<const run::Estimate>(std::shared_ptr<const launch::LaunchSnapshot> sees,
                                                     std::string& why_not)>
      estimate;
  /// Hears a sentence about a launch that runs for long; called on the thread of run().
  std::function<void(const std::string& sentence)> slow;
};

} // namespace warpscope::whole
