// Runs a kernel through the executor and through the plain interpreter, and compares all that they leave:
// memory, counts by line, faults, races.
#include "tests/reference/compare.h"

#include "sim/exec/run.h"
#include "sim/frontend/as_compiled.h"
#include "sim/frontend/frontend.h"
#include "sim/lower/lower.h"
#include "sim/model/tally.h"
#include "sim/program/verify.h"
#include "sim/races/hazards.h"
#include "sim/trace/block_trace.h"
#include "tests/model/reference_model.h"
#include "tests/reference/interpreter.h"
#include "tests/reference/ordered_races.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>
#include <tuple>

namespace reference {

using namespace warpscope;

namespace {

using Key = std::tuple<std::uint32_t, Space, AccessKind, std::uint64_t, std::uint32_t, std::uint32_t,
                       std::uint32_t, std::array<std::uint32_t, 32>>;

Key key_of(const WarpInstruction& i) {
  return {i.line, i.space, i.kind, i.block, i.warp, i.access.width, i.access.mask, i.access.offset};
}

/// Local memory and parameters are in no report.
bool is_counted(Space space) {
  return space == Space::Global || space == Space::Shared || space == Space::Constant;
}

/// Keeps the warp instructions and lets the model count them.
class Recorder final : public trace::TraceSink {
 public:
  explicit Recorder(const program::Program& program) : tally(program.sites.size()), program_(program) {}
  void on_access(const trace::AccessEvent& event) override {
    tally.on_access(event);
    if (!is_counted(event.space)) return;
    WarpInstruction& kept = found.emplace_back();
    kept = {program_.sites[event.site].span.line,
            event.space,
            event.kind,
            event.block,
            event.warp,
            event.access,
            false};
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((event.access.mask >> lane & 1u) == 0) kept.access.offset[lane] = 0;
  }
  model::Tally tally;
  std::vector<WarpInstruction> found;

 private:
  const program::Program& program_;
};

std::map<std::uint32_t, model::Totals> lines_of(const program::Program& program, const model::Tally& tally) {
  std::map<std::uint32_t, model::Totals> lines;
  for (std::size_t site = 0; site < program.sites.size(); ++site) {
    model::Totals counted = tally.sites()[site];
    // The interpreter tells of no accesses of local memory (above); tests/model/tally_test.cpp has its rule.
    for (model::LocalTotals& kind : counted.local) kind = {};
    if (counted != model::Totals{}) lines[program.sites[site].span.line] += counted;
  }
  return lines;
}

/// The same from raw addresses, by tests/model/reference_model.h.
std::map<std::uint32_t, model::Totals> lines_of(const std::vector<WarpInstruction>& instructions) {
  std::map<std::uint32_t, model::Totals> lines;
  for (const WarpInstruction& i : instructions) {
    const auto kind = static_cast<unsigned>(i.kind);
    std::uint64_t lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) lanes += i.access.mask >> lane & 1u;
    if (i.space == Space::Shared && i.kind == AccessKind::Atomic) {
      const AtomicCost cost = atomic_cost(i.access);
      const auto sum = [&](AccessKind of, const Served& s) {
        lines[i.line].shared[static_cast<unsigned>(of)] += {s.requests, s.lanes, s.wavefronts, s.ideal,
                                                            s.conflicts};
      };
      sum(AccessKind::Atomic, cost.atomic);
      sum(AccessKind::Load, cost.load);
    } else if (i.space == Space::Shared) {
      const Banks b = banks(i.access, i.kind);
      lines[i.line].shared[kind] += {b.requests, lanes, b.wavefronts, b.groups, b.wavefronts - b.groups};
    } else if (i.space == Space::Global) {
      const Sectors s = sectors(i.access, i.kind);
      lines[i.line].global[kind] += {1, lanes, s.sectors, (s.used_bytes + 31) / 32, s.lines, s.bytes};
    } else if (i.space == Space::Constant) {
      lines[i.line].constant += {1, lanes, passes(i.access)};
    }
  }
  return lines;
}

template <class T, class Bits> bool same_elements(const std::uint8_t* a, const std::uint8_t* b) {
  T x{}, y{};
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return (std::isnan(x) && std::isnan(y)) || std::memcmp(a, b, sizeof x) == 0;
}

std::string memory_difference(std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got,
                              Element element) {
  const std::size_t step = element == Element::Double ? 8 : element == Element::Float ? 4 : 1;
  for (std::size_t i = 0; i + step <= expected.size(); i += step) {
    const std::uint8_t *a = expected.data() + i, *b = got.data() + i;
    const bool same = element == Element::Double  ? same_elements<double, std::uint64_t>(a, b)
                      : element == Element::Float ? same_elements<float, std::uint32_t>(a, b)
                                                  : *a == *b;
    if (!same)
      return "byte " + std::to_string(i) + " is " + std::to_string(*b) + ", the reference has " +
             std::to_string(*a);
  }
  return {};
}

std::string describe(const Key& k) {
  std::ostringstream text;
  text << "line " << std::get<0>(k) << ' ' << name_of(std::get<1>(k)) << ' ' << name_of(std::get<2>(k))
       << " block " << std::get<3>(k) << " warp " << std::get<4>(k) << " width " << std::get<5>(k) << " mask "
       << std::hex << std::get<6>(k) << " at";
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((std::get<6>(k) >> lane & 1u) != 0) text << ' ' << std::get<7>(k)[lane];
  return text.str();
}

std::string access_difference(const std::vector<WarpInstruction>& expected,
                              const std::vector<WarpInstruction>& got) {
  std::vector<Key> a, b, missing, extra;
  for (const WarpInstruction& i : expected)
    if (is_counted(i.space)) a.push_back(key_of(i));
  for (const WarpInstruction& i : got) b.push_back(key_of(i));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(missing));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(extra));
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(missing.size(), 3); ++i)
    text += "  only in the reference: " + describe(missing[i]) + "\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(extra.size(), 3); ++i)
    text += "  only in the executor: " + describe(extra[i]) + "\n";
  return text;
}

/// The rounds of a loop depend on values that other warps change, in an order that is open. Takes them from
/// the executor, where they are rounds that hardware may take; returns what is wrong with the others.
std::string take_rounds(std::vector<WarpInstruction>& expected, const std::vector<WarpInstruction>& got) {
  std::multimap<Key, const WarpInstruction*> loops;
  for (const WarpInstruction& i : got)
    if (i.kind == AccessKind::Atomic && i.access.form == AtomicForm::Loop) loops.emplace(key_of(i), &i);
  std::string text;
  for (WarpInstruction& i : expected) {
    if (i.access.form != AtomicForm::Loop) continue;
    const auto found = loops.find(key_of(i));
    if (found == loops.end()) {
      text += "  only the reference has a loop: " + describe(key_of(i)) + "\n";
      continue;
    }
    i.access.round = found->second->access.round;
    const std::string fault = fault_in_rounds(i.access, i.is_extreme);
    if (!fault.empty()) text += "  " + fault + ": " + describe(key_of(i)) + "\n";
    loops.erase(found);
  }
  if (!loops.empty()) text += "  only the executor has a loop: " + describe(loops.begin()->first) + "\n";
  return text;
}

struct Arguments {
  std::vector<Buffer> buffers;
  std::vector<std::uint64_t> words;
};

/// Places the buffers in the executor's memory; the reference gets the same addresses.
Arguments place(exec::DeviceMemory& memory, const std::vector<BufferArgument>& buffers, int number) {
  Arguments result;
  for (const BufferArgument& buffer : buffers) {
    const std::uint32_t offset = memory.allocate("buffer", buffer.bytes.size()).value();
    std::memcpy(memory.bytes(Space::Global, offset, buffer.bytes.size()).data(), buffer.bytes.data(),
                buffer.bytes.size());
    result.buffers.push_back({offset, buffer.bytes});
    result.words.push_back(std::uint64_t{1} << 32 | offset);
  }
  result.words.push_back(static_cast<std::uint32_t>(number));
  return result;
}

/// A run whose sink wants no single access, as whole grids are run: the counts of the run that was told of
/// each, and the same memory.
std::string compare_counting(const program::Program& program, warpscope::exec::Launch launch,
                             const std::vector<BufferArgument>& buffers, int number,
                             const model::Tally& expected, const exec::DeviceMemory& expected_memory,
                             exec::HostCode code) {
  exec::DeviceMemory memory(program);
  const Arguments arguments = place(memory, buffers, number);
  model::Tally tally(program.sites.size());
  exec::RunOptions options;
  options.code = code;
  const exec::RunResult ended = exec::run(program, launch, memory, options, tally);
  std::string text;
  if (ended.status != exec::RunStatus::Done) text += "  the executor did not end well\n";
  if (tally.sites() != expected.sites()) text += "  counts differ when accesses are told together\n";
  for (const Buffer& buffer : arguments.buffers) {
    const auto got = memory.bytes(Space::Global, buffer.address, buffer.bytes.size());
    const auto wanted = expected_memory.bytes(Space::Global, buffer.address, buffer.bytes.size());
    const std::string difference = memory_difference(wanted, got, Element::Integer);
    if (!difference.empty()) text += "  when accesses are told together " + difference + "\n";
  }
  return text.empty() ? text
                      : text + (code == exec::HostCode::Best   ? ""
                                : code == exec::HostCode::Avx2 ? "  (in AVX2 code)\n"
                                                               : "  (in plain code)\n");
}

const program::Kernel* kernel_of(const program::Program& program, const Comparison& wanted) {
  const auto kernel = std::find_if(program.kernels.begin(), program.kernels.end(),
                                   [&](const program::Kernel& k) { return k.name == wanted.kernel; });
  return kernel == program.kernels.end() ? nullptr : &*kernel;
}

warpscope::exec::Launch launch_of(const program::Program& program, const program::Kernel& kernel,
                                  const Comparison& wanted, const Arguments& arguments) {
  warpscope::exec::Launch launch;
  launch.kernel = static_cast<std::uint32_t>(&kernel - program.kernels.data());
  launch.grid = wanted.grid;
  launch.block = wanted.block;
  launch.parameters.resize(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(launch.parameters.data() + kernel.parameters[i].offset, &arguments.words.at(i),
                kernel.parameters[i].size);
  return launch;
}

/// How the run ended, and its buffers beside those that the interpreter left in `arguments`.
std::string end_difference(const program::Program& program, const exec::RunResult& ended,
                           const std::vector<BufferArgument>& buffers, const Arguments& arguments,
                           const exec::DeviceMemory& memory) {
  std::string text;
  if (ended.status != exec::RunStatus::Done) text += "  the executor did not end well\n";
  for (const trace::Fault& fault : ended.faults)
    text += "  line " + std::to_string(program.span_of(fault.pc).line) + ": " + fault.message + "\n";
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const Buffer& buffer = arguments.buffers[i];
    const std::string difference = memory_difference(
        buffer.bytes, memory.bytes(Space::Global, buffer.address, buffer.bytes.size()), buffers[i].element);
    if (!difference.empty()) text += "  buffer " + std::to_string(i) + ": " + difference + "\n";
  }
  return text;
}

std::string compare_kernel(const program::Program& program, const llvm::Module& module,
                           const Comparison& wanted, const std::vector<BufferArgument>& buffers, int number,
                           Outcome& outcome) {
  const program::Kernel* kernel = kernel_of(program, wanted);
  if (kernel == nullptr) return "there is no such kernel\n";
  exec::DeviceMemory memory(program);
  Arguments arguments = place(memory, buffers, number);
  const warpscope::exec::Launch launch = launch_of(program, *kernel, wanted, arguments);
  Recorder recorder(program);
  const exec::RunResult run_result = exec::run(program, launch, memory, {}, recorder);

  std::vector<std::uint32_t> addresses;
  for (const Buffer& buffer : arguments.buffers) addresses.push_back(buffer.address);
  Result expected = interpret(module, *module.getFunction(kernel->symbol),
                              {wanted.grid, wanted.block, arguments.words}, arguments.buffers);
  outcome.steps += expected.steps;
  outcome.warp_accesses += expected.accesses.size();
  if (!expected.problem.empty()) return "the reference cannot run it: " + expected.problem + "\n";
  std::string text = end_difference(program, run_result, buffers, arguments, memory);
  text += access_difference(expected.accesses, recorder.found);
  text += take_rounds(expected.accesses, recorder.found);
  if (lines_of(expected.accesses) != lines_of(program, recorder.tally))
    text += "  the counts by line differ\n";
  for (const exec::HostCode code : {exec::HostCode::Best, exec::HostCode::Avx2, exec::HostCode::Plain})
    text += compare_counting(program, launch, buffers, number, recorder.tally, memory, code);
  return text;
}

/// The optimised program in the executor leaves what the interpreter leaves of the text as it is written.
std::string compare_kernel_as_compiled(const program::Program& program, const llvm::Module& module,
                                       const Comparison& wanted, const std::vector<BufferArgument>& buffers,
                                       int number, Outcome& outcome) {
  const program::Kernel* kernel = kernel_of(program, wanted);
  if (kernel == nullptr) return "there is no such kernel\n";
  exec::DeviceMemory memory(program);
  Arguments arguments = place(memory, buffers, number);
  Recorder recorder(program);
  const exec::RunResult ended = exec::run(program, launch_of(program, *kernel, wanted, arguments), memory, {},
                                          recorder);
  outcome.warp_accesses += recorder.found.size();
  const Result expected = interpret(module, *module.getFunction(kernel->symbol),
                                    {wanted.grid, wanted.block, arguments.words}, arguments.buffers);
  outcome.steps += expected.steps;
  if (!expected.problem.empty()) return "the reference cannot run it: " + expected.problem + "\n";
  std::string text = end_difference(program, ended, buffers, arguments, memory);
  return text;
}

/// Variables with one name in one line cannot be told apart by it.
std::map<std::uint32_t, std::string> keys_of(const program::NamedValues& named) {
  std::map<std::string, unsigned> count;
  const auto key = [](const program::NamedValue& v) { return v.name + ":" + std::to_string(v.line); };
  for (const program::NamedValue& value : named.values) ++count[key(value)];
  std::map<std::uint32_t, std::string> keys;
  for (std::uint32_t i = 0; i < named.values.size(); ++i)
    if (const program::NamedValue& v = named.values[i];
        count[key(v)] == 1 && v.name.find('.') == std::string::npos && !v.in_memory && !v.is_pointer &&
        named.scopes.size() > v.scope)
      keys[i] = key(v);
  return keys;
}

std::string compare_kernel_values(const program::Program& program, const llvm::Module& module,
                                  const Comparison& wanted, const std::vector<BufferArgument>& buffers,
                                  int number, Outcome& outcome) {
  const program::Kernel* kernel = kernel_of(program, wanted);
  if (kernel == nullptr) return "there is no such kernel\n";
  exec::DeviceMemory memory(program);
  Arguments arguments = place(memory, buffers, number);
  const warpscope::exec::Launch launch = launch_of(program, *kernel, wanted, arguments);
  trace::BlockTrace kept(0);
  kept.keep_values();
  exec::RunOptions options;
  options.blocks = {0};
  const exec::RunResult ended = exec::run(program, launch, memory, options, kept);
  if (ended.status != exec::RunStatus::Done) return "  the executor did not end well\n";
  Launch asked{{1, 1, 1}, wanted.block, arguments.words, true};
  asked.grid = wanted.grid;
  const Result expected = interpret(module, *module.getFunction(kernel->symbol), asked, arguments.buffers);
  if (!expected.problem.empty()) return "the reference cannot run it: " + expected.problem + "\n";
  const program::Function& function = program.functions[kernel->function];
  const std::map<std::uint32_t, std::string> keys = keys_of(program.named);
  std::vector<std::size_t> next(expected.values.size());
  for (std::size_t event = 0; event < kept.size(); ++event) {
    const trace::BlockTrace::Event& at = kept.event(event);
    if (at.kind != trace::StepKind::Access || (at.space != Space::Shared && at.space != Space::Global))
      continue;
    const program::Site& site = program.sites[at.site_or_pc];
    if (site.pc < function.entry || site.pc >= function.end) return "  an access of another function\n";
    for (const std::uint32_t v : program.named.visible_at(site.pc)) {
      const auto key = keys.find(v);
      if (key == keys.end()) continue;
      const program::NamedValue& value = program.named.values[v];
      const trace::LaneValues got = kept.values()->at(at.warp, v, event);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((at.mask >> lane & 1u) == 0) continue;
        const std::size_t thread = std::size_t{at.warp} * 32 + lane;
        const auto& held = expected.values.at(thread).at(next[thread]);
        const auto found = held.find(key->second);
        const bool known = (got.known >> lane & 1u) != 0, lost = (got.lost >> lane & 1u) != 0;
        if (lost) {
          ++outcome.lost_values;
          continue;
        }
        ++outcome.values;
        const bool real = value.element == ElementType::F32 || value.element == ElementType::F64;
        const bool same = found != held.end() && known &&
                          (got.bits[lane] == found->second ||
                           (real && size_of(value.element) == 4
                                ? same_elements<float, std::uint32_t>(
                                      reinterpret_cast<const std::uint8_t*>(&got.bits[lane]),
                                      reinterpret_cast<const std::uint8_t*>(&found->second))
                                : real && same_elements<double, std::uint64_t>(
                                              reinterpret_cast<const std::uint8_t*>(&got.bits[lane]),
                                              reinterpret_cast<const std::uint8_t*>(&found->second))));
        if (same || (!known && found == held.end())) continue;
        return "  " + key->second + " in lane " + std::to_string(lane) + " of warp " +
               std::to_string(at.warp) + " at event " + std::to_string(event) + " (line " +
               std::to_string(site.span.line) + ") is " +
               (known ? std::to_string(got.bits[lane]) : "not known") + ", the reference has " +
               (found == held.end() ? "nothing" : std::to_string(found->second)) + "\n";
      }
    }
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((at.mask >> lane & 1u) != 0) ++next[std::size_t{at.warp} * 32 + lane];
  }
  for (std::size_t thread = 0; thread < next.size(); ++thread)
    if (next[thread] != expected.values[thread].size()) return "  a thread has another number of accesses\n";
  return {};
}

/// The executor's events, thread by thread, beside what HazardSink makes of them.
class RaceRecorder final : public trace::TraceSink {
 public:
  RaceRecorder(const program::Program& program, std::uint64_t blocks, std::uint32_t threads)
      : events(blocks, BlockEvents{std::vector<std::vector<ThreadEvent>>(threads)}),
        hazards(std::make_shared<races::GlobalAccesses>()), instructions(program), program_(program) {}

  void on_block_begin(std::uint64_t block) override { hazards.on_block_begin(block); }
  void on_block_end(std::uint64_t block) override { hazards.on_block_end(block); }
  void on_access(const trace::AccessEvent& event) override {
    hazards.on_access(event);
    instructions.on_access(event);
    if (event.space != Space::Shared && event.space != Space::Global) return;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((event.access.mask >> lane & 1u) != 0)
        thread(event.block, event.warp, lane)
            .push_back({ThreadEvent::What::Access, event.space, event.kind, event.site,
                        program_.sites[event.site].span.line, event.access.offset[lane], event.access.width,
                        0});
  }
  void on_barrier(const trace::BarrierEvent& event) override {
    hazards.on_barrier(event);
    if (event.phase != trace::BarrierPhase::Release) return;
    for (std::vector<ThreadEvent>& all : events[event.block].threads)
      all.push_back({.what = ThreadEvent::What::Barrier});
  }
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override {
    hazards.on_warp_sync(block, warp, lanes);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1u) != 0)
        thread(block, warp, lane).push_back({.what = ThreadEvent::What::WarpSync, .lanes = lanes});
  }

  std::vector<BlockEvents> events;
  races::HazardSink hazards;
  Recorder instructions;

 private:
  std::vector<ThreadEvent>& thread(std::uint64_t block, std::uint32_t warp, std::uint32_t lane) {
    return events[block].threads[warp * 32 + lane];
  }
  const program::Program& program_;
};

Races races_of(const program::Program& program, const races::HazardSink& sink) {
  Races races;
  for (const races::Hazard& hazard : races::HazardSink::merged({&sink}).hazards) {
    const std::uint32_t a = program.sites[hazard.first.site].span.line,
                        b = program.sites[hazard.second.site].span.line;
    const char* kind = hazard.kind == races::HazardKind::Uninit ? "UNINIT"
                       : hazard.kind == races::HazardKind::Waw  ? "WW"
                                                                : "WR";
    races[{hazard.in_flight ? std::string("OWN ") + kind : kind, hazard.space, hazard.between_blocks(),
           std::min(a, b), std::max(a, b)}] += hazard.count;
  }
  return races;
}

std::string compare_kernel_races(const program::Program& program, const llvm::Module& module,
                                 const Comparison& wanted, const std::vector<BufferArgument>& buffers,
                                 int number, Outcome& outcome) {
  const program::Kernel* kernel = kernel_of(program, wanted);
  if (kernel == nullptr) return "there is no such kernel\n";
  exec::DeviceMemory memory(program);
  Arguments arguments = place(memory, buffers, number);
  const warpscope::exec::Launch launch = launch_of(program, *kernel, wanted, arguments);
  RaceRecorder recorder(program, wanted.grid.count(), static_cast<std::uint32_t>(wanted.block.count()));
  if (exec::run(program, launch, memory, {}, recorder).status != exec::RunStatus::Done)
    return "  the executor did not end well\n";
  const Result read = interpret(module, *module.getFunction(kernel->symbol),
                                {wanted.grid, wanted.block, arguments.words}, arguments.buffers);
  outcome.steps += read.steps;
  const bool same = read.problem.empty() &&
                    access_difference(read.accesses, recorder.instructions.found).empty();
  const Races expected = reference::races_of(same ? read.events : recorder.events),
              got = races_of(program, recorder.hazards);
  outcome.interpreted += same ? 1 : 0;
  outcome.races += expected.size();
  if (expected == got) return {};
  return std::string("  by the definition (in the ") + (same ? "interpreter" : "executor") + "'s events):\n" +
         reference::describe(expected) + "  by HazardSink:\n" + reference::describe(got);
}

/// All events in the order of the run, beside what HazardSink makes of them.
class OrderRecorder final : public trace::TraceSink {
 public:
  OrderRecorder(const program::Program& program, races::HazardOptions options)
      : hazards(std::make_shared<races::GlobalAccesses>(), options),
        quick(std::make_shared<races::GlobalAccesses>(), without_fences(options)), program_(program) {}

  void on_block_begin(std::uint64_t block) override {
    hazards.on_block_begin(block);
    quick.on_block_begin(block);
  }
  void on_block_end(std::uint64_t block) override {
    hazards.on_block_end(block);
    quick.on_block_end(block);
  }
  void on_access(const trace::AccessEvent& event) override {
    hazards.on_access(event);
    quick.on_access(event);
    if (event.space != Space::Shared && event.space != Space::Global) return;
    const program::Site& site = program_.sites[event.site];
    WarpEvent& e = add(WarpEvent::What::Access, event.block, event.warp, event.access.mask);
    e.space = event.space;
    e.kind = event.kind;
    e.is_volatile = site.is_volatile;
    e.is_atomic = site.is_atomic;
    e.place = event.site;
    e.line = site.span.line;
    e.width = event.access.width;
    for (std::uint32_t lane = 0; lane < 32; ++lane) e.address[lane] = event.access.offset[lane];
  }
  void on_barrier(const trace::BarrierEvent& event) override {
    hazards.on_barrier(event);
    quick.on_barrier(event);
    if (event.phase == trace::BarrierPhase::Release) add(WarpEvent::What::Barrier, event.block, 0, 0);
  }
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override {
    hazards.on_warp_sync(block, warp, lanes);
    quick.on_warp_sync(block, warp, lanes);
    add(WarpEvent::What::WarpSync, block, warp, lanes);
  }
  void on_order(const trace::OrderEvent& event) override {
    hazards.on_order(event);
    quick.on_order(event);
    ordered = ordered || event.kind <= trace::OrderKind::FenceDevice ||
              event.kind >= trace::OrderKind::ObjectArrive;
    using What = WarpEvent::What;
    static const std::map<trace::OrderKind, What> what = {
        {trace::OrderKind::FenceBlock, What::FenceBlock},
        {trace::OrderKind::FenceDevice, What::FenceDevice},
        {trace::OrderKind::CopyBegin, What::CopyBegin},
        {trace::OrderKind::CopyEnd, What::CopyEnd},
        {trace::OrderKind::CopyCommit, What::CopyCommit},
        {trace::OrderKind::CopyWaitOldest, What::CopyWaitOldest},
        {trace::OrderKind::CopyWaitPrior, What::CopyWaitPrior},
        {trace::OrderKind::ObjectArrive, What::ObjectArrive},
        {trace::OrderKind::ObjectCopies, What::ObjectCopies},
        {trace::OrderKind::ObjectWait, What::ObjectWait}};
    WarpEvent& e = add(what.at(event.kind), event.block, event.warp, event.lanes);
    e.prior = event.prior;
    e.object = event.object;
    e.phase = event.phase;
  }

  std::vector<WarpEvent> events;
  races::HazardSink hazards;
  races::HazardSink quick; ///< which follows no fences
  bool ordered = false;    ///< there was a fence or a barrier object

 private:
  static races::HazardOptions without_fences(races::HazardOptions options) {
    options.fences = false;
    return options;
  }
  WarpEvent& add(WarpEvent::What what, std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) {
    WarpEvent& e = events.emplace_back();
    e.what = what;
    e.block = static_cast<std::uint32_t>(block);
    e.warp = warp;
    e.lanes = lanes;
    return e;
  }
  const program::Program& program_;
};

/// As the simulator asks for it (sim/simulate), but for the bounds of arrays.
races::HazardOptions options_for(const program::Program& program) {
  races::HazardOptions options;
  for (const program::Instruction& in : program.code)
    options.fences = options.fences || in.op == program::Opcode::BarrierArrive ||
                     in.op == program::Opcode::Fence;
  for (const program::Site& site : program.sites)
    options.sites.push_back({0, 0, site.is_volatile, site.is_atomic});
  return options;
}

std::string in_order_difference(const Races& expected, const Races& got) {
  Races more = got, missing;
  for (const auto& [key, count] : expected)
    if (const auto same = got.find(key); same == got.end() || same->second != count) missing[key] = count;
    else more.erase(key);
  if (missing.empty() && more.empty()) return {};
  return "  by the definition alone:\n" + reference::describe(missing) + "  by HazardSink alone:\n" +
         reference::describe(more);
}

std::string compare_kernel_races_in_order(const program::Program& program, const llvm::Module&,
                                          const Comparison& wanted,
                                          const std::vector<BufferArgument>& buffers, int number,
                                          Outcome& outcome) {
  const program::Kernel* kernel = kernel_of(program, wanted);
  if (kernel == nullptr) return "there is no such kernel\n";
  exec::DeviceMemory memory(program);
  const Arguments arguments = place(memory, buffers, number);
  OrderRecorder recorder(program, options_for(program));
  const exec::RunResult ended = exec::run(program, launch_of(program, *kernel, wanted, arguments), memory, {},
                                          recorder);
  if (ended.status != exec::RunStatus::Done)
    return "  the executor did not end well" +
           (ended.faults.empty() ? "" : ": " + ended.faults.front().message) + "\n";
  const Races expected = races_in_order(recorder.events, static_cast<std::uint32_t>(wanted.grid.count()),
                                        static_cast<std::uint32_t>(wanted.block.count()));
  outcome.races += expected.size();
  std::string text = in_order_difference(expected, races_of(program, recorder.hazards));
  if (!recorder.ordered)
    if (const std::string other = in_order_difference(expected, races_of(program, recorder.quick));
        !other.empty())
      text += "  without following fences:\n" + other;
  return text;
}

using CompareKernel = std::string(const program::Program&, const llvm::Module&, const Comparison&,
                                  const std::vector<BufferArgument>&, int, Outcome&);

} // namespace

Outcome& Outcome::operator+=(const Outcome& other) {
  compared += other.compared;
  warp_accesses += other.warp_accesses;
  steps += other.steps;
  values += other.values;
  lost_values += other.lost_values;
  races += other.races;
  interpreted += other.interpreted;
  differences.insert(differences.end(), other.differences.begin(), other.differences.end());
  return *this;
}

namespace {

Outcome compare_with(CompareKernel* compare_one, const std::string& text,
                     const std::vector<Comparison>& kernels, const std::vector<BufferArgument>& buffers,
                     int number, bool as_compiled = false) {
  Outcome outcome;
  llvm::LLVMContext context;
  frontend::FrontendInput input;
  input.file = "random.cu";
  // Which product is fused with which sum is the compiler's choice: the last bit of a float says it.
  input.text = as_compiled ? "#pragma clang fp contract(off)\n" + text : text;
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  if (output.module == nullptr || has_errors(output.diagnostics)) {
    outcome.differences.push_back("it does not compile: " + format_diagnostics(output.diagnostics));
    return outcome;
  }
  const std::unique_ptr<llvm::Module> module = llvm::CloneModule(*output.module); // lower() consumes its own
  // Random expressions overflow, which is nobody's promise in C++ and wraps in the reference.
  if (as_compiled) {
    for (llvm::Function& function : *output.module)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block) instruction.dropPoisonGeneratingFlags();
    frontend::optimise_as_compiled(*output.module, input.compute_capability);
  }
  Diagnostics diagnostics;
  const std::shared_ptr<program::Program> program = lower::lower(output, input, diagnostics);
  output.module.reset();
  if (program == nullptr) {
    outcome.differences.push_back("it is not lowered: " + format_diagnostics(diagnostics));
    return outcome;
  }
  for (const std::string& reason : program::verify(*program))
    outcome.differences.push_back("the program is not valid: " + reason);
  if (!outcome.differences.empty()) return outcome;
  for (const Comparison& kernel : kernels) {
    ++outcome.compared;
    const std::string difference = compare_one(*program, *module, kernel, buffers, number, outcome);
    if (!difference.empty()) outcome.differences.push_back(kernel.kernel + ":\n" + difference);
  }
  return outcome;
}

} // namespace

Outcome compare_values(const std::string& text, const std::vector<Comparison>& kernels,
                       const std::vector<BufferArgument>& buffers, int number) {
  return compare_with(compare_kernel_values, text, kernels, buffers, number);
}
Outcome compare_as_compiled(const std::string& text, const std::vector<Comparison>& kernels,
                            const std::vector<BufferArgument>& buffers, int number) {
  return compare_with(compare_kernel_as_compiled, text, kernels, buffers, number, true);
}
Outcome compare(const std::string& text, const std::vector<Comparison>& kernels,
                const std::vector<BufferArgument>& buffers, int number) {
  return compare_with(compare_kernel, text, kernels, buffers, number);
}

Outcome compare_races(const std::string& text, const std::vector<Comparison>& kernels,
                      const std::vector<BufferArgument>& buffers, int number) {
  return compare_with(compare_kernel_races, text, kernels, buffers, number);
}

Outcome compare_races_in_order(const std::string& text, const std::vector<Comparison>& kernels,
                               const std::vector<BufferArgument>& buffers, int number) {
  return compare_with(compare_kernel_races_in_order, text, kernels, buffers, number);
}

} // namespace reference
