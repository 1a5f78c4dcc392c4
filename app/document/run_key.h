// The identity of a simulated text: everything that a person chooses and that affects the counts. One key for
// pictures, probes, sweeps and measurements: equal keys give equal counts.
//
// Not included: how much is simulated (blocks, traces, races), which the caller decides and which is the same
// for all answers kept together.
#pragma once

#include "sim/run/simulate.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpscope::document {

struct RunKey {
  std::string device; ///< its id
  std::string folder; ///< the folder in which file: fills are looked for
  std::string text;   ///< empty: nothing that can be simulated
  /// A hash of the text's own headers as they are on the disk; 0: it has none.
  std::uint64_t headers = 0;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::pair<std::string, std::string>> launch; ///< what the fields of a kernel alone hold
  std::vector<std::uint32_t> cuts;                         ///< lines whose barriers are left out
  exec::Schedule schedule;                                 ///< the schedule of the warps
  /// The launch of a whole program that is run again: one object for each that was captured.
  std::shared_ptr<const whole::Replay> replay;
  [[nodiscard]] bool empty() const { return text.empty(); }
  bool operator==(const RunKey&) const = default;
};

struct RunKeyHash {
  [[nodiscard]] std::size_t operator()(const RunKey& key) const;
};

/// What is known of simulated texts.
template <typename Value> using ByRunKey = std::unordered_map<RunKey, Value, RunKeyHash>;

[[nodiscard]] RunKey key_of(const run::Request& request);

} // namespace warpscope::document
