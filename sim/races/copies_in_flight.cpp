// Follows asynchronous copies from their call to their wait, and checks the thread's own accesses against
// them.
#include "sim/races/copies_in_flight.h"

namespace warpscope::races {

void CopiesInFlight::order(const trace::OrderEvent& event, const Again& again) {
  Warp& warp = warps_[{event.block, event.warp}];
  trace::CopyGroups& groups = warp.groups[static_cast<std::size_t>(event.queue)];
  switch (event.kind) {
  case trace::OrderKind::CopyBegin:
    warp.copying |= event.lanes;
    warp.queue = event.queue;
    return;
  case trace::OrderKind::CopyEnd: warp.copying &= ~event.lanes; return;
  case trace::OrderKind::CopyCommit: groups.commit(event.lanes); return;
  case trace::OrderKind::ObjectCopies: return bind(warp, event, again);
  default: break;
  }
  groups.wait(event);
  std::vector<trace::AccessEvent> done;
  for (Copy& copy : warp.copies) {
    std::uint32_t ready = 0;
    const bool waits = !copy.of_phase && copy.queue == event.queue;
    for (std::uint32_t rest = waits ? copy.event.access.mask & event.lanes : 0; rest != 0; rest &= rest - 1)
      if (groups.waited_for(lowest(rest), copy.group[lowest(rest)])) ready |= bit(lowest(rest));
    if (ready == 0) continue;
    done.push_back(copy.event);
    done.back().access.mask = ready;
    copy.event.access.mask &= ~ready;
  }
  std::erase_if(warp.copies, [](const Copy& copy) { return copy.event.access.mask == 0; });
  for (trace::AccessEvent& copy : done) {
    for (const Copy& left : warp.copies) // a second copy of the kind that has not landed: that one counts
      if (!left.of_phase && left.event.site == copy.site && left.event.kind == copy.kind)
        for (std::uint32_t rest = left.event.access.mask & copy.access.mask; rest != 0; rest &= rest - 1)
          if (left.event.access.offset[lowest(rest)] == copy.access.offset[lowest(rest)])
            copy.access.mask &= ~bit(lowest(rest));
    if (copy.access.mask != 0) again(copy);
  }
}

/// Binds the lanes' copies that belong to no phase yet. (PTX: cp.async.mbarrier.arrive covers all earlier
/// ones of the thread.)
void CopiesInFlight::bind(Warp& warp, const trace::OrderEvent& event, const Again& again) {
  const std::size_t count = warp.copies.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (warp.copies[i].of_phase || warp.copies[i].queue != trace::OrderQueue::Copies ||
        (warp.copies[i].event.access.mask & event.lanes) == 0)
      continue;
    Copy bound = warp.copies[i];
    bound.event.access.mask &= event.lanes;
    bound.of_phase = true;
    bound.object = event.object;
    bound.phase = event.phase;
    warp.copies[i].event.access.mask &= ~event.lanes;
    again(bound.event);
    warp.copies.push_back(bound);
  }
  std::erase_if(warp.copies, [](const Copy& copy) { return copy.event.access.mask == 0; });
}

void CopiesInFlight::hold(const trace::AccessEvent& event, const Copy& copy, HazardList& found) {
  const bool copied_to = copy.event.kind == AccessKind::Store, reads = event.kind == AccessKind::Load;
  if (copy.event.space != event.space || (!copied_to && reads)) return;
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = event.access.mask & copy.event.access.mask; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = lowest(rest), a = copy.event.access.offset[lane],
                        b = event.access.offset[lane];
    if (a < b + event.access.width && b < a + copy.event.access.width) lanes |= bit(lane);
  }
  if (lanes == 0) return;
  Hazard hazard;
  hazard.kind = !copied_to ? HazardKind::War : reads ? HazardKind::Raw : HazardKind::Waw;
  hazard.space = event.space;
  hazard.first = {copy.event.site, event.warp * warp_size + lowest(lanes)};
  hazard.second = {event.site, hazard.first.thread};
  hazard.block = hazard.second_block = event.block;
  hazard.offset = event.access.offset[lowest(lanes)];
  hazard.count = count_of(lanes);
  hazard.in_flight = true;
  found.add(hazard);
}

void CopiesInFlight::access(const trace::AccessEvent& event, HazardList& found, const IsOver& is_over) {
  const auto at = warps_.find({event.block, event.warp});
  if (at == warps_.end() || (event.space != Space::Shared && event.space != Space::Global)) return;
  Warp& warp = at->second;
  trace::AccessEvent plain = event;
  plain.access.mask &= ~warp.copying;
  if (event.kind != AccessKind::Load && (event.access.mask & warp.copying) != 0)
    plain.access.mask = event.access.mask; // a copy onto a copy
  // Many copies belong to one phase: each lane is asked once for it.
  std::uint32_t object = 0, phase = 0;
  std::uint32_t asked = 0, over = 0; // lanes that were asked about the phase; those that know it over
  for (Copy& copy : warp.copies) {
    if (copy.of_phase) {
      if (copy.object != object || copy.phase != phase) asked = over = 0;
      object = copy.object;
      phase = copy.phase;
      const std::uint32_t lanes = copy.event.access.mask & event.access.mask;
      for (std::uint32_t rest = lanes & ~asked; rest != 0; rest &= rest - 1)
        if (is_over(event.warp * warp_size + lowest(rest), object, phase)) over |= bit(lowest(rest));
      asked |= lanes;
      copy.event.access.mask &= ~(lanes & over);
    }
    hold(plain, copy, found);
  }
  std::erase_if(warp.copies, [](const Copy& copy) { return copy.event.access.mask == 0; });
  if ((event.access.mask & warp.copying) == 0) return;
  Copy& copy = warp.copies.emplace_back();
  copy.event = event;
  copy.event.values = nullptr;
  copy.event.shape = 0;
  copy.event.access.mask &= warp.copying;
  copy.queue = warp.queue;
  const trace::CopyGroups& groups = warp.groups[static_cast<std::size_t>(warp.queue)];
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) copy.group[lane] = groups.open_group(lane);
}

bool CopiesInFlight::in_call(const trace::AccessEvent& event) const {
  const auto at = warps_.find({event.block, event.warp});
  return at != warps_.end() && (at->second.copying & event.access.mask) != 0;
}

void CopiesInFlight::barrier(std::uint64_t block, const Again& again) {
  for (auto at = warps_.lower_bound({block, 0}); at != warps_.end() && at->first.first == block; ++at)
    for (const Copy& copy : at->second.copies) again(copy.event);
}

void CopiesInFlight::end(std::uint64_t block) {
  warps_.erase(warps_.lower_bound({block, 0}), warps_.lower_bound({block + 1, 0}));
}

} // namespace warpscope::races
