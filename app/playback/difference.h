// The difference of two moments of a block: the accesses served by site, the words of shared memory that were
// written, and their values then and now.
//
// The state at a moment includes the step at the moment. It is computed from a checkpoint before it, so that
// the result does not depend on how the playhead got there.
//
// Not modelled: the values of global memory; the result of an atomic (its old value is traced, not the new
// one).
#pragma once

#include "app/playback/playback.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::playback {

struct SiteServed {
  std::uint32_t site = 0;
  std::uint64_t accesses = 0; ///< those whose first wavefront is between the moments
  std::uint64_t wavefronts = 0, sectors = 0, passes = 0;
  bool operator==(const SiteServed&) const = default;
};

/// A word of the Shared window that was written between the two moments.
struct WordChange {
  std::uint32_t offset = 0;               ///< of its first byte in the window
  std::uint32_t writes = 0;               ///< warp instructions that wrote it
  std::optional<std::uint32_t> then, now; ///< its bits; nullopt: never written, or not known
  bool operator==(const WordChange&) const = default;
};

/// A word of shared memory at a moment.
struct SharedWord {
  std::uint32_t writes = 0; ///< warp instructions that wrote it; 0: it holds nothing yet
  std::uint32_t value = 0;
  std::uint8_t known = 0; ///< bit i: byte i of the value was recorded
};
using SharedWords = std::vector<SharedWord>; ///< from the beginning of the Shared window; the rest was never
                                             ///< written

struct MomentDifference {
  std::uint64_t pin = 0, now = 0; ///< in steps
  std::vector<SiteServed> sites;  ///< ascending by site; without empty ones
  std::vector<WordChange> words;  ///< ascending by offset
  SiteServed total;
  [[nodiscard]] bool backwards() const { return now < pin; } ///< `then` is in the future
  /// The change of the word that contains a byte of the Shared window; nullptr: not written in between.
  [[nodiscard]] const WordChange* at(std::uint32_t offset) const;
  bool operator==(const MomentDifference&) const = default;
};

/// Checkpoints of one trace, built once and queried in every step.
class ServedIndex {
 public:
  ServedIndex() = default;
  explicit ServedIndex(const Playback& playback);

  /// `playback`: the one it was built from, whose steps both moments are.
  [[nodiscard]] MomentDifference between(const Playback& playback, std::uint64_t pin,
                                         std::uint64_t now) const;
  /// Shared memory at a moment, whose step is done.
  [[nodiscard]] SharedWords shared_at(const Playback& playback, Moment moment) const;
  /// Shared memory when the event begins.
  [[nodiscard]] SharedWords shared_before(const Playback& playback, std::size_t event) const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Word = SharedWord;
  struct State {
    std::vector<SiteServed> sites;
    std::vector<Word> words;
  };
  [[nodiscard]] State state_at(const Playback& playback, std::uint64_t step) const;
  /// With `steps` steps of the event done.
  [[nodiscard]] State state_in(const Playback& playback, std::size_t event, std::uint32_t steps) const;
  /// `steps`: how many of its steps are done.
  void serve(State& state, const Playback& playback, std::size_t event, std::uint32_t steps) const;
  void write(State& state, const trace::BlockTrace& trace, std::size_t event, std::uint32_t wavefronts,
             bool whole) const;

  std::size_t stride_ = 1;            ///< events between checkpoints
  std::vector<State> checkpoints_;    ///< the state before event k * stride_
  std::vector<std::uint8_t> sectors_; ///< for each event: sectors (global) or passes (constant); otherwise 0
};

} // namespace warpscope::playback
