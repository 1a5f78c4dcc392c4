// The state that both kinds of sweep share: which requests are open, and what became of the others.
#pragma once

#include "gpu/remote/campaign.h"

#include <map>
#include <string>
#include <vector>

namespace warpscope::remote {

struct SweepState {
  const MeasureProfile& profile;
  const SweepFolder& folder;
  const SweepHooks& hooks;
  const std::string& program;
  std::map<std::string, const SweepItem*> open; ///< by key_of(); requests without an answer yet
  std::vector<std::string> order;               ///< the keys of all requests in the given order
  std::map<std::string, std::string> why_lost;  ///< the last reason, for open requests
  SweepOutcome outcome;

  [[nodiscard]] bool cancelled() const { return hooks.cancel != nullptr && hooks.cancel->load(); }
  void say(const std::string& sentence) const {
    if (hooks.say) hooks.say(sentence);
  }
  /// Keeps an answer that is final and closes its request. False when it is not final, or the folder cannot
  /// be written (then outcome.error says so).
  bool take(const std::string& key, const protocol::Recording& recording);
};

/// Such as "transpose_tile (WIDTH=1024 PAD=0)".
[[nodiscard]] std::string name_of(const SweepItem& item);

/// Sends all open requests, as one job array a round.
void sweep_by_slurm(SweepState& state);

} // namespace warpscope::remote
