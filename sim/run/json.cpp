// The document of `warpscope sim --json`. Names and shapes are fixed by the design page ("The command line"):
// scripts read them.
#include "sim/launch/fault_text.h"
#include "sim/multiprocessor/registers.h"
#include "sim/run/estimate_json.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpscope::run {

namespace {

using Json = nlohmann::ordered_json;

/// Every group is there, with zeros when nothing of the kind happened: a script needs no special case.
void add_groups(Json& out, const model::Totals& totals, bool as_compiled) {
  for (const model::CounterGroupRow& group : model::counter_group_rows)
    for (const model::CounterRow& row : model::counter_rows)
      if (const model::CounterId id{group.group, row.kind};
          row.counted && (model::is_simulated(id) || (as_compiled && model::is_simulated_as_compiled(id))))
        out[std::string(group.key)][std::string(row.key)] = model::count_of(totals, id);
}

std::string_view name_of(exec::Whereabouts where) {
  constexpr std::string_view names[] = {"exited", "other_barrier", "warp_sync", "barrier_object",
                                        "reconvergence"};
  return names[static_cast<unsigned>(where)];
}

Json dimensions(Dim3 d) { return Json::array({d.x, d.y, d.z}); }

} // namespace

std::string to_json(const Result& result) { return to_json(result, nullptr, {}); }

std::string to_json(const Result& result, const std::optional<Estimate>* estimate,
                    const std::string& why_not) {
  const auto name_header = [&](Json& entry, std::uint32_t file) {
    if (file != 0 && file < result.texts.size()) entry["file"] = result.texts[file].path;
  };
  const auto line_at = [&](std::uint32_t pc) {
    return result.program && pc < result.program->code.size() ? result.program->span_of(pc).line : 0u;
  };
  const auto column_at = [&](std::uint32_t pc) {
    return result.program && pc < result.program->code.size() ? result.program->span_of(pc).column : 0u;
  };
  const auto variable_at = [&](std::uint32_t pc) {
    const program::Site* site = result.program ? launch::site_at(*result.program, pc) : nullptr;
    return site == nullptr ? std::string() : site->variable;
  };
  Json document;
  document["kernel"] = result.launch.kernel;
  document["grid"] = dimensions(result.launch.grid);
  document["block"] = dimensions(result.launch.block);
  if (result.as_compiled) {
    document["code"] = "predicted";
    const std::uint32_t registers = result.program == nullptr
                                        ? 0
                                        : multiprocessor::predicted_registers(*result.program, result.kernel,
                                                                              result.launch.block.count(),
                                                                              result.launch.max_registers);
    if (registers != 0) document["registers_predicted"] = registers;
  }
  if (result.code != nullptr) {
    document["code"] = "read";
    document["registers"] = result.code->registers;
    document["local_bytes"] = result.code->local_bytes;
    document["spill_store_bytes"] = result.code->spill_store_bytes;
    document["spill_load_bytes"] = result.code->spill_load_bytes;
  }
  Json& totals = document["totals"];
  totals["warp_instructions"] = result.scaled_warp_instructions;
  totals["barriers"] = result.scaled_barriers;
  const bool as_compiled = result.as_compiled || result.code != nullptr;
  add_groups(totals, result.totals, as_compiled);

  document["lines"] = Json::array();
  for (const LineCounts& line : result.lines) {
    Json entry = {{"line", line.line}, {"text", line.text}};
    name_header(entry, line.file);
    add_groups(entry, line.totals, as_compiled);
    document["lines"].push_back(std::move(entry));
  }
  if (estimate != nullptr) document["estimate"] = to_json(*estimate, why_not);
  document["hazards"] = Json::array();
  for (const races::Hazard& hazard : result.hazards) {
    const auto side = [&](const races::HazardSide& at, const Span& span, std::uint64_t block) {
      Json json = {{"line", span.line}, {"column", span.column}, {"block", block}, {"thread", at.thread}};
      name_header(json, span.file);
      if (at.value_bytes != 0) json["value"] = fmt::format("0x{:08x}", at.value);
      return json;
    };
    Json entry = {
        {"kind", races::name_of(hazard.kind)},
        {"space", hazard.register_pc != races::Hazard::no_pc ? "register" : warpscope::name_of(hazard.space)},
        {"variable", result.program->sites[hazard.second.site].variable},
        {"first", side(hazard.first, result.program->sites[hazard.first.site].span, hazard.block)},
        {"second", side(hazard.second, races::second_span(*result.program, hazard), hazard.second_block)},
        {"count", hazard.count}};
    if (hazard.same_value) entry["same_value"] = true;
    if (hazard.in_flight) entry["in_flight"] = true;
    if (hazard.missing == races::MissingFence::Proxy) entry["missing"] = "fence.proxy.async";
    if (hazard.missing == races::MissingFence::Product) entry["missing"] = "wgmma.fence";
    document["hazards"].push_back(std::move(entry));
  }
  if (result.orders) {
    Json entry = {{"tried", result.orders->tried}, {"text", result.orders->sentence}};
    if (const auto& broken = result.orders->broken) {
      entry["order"] = races::order_text(broken->schedule);
      entry["block"] = broken->block;
      if (broken->status == exec::RunStatus::Done) {
        entry["output"] = broken->output;
        entry["mismatches"] = broken->mismatches;
      }
      entry["first"] = broken->first;
      entry["way"] = Json::array();
      for (const races::WrongValue& wrong : broken->way)
        entry["way"].push_back({{"line", result.program->sites[wrong.site].span.line},
                                {"thread", wrong.thread},
                                {"kind", warpscope::name_of(wrong.kind)},
                                {"place", wrong.place},
                                {"value", wrong.value},
                                {"right", wrong.right}});
    }
    document["orders"] = std::move(entry);
  }
  document["barrier_divergence"] = Json::array();
  for (const exec::BarrierDivergence& divergence : result.run.barrier_divergence) {
    Json where = Json::array();
    for (const exec::Elsewhere& e : divergence.elsewhere) {
      Json entry = {{"where", name_of(e.where)}, {"threads", e.threads}};
      if (e.where == exec::Whereabouts::OtherBarrier || e.where == exec::Whereabouts::WarpSync ||
          e.where == exec::Whereabouts::BarrierObject)
        entry["line"] = line_at(e.pc);
      where.push_back(std::move(entry));
    }
    document["barrier_divergence"].push_back({{"line", line_at(divergence.pc)},
                                              {"block", divergence.block},
                                              {"arrived", divergence.arrived},
                                              {"missing", divergence.missing},
                                              {"where", std::move(where)},
                                              {"deadlock", divergence.deadlock}});
  }
  if (!result.diagnostics.empty())
    document["notes"] = Json::array(); // beside the text's warnings: what was not looked at, or taken for
                                       // granted
  for (const Diagnostic& said : result.diagnostics) {
    Json note = {{"line", said.span.line}, {"message", said.message}};
    name_header(note, said.span.file);
    document["notes"].push_back(std::move(note));
  }
  document["faults"] = Json::array();
  const auto add_fault = [&](const trace::Fault& fault) {
    document["faults"].push_back({{"kind", trace::name_of(fault.kind)},
                                  {"line", line_at(fault.pc)},
                                  {"block", fault.block},
                                  {"thread", fault.thread},
                                  {"message", fault.message},
                                  {"kernel", result.launch.kernel},
                                  {"column", column_at(fault.pc)},
                                  {"variable", variable_at(fault.pc)},
                                  {"address", fault.address}});
    if (result.program && fault.pc < result.program->code.size())
      name_header(document["faults"].back(), result.program->span_of(fault.pc).file);
  };
  for (const trace::Fault& fault : result.run.faults) add_fault(fault);
  for (const trace::Fault& fault : result.run.undefined) add_fault(fault); // the block ran on
  document["check"] = Json::array();
  for (const CheckResult& check : result.checks)
    document["check"].push_back(
        {{"output", check.output}, {"mismatches", check.mismatches}, {"first", check.first}});
  document["simulated_blocks"] = result.run.simulated_blocks;
  document["total_blocks"] = result.run.total_blocks;
  if (result.scaled)
    document["scaled"] = true; // the counts above stand for the grid, of which simulated_blocks were run
  // A text may hold bytes that are no UTF-8; the document must be JSON all the same.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::run
