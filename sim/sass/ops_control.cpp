// Branches, calls, and how lanes of a warp part and meet again; barriers of a block.
#include "sim/sass/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpscope::sass {

namespace {

using State = Group::State;

/// The lanes in `mask` leave the present group for another one at `pc`.
void split(Warp& w, u32 mask, u32 pc) {
  w.now().mask &= ~mask;
  Group other;
  other.pc = pc, other.mask = mask;
  w.groups.push_back(other); // may move the groups: now() again
}

Flow wait(Warp& w, State state, u32 which, u32 pc) {
  Group& group = w.now();
  group.state = state, group.which = which, group.pc = pc;
  return Flow::Wait;
}

/// The lanes that go on together after a predicated instruction that would hold them: those that it does not
/// apply to go on by themselves.
void leave_others(Warp& w, u32 next) {
  if (w.exec != w.now().mask) split(w, w.now().mask & ~w.exec, next);
}

Flow branch(Warp& w, const Instruction& in) {
  u32 taken = w.exec;
  if (in.mode == 1) taken &= read(w, in.predicate[0]);
  if (in.mode == 2) { // BRA.DIV: only when not all of these lanes are here
    const u32 wanted = raw(w, in.from[0]).lane[0] & w.existing & ~w.exited;
    if ((wanted & ~w.now().mask) == 0) return Flow::Next;
  }
  if (taken == 0) return Flow::Next;
  if (taken != w.now().mask) {
    split(w, taken, in.target);
    return Flow::Next;
  }
  w.now().pc = in.target;
  return Flow::Jump;
}
bool build_branch(Build& b) {
  Instruction& in = b.in();
  b.ignore({"U", "CONV", "INC", "DEC", "YOLO"});
  in.run = branch;
  if (b.mod("DIV")) {
    in.mode = 2;
    return b.source(0) && b.label();
  }
  if (b.is(Operand::Kind::Predicate)) {
    in.mode = 1;
    if (!b.predicate(0)) return false;
  }
  return b.label();
}

/// Lanes go where a register says, each group of equal ones together. `bias` is added.
Flow go_to(Warp& w, const Row& where, u64 bias) {
  const std::size_t size = w.machine->decoded->code.size();
  u32 left = w.exec;
  leave_others(w, w.now().pc + 1);
  while (left != 0) {
    const u64 to = static_cast<u32>(where.lane[std::countr_zero(left)] + bias);
    if (to % 16 != 0 || to / 16 >= size) return fail(w, "a jump leads out of the compiler's code");
    u32 same = 0;
    for (u32 l = 0; l < lanes; ++l)
      same |= u32{(left >> l & 1) != 0 && static_cast<u32>(where.lane[l] + bias) == to} << l;
    left &= ~same;
    if (left == 0) w.now().pc = static_cast<u32>(to / 16);
    else split(w, same, static_cast<u32>(to / 16));
  }
  return Flow::Jump;
}

/// BRX R, offset: to the next instruction + R + offset.
Flow branch_indexed(Warp& w, const Instruction& in) {
  return go_to(w, raw(w, in.from[0]), u64{16} * (in.pc + 1) + in.bits);
}
bool build_indexed(Build& b) {
  b.in().run = branch_indexed;
  return b.source(0) && (b.left() == 0 || b.integer(b.in().bits));
}

Flow call(Warp& w, const Instruction& in) {
  leave_others(w, in.pc + 1);
  w.now().pc = in.target;
  return Flow::Jump;
}
/// An absolute call, and the instruction before it that makes its return address, lead to a function of the
/// driver: printf's, or what a failed assertion calls. Most launches pass such a call by.
Flow call_driver(Warp& w, const Instruction& in) {
  return fail(w, fmt::format("the compiler's code calls a function of the driver, as printf and failed "
                             "assertions do, and those are not run here (at {:#x})",
                             16 * in.pc));
}
bool build_driver_call(Build& b) {
  b.in().run = call_driver;
  while (b.left() != 0) (void)b.take();
  return true;
}
bool build_call(Build& b) {
  b.ignore({"NOINC"});
  if (b.mod("ABS")) return build_driver_call(b);
  b.in().run = call;
  return b.mod("REL") && b.label();
}
/// RET.REL R, function: to R from the function's beginning.
Flow go_back(Warp& w, const Instruction& in) { return go_to(w, raw(w, in.from[0]), u64{16} * in.target); }
bool build_return(Build& b) {
  if (!b.mod("REL")) return false;
  b.ignore({"NODEC"});
  b.in().run = go_back;
  return b.source(0) && b.label();
}

Flow leave(Warp& w, const Instruction& in) {
  w.exec &= read(w, in.predicate[0]);
  if (w.exec == 0) return Flow::Next;
  w.exited |= w.exec;
  w.block->exited += static_cast<u32>(std::popcount(w.exec));
  w.now().mask &= ~w.exec;
  const bool gone = w.now().mask == 0;
  if (gone) {
    w.groups.erase(w.groups.begin() + w.group);
  }
  release(w);
  release_barriers(*w.block);
  // release() may have moved the groups: whoever runs them looks again.
  if (gone) return Flow::Gone;
  return Flow::Next;
}
bool build_leave(Build& b) {
  b.ignore({"KEEPREFCOUNT", "PREEMPTED"});
  b.in().run = leave;
  return b.maybe_predicate(0);
}

// ---- lanes meet again

Flow meet_later(Warp& w, const Instruction& in) {
  for (u32 l = 0; l < lanes; ++l)
    if ((w.exec >> l & 1) != 0) w.reconvergence[in.mode][l] = w.exec;
  return Flow::Next;
}
bool build_meet_later(Build& b) {
  u64 which = 0;
  b.ignore({"RECONVERGENT", "RELIABLE"});
  if (!b.barrier(which) || !b.label()) return false;
  b.in().mode = static_cast<u8>(which);
  b.in().run = meet_later;
  return true;
}

Flow meet(Warp& w, const Instruction& in) {
  leave_others(w, in.pc + 1);
  const u32 wanted = w.reconvergence[in.mode][static_cast<u32>(std::countr_zero(w.exec))] & ~w.exited;
  if ((wanted & ~w.exec) == 0) return Flow::Next;
  return wait(w, State::Reconvergence, in.mode, in.pc + 1);
}
bool build_meet(Build& b) {
  u64 which = 0;
  b.ignore({"RECONVERGENT", "RELIABLE"});
  if (!b.barrier(which)) return false;
  b.in().mode = static_cast<u8>(which);
  b.in().run = meet;
  return true;
}

/// These lanes no longer come to the meeting.
Flow stay_away(Warp& w, const Instruction& in) {
  const u32 gone = w.exec & read(w, in.predicate[0]);
  for (u32 l = 0; l < lanes; ++l) w.reconvergence[in.mode][l] &= ~gone;
  release(w);
  return Flow::Next;
}
bool build_stay_away(Build& b) {
  u64 which = 0;
  b.ignore({"RELIABLE", "RECONVERGENT"});
  if (b.is(Operand::Kind::Predicate) && !b.predicate(0)) return false;
  if (!b.barrier(which)) return false;
  b.in().mode = static_cast<u8>(which);
  b.in().run = stay_away;
  return true;
}

/// BMOV saves who meets, and brings it back.
Flow save_meeting(Warp& w, const Instruction& in) {
  Row out;
  for (u32 l = 0; l < lanes; ++l) {
    out.lane[l] = w.reconvergence[in.mode][l];
    if (in.mode2 != 0 && (w.exec >> l & 1) != 0) w.reconvergence[in.mode][l] = 0;
  }
  write(w, in, out);
  return Flow::Next;
}
Flow restore_meeting(Warp& w, const Instruction& in) {
  const Row& from = raw(w, in.from[0]);
  for (u32 l = 0; l < lanes; ++l)
    if ((w.exec >> l & 1) != 0) w.reconvergence[in.mode][l] = from.lane[l];
  return Flow::Next;
}
bool build_move_meeting(Build& b) {
  u64 which = 0;
  Instruction& in = b.in();
  if (!b.mod("32")) return false;
  in.mode2 = b.mod("CLEAR");
  b.ignore({"PQUAD"});
  if (b.is(Operand::Kind::Register)) {
    if (!b.to() || !b.barrier(which)) return false;
    in.run = save_meeting;
  } else {
    if (!b.barrier(which) || !b.source(0)) return false;
    in.run = restore_meeting;
  }
  in.mode = static_cast<u8>(which);
  return true;
}

Flow sync_warp(Warp& w, const Instruction& in) {
  leave_others(w, in.pc + 1);
  const u32 named = in.mode != 0 ? all_lanes : raw(w, in.from[0]).lane[std::countr_zero(w.exec)];
  if (in.mode2 != 0) { // those that name another mask come here again by themselves
    u32 others = 0;
    for (u32 l = 0; l < lanes; ++l)
      others |= u32{(w.exec >> l & 1) != 0 && raw(w, in.from[0]).lane[l] != named} << l;
    if (others != 0) split(w, others, in.pc);
  }
  const u32 wanted = named & w.existing & ~w.exited;
  if ((wanted & ~w.now().mask) == 0) return Flow::Next;
  return wait(w, State::WarpSync, wanted, in.pc + 1);
}
/// WARPSYNC.COLLECTIVE: the lanes run up to ENDCOLLECTIVE as one, then each goes on where its label says.
Flow collect(Warp& w, const Instruction& in) {
  leave_others(w, in.pc + 1);
  const u32 named = in.mode != 0 ? all_lanes : raw(w, in.from[0]).lane[std::countr_zero(w.exec)];
  const u32 wanted = named & w.existing & ~w.exited;
  Group origin;
  origin.pc = in.target, origin.mask = w.exec;
  w.collective.push_back(origin);
  if ((wanted & ~w.exec) == 0) return Flow::Next;
  return wait(w, State::Collective, wanted, in.pc + 1);
}
bool build_sync_warp(Build& b) {
  const bool collective = b.mod("COLLECTIVE");
  b.in().mode = b.mod("ALL");
  b.in().mode2 = b.mod("EXCLUSIVE") && b.in().mode == 0;
  b.in().run = collective ? collect : sync_warp;
  return (b.in().mode != 0 || b.source(0)) && (!collective || b.label());
}
Flow end_collective(Warp& w, const Instruction& /*in*/) {
  const u32 here = w.now().mask;
  bool first = true;
  for (std::size_t i = w.collective.size(); i-- > 0;) {
    const Group origin = w.collective[i];
    if ((origin.mask & ~here) != 0) continue;
    w.collective.erase(w.collective.begin() + static_cast<std::ptrdiff_t>(i));
    if (first) w.now().pc = origin.pc, w.now().mask = origin.mask;
    else w.groups.push_back({State::Ready, origin.pc, origin.mask, 0});
    first = false;
  }
  return first ? Flow::Next : Flow::Jump;
}
bool build_end_collective(Build& b) {
  b.in().run = end_collective;
  return true;
}

// ---- barriers of a block

/// BAR's width: one register has the number of threads above the barrier's.
constexpr u8 packed = 1;

/// mode: 0 waits, 1 arrives only; mode2: 0 none, 1 counts, 2 and, 3 or.
Flow arrive(Warp& w, const Instruction& in) {
  leave_others(w, in.pc + 1);
  const u32 lane = static_cast<u32>(std::countr_zero(w.exec));
  const u32 named = raw(w, in.from[0]).lane[lane];
  const u32 which = named & 15;
  BlockBarrier& barrier = w.block->barriers[which];
  barrier.arrived += static_cast<u32>(std::popcount(w.exec));
  barrier.expected = in.width == packed ? named >> 16 : in.width != 0 ? raw(w, in.from[1]).lane[lane] : 0;
  if (in.mode2 != 0) {
    const u32 yes = read(w, in.predicate[0]) & w.exec;
    barrier.count += static_cast<u32>(std::popcount(yes));
    barrier.all = barrier.all && yes == w.exec;
    barrier.any = barrier.any || yes != 0;
  }
  Flow flow = Flow::Next;
  if (in.mode == 0) {
    w.now().bits_of_barrier = in.mode2;
    flow = wait(w, State::Barrier, which, in.pc + 1);
  }
  release_barriers(*w.block);
  return flow;
}
bool build_barrier(Build& b) {
  Instruction& in = b.in();
  const unsigned what = b.one_of({"SYNC", "ARV", "RED", "SYNCALL"}, 99);
  if (what == 99 || what == 3) return false;
  in.mode = what == 1;
  if (what == 2) in.mode2 = static_cast<u8>(1 + b.one_of({"POPC", "AND", "OR"}, 98));
  b.ignore({"DEFER_BLOCKING"});
  in.run = arrive;
  in.width = 0;
  if (!b.source(0)) return false;
  if (!b.is(Operand::Kind::Predicate) && b.left() != 0) {
    if (!b.source(1)) return false;
    in.width = 4;
    if (in.from[0].pool < 0 && in.from[0].row == in.from[1].row) in.width = packed;
  }
  return in.mode2 == 0 || (in.mode2 <= 3 && b.predicate(0));
}

Flow nothing(Warp& /*w*/, const Instruction& /*in*/) { return Flow::Next; }
bool build_nothing(Build& b) {
  while (b.left() != 0) b.take();
  b.in().run = nothing;
  return true;
}
/// __trap(), and what checks of the toolkit's own end with.
Flow trap(Warp& w, const Instruction& /*in*/) {
  return fail(w, fmt::format("thread {} of block {} stops the kernel with a trap",
                             lanes * w.number + static_cast<u32>(std::countr_zero(w.exec)), w.block->number));
}
bool build_trap(Build& b) {
  while (b.left() != 0) b.take();
  b.in().run = trap;
  return b.mod("TRAP");
}
/// Another warp gets its turn: who is waited for may be there.
Flow yield(Warp& w, const Instruction& in) {
  w.now().pc = in.pc + 1;
  return Flow::Wait;
}
bool build_yield(Build& b) {
  while (b.left() != 0) b.take();
  b.in().run = yield;
  return true;
}

constexpr Entry entries[] = {
    {"BRA", build_branch},         {"BRX", build_indexed},      {"CALL", build_call},
    {"RET", build_return},         {"EXIT", build_leave},       {"BSSY", build_meet_later},
    {"BSYNC", build_meet},         {"BREAK", build_stay_away},  {"BMOV", build_move_meeting},
    {"WARPSYNC", build_sync_warp}, {"BAR", build_barrier},      {"ENDCOLLECTIVE", build_end_collective},
    {"NOP", build_nothing},        {"BPT", build_trap},         {"YIELD", build_yield},
    {"NANOSLEEP", build_yield},    {"LEPC", build_driver_call},
};

} // namespace

std::span<const Entry> control_entries() { return entries; }

void release(Warp& w) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t g = 0; g < w.groups.size() && !again; ++g) {
      const Group head = w.groups[g];
      if (head.state != State::Reconvergence && head.state != State::WarpSync &&
          head.state != State::Collective)
        continue;
      const auto wanted_by = [&](const Group& group) {
        const u32 named = group.state == State::Reconvergence
                              ? w.reconvergence[group.which][static_cast<u32>(std::countr_zero(group.mask))]
                              : group.which;
        return (named | group.mask) & ~w.exited;
      };
      const u32 wanted = wanted_by(head);
      const auto joins = [&](const Group& group) {
        return group.state == head.state && (group.mask & ~wanted) == 0 &&
               (head.state != State::Reconvergence || group.which == head.which);
      };
      u32 there = 0;
      for (const Group& group : w.groups)
        if (joins(group)) there |= group.mask;
      if ((wanted & ~there) != 0) continue;
      // All are there: those at one pc become one group, and where the present one goes it stays present.
      const u32 present = w.group < w.groups.size() ? w.groups[w.group].mask : 0;
      std::vector<Group> joined;
      std::vector<Group> rest;
      for (const Group& group : w.groups) {
        if (!joins(group)) {
          rest.push_back(group);
          continue;
        }
        const auto same = std::find_if(joined.begin(), joined.end(),
                                       [&](const Group& j) { return j.pc == group.pc; });
        if (same != joined.end()) same->mask |= group.mask;
        else joined.push_back({State::Ready, group.pc, group.mask, 0});
      }
      rest.insert(rest.end(), joined.begin(), joined.end());
      w.groups = std::move(rest);
      for (u32 i = 0; i < w.groups.size(); ++i)
        if ((w.groups[i].mask & present) != 0 && present != 0) w.group = i;
      again = true;
    }
  }
}

void release_barriers(Block& block) {
  for (u32 b = 0; b < block.barriers.size(); ++b) {
    BlockBarrier& barrier = block.barriers[b];
    if (barrier.arrived == 0) continue;
    const u32 enough = barrier.expected != 0 ? barrier.expected : block.threads - block.exited;
    if (barrier.arrived < enough) continue;
    for (Warp& w : block.warps)
      for (Group& group : w.groups)
        if (group.state == State::Barrier && group.which == b) {
          group.state = State::Ready;
          w.barrier_count = barrier.count;
          w.barrier_result = group.bits_of_barrier == 3 ? barrier.any : barrier.all;
          w.machine->barriers += w.groups.size() == 1 ? 1 : 0;
        }
    barrier = {};
  }
}

} // namespace warpscope::sass
