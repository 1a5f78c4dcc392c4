// The sink that feeds the race detectors, and the merging of what they find.
#include "sim/races/hazards.h"

#include "sim/program/program.h"
#include "sim/races/block_hazards.h"
#include "sim/races/cluster_hazards.h"
#include "sim/races/copies_in_flight.h"
#include "sim/races/global_accesses.h"
#include "sim/races/ordered_hazards.h"
#include "sim/races/product_registers.h"
#include "sim/races/proxy_fences.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::races {

std::string_view name_of(HazardKind kind) {
  constexpr std::string_view names[] = {"RAW", "WAR", "WAW", "UNINIT", "OUTSIDE"};
  return names[static_cast<unsigned>(kind)];
}

Span second_span(const program::Program& program, const Hazard& hazard) {
  return hazard.register_pc != Hazard::no_pc ? program.span_of(hazard.register_pc)
                                             : program.sites[hazard.second.site].span;
}

GlobalAccesses::GlobalAccesses(std::uint64_t words) : state_(std::make_unique<State>(words)) {}
GlobalAccesses::~GlobalAccesses() = default;

struct HazardSink::State {
  std::shared_ptr<GlobalAccesses> global;
  HazardOptions options;
  OrderedHazards* ordered = nullptr; ///< the launch's, when fences are followed: then no block is open here
  HazardList found;
  std::map<std::uint64_t, std::unique_ptr<BlockHazards>> open; ///< blocks that have begun and not ended
  std::unique_ptr<BlockHazards> spare;
  BlockHazards* last = nullptr; ///< the block of the last event
  QuickInterval quick;          ///< of the single open block, while `looks_first`
  GlobalNotes* notes = nullptr; ///< those of `global`
  bool looks_first = true;
  std::uint32_t misses = 0,
                direct = 0; ///< intervals in a row that had to be replayed; intervals to come without a quick
                            ///< look
  std::unique_ptr<ClusterHazards> clusters; ///< where blocks reach each other's shared memory
  CopiesInFlight copies;
  bool copies_any = false;
  ProxyFences proxies;                         ///< of options.proxies
  std::unique_ptr<ProductRegisters> registers; ///< of options.products
  bool in_part = false;                        ///< some block that has ended was examined only in part

  /// Sends what happened since the barrier, and what follows until the next one, to the exact detector.
  void replay(BlockHazards& block) {
    looks_first = false;
    quick.each([&](const QuickInterval::Step& step) {
      if (step.sync) block.sync(step.event.warp, step.event.access.mask);
      else block.access(step.event, step.copy);
    });
    quick.barrier();
  }

  /// Kernels whose intervals keep having to be replayed skip the quick look for a while.
  void barrier(BlockHazards& block) {
    constexpr std::uint32_t patience = 4, pause = 64;
    if (looks_first) {
      block.pass(quick);
      quick.barrier();
      misses = 0;
      return;
    }
    block.barrier();
    if (direct == 0 && ++misses >= patience) direct = pause;
    else if (direct != 0) --direct;
    looks_first = direct == 0 && open.size() <= 1;
  }

  void access(const trace::AccessEvent& event, CopyStage copy) {
    if (ordered != nullptr) return ordered->access(event, copy == CopyStage::InFlight);
    BlockHazards& block = of(event.block);
    if (!looks_first) return block.access(event, copy);
    if (event.space != Space::Shared && (event.space != Space::Global || !global)) return;
    if (!quick.note(event, does_of(event, options.sites), block.unwritten(), copy)) replay(block);
  }

  void check_bounds(const trace::AccessEvent& event) {
    if (event.site >= options.sites.size() || options.sites[event.site].bytes == 0) return;
    const HazardSite& array = options.sites[event.site];
    if (event.access.mask == ~0u) { // mostly all are inside: a loop that compilers vectorise
      std::uint32_t lowest_offset = ~0u, highest = 0;
      for (const std::uint32_t offset : event.access.offset)
        lowest_offset = std::min(lowest_offset, offset), highest = std::max(highest, offset);
      if (lowest_offset >= array.offset && highest - array.offset + event.access.width <= array.bytes) return;
    }
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
      const std::uint32_t offset = event.access.offset[lowest(rest)];
      if (offset >= array.offset && offset - array.offset + event.access.width <= array.bytes) continue;
      const HazardSide side{event.site, event.warp * warp_size + lowest(rest)};
      found.add({HazardKind::Outside, Space::Shared, side, side, event.block, event.block, offset, 1, false});
    }
  }

  /// A store into another block's shared memory: what that block reads there is written.
  void written_elsewhere(const trace::AccessEvent& event) {
    if (event.kind == AccessKind::Load) return;
    trace::AccessEvent there = event;
    there.space = Space::Shared;
    there.block = clusters->owner(event.block, event.access.offset[lowest(event.access.mask)]);
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1)
      there.access.offset[lowest(rest)] = offset_in_block(event.access.offset[lowest(rest)]);
    if (ordered != nullptr) return ordered->written(there);
    if (const auto block = open.find(there.block); block != open.end()) block->second->written(there);
  }

  BlockHazards& of(std::uint64_t block) {
    if (last == nullptr || last->block != block) last = open.at(block).get();
    return *last;
  }
};

HazardSink::HazardSink(std::shared_ptr<GlobalAccesses> global, HazardOptions options)
    : state_(std::make_unique<State>()) {
  state_->global = std::move(global);
  state_->options = std::move(options);
  if (state_->options.cluster.count() > 1)
    state_->clusters = std::make_unique<ClusterHazards>(state_->options, state_->found);
  if (state_->options.cluster_barriers && state_->options.cluster.count() > 1) state_->options.fences = true;
  if (state_->options.products != nullptr)
    state_->registers = std::make_unique<ProductRegisters>(*state_->options.products, state_->found);
  if (state_->global) state_->global->state_->cancel = state_->options.cancel;
  if (state_->global && !state_->options.fences) state_->notes = &state_->global->state_->notes();
  if (state_->global && state_->options.fences)
    state_->ordered = &state_->global->state_->ordered(state_->options);
}
HazardSink::~HazardSink() = default;

void HazardSink::on_block_begin(std::uint64_t block) {
  if (state_->ordered != nullptr) return state_->ordered->begin(block);
  if (!state_->spare)
    state_->spare = std::make_unique<BlockHazards>(state_->global.get(), state_->notes, state_->found,
                                                   state_->options);
  state_->spare->begin(block);
  if (!state_->open.empty() && state_->looks_first)
    state_->replay(*state_->open.begin()->second); // blocks that take turns
  state_->open[block] = std::move(state_->spare);
}

void HazardSink::on_block_end(std::uint64_t block) {
  if (state_->clusters) state_->clusters->end(block);
  if (state_->copies_any) state_->copies.end(block);
  if (state_->options.proxies) state_->proxies.end(block);
  if (state_->registers) state_->registers->end(block);
  if (state_->ordered != nullptr) return state_->ordered->end(block);
  state_->barrier(state_->of(block));
  state_->in_part = state_->in_part || state_->of(block).looked_in_part();
  state_->last = nullptr;
  state_->spare = std::move(state_->open.at(block));
  state_->open.erase(block);
}

void HazardSink::on_barrier(const trace::BarrierEvent& event) {
  if (event.phase != trace::BarrierPhase::Release) return;
  if (state_->clusters) state_->clusters->barrier(event.block);
  if (state_->options.proxies) state_->proxies.barrier(event.block);
  const std::vector<std::uint32_t>& grid_barriers = state_->options.grid_barriers;
  const bool grid = std::binary_search(grid_barriers.begin(), grid_barriers.end(), event.pc);
  if (state_->ordered != nullptr) {
    state_->ordered->barrier(event.block, grid);
  } else {
    BlockHazards& block = state_->of(event.block);
    state_->barrier(block);
    if (grid) ++block.phase;
  }
  if (state_->copies_any && state_->ordered == nullptr)
    state_->copies.barrier(
        event.block, [&](const trace::AccessEvent& copy) { state_->access(copy, CopyStage::StillInFlight); });
}

void HazardSink::on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) {
  if (state_->ordered != nullptr) state_->ordered->sync(block, warp, lanes);
  else if (state_->looks_first) state_->quick.note_sync(block, warp, lanes);
  else state_->of(block).sync(warp, lanes);
}

bool HazardSink::wants_instructions(std::uint64_t /*block*/) { return state_->registers != nullptr; }

void HazardSink::on_instruction(const trace::InstructionEvent& event) {
  if (state_->registers) state_->registers->instruction(event);
}

void HazardSink::on_order(const trace::OrderEvent& event) {
  if (state_->registers && event.queue == trace::OrderQueue::Products) state_->registers->order(event);
  if (state_->clusters) state_->clusters->order(event);
  if (state_->options.proxies) state_->proxies.order(event, state_->found);
  if (state_->ordered != nullptr && state_->options.cluster.count() > 1) {
    if (event.kind == trace::OrderKind::ClusterArrive) state_->ordered->arrive_at_cluster(event);
    if (event.kind == trace::OrderKind::ClusterWait) state_->ordered->wait_for_cluster(event);
  }
  if (event.kind >= trace::OrderKind::ClusterArrive) return; // of copies' proxy, or among blocks
  if (event.object_block != ~std::uint64_t{0} && event.object_block != event.block)
    return; // another block's object
  const bool fence = event.kind == trace::OrderKind::FenceBlock ||
                     event.kind == trace::OrderKind::FenceDevice;
  if (fence) {
    if (state_->ordered != nullptr) state_->ordered->fence(event);
    return;
  }
  OrderedHazards* ordered = state_->ordered;
  if (event.kind == trace::OrderKind::ObjectArrive || event.kind == trace::OrderKind::ObjectWait) {
    if (ordered == nullptr) return;
    return event.kind == trace::OrderKind::ObjectArrive ? ordered->arrive(event) : ordered->wait(event);
  }
  state_->copies_any = true;
  state_->copies.order(event, [&](const trace::AccessEvent& copy) {
    if (ordered == nullptr) state_->access(copy, CopyStage::Landed);
    else ordered->settle(copy, event.kind == trace::OrderKind::ObjectCopies ? &event : nullptr);
  });
}

void HazardSink::on_access(const trace::AccessEvent& event) {
  // Such a call names more than the bytes that it copies to.
  const bool copies = state_->copies_any && state_->copies.in_call(event);
  if (state_->registers) state_->registers->access(event);
  if (state_->clusters) {
    state_->clusters->access(event, copies);
    if (event.space == Space::Cluster) return state_->written_elsewhere(event);
  }
  if (state_->options.proxies) state_->proxies.access(event, copies, state_->found);
  if (event.space == Space::Shared && !copies) state_->check_bounds(event);
  if (state_->copies_any)
    state_->copies.access(
        event, state_->found, [&](std::uint32_t thread, std::uint32_t object, std::uint32_t phase) {
          return state_->ordered != nullptr && state_->ordered->is_over(event.block, thread, object, phase);
        });
  state_->access(event, copies ? CopyStage::InFlight : CopyStage::None);
}

HazardSink::Found HazardSink::merged(const std::vector<const HazardSink*>& sinks) {
  HazardList all;
  Found found;
  bool in_part = false;
  GlobalAccesses::State* global = nullptr;
  for (const HazardSink* sink : sinks) {
    all.add(sink->state_->found);
    in_part = in_part || sink->state_->in_part;
    if (sink->state_->global) global = sink->state_->global->state_.get();
  }
  if (global != nullptr) all.add(global->finish());
  found.hazards = all.sorted();
  if (in_part || (global != nullptr && global->looked_in_part()))
    found.in_part =
        "races were looked for in a part of the accesses only: between two barriers too many places "
        "of the text access the same words";
  else if (all.dropped_any())
    found.in_part = fmt::format(
        "more than {} pairs of places race: those that come first in the text are told", most_hazards);
  if (global == nullptr || !global->given_up()) return found;
  std::erase_if(found.hazards, [](const Hazard& hazard) { return hazard.space == Space::Global; });
  if (global->too_many_places())
    found
        .given_up = "races on global memory were not looked for: too many places of the text access the same "
                    "words there";
  else if (!global->too_many_words())
    found.given_up = fmt::format("races on global memory were not looked for: notes of the launch's accesses "
                                 "there would take more than {} MiB (use a "
                                 "smaller grid, or --blocks)",
                                 global->most_bytes() >> 20);
  else
    found.given_up = fmt::format("races on global memory were not looked for: the launch accesses more than "
                                 "{} words there, which is as many as are "
                                 "kept (use a smaller grid, or --blocks)",
                                 global->most);
  return found;
}

} // namespace warpscope::races
