// Compares every line, counter and total of both sides, and finds the reason of each difference.
#include "app/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace warpscope::compare {

namespace {

using Group = model::CounterGroup;
using Kind = model::CounterKind;

using Spill = std::uint32_t protocol::RecordedResources::*; ///< bytes of spilled loads or stores

constexpr Group groups[] = {Group::SharedLoad, Group::SharedStore, Group::SharedAtomic,
                            Group::GlobalLoad, Group::GlobalStore, Group::GlobalAtomic};

/// One build of the recording, if it is there.
struct Measured {
  const protocol::RecordedBuild* build = nullptr;
  LineCounters lines;
  [[nodiscard]] bool has_lines() const { return build != nullptr && build->lines.has_value(); }
  /// Lanes are among the metrics that a device may lack.
  [[nodiscard]] bool has_lanes() const {
    return std::any_of(lines.begin(), lines.end(), [](const auto& line) {
      return std::any_of(line.second.begin(), line.second.end(),
                         [](const auto& counter) { return counter.first.kind == Kind::Lanes; });
    });
  }
  [[nodiscard]] bool has_totals() const { return build != nullptr && build->totals.has_value(); }
};

class Comparer {
 public:
  Comparer(const SimulatedCounts& simulated, const protocol::Recording& recording,
           const SimulatedCounts* predicted, const SimulatedCounts* read)
      : sim_(simulated), countable_(countable_lines(simulated)), recording_(recording), predicted_(predicted),
        read_(read) {
    for (const protocol::RecordedBuild& build : recording.builds)
      (build.kind == protocol::BuildKind::AsWritten ? written_ : compiled_) = {&build, lines_of(build)};
  }

  MeasuredComparison run() {
    say_what_is_missing();
    if (written_.has_lines() || compiled_.has_lines()) compare_lines();
    if (written_.has_totals() || compiled_.has_totals()) compare_totals();
    return std::move(out_);
  }

 private:
  void say_what_is_missing() {
    for (const protocol::CouldNot& c : recording_.could_not)
      out_.notes.push_back(fmt::format("{} was not measured: {}", c.part, c.reason));
    if (!written_.has_lines() && compiled_.has_lines())
      out_.notes.emplace_back(
          "without a build as written, simulated counts are held against those as compiled");
  }

  /// The counts that the compiler began with: as written where they were measured.
  [[nodiscard]] const LineCounters& text_lines() const {
    return written_.has_lines() ? written_.lines : countable_;
  }

  Reason written_reason(Group group, std::uint32_t line) const {
    if (const Reason known = explain_hardware(group, line, countable_, written_.lines, *written_.build);
        known.why != Why::Equal)
      return known;
    if (const Reason atomics = atomics_reason(group, line, written_.lines); atomics.why != Why::Equal)
      return atomics;
    if (!model::counts_banks(group))
      return explain_compiler(group, line, countable_,
                              written_.lines); // global variables are not volatile there
    const Spent s = spent(at(countable_, line), group), m = spent(at(written_.lines, line), group);
    if (s.executed == m.executed && s.cost == m.cost) return {};
    if (const Reason copies = explain_copies(group, line, countable_, written_.lines);
        copies.why != Why::Equal)
      return copies;
    if (const Reason moves = explain_moves(group, line, countable_, written_.lines); moves.why != Why::Equal)
      return moves;
    if (const Reason code = read_reason(group, line, written_.lines); code.why != Why::Equal) return code;
    return {Why::Unexplained, fmt::format("as written, {} instructions took {} wavefronts: volatile "
                                          "variables are neither merged nor dropped",
                                          m.executed, m.cost)};
  }
  Reason compiled_reason(Group group, std::uint32_t line) const {
    if (const Reason known = explain_hardware(group, line, countable_, compiled_.lines, *compiled_.build);
        known.why != Why::Equal)
      return known;
    if (const Reason atomics = atomics_reason(group, line, compiled_.lines); atomics.why != Why::Equal)
      return atomics;
    if (const Reason exchange = explain_exchange(group, line, text_lines(), compiled_.lines);
        exchange.why != Why::Equal)
      return exchange;
    if (group == Group::SharedAtomic || group == Group::GlobalAtomic) {
      const Spent t = spent(at(text_lines(), line), group), m = spent(at(compiled_.lines, line), group);
      if (t.executed == m.executed && t.cost == m.cost) return {};
      return {Why::Unexplained, fmt::format("{} atomics cost {}, and {} cost {} before", m.executed, m.cost,
                                            t.executed, t.cost)};
    }
    Reason compiler = explain_compiler(group, line, text_lines(), compiled_.lines);
    if (compiler.why != Why::Unexplained) return compiler;
    if (const Reason moves = explain_moves(group, line, text_lines(), compiled_.lines);
        moves.why != Why::Equal)
      return moves;
    if (const Reason code = read_reason(group, line, compiled_.lines); code.why != Why::Equal) return code;
    if (predicted_ == nullptr) return compiler;
    Reason predicted = explain_by_prediction(group, line, countable_, predicted_->lines, compiled_.lines);
    return predicted.why == Why::Equal ? compiler : predicted;
  }
  /// The machine code, executed here, needs what was measured: so the compiler made the difference, whatever
  /// it was.
  Reason read_reason(Group group, std::uint32_t line, const LineCounters& measured) const {
    if (read_ == nullptr) return {};
    const Spent r = spent(at(read_->lines, line), group), m = spent(at(measured, line), group);
    if (r.executed != m.executed || r.cost != m.cost || r.lanes != m.lanes) return {};
    return {
        Why::HoistedOrDropped,
        "the machine code of this text, executed here, has the same count: the compiler changed this line"};
  }
  Reason atomics_reason(Group group, std::uint32_t line, const LineCounters& measured) const {
    if (group != Group::GlobalAtomic || !written_.has_lines() || !compiled_.has_lines()) return {};
    return explain_global_atomics(line, countable_, measured, {&written_.lines, &compiled_.lines});
  }

  static protocol::Counters at(const LineCounters& lines, std::uint32_t line) {
    const auto found = lines.find(line);
    return found == lines.end() ? protocol::Counters() : found->second;
  }

  void compare_lines() {
    std::set<std::uint32_t> lines;
    for (const LineCounters* of :
         {&sim_.lines, &std::as_const(written_.lines), &std::as_const(compiled_.lines)})
      for (const auto& [line, counters] : *of) lines.insert(line);
    for (const SimulatedCounts* of : {predicted_, read_})
      if (of != nullptr)
        for (const auto& [line, counters] : of->lines) lines.insert(line);
    for (const std::uint32_t line : lines) {
      for (const Group group : groups) compare_line(line, group);
      compare_local(line, Group::LocalLoad, &protocol::RecordedResources::spill_load_bytes);
      compare_local(line, Group::LocalStore, &protocol::RecordedResources::spill_store_bytes);
    }
    if (sim_.headers && lines.contains(0))
      out_.notes.emplace_back("the code of local headers is compared in the totals, not line by line");
  }

  /// `reason`, or where there is none that the line is in a loop which waits for other blocks.
  [[nodiscard]] Reason or_waiting(Reason reason, std::uint32_t line, const Measured& measured) const {
    const auto found = sim_.asks_again.find(line);
    if (reason.why != Why::Unexplained || found == sim_.asks_again.end()) return reason;
    Reason waiting = explain_waiting(found->second, countable_, measured.lines);
    return waiting.why == Why::Equal ? reason : waiting;
  }

  void compare_line(std::uint32_t line, Group group) {
    const Reason written = written_.has_lines() ? or_waiting(written_reason(group, line), line, written_)
                                                : Reason();
    const Reason compiled = compiled_.has_lines() ? or_waiting(compiled_reason(group, line), line, compiled_)
                                                  : Reason();
    Reason& written_all = written_why_[group];
    Reason& compiled_all = compiled_why_[group];
    written_all = graver(written_all, written);
    compiled_all = graver(compiled_all, compiled);
    for (const Kind kind : {Kind::Executed, Kind::Lanes, cost_of(group)}) {
      if (group == Group::GlobalAtomic && kind == cost_of(group))
        continue; // what the instructions' own counter says of atomics was not measured
      const bool of_written = kind == Kind::Lanes ? written_.has_lanes() : written_.has_lines(),
                 of_compiled = kind == Kind::Lanes ? compiled_.has_lanes() : compiled_.has_lines();
      if (!of_written && !of_compiled) continue;
      MeasuredRow row;
      row.line = line;
      // A device reports how often an instruction was executed; our counts are its requests.
      row.counter = {group, kind == Kind::Executed ? Kind::Requests : kind};
      row.simulated = value(at(sim_.lines, line), {group, kind});
      if (predicted_ != nullptr) row.predicted = value(at(predicted_->lines, line), {group, kind});
      if (read_ != nullptr) row.read = value(at(read_->lines, line), {group, kind});
      if (of_written) row.as_written = value(at(written_.lines, line), {group, kind});
      if (of_compiled) row.as_compiled = value(at(compiled_.lines, line), {group, kind});
      if (row.read && row.predicted && *row.read != *row.predicted)
        row.predicted_why = prediction_reason(group, line);
      if (line != 0 || !sim_.headers) finish(std::move(row), written, compiled);
    }
  }

  /// Every array counts as memory in the text as written. An array that no code as compiled has there lies in
  /// registers, and there is nothing to tell.
  void compare_local(std::uint32_t line, Group group, Spill spilled) {
    if (!compiled_.has_lines() || (line == 0 && sim_.headers)) return;
    const auto in_memory = [&](const LineCounters* lines) {
      return lines != nullptr && value(at(*lines, line), {group, Kind::Executed}) != 0;
    };
    if (!in_memory(&compiled_.lines) && !(predicted_ != nullptr && in_memory(&predicted_->lines)) &&
        !(read_ != nullptr && in_memory(&read_->lines)))
      return;
    const Reason reason = local_line_reason(line, group, spilled);
    for (const Kind kind : {Kind::Executed, cost_of(group)}) {
      MeasuredRow row;
      row.line = line;
      row.counter = {group, kind == Kind::Executed ? Kind::Requests : kind};
      row.simulated = value(at(sim_.lines, line), {group, kind});
      if (predicted_ != nullptr) row.predicted = value(at(predicted_->lines, line), {group, kind});
      if (read_ != nullptr) row.read = value(at(read_->lines, line), {group, kind});
      row.as_compiled = value(at(compiled_.lines, line), {group, kind});
      finish(std::move(row), {}, reason);
    }
  }
  /// What the compiler made of the text's arrays; accesses beyond them are of spilled registers.
  [[nodiscard]] Reason local_line_reason(std::uint32_t line, Group group, Spill spilled) const {
    const Spent t = spent(at(countable_, line), group), m = spent(at(compiled_.lines, line), group);
    if (t.executed == m.executed && t.cost == m.cost) return {};
    Reason compiler = explain_compiler(group, line, countable_, compiled_.lines);
    if (compiler.why == Why::Merged || compiler.why == Why::HoistedOrDropped) return compiler;
    Reason moves = explain_moves(group, line, countable_, compiled_.lines);
    return moves.why != Why::Equal ? moves : local_reason(compiled_, spilled);
  }

  /// Why the prediction is not what the compiler made: it left out something that the compiler does, or the
  /// other way round.
  Reason prediction_reason(Group group, std::uint32_t line) const {
    const Reason does = explain_compiler(group, line, predicted_->lines, read_->lines);
    if (does.why != Why::Unexplained && does.why != Why::Equal) return does;
    Reason leaves = explain_compiler(group, line, read_->lines, predicted_->lines);
    if (leaves.why == Why::Unexplained || leaves.why == Why::Equal) return proven({});
    leaves.because = fmt::format("it was predicted, and is not so: {}", leaves.because);
    return leaves;
  }

  /// `written`, `compiled`: why they are not what was simulated, if they are not.
  void finish(MeasuredRow row, const Reason& written, const Reason& compiled) {
    if (row.simulated == 0 && row.predicted.value_or(0) == 0 && row.read.value_or(0) == 0 &&
        row.as_written.value_or(0) == 0 && row.as_compiled.value_or(0) == 0)
      return;
    const std::uint64_t beside = row.line ? beside_of(*row.line, row.counter) : 0,
                        countable = row.simulated - std::min(row.simulated, beside);
    if (beside != 0) row.reason = not_counted(beside);
    if (row.as_written && *row.as_written != countable) row.reason = graver(row.reason, proven(written));
    if (row.as_compiled && *row.as_compiled != row.as_written.value_or(countable))
      row.reason = graver(row.reason, proven(compiled));
    out_.rows.push_back(std::move(row));
  }
  [[nodiscard]] std::uint64_t beside_of(std::uint32_t line, model::CounterId id) const {
    // The rows say requests where the lines have executed instructions.
    if (id.kind == Kind::Requests) id.kind = Kind::Executed;
    return value(at(sim_.beside_lines, line), id);
  }
  static Reason not_counted(std::uint64_t beside) {
    return {Why::NotModelled, fmt::format("{} of it are of bulk copies, mbarriers or products of warpgroups, "
                                          "which the counters of loads and stores do not see",
                                          beside)};
  }
  /// A difference without a reason is unexplained, whatever the reason was looked for in.
  static Reason proven(const Reason& reason) {
    return reason.why == Why::Equal ? Reason{Why::Unexplained, "nothing that is known makes this difference"}
                                    : reason;
  }

  // ---------------------------------------------------------------------------------------------- totals

  [[nodiscard]] bool copies_asynchronously() const {
    for (const Measured* measured : {&written_, &compiled_})
      if (measured->has_lines())
        for (const protocol::RecordedLine& line : *measured->build->lines)
          if (value(line.counters, {Group::AsyncCopy, Kind::Executed}) != 0) return true;
    return false;
  }

  void compare_totals() {
    const bool copies = copies_asynchronously();
    if (copies)
      out_.notes.emplace_back(
          "the totals of asynchronous copies are not told from those of loads and stores: see the lines");
    for (const Group group : groups) {
      if (copies && group != Group::GlobalStore) continue;
      if (model::counts_banks(group)) {
        total({group, Kind::Wavefronts});
        total({group, Kind::BankConflicts});
      } else if (group != Group::GlobalAtomic) { // the hardware's counter of atomics knows reductions alone
        total({group, Kind::Requests});
        total({group, Kind::Sectors});
      }
    }
    local_total(Group::LocalLoad, &protocol::RecordedResources::spill_load_bytes);
    local_total(Group::LocalStore, &protocol::RecordedResources::spill_store_bytes);
    constant_total();
  }

  static std::optional<std::uint64_t> total_of(const Measured& measured, model::CounterId id) {
    if (!measured.has_totals() || !measured.build->totals->contains(id)) return std::nullopt;
    return measured.build->totals->at(id);
  }

  void total(model::CounterId id) {
    MeasuredRow row;
    row.counter = id;
    row.simulated = value(sim_.totals, id);
    if (predicted_ != nullptr) row.predicted = value(predicted_->totals, id);
    if (read_ != nullptr) row.read = value(read_->totals, id);
    row.as_written = total_of(written_, id);
    row.as_compiled = total_of(compiled_, id);
    const Reason written = row.as_written ? total_reason(written_, written_why_[id.group], id) : Reason();
    // What the lines as compiled differ from is the build as written, and here it is the simulation.
    const Reason of_compiled = graver(written_why_[id.group], compiled_why_[id.group]);
    const Reason compiled = row.as_compiled ? total_reason(compiled_, of_compiled, id) : Reason();
    const std::uint64_t beside = value(sim_.beside_totals, id),
                        countable = row.simulated - std::min(row.simulated, beside);
    if (beside != 0) row.reason = not_counted(beside);
    // Arbitration is another one each run: both builds are held against the simulation, not against each
    // other.
    if (row.as_written && *row.as_written != countable) row.reason = graver(row.reason, proven(written));
    if (row.as_compiled && *row.as_compiled != countable) row.reason = graver(row.reason, proven(compiled));
    if (sim_.clusters && id.group == Group::SharedAtomic && row.reason.why == Why::Unexplained &&
        std::min(row.as_written.value_or(~0ull), row.as_compiled.value_or(~0ull)) > row.simulated)
      row.reason = {Why::NotModelled, "the profiler's total has what other blocks of the cluster ask of this "
                                      "shared memory, which is counted here where it is asked"};
    // What a library's function accesses has no line of the text: it is in the totals alone.
    const std::uint64_t most = std::max(row.as_written.value_or(0), row.as_compiled.value_or(0));
    if (sim_.prints && row.reason.why == Why::Unexplained && most > row.simulated)
      row.reason = {Why::NotModelled,
                    "printf() reads and writes memory of its own, which is not counted here"};
    const bool written_equal = !row.as_written || *row.as_written == row.simulated;
    if (row.reason.why == Why::Unexplained && written_equal && row.predicted &&
        row.predicted == row.as_compiled)
      row.reason = {Why::HoistedOrDropped, "optimised here, the text has the same total"};
    if (row.simulated != 0 || row.as_written.value_or(0) != 0 || row.as_compiled.value_or(0) != 0)
      out_.rows.push_back(std::move(row));
  }

  /// The total is what the instructions counted, and for shared memory what arbitration adds: to wavefronts
  /// and conflicts alike.
  Reason total_reason(const Measured& measured, const Reason& of_lines, model::CounterId id) const {
    const auto [group, kind] = id;
    const bool lines = measured.has_lines();
    const Spent counted = lines ? spent(measured.lines, group) : Spent();
    if (!model::counts_banks(group)) {
      const std::uint64_t sum = kind == Kind::Requests ? counted.executed : counted.cost;
      if (lines && sum == *total_of(measured, id)) return of_lines;
      // The profiler counts its totals in a launch of their own.
      for (const auto& [line, atomic] : sim_.asks_again)
        if (Reason waiting = explain_waiting(atomic, countable_, measured.lines); waiting.why != Why::Equal)
          if (spent(at(measured.lines, line), group).executed != 0) return waiting;
      return {Why::Unexplained, "the profiler's total is not what the instructions counted"};
    }
    const auto wavefronts = total_of(measured, {group, Kind::Wavefronts}),
               conflicts = total_of(measured, {group, Kind::BankConflicts});
    if (wavefronts && conflicts && in_loops(group) &&
        *wavefronts >= value(sim_.totals, {group, Kind::Wavefronts}) && *conflicts <= *wavefronts)
      return of_lines;
    if (kind == Kind::Wavefronts && lines && wavefronts == counted.cost)
      return of_lines; // to the digit; a compare-and-swap's conflicts are told otherwise
    const std::uint64_t own_wavefronts = lines ? counted.cost : value(sim_.totals, {group, Kind::Wavefronts});
    const std::uint64_t own_conflicts = lines ? counted.cost - std::min(counted.cost, counted.ideal)
                                              : value(sim_.totals, {group, Kind::BankConflicts});
    if (!wavefronts || !conflicts || *wavefronts < own_wavefronts || *conflicts < own_conflicts ||
        *wavefronts - own_wavefronts != *conflicts - own_conflicts)
      return {Why::Unexplained, "the profiler's wavefronts and conflicts do not exceed those of the "
                                "instructions by the same number"};
    const std::uint64_t extra = *wavefronts - own_wavefronts;
    if (lines && extra > counted.executed)
      return {Why::Unexplained,
              fmt::format("{} wavefronts more than the {} instructions counted are too many for arbitration",
                          extra, counted.executed)};
    if (of_lines.why != Why::Equal) return of_lines;
    return {
        Why::Arbitration,
        fmt::format("arbitration between warps added {} wavefronts in the build {}, and as many conflicts",
                    extra, protocol::name_of(measured.build->kind))};
  }

  /// An atomic that became a loop goes round another number of times in each launch, so its totals are not
  /// those of its instructions.
  [[nodiscard]] bool in_loops(Group group) const {
    if (group != Group::SharedLoad && group != Group::SharedAtomic) return false;
    const auto has_loops = [](const std::map<Group, Reason>& whys) {
      // Loads beyond the text's are not modelled in such loops alone.
      const auto loads = whys.find(Group::SharedLoad);
      return loads != whys.end() && loads->second.why == Why::NotModelled;
    };
    return has_loops(written_why_) || has_loops(compiled_why_);
  }

  Reason local_reason(const Measured& measured, Spill spilled) const {
    const protocol::RecordedResources resources = measured.build->resources.value_or(
        protocol::RecordedResources());
    if (resources.*spilled != 0)
      return {Why::Spilled,
              fmt::format("the compiler spilled registers: {} bytes a thread", resources.*spilled)};
    if (resources.local_bytes != 0)
      return {
          Why::NotModelled,
          fmt::format("{} bytes of local memory a thread: which of its arrays stay there, and in accesses of "
                      "how many bytes, is for the compiler to choose",
                      resources.local_bytes)};
    return {};
  }

  void local_total(Group group, Spill spilled) {
    MeasuredRow row;
    row.counter = {group, Kind::Requests};
    // Not beside a prediction: the profiler's total has four requests for an instruction of 16 bytes.
    row.as_written = total_of(written_, {group, Kind::Requests});
    row.as_compiled = total_of(compiled_, {group, Kind::Requests});
    if (row.as_written.value_or(0) == 0 && row.as_compiled.value_or(0) == 0) return; // in registers
    row.simulated = spent(sim_.lines, group).executed;
    const Reason written = written_.build != nullptr ? local_reason(written_, spilled) : Reason();
    finish(std::move(row), written, compiled_.build != nullptr ? local_reason(compiled_, spilled) : Reason());
  }

  /// The hardware's counter has the kernel's parameters in it, as many a warp, and not what became an
  /// operand.
  Reason constant_reason(const std::optional<std::uint64_t>& measured) const {
    const std::uint64_t passes = value(sim_.totals, {Group::ConstantLoad, Kind::Passes}),
                        requests = value(sim_.totals, {Group::ConstantLoad, Kind::Requests});
    if (!measured) return {};
    if (*measured > passes && sim_.warps != 0 && (*measured - passes) % sim_.warps == 0)
      return {Why::NotModelled,
              fmt::format("each warp reads {} parameters of the launch from constant memory, too",
                          (*measured - passes) / sim_.warps)};
    if (*measured < passes && passes == requests)
      return {Why::NotModelled, "loads with one address for the warp became operands of instructions, which "
                                "the counter does not see"};
    return {};
  }

  void constant_total() {
    MeasuredRow row;
    row.counter = {Group::ConstantLoad, Kind::Passes};
    row.simulated = value(sim_.totals, {Group::ConstantLoad, Kind::Passes});
    if (row.simulated == 0) return; // the parameters alone
    row.as_written = total_of(written_, {Group::ConstantLoad, Kind::Requests});
    row.as_compiled = total_of(compiled_, {Group::ConstantLoad, Kind::Requests});
    finish(row, constant_reason(row.as_written), constant_reason(row.as_compiled));
  }

  const SimulatedCounts& sim_;
  const LineCounters countable_; ///< what the counters of the LSU can see of sim_
  const protocol::Recording& recording_;
  const SimulatedCounts* predicted_;
  const SimulatedCounts* read_;
  Measured written_, compiled_;
  std::map<Group, Reason> written_why_, compiled_why_; ///< the gravest of each group's lines
  MeasuredComparison out_;
};

} // namespace

std::size_t MeasuredComparison::count(Why why) const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const MeasuredRow& row) { return row.reason.why == why; }));
}

MeasuredComparison compare(const SimulatedCounts& simulated, const protocol::Recording& recording,
                           const SimulatedCounts* predicted, const SimulatedCounts* read) {
  return Comparer(simulated, recording, predicted, read).run();
}

} // namespace warpscope::compare
