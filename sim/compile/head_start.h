// Headers parsed ahead: a process of the lowest priority parses what texts begin with into the cache on disk,
// so that the first opening of each finds it there. Parsing is all it does: its end, whatever it was, costs
// the app nothing but time later.
#pragma once

#include "sim/program/program_sources.h"
#include "sim/program/text_source.h"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <variant>
#include <vector>

namespace warpscope::compile {

/// Exit codes of `warpscope-compiler --head-start`.
inline constexpr int head_start_no_cache = 4; ///< the cache takes no file

/// Not thread-safe: the process ends with the thread that started it, too.
class HeadStart {
 public:
  using Request = std::variant<program::TextSource, program::ProgramSources>;
  enum class State : std::uint8_t {
    None, ///< nothing was asked for, or stop() ended it
    Working,
    Done,   ///< everything that was asked for is kept
    GaveUp, ///< it could not be started, the cache takes no file, or the process was killed
  };

  /// `worker`: as Compiler's.
  explicit HeadStart(std::string worker = {});
  ~HeadStart();
  HeadStart(const HeadStart&) = delete;
  HeadStart& operator=(const HeadStart&) = delete;

  /// Begins with these texts, in their order, in place of what it was at. What is kept already takes no time.
  void start(const std::vector<Request>& requests);
  void stop(); ///< at once; what was parsed by then stays
  [[nodiscard]] State state();
  [[nodiscard]] pid_t process() const { return process_; } ///< -1: there is none

 private:
  std::string worker_;
  pid_t process_ = -1;
  State state_ = State::None;
};

} // namespace warpscope::compile
