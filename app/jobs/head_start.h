// The headers of the labs parsed ahead, for the device that is chosen, so that a lab that nobody opened yet
// opens as fast as one that is known. In a process of its own, while nobody waits for anything.
#pragma once

#include "app/document/catalog.h"
#include "sim/compile/head_start.h"

#include <cstdint>
#include <optional>

namespace warpscope::jobs {

class HeadStart {
 public:
  /// For a window at rest: begins, or goes on. Does nothing once all is there, nor after it failed once.
  void go_on(const document::Catalog& catalog, const Device& device);
  /// Somebody waits for the compiler: what was not parsed by now is left for the next rest.
  void give_way() { process_.stop(); }
  [[nodiscard]] bool wanted(const Device& device);
  [[nodiscard]] bool working() { return process_.state() == compile::HeadStart::State::Working; }

 private:
  compile::HeadStart process_;
  std::uint32_t asked_for_ = 0; ///< the compute capability that it began with last; 0: none
};

} // namespace warpscope::jobs
