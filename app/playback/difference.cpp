// Serves a block up to a moment, from the checkpoint before it.
#include "app/playback/difference.h"

#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"
#include "sim/program/program.h"

#include <algorithm>
#include <cstring>

namespace warpscope::playback {
namespace {

constexpr std::uint32_t most_words = 1u << 18; ///< as in block_index.cpp
constexpr std::size_t closest_checkpoints = 1024, checkpoint_bytes = 24u << 20;

bool writes_shared(const trace::BlockTrace::Event& event) {
  return event.kind == trace::StepKind::Access && event.space == Space::Shared &&
         event.access_kind != AccessKind::Load;
}

} // namespace

const WordChange* MomentDifference::at(std::uint32_t offset) const {
  const std::uint32_t word = offset & ~3u;
  const auto it = std::lower_bound(words.begin(), words.end(), word,
                                   [](const WordChange& w, std::uint32_t o) { return w.offset < o; });
  return it != words.end() && it->offset == word ? &*it : nullptr;
}

ServedIndex::ServedIndex(const Playback& playback) {
  if (playback.trace() == nullptr) return;
  const trace::BlockTrace& trace = *playback.trace();
  sectors_.resize(trace.size());
  std::uint32_t sites = 0, words = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access) continue;
    sites = std::max(sites, event.site_or_pc + 1);
    if (cost_rule(event.space) == CostRule::Sectors)
      sectors_[i] = static_cast<std::uint8_t>(
          std::min(255u, model::count_sectors(trace.access(i), event.access_kind).sectors));
    else if (cost_rule(event.space) == CostRule::Passes)
      sectors_[i] = static_cast<std::uint8_t>(model::count_constant(trace.access(i)).passes);
    if (!writes_shared(event)) continue;
    const WarpAccess access = trace.access(i);
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      if ((access.mask >> lane & 1u) == 0 || access.offset[lane] < program::window_base) continue;
      words = std::max(
          words, std::min(most_words,
                          (access.offset[lane] - program::window_base + std::max(1u, access.width) + 3) / 4));
    }
  }
  State state;
  state.sites.resize(sites);
  for (std::uint32_t site = 0; site < sites; ++site) state.sites[site].site = site;
  state.words.resize(words);
  const std::size_t one = sites * sizeof(SiteServed) + words * sizeof(Word) + sizeof(State);
  const std::size_t fit = std::max<std::size_t>(1, checkpoint_bytes / one);
  stride_ = std::max(closest_checkpoints, trace.size() / fit + 1);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (i % stride_ == 0) checkpoints_.push_back(state);
    serve(state, playback, i, playback.steps_of(i));
  }
}

void ServedIndex::serve(State& state, const Playback& playback, std::size_t number,
                        std::uint32_t steps) const {
  const trace::BlockTrace& trace = *playback.trace();
  const trace::BlockTrace::Event& event = trace.event(number);
  if (event.kind != trace::StepKind::Access || steps == 0 || event.site_or_pc >= state.sites.size()) return;
  SiteServed& site = state.sites[event.site_or_pc];
  ++site.accesses;
  if (cost_rule(event.space) == CostRule::Banks) site.wavefronts += steps;
  else if (cost_rule(event.space) == CostRule::Sectors) site.sectors += sectors_[number];
  else if (cost_rule(event.space) == CostRule::Passes) site.passes += sectors_[number];
  if (writes_shared(event)) write(state, trace, number, steps, steps >= playback.steps_of(number));
}

/// Writes the words of the first `wavefronts` wavefronts. When several lanes store to one word the highest
/// one wins, as in the executor.
void ServedIndex::write(State& state, const trace::BlockTrace& trace, std::size_t number,
                        std::uint32_t wavefronts, bool whole) const {
  const WarpAccess access = trace.access(number);
  const AccessKind kind = trace.event(number).access_kind;
  std::vector<std::uint32_t> served; // the words, when not all of them are served
  if (!whole) {
    const model::BankService service = model::serve_banks(access, kind);
    for (std::uint32_t k = 0; k < std::min<std::size_t>(wavefronts, service.wavefronts.size()); ++k)
      for (std::uint32_t b = 0; b < 32; ++b)
        if ((service.wavefronts[k].banks >> b & 1u) != 0) served.push_back(service.wavefronts[k].word[b]);
    std::sort(served.begin(), served.end());
  }
  const std::uint8_t* value = trace.stored(number);
  // 32 bytes a lane, and one word more where they are not aligned to a word.
  std::uint32_t touched[warp_size * 9];
  std::size_t count = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint8_t* mine = value;
    if (value != nullptr) value += access.width;
    if (access.offset[lane] < program::window_base) continue;
    for (std::uint32_t byte = 0; byte < access.width; ++byte) {
      const std::uint32_t at = access.offset[lane] + byte, index = (at - program::window_base) / 4;
      if (index >= state.words.size()) break;
      if (!whole && !std::binary_search(served.begin(), served.end(), at / 4)) continue;
      Word& word = state.words[index];
      if ((count == 0 || touched[count - 1] != index) && count < std::size(touched)) touched[count++] = index;
      const std::uint32_t shift = 8 * (at % 4);
      if (mine != nullptr) {
        word.value = (word.value & ~(0xffu << shift)) | (std::uint32_t{mine[byte]} << shift);
        word.known = static_cast<std::uint8_t>(word.known | 1u << (at % 4));
      } else {
        word.known = 0; // an atomic, or a value that was not recorded
      }
    }
  }
  // An instruction counts once for a word, however many of its lanes write it.
  std::sort(touched, touched + count);
  count = static_cast<std::size_t>(std::unique(touched, touched + count) - touched);
  for (std::size_t i = 0; i < count; ++i) ++state.words[touched[i]].writes;
}

ServedIndex::State ServedIndex::state_at(const Playback& playback, std::uint64_t step) const {
  const Moment moment = playback.moment_at(step);
  return state_in(playback, moment.event, moment.wavefront + 1);
}

ServedIndex::State ServedIndex::state_in(const Playback& playback, std::size_t event,
                                         std::uint32_t steps) const {
  const std::size_t checkpoint = std::min(event / stride_, checkpoints_.size() - 1);
  State state = checkpoints_[checkpoint];
  for (std::size_t i = checkpoint * stride_; i < event; ++i) serve(state, playback, i, playback.steps_of(i));
  serve(state, playback, event, steps);
  return state;
}

SharedWords ServedIndex::shared_at(const Playback& playback, Moment moment) const {
  if (checkpoints_.empty()) return {};
  return state_in(playback, moment.event, moment.wavefront + 1).words;
}

SharedWords ServedIndex::shared_before(const Playback& playback, std::size_t event) const {
  if (checkpoints_.empty()) return {};
  return state_in(playback, event, 0).words;
}

MomentDifference ServedIndex::between(const Playback& playback, std::uint64_t pin, std::uint64_t now) const {
  MomentDifference difference;
  difference.pin = pin;
  difference.now = now;
  if (checkpoints_.empty() || playback.empty() || pin == now) return difference;
  const State before = state_at(playback, std::min(pin, now)), after = state_at(playback, std::max(pin, now));
  for (std::size_t i = 0; i < after.sites.size(); ++i) {
    SiteServed served = after.sites[i];
    served.accesses -= before.sites[i].accesses;
    served.wavefronts -= before.sites[i].wavefronts;
    served.sectors -= before.sites[i].sectors;
    served.passes -= before.sites[i].passes;
    if (served.accesses + served.wavefronts + served.sectors + served.passes == 0) continue;
    difference.sites.push_back(served);
    difference.total.accesses += served.accesses;
    difference.total.wavefronts += served.wavefronts;
    difference.total.sectors += served.sectors;
    difference.total.passes += served.passes;
  }
  const auto bits = [](const Word& word) {
    return word.known == 0xf ? std::optional(word.value) : std::nullopt;
  };
  const bool backwards = now < pin;
  for (std::size_t i = 0; i < after.words.size(); ++i) {
    const Word &a = before.words[i], &b = after.words[i];
    if (a.writes == b.writes) continue;
    WordChange change;
    change.offset = program::window_base + 4 * static_cast<std::uint32_t>(i);
    change.writes = b.writes - a.writes;
    change.then = bits(backwards ? b : a);
    change.now = bits(backwards ? a : b);
    difference.words.push_back(change);
  }
  return difference;
}

std::size_t ServedIndex::bytes() const {
  std::size_t all = sectors_.capacity();
  for (const State& state : checkpoints_)
    all += sizeof state + state.sites.capacity() * sizeof(SiteServed) + state.words.capacity() * sizeof(Word);
  return all;
}

} // namespace warpscope::playback
