// How the lanes of a warp reach memory, and how an access is reported. Internal to sim/sass.
#pragma once

#include "sim/sass/build.h"

#include <bit>

namespace warpscope::sass {

using Addresses = std::array<u64, lanes>; ///< generic: the window is the high word

/// Where an instruction's addresses point.
enum class Window : u8 { Generic, Shared, Local };

/// Of all lanes, also those that are not active.
void addresses_of(const Warp& w, const Instruction& in, Window where, Addresses& out);

struct Reported {
  AccessKind kind = AccessKind::Load;
  u32 width = 4;
  bool returns = false;
  AtomicForm form = AtomicForm::Turns;
  const Addresses* from = nullptr; ///< of an asynchronous copy's store: where it loaded
};
/// Tells the sink what the active lanes have accessed.
void report(Warp& w, const Instruction& in, const Addresses& addresses, const Reported& what);

/// Stops at an access that leads nowhere.
Flow no_memory(Warp& w, u32 lane, u64 address, u32 bytes, const char* what);

} // namespace warpscope::sass
