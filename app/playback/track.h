// The steps that play: all of the traced block, or one warp's accesses alone. Steps count from 0.
#pragma once

#include "app/playback/playback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpscope::playback {

class Track {
 public:
  Track() = default;
  /// A warp the block does not have gives an empty track.
  /// `sites`: only accesses of these (by site number); empty: of all.
  Track(std::shared_ptr<const Playback> playback, std::optional<std::uint32_t> warp,
        const std::vector<bool>& sites = {});

  [[nodiscard]] std::uint64_t steps() const {
    return playback_ == nullptr ? 0 : filtered_ ? steps_ : playback_->steps();
  }
  [[nodiscard]] bool empty() const { return steps() == 0; }
  [[nodiscard]] bool filtered() const { return filtered_; }
  /// Events on a filtered track, each with its first step; empty when not filtered.
  struct Part {
    std::uint32_t event = 0;
    std::uint64_t start = 0;
  };
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// Beyond the end: the last one.
  [[nodiscard]] Moment moment_at(std::uint64_t step) const;
  /// For a moment that is not on the track: the nearest one before it that is, else the first.
  [[nodiscard]] std::uint64_t step_of(Moment moment) const;

 private:
  std::shared_ptr<const Playback> playback_;
  bool filtered_ = false;
  std::vector<Part> parts_; ///< events that take steps, ascending; only when filtered
  std::uint64_t steps_ = 0;
};

} // namespace warpscope::playback
