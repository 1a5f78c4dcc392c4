// Runs a whole program: the entry point of this room.
#pragma once

#include "sim/whole/record.h"
#include "sim/whole/request.h"
#include "sim/whole/snapshot.h"

#include <memory>
#include <string>

namespace warpscope::whole {

struct Outcome {
  std::string failed; ///< why nothing ran; empty: it ran, and `record` holds what happened
  Record record;
  std::shared_ptr<const LaunchSnapshot> snapshot; ///< of Request::capture; null: that launch never came
  std::shared_ptr<const LaunchSnapshot> kept;     ///< of Request::keep; null: none
};

/// Starts warpscope-host ($WARPSCOPE_HOST, else beside this executable) and serves it until it has ended,
/// which the limits and the stop flag see to.
[[nodiscard]] Outcome run(const Request& request);

/// Runs the program up to launch `number` (0: the first of `kernel`, or of all), and returns what that saw.
[[nodiscard]] Outcome capture(Request request, std::uint32_t number, std::string kernel = {});

/// Serves a guest on `socket` that somebody else has started: for tests. Returns when the other end is
/// closed.
[[nodiscard]] Outcome serve(const Request& request, int socket, int window_file);

/// Makes the file behind the device's memory; -1 when the system refuses.
[[nodiscard]] int make_window_file();

} // namespace warpscope::whole
