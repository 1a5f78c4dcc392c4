// Runs a block under other schedules, compares what it leaves, and traces a wrong value back to its race.
#include "sim/races/schedules.h"

#include "sim/launch/fault_text.h"
#include "sim/program/opcode_table.h"
#include "sim/source/compare_outputs.h"
#include "sim/source/element_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace warpscope::races {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t all_of_it = ~0ull; ///< for Schedule::head: until the warp waits
constexpr std::uint32_t lower_half = 0x0000ffff, even_lanes = 0x55555555;
/// Their registers and shared memory are allocated at the same time.
constexpr std::uint64_t most_blocks_together = 512;
constexpr std::size_t most_pairs = 8, most_recorded_bytes = 96u << 20, most_wrong = 200'000, longest_way = 16;

std::uint32_t warp_of(const HazardSide& side) { return side.thread / warp_size; }

std::uint32_t lane_of(const HazardSide& side) { return 1u << (side.thread % warp_size); }
bool within_a_warp(const Hazard& pair) {
  return !pair.between_blocks() && warp_of(pair.first) == warp_of(pair.second);
}

/// Returns the schedules to try. Those that a racing pair suggests come early: they are the easiest to
/// explain.
std::vector<exec::Schedule> orders_to_try(std::uint64_t blocks, std::uint32_t warps,
                                          const std::vector<const Hazard*>& pairs, bool lanes_apart) {
  std::vector<exec::Schedule> orders;
  const auto add = [&](exec::Schedule order) {
    const bool possible = order.apart == exec::Schedule::nobody || order.apart < warps;
    if (possible && std::find(orders.begin(), orders.end(), order) == orders.end()) orders.push_back(order);
  };
  const auto before = [&](std::uint32_t warp) { add({false, 0, warp, all_of_it}); };
  const auto behind = [&](std::uint32_t warp) { add({false, 0, warp, 0}); };
  const auto lanes_first = [&](std::uint32_t lanes, std::uint32_t slice = 0) {
    add({false, slice, exec::Schedule::nobody, 0, lanes});
  };
  add({});
  for (const Hazard* pair : pairs) before(warp_of(pair->second)), behind(warp_of(pair->first));
  add({true, 0, exec::Schedule::nobody, 0});
  for (const std::uint32_t slice : {1u, 4u, 16u, 64u, 2u, 8u})
    add({false, slice, exec::Schedule::nobody, 0}), add({true, slice, exec::Schedule::nobody, 0});
  const bool within = std::any_of(pairs.begin(), pairs.end(),
                                  [](const Hazard* pair) { return within_a_warp(*pair); });
  for (const Hazard* pair : pairs)
    if (lanes_apart && within_a_warp(*pair))
      lanes_first(lane_of(pair->second)), lanes_first(~lane_of(pair->first));
  for (const std::uint32_t slice : {0u, 1u, 4u})
    for (const std::uint32_t lanes : {lower_half, ~lower_half, even_lanes, ~even_lanes})
      if (lanes_apart && within) lanes_first(lanes, slice);
  const bool between = std::any_of(pairs.begin(), pairs.end(),
                                   [](const Hazard* pair) { return pair->between_blocks(); });
  for (const std::uint32_t slice : {1u, 4u, 16u, 64u})
    if (between && blocks <= most_blocks_together)
      add({false, slice, exec::Schedule::nobody, 0, 0, true}),
          add({true, slice, exec::Schedule::nobody, 0, 0, true});
  for (const Hazard* pair : pairs) {
    before(warp_of(pair->first)), behind(warp_of(pair->second));
    for (const std::uint64_t head : {4u, 8u, 12u, 16u, 24u, 32u, 64u})
      add({false, 0, warp_of(pair->first), head}), add({false, 0, warp_of(pair->second), head});
  }
  for (std::uint32_t warp = 0; warp < warps; ++warp) behind(warp), before(warp);
  return orders;
}

/// Records what each thread of a block read and wrote in the correct run.
class Recorder final : public trace::TraceSink {
 public:
  struct Record {
    std::uint32_t site = 0, offset = 0;
    std::size_t value = 0; ///< position in `bytes`
  };

  explicit Recorder(std::uint64_t block) : block_(block) {}
  void on_access(const trace::AccessEvent& event) override {
    if (event.block != block_ || full || !followed(event)) return;
    threads.resize(std::max<std::size_t>(threads.size(), (event.warp + 1) * std::size_t{warp_size}));
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      threads[event.warp * std::size_t{warp_size} + lane].push_back(
          {event.site, event.access.offset[lane], bytes.size()});
      const std::uint8_t* value = event.values + std::size_t{lane} * event.access.width;
      bytes.insert(bytes.end(), value, value + event.access.width);
      ++records_;
    }
    full = bytes.size() + records_ * sizeof(Record) > most_recorded_bytes;
  }
  static bool followed(const trace::AccessEvent& event) {
    return event.values != nullptr && (event.space == Space::Shared || event.space == Space::Global);
  }

  std::vector<std::vector<Record>> threads;
  std::vector<std::uint8_t> bytes;
  bool full = false; ///< the run is too long to follow

 private:
  std::uint64_t block_;
  std::size_t records_ = 0;
};

/// Compares another run with a recorded one, thread by thread, as long as the thread makes the same accesses.
class Follower final : public trace::TraceSink {
 public:
  struct Wrong {
    std::uint32_t site = 0, thread = 0, offset = 0, width = 0;
    AccessKind kind = AccessKind::Load;
    Space space = Space::None;
    std::array<std::uint8_t, 16> value{}, right{};
  };

  Follower(std::uint64_t block, const Recorder& right)
      : block_(block), right_(right), next_(right.threads.size()), read_(right.threads.size()) {}
  void on_access(const trace::AccessEvent& event) override {
    if (event.block != block_ || !Recorder::followed(event) || wrong.size() > most_wrong) return;
    for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1)
      compare(event, static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

  std::vector<Wrong> wrong; ///< in execution order

 private:
  void compare(const trace::AccessEvent& event, std::uint32_t lane) {
    const std::uint32_t thread = event.warp * warp_size + lane, width = event.access.width,
                        offset = event.access.offset[lane];
    if (thread >= next_.size() || next_[thread] >= right_.threads[thread].size()) return;
    const Recorder::Record& record = right_.threads[thread][next_[thread]++];
    // Its control flow differs, or a wrong value was an index: nothing that follows can be compared.
    if (record.site != event.site || record.offset != offset) {
      next_[thread] = right_.threads[thread].size();
      return;
    }
    const std::uint8_t *value = event.values + std::size_t{lane} * width,
                       *right = right_.bytes.data() + record.value;
    if (std::memcmp(value, right, width) == 0) return;
    if (event.kind == AccessKind::Load && read_[thread]) return; // way_of() needs only a thread's first one
    if (event.kind == AccessKind::Load) read_[thread] = true;
    Wrong w{event.site, thread, offset, width, event.kind, event.space, {}, {}};
    std::memcpy(w.value.data(), value, std::min<std::size_t>(width, w.value.size()));
    std::memcpy(w.right.data(), right, std::min<std::size_t>(width, w.right.size()));
    wrong.push_back(w);
  }
  std::uint64_t block_;
  const Recorder& right_;
  std::vector<std::size_t> next_; ///< by thread: index of its next record
  std::vector<bool> read_;        ///< by thread: whether it has read a wrong value
};

bool overlap(const Follower::Wrong& a, const Follower::Wrong& b) {
  return a.space == b.space && a.offset < b.offset + b.width && b.offset < a.offset + a.width;
}

/// Follows a wrong output back: to the earliest wrong read of its thread, to who had written that, and so on.
std::vector<Follower::Wrong> way_of(const std::vector<Follower::Wrong>& wrong, std::uint32_t output_offset,
                                    std::uint64_t output_bytes) {
  std::vector<Follower::Wrong> way;
  std::size_t at = wrong.size();
  for (std::size_t i = 0; i < wrong.size(); ++i)
    if (wrong[i].space == Space::Global && wrong[i].kind != AccessKind::Load &&
        wrong[i].offset < output_offset + output_bytes && output_offset < wrong[i].offset + wrong[i].width)
      at = i;
  while (at < wrong.size() && way.size() < longest_way) {
    way.push_back(wrong[at]);
    std::size_t before = wrong.size();
    // The last thread that wrote it, wrongly; none: the value is stale.
    if (wrong[at].kind == AccessKind::Load) {
      for (std::size_t i = 0; i < at; ++i)
        if (wrong[i].kind != AccessKind::Load && overlap(wrong[i], wrong[at])) before = i;
    } else {
      for (std::size_t i = at; i-- > 0;)
        if (wrong[i].kind != AccessKind::Store && wrong[i].thread == wrong[at].thread) before = i;
    }
    at = before;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

class Search {
 public:
  Search(const Rerun& rerun, const ScheduleBudget& budget)
      : rerun_(rerun), budget_(budget), program_(*rerun.program) {}

  ScheduleSearch run() {
    choose_block();
    if (result_.not_searched.empty()) try_all();
    result_.sentence = sentence();
    return std::move(result_);
  }

 private:
  struct Ran {
    exec::RunResult result;
    std::vector<std::vector<std::uint8_t>> outputs; ///< by index into outputs_
  };

  [[nodiscard]] const program::Program& right_program() const {
    return rerun_.intact != nullptr ? *rerun_.intact : program_;
  }

  void choose_block() {
    for (const Hazard& hazard : *rerun_.hazards) {
      if (hazard.kind == HazardKind::Outside || hazard.kind == HazardKind::Uninit || hazard.same_value ||
          hazard.in_flight)
        continue;
      if (pairs_.empty() || (pairs_.front()->between_blocks() && !hazard.between_blocks()))
        pairs_.insert(pairs_.begin(), &hazard);
      else if (pairs_.size() < most_pairs) pairs_.push_back(&hazard);
    }
    const program::Function& function = program_.functions[program_.kernels[rerun_.launch.kernel].function];
    const bool waits_for_grid = std::any_of(
        program_.code.begin() + function.entry, program_.code.begin() + function.end,
        [](const program::Instruction& in) { return in.op == program::Opcode::GridSync; });
    if (pairs_.empty()) {
      result_.not_searched = "no order of the warps was tried: what was found does not depend on it";
      return;
    }
    block_ = pairs_.front()->block;
    whole_grid_ = pairs_.front()->between_blocks() || waits_for_grid;
    // Only pairs of that block; between blocks the schedule of the warps matters less than that of the
    // blocks.
    std::erase_if(
        pairs_, [&](const Hazard* h) { return !whole_grid_ && (h->between_blocks() || h->block != block_); });
    within_warps_ = std::all_of(pairs_.begin(), pairs_.end(),
                                [](const Hazard* h) { return within_a_warp(*h); });
    lanes_talk_ = std::any_of(program_.code.begin(), program_.code.end(), [](const program::Instruction& in) {
      return program::is_between_lanes(in.op);
    });
    for (const launch::Buffer& buffer : *rerun_.buffers)
      if (!parameter_of(buffer).is_const) outputs_.push_back(&buffer);
  }

  [[nodiscard]] const program::Parameter& parameter_of(const launch::Buffer& buffer) const {
    return program_.kernels[rerun_.launch.kernel].parameters[buffer.parameter];
  }

  Ran run_once(const program::Program& program, const exec::Schedule& schedule,
               std::uint64_t most_instructions, trace::TraceSink& sink) {
    exec::DeviceMemory memory(program);
    exec::Launch launch = rerun_.launch;
    rerun_.prepare(program, memory, launch);
    exec::RunOptions options = rerun_.options;
    options.progress = {};
    options.schedule = schedule;
    options.blocks.clear();
    if (!whole_grid_) options.blocks = {block_};
    if (most_instructions != 0) {
      options.budget.warp_instructions = most_instructions;
      options.budget.warp_instructions_per_block = most_instructions;
      options.budget.seconds = std::max(0.001, left());
      options.budget.wall_factor = 1; // the search ends by the clock
    }
    Ran ran;
    ran.result = warpscope::exec::run(program, launch, memory, options, sink);
    for (const launch::Buffer* buffer : outputs_) {
      const std::span<const std::uint8_t> bytes = std::as_const(memory).bytes(Space::Global, buffer->offset,
                                                                              buffer->bytes);
      ran.outputs.emplace_back(bytes.begin(), bytes.end());
    }
    return ran;
  }
  [[nodiscard]] double left() const {
    return budget_.seconds - std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  [[nodiscard]] bool cancelled() const {
    return rerun_.options.cancel != nullptr && rerun_.options.cancel->load();
  }

  void try_all() {
    Quiet nobody;
    right_ = run_once(right_program(), {}, 0, nobody);
    result_.right_known = rerun_.intact != nullptr || rerun_.checks_pass;
    if (right_.result.status != exec::RunStatus::Done) {
      result_.not_searched =
          rerun_.intact != nullptr
              ? "no order of the warps was tried: with its barriers, too, the kernel does not come to its end"
              : "no order of the warps was tried: the kernel does not come to its end";
      return;
    }
    begin_ = Clock::now();
    const std::uint64_t most = 4 * right_.result.warp_instructions + 100'000;
    const auto warps = static_cast<std::uint32_t>((rerun_.launch.block.count() + warp_size - 1) / warp_size);
    for (const exec::Schedule& schedule :
         orders_to_try(rerun_.launch.grid.count(), warps, pairs_, !lanes_talk_ && !rerun_.pre_volta)) {
      if (result_.tried >= budget_.orders || left() <= 0 || cancelled()) return;
      if (schedule == exec::Schedule{} && rerun_.intact == nullptr) {
        ++result_.tried; // the run that the others are compared with
        continue;
      }
      const Ran ran = run_once(program_, schedule, most, nobody);
      const bool out_of_time = ran.result.status == exec::RunStatus::Cancelled ||
                               (ran.result.status == exec::RunStatus::BudgetExceeded && left() <= 0);
      if (out_of_time) return;
      ++result_.tried;
      if (differs(schedule, ran)) return;
    }
  }

  bool differs(const exec::Schedule& schedule, const Ran& ran) {
    BrokenOrder broken;
    broken.block = block_;
    broken.whole_grid = whole_grid_;
    broken.schedule = schedule;
    broken.status = ran.result.status;
    if (broken.status != exec::RunStatus::Done) {
      broken.first = how_it_ended(ran.result);
      result_.broken = std::move(broken);
      return true;
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const program::Parameter& parameter = parameter_of(*outputs_[i]);
      const source::Comparison comparison = source::compare_outputs(
          {parameter.element, parameter.element_size}, parameter.name, ran.outputs[i], right_.outputs[i]);
      if (comparison.mismatches == 0) continue;
      broken.output = parameter.name;
      broken.mismatches = comparison.mismatches;
      broken.first = comparison.first;
      constexpr std::string_view should = ", should be ";
      if (const std::size_t at = broken.first.find(should); !result_.right_known && at != std::string::npos)
        broken.first.replace(at, should.size(), ", in the usual order ");
      follow(broken, *outputs_[i], ran.outputs[i], right_.outputs[i]);
      result_.broken = std::move(broken);
      return true;
    }
    return false;
  }

  [[nodiscard]] std::string how_it_ended(const exec::RunResult& result) const {
    if (result.status == exec::RunStatus::Deadlock) return "the block hangs";
    if (result.status == exec::RunStatus::BudgetExceeded)
      return "the block runs more than four times as many instructions and does not end";
    if (result.faults.empty()) return "the block faults";
    return launch::describe_fault(result.faults.front(), program_, rerun_.launch, objects());
  }

  [[nodiscard]] std::vector<program::NamedMemory> objects() const {
    std::vector<program::NamedMemory> objects = launch::variables_of(program_, rerun_.launch);
    objects.insert(objects.end(), rerun_.buffers->begin(), rerun_.buffers->end());
    return objects;
  }

  /// Runs both schedules again, with their values.
  void follow(BrokenOrder& broken, const launch::Buffer& output, const std::vector<std::uint8_t>& values,
              const std::vector<std::uint8_t>& right) {
    const auto differ = std::mismatch(values.begin(), values.end(), right.begin(), right.end());
    if (whole_grid_ || cancelled() || differ.first == values.end()) return;
    Recorder recorder(block_);
    static_cast<void>(run_once(right_program(), {}, 0, recorder));
    if (recorder.full) return;
    Follower follower(block_, recorder);
    static_cast<void>(run_once(program_, broken.schedule, 0, follower));
    const auto scalar = std::max<std::size_t>(size_of(parameter_of(output).element), 1);
    // The first scalar that differs, which is the one that was reported.
    const ElementType type = parameter_of(output).element;
    std::size_t at = 0;
    for (; at + scalar <= values.size(); at += scalar) {
      const bool agree = size_of(type) != 0
                             ? source::elements_agree(type, values.data() + at, right.data() + at)
                             : values[at] == right[at];
      if (!agree) break;
    }
    const std::vector<program::NamedMemory> named = objects();
    for (const Follower::Wrong& wrong :
         way_of(follower.wrong, output.offset + static_cast<std::uint32_t>(at), scalar))
      broken.way.push_back(in_words(wrong, named));
  }

  [[nodiscard]] WrongValue in_words(const Follower::Wrong& wrong,
                                    const std::vector<program::NamedMemory>& named) const {
    WrongValue out{wrong.site, wrong.thread, wrong.kind, wrong.space, wrong.offset, {}, {}, {}};
    ElementType type = ElementType::Other;
    for (const program::NamedMemory& object : named)
      if (object.holds(wrong.space, wrong.offset)) {
        out.place = launch::element_name(object, (wrong.offset - object.offset) / object.element_size);
        type = object.element;
      }
    if (out.place.empty()) out.place = program_.sites[wrong.site].variable;
    if (size_of(type) > wrong.width) type = ElementType::Other;
    const std::uint32_t bytes = size_of(type) != 0 ? size_of(type) : std::min(wrong.width, 16u);
    std::uint32_t component = 0; // of a vector: the first component that differs
    while (component + bytes < wrong.width && component + bytes < 16 &&
           std::memcmp(wrong.value.data() + component, wrong.right.data() + component, bytes) == 0)
      component += bytes;
    out.value = source::element_text(type, {wrong.value.data() + component, bytes});
    out.right = source::element_text(type, {wrong.right.data() + component, bytes});
    return out;
  }
  [[nodiscard]] std::string sentence() const {
    if (!result_.not_searched.empty()) return result_.not_searched;
    const std::string block = launch::coordinates(block_, rerun_.launch.grid);
    if (!result_.broken)
      return fmt::format("none of {} order{} of the {} changed a result: the race is there and the result "
                         "happened to be right, which is why such bugs live long{}",
                         result_.tried, result_.tried == 1 ? "" : "s",
                         whole_grid_ ? "blocks and warps" : "warps of block " + block,
                         within_warps_ && lanes_talk_ ? " (the racing threads are lanes of one warp, which "
                                                        "ran in lockstep because the kernel has shuffles "
                                                        "or votes; on a device since Volta they need not)"
                                                      : "");
    const BrokenOrder& broken = *result_.broken;
    const std::string where = whole_grid_ ? std::string() : " in block " + block;
    if (broken.status != exec::RunStatus::Done)
      return fmt::format("when {}{}, {}", order_text(broken.schedule), where, broken.first);
    return fmt::format("when {}{}, {}{}", order_text(broken.schedule), where, broken.first,
                       broken.mismatches > 1
                           ? fmt::format(" ({} elements of {} differ)", broken.mismatches, broken.output)
                           : "");
  }

  struct Quiet final : trace::TraceSink {
    bool wants_each(std::uint64_t) override { return false; }
  };

  const Rerun& rerun_;
  const ScheduleBudget budget_;
  const program::Program& program_;
  std::vector<const Hazard*> pairs_;
  std::vector<const launch::Buffer*> outputs_;
  std::uint64_t block_ = 0;
  bool whole_grid_ = false, within_warps_ = false, lanes_talk_ = false;
  Ran right_;
  Clock::time_point begin_ = Clock::now();
  ScheduleSearch result_;
};

} // namespace

namespace {

std::string lanes_text(std::uint32_t lanes) {
  if (std::popcount(lanes) == 1)
    return fmt::format("lane {} of each warp runs before the other lanes", std::countr_zero(lanes));
  if (std::popcount(lanes) == 31)
    return fmt::format("lane {} of each warp runs behind the other lanes", std::countr_one(lanes));
  if (lanes == lower_half || lanes == ~lower_half)
    return fmt::format("the {} half of each warp runs before the {}", lanes == lower_half ? "lower" : "upper",
                       lanes == lower_half ? "upper" : "lower");
  return fmt::format("the {} lanes of each warp run before the {}", lanes == even_lanes ? "even" : "odd",
                     lanes == even_lanes ? "odd" : "even");
}

} // namespace

std::string order_text(const exec::Schedule& schedule) {
  if (schedule.first_lanes != 0)
    return lanes_text(schedule.first_lanes) +
           (schedule.slice == 0 ? ""
                                : fmt::format(", in turns of {} instruction{}", schedule.slice,
                                              schedule.slice == 1 ? "" : "s"));
  if (schedule.apart != exec::Schedule::nobody && schedule.head == 0)
    return fmt::format("warp {} runs behind the others", schedule.apart);
  if (schedule.apart != exec::Schedule::nobody && schedule.head == all_of_it)
    return fmt::format("warp {} runs before the others", schedule.apart);
  if (schedule.apart != exec::Schedule::nobody)
    return fmt::format("warp {} runs {} instructions and then waits for the others", schedule.apart,
                       schedule.head);
  const std::string_view first = schedule.descending ? ", the last one first" : "";
  if (schedule.slice != 0)
    return fmt::format("the {} take turns of {} instruction{}{}", schedule.together ? "blocks" : "warps",
                       schedule.slice, schedule.slice == 1 ? "" : "s", first);
  return schedule.descending ? "the warps run one after the other, the last one first"
                             : "the warps run one after the other";
}

ScheduleSearch search_schedules(const Rerun& rerun, const ScheduleBudget& budget) {
  return Search(rerun, budget).run();
}

} // namespace warpscope::races
