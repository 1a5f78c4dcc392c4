// Sorts the intervals of a simulation by place, and finds for each wait the access that it waits for.
#include "sim/multiprocessor/timeline.h"

#include <algorithm>
#include <array>

namespace warpscope::multiprocessor {

namespace {

/// Of each Wait of a warp: the step whose result it waits for; Interval::no_step: nobody's.
std::vector<std::uint32_t> producers_of(const std::vector<Step>& steps) {
  std::vector<std::uint32_t> producers(steps.size(), Interval::no_step);
  std::array<std::uint32_t, token_count> last{};
  last.fill(Interval::no_step);
  for (std::uint32_t at = 0; at < steps.size(); ++at) {
    if (steps[at].op == Op::Wait) producers[at] = last[steps[at].token];
    else if (steps[at].keeps) last[steps[at].token] = at;
  }
  return producers;
}

Piece piece_of(const Interval& interval, const std::vector<Step>& steps,
               const std::vector<std::uint32_t>& producers) {
  Piece piece{.state = interval.state, .begin = interval.begin, .end = interval.end};
  if (interval.step >= steps.size()) return piece;
  piece.what = steps[interval.step].op;
  piece.origin = piece.cause = steps[interval.step].origin;
  if (const std::uint32_t producer = producers[interval.step]; producer != Interval::no_step) {
    piece.what = steps[producer].op;
    piece.cause = steps[producer].origin;
  }
  return piece;
}

void add(std::vector<Piece>& pieces, const Piece& piece) {
  if (!pieces.empty()) {
    Piece& before = pieces.back();
    if (before.state == piece.state && before.what == piece.what && before.origin == piece.origin &&
        before.cause == piece.cause && before.end == piece.begin) {
      before.end = piece.end;
      return;
    }
  }
  pieces.push_back(piece);
}

} // namespace

Timeline timeline_of(const Work& work, const Figures& figures, const Result& result) {
  Timeline out;
  out.cycles = result.cycles;
  out.complete = result.status == Status::Done && !result.intervals_left_out;
  out.states = result.states;
  if (result.cycles > 0)
    out.issue_share = static_cast<double>(result.counters.issue_slots) /
                      (static_cast<double>(result.cycles) * figures.partitions);
  std::uint32_t places = 0;
  for (const WarpRow& row : result.rows) places = std::max(places, row.place + 1);
  std::vector<std::uint32_t> row_of(places); // by place
  for (std::uint32_t partition = 0; partition < figures.partitions; ++partition)
    for (std::uint32_t place = partition; place < places; place += figures.partitions) {
      row_of[place] = static_cast<std::uint32_t>(out.rows.size());
      out.rows.push_back({place, partition, {}});
    }
  struct Where {
    std::uint32_t row = 0;
    std::size_t life = 0;
    const std::vector<Step>* steps = nullptr;
    std::vector<std::uint32_t> producers;
  };
  std::vector<Where> where;
  for (const WarpRow& warp : result.rows) {
    std::vector<Life>& lives = out.rows[row_of[warp.place]].lives;
    const std::vector<Step>& steps = work.blocks[warp.block % work.blocks.size()].warps[warp.warp];
    where.push_back({row_of[warp.place], lives.size(), &steps, producers_of(steps)});
    lives.push_back({warp.block, warp.warp, warp.taken, warp.started, warp.ended, {}});
  }
  for (const Interval& interval : result.intervals) {
    const Where& at = where[interval.row];
    const Piece piece = piece_of(interval, *at.steps, at.producers);
    if (piece.state == State::Memory && piece.what == Op::Shared)
      out.shared_cycles += piece.end - piece.begin;
    add(out.rows[at.row].lives[at.life].pieces, piece);
  }
  for (const Service& service : result.services) {
    const Where& at = where[service.row];
    const Step& step = (*at.steps)[service.step];
    const std::uint64_t wavefronts = step.op == Op::Shared ? std::max<std::uint64_t>(1, step.service)
                                                           : service.end - service.begin;
    out.lsu.push_back({step.op, service.begin, service.end, at.row, step.origin, wavefronts});
  }
  return out;
}

const Piece* piece_at(const PlaceRow& row, std::uint64_t cycle) {
  const auto after = std::upper_bound(row.lives.begin(), row.lives.end(), cycle,
                                      [](std::uint64_t c, const Life& life) { return c < life.taken; });
  if (after == row.lives.begin()) return nullptr;
  const std::vector<Piece>& pieces = std::prev(after)->pieces;
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), cycle,
                                     [](std::uint64_t c, const Piece& piece) { return c < piece.begin; });
  if (next == pieces.begin()) return nullptr;
  const Piece& piece = *std::prev(next);
  return cycle < piece.end ? &piece : nullptr;
}

const LsuPiece* lsu_at(const Timeline& timeline, std::uint64_t cycle) {
  const auto next = std::upper_bound(timeline.lsu.begin(), timeline.lsu.end(), cycle,
                                     [](std::uint64_t c, const LsuPiece& piece) { return c < piece.begin; });
  if (next == timeline.lsu.begin()) return nullptr;
  const LsuPiece& piece = *std::prev(next);
  return cycle < piece.end ? &piece : nullptr;
}

std::uint64_t next_change(const PlaceRow& row, std::uint64_t cycle, bool back) {
  std::uint64_t found = cycle;
  for (const Life& life : row.lives)
    for (const Piece& piece : life.pieces) {
      if (back && piece.begin < cycle) found = piece.begin;
      if (!back && piece.begin > cycle) return piece.begin;
    }
  return found;
}

} // namespace warpscope::multiprocessor
