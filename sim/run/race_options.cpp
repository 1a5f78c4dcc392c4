// Collects what the race detector needs to know about a program: its accesses, fences and grid barriers.
#include "sim/base/line_index.h"
#include "sim/program/opcode_table.h"
#include "sim/run/count_launch.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

namespace warpscope::run {

namespace {

/// Returns the lines of each text on which a device function may begin, ascending.
std::vector<std::vector<std::uint32_t>> lines_with_device_markers(std::span<const std::string_view> texts) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const std::string_view text : texts) {
    const LineIndex index(text);
    std::vector<std::uint32_t>& lines = all.emplace_back();
    for (const std::string_view marker : {"__global__", "__device__"})
      for (std::size_t at = text.find(marker); at != std::string::npos; at = text.find(marker, at + 1))
        lines.push_back(index.line_of_offset(at));
    std::sort(lines.begin(), lines.end());
  }
  return all;
}

/// Behind the declaration no other function begins, whose parameter of the same name could be meant.
bool in_one_function(const std::vector<std::vector<std::uint32_t>>& functions, const Span& declared,
                     const Span& used) {
  if (!declared.known() || !used.known() || used.line < declared.line) return false;
  if (declared.file != used.file || declared.file >= functions.size()) return false;
  const std::vector<std::uint32_t>& lines = functions[declared.file];
  const auto next = std::upper_bound(lines.begin(), lines.end(), declared.line);
  return next == lines.end() || *next > used.line;
}

/// With the __shared__ array of fixed size that each names.
std::vector<races::HazardSite> hazard_sites(const program::Program& program,
                                            std::span<const std::string_view> texts) {
  std::vector<races::HazardSite> bounds(program.sites.size());
  std::multimap<std::string_view, const program::Variable*> arrays;
  for (const program::Variable& variable : program.variables)
    if (variable.space == Space::Shared) arrays.emplace(variable.name, &variable);
  const std::vector<std::vector<std::uint32_t>> functions = lines_with_device_markers(texts);
  for (std::size_t s = 0; s < program.sites.size(); ++s) {
    const program::Site& site = program.sites[s];
    bounds[s].is_volatile = site.is_volatile;
    bounds[s].is_atomic = site.is_atomic;
    if (site.space != Space::Shared || site.variable.empty()) continue;
    const auto [named, end] = arrays.equal_range(site.variable);
    if (named == end || std::next(named) != end) continue;
    const program::Variable& array = *named->second;
    if (in_one_function(functions, array.span, site.span))
      bounds[s].offset = array.offset, bounds[s].bytes = array.size;
  }
  return bounds;
}

} // namespace

races::HazardOptions race_options(const program::Program& program, std::span<const std::string_view> texts,
                                  bool pre_volta, const std::atomic<bool>* cancel) {
  races::HazardOptions options;
  options.pre_volta = pre_volta;
  options.cancel = cancel;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const program::Opcode op = program.code[pc].op;
    if (op == program::Opcode::GridSync) options.grid_barriers.push_back(pc);
    options.proxies = options.proxies || program::has_two_sites(op);
    options.cluster_barriers = options.cluster_barriers || op == program::Opcode::ClusterBarrier;
    if (op == program::Opcode::Wgmma) options.products = &program;
    options.fences = options.fences || op == program::Opcode::BarrierArrive || op == program::Opcode::Fence ||
                     program::has_two_sites(op);
  }
  options.sites = hazard_sites(program, texts);
  return options;
}

} // namespace warpscope::run
