// Memory of the host that the device still uses (managed, pinned, mapped, registered): its pages are made
// inaccessible until the host has waited, so that a touch too early is noticed. The touch is told once; then
// the pages are opened and the program goes on with what lies there.
//
// A page may hold other data of the program, too: an instruction that touches those runs with the page open,
// for itself alone (the processor's trap flag).
#pragma once

#include "guest/runtime/connection.h"
#include "guest/runtime/frames.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <vector>

namespace warpscope::guest {

class BusyMemory {
 public:
  struct Piece {
    std::uint32_t number = 0;
    std::uint64_t first = 0, end = 0;           ///< addresses of the host
    std::uint64_t first_page = 0, end_page = 0; ///< what may be closed
    std::uint64_t device = 0;                   ///< the device pointer of `first`'s piece
    bool written = false;                       ///< false: the host may read it
    bool open = false;                          ///< told, or given up
    std::uint32_t steps = 0;                    ///< touches of other data in its pages
  };
  using Handler = void (*)(int, siginfo_t*, void*);

  /// From now on faults come to `handler`, which calls fault() and stepped(). Nothing is closed before, or
  /// while the program has a handler of its own.
  void arm(Connection& link, Handler handler) { link_ = &link, handler_ = handler; }

  void begin(Piece piece);
  void end(std::uint32_t number);

  /// For the handler of SIGSEGV. True: the instruction can run (again).
  bool fault(const siginfo_t& info, void* context);
  /// For the handler of SIGTRAP: an instruction ran with pages open for it. False: it was no such one.
  bool stepped(void* context);
  /// The program hands these bytes to the kernel, which would refuse a closed page and not fault.
  template <class Where> void touch(const void* data, std::uint64_t bytes, bool writes, Where where) {
    if (count_ != 0 && bytes != 0) touch(data, bytes, writes, where());
  }
  void touch(const void* data, std::uint64_t bytes, bool writes, const Frames& frames);

 private:
  void protect(std::uint64_t first_page, std::uint64_t end_page) const;
  /// Asks the simulator. True: the touch was told.
  bool ask(const Piece& piece, std::uint64_t address, bool writes, const Frames& frames) const;

  SignalLock lock_; ///< of `pieces_`
  std::vector<Piece> pieces_;
  std::atomic<std::uint32_t> count_{0}; ///< of pieces
  std::uint32_t steps_ = 0;             ///< of all pieces that ever were
  Connection* link_ = nullptr;
  Handler handler_ = nullptr;
};

} // namespace warpscope::guest
