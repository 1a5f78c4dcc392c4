// Sorts the engine's states into those that a picture tells apart.
#include "app/playback/machine.h"

#include <algorithm>
#include <cmath>

namespace warpscope::playback {

MachineState state_of(const multiprocessor::Piece& piece) {
  using multiprocessor::State;
  switch (piece.state) {
  case State::Issue: return MachineState::Issues;
  case State::Ready: return MachineState::Ready;
  case State::Dependency:
  case State::Pipe: return MachineState::Arithmetic;
  case State::Queue: return MachineState::Lsu;
  case State::Memory:
    switch (piece.what) {
    case multiprocessor::Op::Shared:
    case multiprocessor::Op::Shuffle: return MachineState::Lsu;
    case multiprocessor::Op::Fence: return MachineState::Fence;
    default: return MachineState::Memory;
    }
  case State::Barrier: return MachineState::Barrier;
  case State::Slot: break;
  }
  return MachineState::NotStarted;
}

std::uint64_t Machine::lived() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < machine_states; ++i)
    if (i != static_cast<std::size_t>(MachineState::NotStarted)) sum += cycles[i];
  return sum;
}

double Machine::share(MachineState state) const {
  const std::uint64_t all = lived();
  return all == 0 ? 0
                  : static_cast<double>(cycles[static_cast<std::size_t>(state)]) / static_cast<double>(all);
}

MachineFilm machine_film(const Machine& machine, double steps_a_second) {
  constexpr double most_seconds = 60;
  const auto cycles = static_cast<double>(machine.timeline.cycles);
  const double each = std::max(machine_cycles_a_step,
                               std::ceil(cycles / std::max(1., steps_a_second * most_seconds)));
  return {static_cast<std::uint64_t>(each), static_cast<std::uint64_t>(std::ceil(cycles / each)) + 1};
}

MachineFilm cache_film(const Cache& cache, double steps_a_second) {
  constexpr double most_seconds = 60;
  const auto accesses = static_cast<double>(cache.accesses.size());
  const double each = std::max(1., std::ceil(accesses / std::max(1., steps_a_second * most_seconds)));
  return {static_cast<std::uint64_t>(each), static_cast<std::uint64_t>(std::ceil(accesses / each)) + 1};
}

} // namespace warpscope::playback
