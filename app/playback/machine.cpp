// Sorts the engine's states into those that a picture tells apart.
#include "app/playback/machine.h"

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
    return piece.what == multiprocessor::Op::Shared ? MachineState::Lsu : MachineState::Memory;
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

} // namespace warpscope::playback
