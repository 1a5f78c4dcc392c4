// What the GPU left in the outputs, beside what the simulator left there.
#pragma once

#include "gpu/protocol/recording.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::compare {

enum class OutputMatch : std::uint8_t {
  Same,  ///< bit for bit
  Close, ///< floats within the tolerance of elements_agree()
  Differs,
  Unknown, ///< the simulation was not whole, or bytes differ and the values are not there to compare
};
[[nodiscard]] std::string_view name_of(OutputMatch match); ///< "same", "close", "differs", "unknown"

struct ComparedOutput {
  std::string name;
  OutputMatch match = OutputMatch::Unknown;
  std::uint64_t elements = 0,
                other = 0; ///< other: elements with other bits; both 0 where the values were not compared
  std::string first; ///< of those that do not agree, else of those with other bits: "out[35] = 0, simulated
                     ///< 35"
  [[nodiscard]] std::string sentence() const; ///< "the same bytes"; "12 of 1024 elements differ, within 1e-04
                                              ///< of the larger: out[3] = 0.1, simulated 0.10000001"
  double tolerance = 0;
};

/// `simulated`: with its buffers' hashes (SimulationRequest::hash_buffers).
[[nodiscard]] ComparedOutput compare_output(const protocol::RecordedOutput& output,
                                            const run::SimulationResult& simulated);

} // namespace warpscope::compare
