// Maps return addresses of the guest to lines of the host program.
#include "sim/whole/host_places.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace warpscope::whole {

void HostPlaces::place(const guest::Loaded& loaded) {
  std::unordered_map<std::string_view, std::vector<std::uint64_t>> where;
  const std::size_t count = std::min(loaded.symbols.size(), loaded.addresses.size());
  for (std::size_t i = count; i-- > 0;) where[loaded.symbols[i]].push_back(loaded.addresses[i]);
  ranges_.clear();
  for (const program::HostObject& object : *objects_)
    for (const program::CodeFunction& function : object.functions) {
      // A kernel's stub has the kernel's lines; the launch is where the stub is called.
      if (std::any_of(object.stubs.begin(), object.stubs.end(),
                      [&](const program::KernelStub& stub) { return stub.symbol == function.symbol; }))
        continue;
      const auto found = where.find(function.symbol);
      if (found == where.end() || found->second.empty()) continue;
      ranges_.push_back({found->second.back(), &object, &function});
      found->second.pop_back();
    }
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

Place HostPlaces::at(std::uint64_t address) const {
  // The call is the instruction before the one that it returns to.
  const std::uint64_t call = address - 1;
  auto range = std::upper_bound(ranges_.begin(), ranges_.end(), call,
                                [](std::uint64_t value, const Range& r) { return value < r.begin; });
  if (address == 0 || range == ranges_.begin()) return {};
  --range;
  const std::uint64_t offset = call - range->begin;
  if (offset >= range->function->size) return {};
  const std::vector<program::CodeLine>& lines = range->function->lines;
  auto row = std::upper_bound(
      lines.begin(), lines.end(), offset,
      [](std::uint64_t value, const program::CodeLine& l) { return value < l.offset; });
  while (row != lines.begin()) {
    --row;
    // Code that the compiler attributes to no line belongs to the line before it.
    if (row->line != 0 && row->file < range->object->files.size())
      return {range->object->files[row->file], row->line, range->function->name};
  }
  return {};
}

Place HostPlaces::innermost(const guest::Caller& caller) const {
  for (const std::uint64_t frame : caller.frames)
    if (Place place = at(frame); place.known()) return place;
  return {};
}

} // namespace warpscope::whole
