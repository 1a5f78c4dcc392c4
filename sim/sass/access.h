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
  const Addresses* to = nullptr;   ///< of the load of one of 16 bytes: where it stores
};
/// Tells the sink what the active lanes have accessed. `window`: of all of them where that is known, else
/// no_window.
inline constexpr u32 no_window = ~0u;
void report(Warp& w, const Instruction& in, const Addresses& addresses, const Reported& what,
            u32 window = no_window);

/// Where all active lanes reach one piece of memory.
struct Reach {
  u32 window = no_window; ///< of all active lanes; no_window: they differ
  u8* base = nullptr;     ///< the byte at offset 0 of the window; null: each lane has to be looked up
};
/// Looks all lanes up at once. Lanes that are not active get the address of one that is.
[[nodiscard]] Reach reach(Warp& w, Addresses& addresses, u32 width);

/// Stops at an access that leads nowhere.
Flow no_memory(Warp& w, u32 lane, u64 address, u32 bytes, const char* what);

} // namespace warpscope::sass
