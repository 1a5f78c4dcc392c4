// Compares what the GPU left in the outputs with what the simulator left there.
#pragma once

#include "gpu/protocol/recording.h"
#include "sim/run/simulate.h"

#include <string>

namespace warpscope::compare {

enum class OutputMatch : std::uint8_t {
  Same,  ///< equal bit for bit
  Close, ///< floats within the tolerance of elements_agree()
  Differs,
  Unknown, ///< the simulation was not complete, or bytes differ and the values were not kept
};
[[nodiscard]] std::string_view name_of(OutputMatch match); ///< "same", "close", "differs", "unknown"

struct ComparedOutput {
  std::string name;
  OutputMatch match = OutputMatch::Unknown;
  std::uint64_t elements = 0,
                other = 0; ///< other: elements whose bits differ; both 0 where the values were not compared
  /// The first element that does not agree, else the first whose bits differ: "out[35] = 0, simulated 35".
  std::string first;
  /// "the same bytes"; "12 of 1024 elements differ, within 1e-04 of the larger: out[3] = 0.1, simulated
  /// 0.10000001".
  [[nodiscard]] std::string sentence() const;
  double tolerance = 0;
};

/// `simulated`: with its buffers' hashes (run::Request::hash_buffers).
[[nodiscard]] ComparedOutput compare_output(const protocol::RecordedOutput& output,
                                            const run::Result& simulated);

} // namespace warpscope::compare
