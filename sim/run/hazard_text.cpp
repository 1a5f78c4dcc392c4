// Words the diagnostics of races and divergent barriers.
#include "sim/run/hazard_text.h"

#include "sim/base/number_text.h"
#include "sim/launch/fault_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace warpscope::run {

namespace {

/// Returns linear thread numbers as runs, cut off after a few: "0-15, 24".
std::string thread_list(const std::vector<std::uint32_t>& threads) {
  std::string list;
  int runs = 0;
  for (std::size_t i = 0; i < threads.size();) {
    std::size_t last = i;
    while (last + 1 < threads.size() && threads[last + 1] == threads[last] + 1) ++last;
    if (runs++ == 4) return list + ", …";
    list += (list.empty() ? "" : ", ") + std::to_string(threads[i]);
    if (last > i) list += "-" + std::to_string(threads[last]);
    i = last + 1;
  }
  return list;
}

/// "threads 32-63 wait at the barrier on line 12; threads 40-47 have ended, …"
std::string elsewhere_text(const Result& result, const exec::BarrierDivergence& divergence) {
  std::string text;
  for (const exec::Elsewhere& e : divergence.elsewhere) {
    text += fmt::format("{}threads {} ", text.empty() ? "" : "; ", thread_list(e.threads));
    const std::uint32_t line = result.program->span_of(e.pc).line;
    switch (e.where) {
    case exec::Whereabouts::Exited: text += "have ended"; break;
    case exec::Whereabouts::OtherBarrier: text += fmt::format("wait at the barrier on line {}", line); break;
    case exec::Whereabouts::WarpSync: text += fmt::format("wait in the __syncwarp on line {}", line); break;
    case exec::Whereabouts::BarrierObject:
      text += fmt::format("wait at the cuda::barrier on line {}", line);
      break;
    case exec::Whereabouts::Reconvergence:
      text += "wait behind the branch for the other lanes of their warp";
      break;
    }
  }
  return text;
}

std::string what_the_hardware_does(const exec::BarrierDivergence& divergence) {
  const bool parked = std::any_of(
      divergence.elsewhere.begin(), divergence.elsewhere.end(),
      [](const exec::Elsewhere& e) { return e.where == exec::Whereabouts::Reconvergence; });
  const bool whole_warps = parked && std::all_of(divergence.elsewhere.begin(), divergence.elsewhere.end(),
                                                 [](const exec::Elsewhere& e) {
                                                   return e.where == exec::Whereabouts::Exited ||
                                                          e.where == exec::Whereabouts::Reconvergence;
                                                 });
  // Measured: docs/hardware-rules.md, "Barriers that not all threads reach".
  if (divergence.deadlock && whole_warps)
    return "the block hangs here; an H200 took the whole warp as arrived and ran on, which nothing promises: "
           "move the barrier out of the branch";
  if (divergence.deadlock) return "the block hangs here: move the barrier out of the branch";
  const bool ended = std::all_of(
      divergence.elsewhere.begin(), divergence.elsewhere.end(),
      [](const exec::Elsewhere& e) { return e.where == exec::Whereabouts::Exited; });
  return ended ? "CUDA forbids it, but since Volta threads that have ended are not waited for, so it runs on"
               : "CUDA forbids it, but the hardware counts arrivals at one barrier whatever its line, so it "
                 "runs on";
}

/// Returns "s[t + 1] reads s[64], but s has 64 elements: …", in the same words as for accesses outside the
/// block's shared memory.
std::string outside_text(const Result& result, const races::Hazard& hazard) {
  exec::Launch launch;
  launch.kernel = result.kernel;
  launch.grid = result.launch.grid;
  launch.block = result.launch.block;
  launch.dynamic_shared_bytes = result.launch.dynamic_shared_bytes;
  trace::Fault fault;
  fault.kind = trace::FaultKind::OutOfBounds;
  fault.block = hazard.block;
  fault.thread = hazard.second.thread;
  fault.pc = result.program->sites[hazard.second.site].pc;
  fault.space = Space::Shared;
  fault.address = hazard.offset;
  return launch::describe_fault(fault, *result.program, launch,
                                launch::variables_of(*result.program, launch)) +
         (hazard.count > 1 ? fmt::format("; {} such accesses", grouped(hazard.count)) : "");
}

/// Returns the value in the array's type if that is known, else its bits.
std::string value_text(const Result& result, const races::HazardSide& side) {
  const std::string& name = result.program->sites[side.site].variable;
  const std::uint32_t bits = side.value >> 8 * static_cast<unsigned>(std::countr_zero(side.value_bytes));
  std::string type;
  for (const program::Variable& variable : result.program->variables)
    if (!name.empty() && variable.name == name) type = variable.element_type;
  for (const program::Parameter& parameter : result.program->kernels[result.kernel].parameters)
    if (!name.empty() && parameter.name == name && type.empty()) type = parameter.type;
  const auto is = [&](std::string_view word) {
    return type == word || type.starts_with(std::string(word) + " *") ||
           type == "const " + std::string(word) + " *";
  };
  if (side.value_bytes == 0xf && is("float")) return fmt::format("{}", std::bit_cast<float>(bits));
  if (side.value_bytes == 0xf && is("int")) return fmt::format("{}", static_cast<std::int32_t>(bits));
  return side.value_bytes == 0xf && is("unsigned int") ? fmt::format("{}", bits) : fmt::format("{:#x}", bits);
}

/// "; the first wrote 3.5, the second read 0"
std::string values_text(const Result& result, const races::Hazard& hazard) {
  std::string text;
  const auto add = [&](const char* which, const races::HazardSide& side) {
    if (side.value_bytes == 0) return;
    const AccessKind kind = result.program->sites[side.site].kind;
    text += fmt::format("{} the {} {} {}", text.empty() ? ";" : ",", which,
                        kind == AccessKind::Load    ? "read"
                        : kind == AccessKind::Store ? "wrote"
                                                    : "found",
                        value_text(result, side));
  };
  add("first", hazard.first);
  if (!hazard.same_value) add("second", hazard.second);
  return text;
}

} // namespace

Diagnostic at_pc(const Result& result, std::uint32_t pc, std::string message) {
  Diagnostic d;
  d.message = std::move(message);
  if (result.program && pc < result.program->code.size()) d.span = result.program->span_of(pc);
  if (const auto* sites = result.program ? &result.program->sites : nullptr)
    for (const program::Site& site : *sites)
      if (site.pc == pc && site.span.known()) d.span = site.span;
  if (d.span.known()) {
    const auto [file, source] = text_of(result, d.span);
    d.file = file;
    d.source_line = std::string(line_of(source, d.span.line));
  }
  return d;
}

Diagnostic describe_hazard(const Result& result, const races::Hazard& hazard) {
  const program::Site& first = result.program->sites[hazard.first.site];
  const program::Site& second = result.program->sites[hazard.second.site];
  const auto name = [&](const program::Site& site) {
    const auto op = result.program->code[site.pc].op;
    return op == program::Opcode::BulkCopy     ? "the bulk copy"
           : op == program::Opcode::TensorCopy ? "the copy of a tile"
           : op == program::Opcode::Wgmma      ? "wgmma"
           : !site.text.empty()                ? site.text
           : !site.instruction.empty()         ? site.instruction
                                               : std::string("an access");
  };
  const auto who = [&](std::uint32_t thread) { return launch::coordinates(thread, result.launch.block); };
  const std::string block = launch::coordinates(hazard.block, result.launch.grid);
  std::string text;
  if (hazard.kind == races::HazardKind::Outside) {
    text = outside_text(result, hazard);
  } else if (hazard.kind == races::HazardKind::Uninit) {
    text = fmt::format(
        "{} reads shared memory that no thread of the block has written: thread {} of block {}{}",
        name(second), who(hazard.second.thread), block,
        hazard.count > 1 ? fmt::format("; {} such reads", grouped(hazard.count)) : "");
  } else if (hazard.missing == races::MissingFence::Product) {
    text = fmt::format(
        "wgmma without a wgmma.fence before it: warp {} of block {} has executed none since it "
        "began; it orders the registers and the warps' accesses before the first product",
        hazard.second.thread / warp_size, block);
  } else if (hazard.missing == races::MissingFence::Proxy) {
    text = fmt::format("race (RAW): {} reads what {} (line {}) writes, and no fence.proxy.async is between "
                       "the two: thread {} of "
                       "block {} wrote it, and a barrier orders it for other threads only; {}",
                       name(second), name(first), first.span.line, who(hazard.first.thread), block,
                       counted(hazard.count, "word"));
  } else if (hazard.register_pc != races::Hazard::no_pc) {
    const bool reads = hazard.kind == races::HazardKind::Raw;
    text = fmt::format(
        "race ({}): {} the asynchronous product (wgmma) on line {} {}, and warp {} of block {} "
        "has not waited for it (wgmma.wait_group); {}",
        races::name_of(hazard.kind),
        reads ? "here are read the sums that" : "here is overwritten a register of A that", first.span.line,
        reads ? "makes" : "reads", hazard.second.thread / warp_size, block,
        counted(hazard.count, reads ? "read" : "write"));
  } else if (hazard.in_flight) {
    const bool of_product = result.program->code[first.pc].op == program::Opcode::Wgmma;
    const char* does = hazard.kind == races::HazardKind::Raw   ? "reads"
                       : hazard.kind == races::HazardKind::War ? "writes over the source of"
                                                               : "writes over";
    text = fmt::format("race ({}): {} {} what the asynchronous {} on line {} {}, and thread {} of "
                       "block {} has not waited for it; {}",
                       races::name_of(hazard.kind), name(second), does,
                       of_product ? "product (wgmma)" : "copy", first.span.line,
                       of_product ? "multiplies" : "copies", who(hazard.second.thread), block,
                       counted(hazard.count, "access"));
  } else {
    const bool itself = hazard.first.site == hazard.second.site && first.span == second.span;
    const char* does = hazard.kind == races::HazardKind::Raw   ? "reads what {} writes"
                       : hazard.kind == races::HazardKind::War ? "writes over what {} reads"
                                                               : "writes where {} writes";
    const std::string other = itself ? hazard.between_blocks() ? std::string("another block there")
                                                               : std::string("another thread there")
                                     : fmt::format("{} (line {})", name(first), first.span.line);
    const std::string others = launch::coordinates(hazard.second_block, result.launch.grid);
    const std::string two = hazard.between_blocks()
                                ? fmt::format("thread {} of block {} and thread {} of block {}; at {}",
                                              who(hazard.first.thread), block, who(hazard.second.thread),
                                              others, counted(hazard.count, "word"))
                                : fmt::format("thread {} and thread {} of block {}; {}",
                                              who(hazard.first.thread), who(hazard.second.thread), block,
                                              counted(hazard.count, "pair") +
                                                  (result.launch.grid.count() > 1
                                                       ? " of threads in all blocks"
                                                       : " of threads"));
    text = fmt::format("race ({}): {} {}, and nothing orders the two: {}{}{}", races::name_of(hazard.kind),
                       name(second), fmt::format(fmt::runtime(does), other), two,
                       hazard.same_value ? ", always the same value" : "", values_text(result, hazard));
  }
  Diagnostic d;
  d.message = std::move(text);
  d.severity = hazard.same_value ? Severity::Note : Severity::Warning;
  d.span = races::second_span(*result.program, hazard);
  if (d.span.known()) {
    const auto [file, source] = text_of(result, d.span);
    d.file = file;
    d.source_line = std::string(line_of(text, d.span.line));
  }
  return d;
}

Diagnostic describe_divergence(const Result& result, const exec::BarrierDivergence& divergence) {
  // Always a deadlock; an H200 hung, too.
  if (result.program->code[divergence.pc].op == program::Opcode::BarrierWait) {
    // (tests/kernels/surface/cuda_barrier_nobody_comes.cu)
    const std::string others = elsewhere_text(result, divergence);
    return at_pc(result, divergence.pc,
                 fmt::format("a phase of the cuda::barrier does not end in block {}: {} wait here (threads "
                             "{}){}{}; it counts arrivals, not threads: as many as init() says must arrive",
                             divergence.block, divergence.arrived.size(), thread_list(divergence.arrived),
                             others.empty() ? "" : "; ", others));
  }
  Diagnostic d = at_pc(
      result, divergence.pc,
      fmt::format(
          "not all threads of block {} reach this barrier: {} wait here (threads {}), {} do not come: {}; {}",
          divergence.block, divergence.arrived.size(), thread_list(divergence.arrived),
          divergence.missing.size(), elsewhere_text(result, divergence), what_the_hardware_does(divergence)));
  if (!divergence.deadlock) d.severity = Severity::Warning;
  return d;
}

} // namespace warpscope::run
