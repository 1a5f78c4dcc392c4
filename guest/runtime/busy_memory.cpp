// Closes and opens the pages of memory that the device uses, and tells of touches.
#include "guest/runtime/busy_memory.h"

#include "guest/runtime/device_window.h"
#include "guest/runtime/fixed_writer.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>

namespace warpscope::guest {
namespace {

/// In the pages of a piece; then it is given up. Some 5 us each, and ten times that where the simulator is
/// asked.
constexpr std::uint32_t most_steps = 1024, fewer_steps = 16;
constexpr std::uint32_t many_steps = 20'000; ///< of all pieces; from then on the fewer
constexpr greg_t trap_flag = 0x100;

/// Of this thread: the pages that are open for the instruction that runs now.
struct Step {
  std::array<std::uint64_t, 4> pages{};
  std::size_t count = 0;
};
thread_local Step step;
/// Of this thread: the touch that was let through last. What faults again just there is no matter of ours.
thread_local std::uint64_t passed_at = 0, passed_address = 0;

bool overlaps(const BusyMemory::Piece& piece, std::uint64_t first, std::uint64_t end) {
  return piece.first < end && first < piece.end;
}

int protection_of(const std::vector<BusyMemory::Piece>& pieces, std::uint64_t page) {
  int protection = PROT_READ | PROT_WRITE;
  for (const BusyMemory::Piece& piece : pieces) {
    if (piece.open || page < piece.first_page || page >= piece.end_page) continue;
    if (piece.written) return PROT_NONE;
    protection = PROT_READ;
  }
  return protection;
}

} // namespace

void BusyMemory::protect(std::uint64_t first_page, std::uint64_t end_page) const {
  // Between two ends of pieces all pages are alike.
  for (std::uint64_t at = first_page; at < end_page;) {
    std::uint64_t next = end_page;
    for (const Piece& piece : pieces_)
      for (const std::uint64_t edge : {piece.first_page, piece.end_page})
        if (edge > at && edge < next) next = edge;
    mprotect(reinterpret_cast<void*>(at), next - at, protection_of(pieces_, at));
    at = next;
  }
}

void BusyMemory::begin(Piece piece) {
  if (handler_ == nullptr || piece.first_page >= piece.end_page) return;
  struct sigaction current{};
  if (sigaction(SIGSEGV, nullptr, &current) != 0 || current.sa_sigaction != handler_) return;
  const std::lock_guard hold(lock_);
  pieces_.push_back(piece);
  count_ = static_cast<std::uint32_t>(pieces_.size());
  protect(piece.first_page, piece.end_page);
}

void BusyMemory::end(std::uint32_t number) {
  const std::lock_guard hold(lock_);
  const auto found = std::find_if(pieces_.begin(), pieces_.end(),
                                  [&](const Piece& piece) { return piece.number == number; });
  if (found == pieces_.end()) return;
  const Piece gone = *found;
  pieces_.erase(found);
  count_ = static_cast<std::uint32_t>(pieces_.size());
  protect(gone.first_page, gone.end_page);
}

bool BusyMemory::ask(const Piece& piece, std::uint64_t address, bool writes, const Frames& frames) const {
  // In the middle of another request no answer would come.
  if (link_->busy_here()) return true;
  FixedWriter message;
  message.frames(frames);
  message.number(piece.number);
  message.number(piece.device + (address - piece.first));
  message.number(static_cast<std::uint8_t>(writes));
  std::array<std::uint8_t, 8> answer{};
  int descriptor = -1;
  link_->ask_bytes(Kind::Touch, message.bytes(), answer, descriptor);
  return answer[0] != 0;
}

bool BusyMemory::fault(const siginfo_t& info, void* raw) {
  auto& registers = static_cast<ucontext_t*>(raw)->uc_mcontext.gregs;
  const auto reg = [&](int which) { return static_cast<std::uint64_t>(registers[which]); };
  const auto address = reinterpret_cast<std::uint64_t>(info.si_addr);
  const std::uint64_t page = address / page_bytes * page_bytes;
  constexpr std::uint64_t write_bit = 2; // of the processor's page fault code
  const bool writes = (reg(REG_ERR) & write_bit) != 0;

  Piece met;
  {
    const std::lock_guard hold(lock_);
    bool ours = false;
    for (const Piece& piece : pieces_) {
      if (page < piece.first_page || page >= piece.end_page) continue;
      ours = true;
      if (!piece.open && overlaps(piece, address, address + 1) && (piece.written || writes)) met = piece;
    }
    if (!ours || protection_of(pieces_, page) == (PROT_READ | PROT_WRITE)) {
      // Another thread may have opened the page between the touch and here; once.
      if (count_ == 0 && !DeviceWindow::contains(address)) return false;
      if (passed_at == reg(REG_RIP) && passed_address == address) return false;
      passed_at = reg(REG_RIP), passed_address = address;
      return true;
    }
  }
  const bool told = met.number != 0 &&
                    ask(met, address, writes, frames_at(reg(REG_RIP), reg(REG_RSP), reg(REG_RBP)));

  const std::lock_guard hold(lock_);
  bool given_up = false;
  for (Piece& piece : pieces_) {
    if (piece.open || page < piece.first_page || page >= piece.end_page) continue;
    if (told ? piece.number == met.number
             : ++piece.steps > (++steps_ < many_steps ? most_steps : fewer_steps)) {
      piece.open = given_up = true;
      protect(piece.first_page, piece.end_page);
    }
  }
  if (given_up && protection_of(pieces_, page) == (PROT_READ | PROT_WRITE)) return true;
  if (step.count == step.pages.size()) return false;
  step.pages[step.count++] = page;
  mprotect(reinterpret_cast<void*>(page), page_bytes, PROT_READ | PROT_WRITE);
  registers[REG_EFL] |= trap_flag;
  return true;
}

bool BusyMemory::stepped(void* raw) {
  if (step.count == 0) return false;
  static_cast<ucontext_t*>(raw)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  const std::lock_guard hold(lock_);
  for (std::size_t i = 0; i < step.count; ++i) protect(step.pages[i], step.pages[i] + page_bytes);
  step.count = 0;
  return true;
}

void BusyMemory::touch(const void* data, std::uint64_t bytes, bool writes, const Frames& frames) {
  const auto first = reinterpret_cast<std::uint64_t>(data), end = first + bytes;
  // One after the other: the lock is not held while the simulator is asked.
  for (std::uint32_t last = 0;;) {
    Piece met;
    {
      const std::lock_guard hold(lock_);
      for (Piece& piece : pieces_) {
        if (piece.number <= last || piece.open || first >= piece.end_page || end <= piece.first_page)
          continue;
        if (met.number == 0 || piece.number < met.number) met = piece;
      }
      if (met.number == 0) return;
      last = met.number;
      for (Piece& piece : pieces_)
        if (piece.number == met.number) piece.open = true;
      protect(met.first_page, met.end_page);
    }
    if (overlaps(met, first, end) && (met.written || writes))
      ask(met, std::max(first, met.first), writes, frames);
  }
}

} // namespace warpscope::guest
