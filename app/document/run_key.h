// What identifies a simulated text: everything that a person chooses and that changes what is counted. One
// key for pictures, probes, sweeps and measurements: equal keys give equal counts.
//
// Not in it: how much is simulated (blocks, traces, races), which is the asker's business and the same for
// all answers that are kept together.
#pragma once

#include "sim/run/simulate.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpscope::document {

struct RunKey {
  std::string device; ///< its id
  std::string folder; ///< where file: fills are looked for
  std::string text;   ///< empty: of nothing that could be simulated
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::uint32_t> cuts; ///< lines whose barriers are left out
  exec::Schedule schedule;         ///< the order that the warps run in
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
