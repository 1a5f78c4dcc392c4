// Finds the object and element of a faulting access and words the message.
#include "sim/launch/fault_text.h"

#include "sim/launch/launch_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::launch {

const program::NamedMemory* object_of(const trace::Fault& fault, const program::Site* site,
                                      const std::vector<program::NamedMemory>& objects) {
  const program::NamedMemory* nearest = nullptr;
  for (const program::NamedMemory& object : objects) {
    if (object.space != fault.space) continue;
    if (site != nullptr && !site->variable.empty() && site->variable == object.name) return &object;
    if (object.offset <= fault.address && (nearest == nullptr || object.offset > nearest->offset))
      nearest = &object;
  }
  // When the text names an array that is not in the list, do not blame another array.
  const bool contradicts = site != nullptr && !site->variable.empty();
  if (contradicts && nearest != nullptr && fault.address >= nearest->offset + nearest->bytes) return nullptr;
  return nearest;
}

namespace {

std::string size_of_object(const program::NamedMemory& object) {
  if (object.dimensions.size() >= 2) {
    std::string dimensions;
    for (const std::uint32_t d : object.dimensions) dimensions += fmt::format("[{}]", d);
    return "is " + object.name + dimensions;
  }
  const std::uint64_t elements = object.bytes / std::max(object.element_size, 1u);
  return fmt::format("has {} element{}", elements, elements == 1 ? "" : "s");
}

std::string verb_of(const program::Site* site) {
  if (site == nullptr) return "reaches";
  switch (site->kind) {
  case AccessKind::Load: return "reads";
  case AccessKind::Store: return "writes";
  case AccessKind::Atomic: return "updates";
  }
  return "reaches";
}

std::string without_full_stop(std::string text) {
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  return text;
}

/// "… fails the assertion `n > 0' (warpscope_input.cu:7)": the position is reported beside the message, and
/// the internal file name means nothing to the person.
std::string asserted(const std::string& said, const std::string& who) {
  const std::size_t begin = said.find('`'), end = said.rfind('\'');
  if (begin == std::string::npos || end == std::string::npos || end <= begin) return said;
  return fmt::format("the assertion {} fails: {}", said.substr(begin + 1, end - begin - 1), who);
}

/// "the loop of line 3 does not come to an end: block (0, 0, 0) ran 200,000,000 warp instructions, …": the
/// reason first. Which thread came last does not matter.
std::string over_budget(const trace::Fault& fault, const program::Program& program, std::string said,
                        const std::string& block) {
  constexpr std::string_view one = "a block ran";
  if (said.starts_with(one)) said.replace(0, one.size(), block + " ran");
  const Span loop = loop_span(fault, program);
  if (!loop.known()) return said + "; is there a loop that does not end?";
  // In another file the line alone would mislead.
  const bool here = fault.pc >= program.code.size() || program.span_of(fault.pc).file == loop.file;
  return fmt::format("the loop of line {}{} does not come to an end: {}; look at what should end it",
                     loop.line, here ? "" : " (of another file)", said);
}

} // namespace

Span loop_span(const trace::Fault& fault, const program::Program& program) {
  return fault.kind == trace::FaultKind::Budget && fault.loop < program.code.size()
             ? program.span_of(fault.loop)
             : Span{};
}

std::vector<program::NamedMemory> variables_of(const program::Program& program, const exec::Launch& launch) {
  std::vector<program::NamedMemory> objects;
  for (const program::Variable& variable : program.variables) {
    const bool shared = variable.space == Space::Shared;
    const bool reached = std::find(variable.kernels.begin(), variable.kernels.end(), launch.kernel) !=
                         variable.kernels.end();
    if (shared && !variable.kernels.empty() && !reached) continue;
    const std::uint64_t bytes = variable.size == 0 && shared ? launch.dynamic_shared_bytes : variable.size;
    objects.push_back({variable.name, variable.space, variable.offset, bytes,
                       std::max(variable.element_size, 1u), element_of(variable), variable.dimensions});
  }
  return objects;
}

std::string element_name(const program::NamedMemory& object, std::int64_t index) {
  if (index < 0 || object.dimensions.size() < 2) return fmt::format("{}[{}]", object.name, index);
  std::string subscripts;
  auto rest = static_cast<std::uint64_t>(index);
  for (std::size_t d = object.dimensions.size(); d-- > 1;) {
    const std::uint32_t size = std::max(object.dimensions[d], 1u);
    subscripts = fmt::format("[{}]", rest % size) + subscripts;
    rest /= size;
  }
  return fmt::format("{}[{}]{}", object.name, rest, subscripts);
}

std::string coordinates(std::uint64_t linear, Dim3 box) {
  const std::uint64_t x = std::max(box.x, 1u);
  const std::uint64_t y = std::max(box.y, 1u);
  return fmt::format("({}, {}, {})", linear % x, linear / x % y, linear / x / y);
}

const program::Site* site_at(const program::Program& program, std::uint32_t pc) {
  for (const program::Site& site : program.sites)
    if (site.pc == pc) return &site;
  return nullptr;
}

std::string describe_fault(const trace::Fault& fault, const program::Program& program,
                           const exec::Launch& launch, const std::vector<program::NamedMemory>& objects) {
  const std::string who = fmt::format("thread {} of block {}", coordinates(fault.thread, launch.block),
                                      coordinates(fault.block, launch.grid));
  // The executor's own sentences mostly begin with the thread already.
  const std::string said = without_full_stop(fault.message);
  const std::string plain = said.starts_with("thread (") ? said : fmt::format("{}: {}", said, who);
  if (fault.kind == trace::FaultKind::Assert) return asserted(said, who);
  if (fault.kind == trace::FaultKind::Budget)
    return over_budget(fault, program, said, "block " + coordinates(fault.block, launch.grid));
  if (fault.kind != trace::FaultKind::OutOfBounds && fault.kind != trace::FaultKind::Misaligned &&
      fault.kind != trace::FaultKind::ReadOnly && fault.kind != trace::FaultKind::Uninitialized)
    return plain;
  const program::Site* site = site_at(program, fault.pc);
  if (fault.kind == trace::FaultKind::Uninitialized && site != nullptr && !site->text.empty())
    return fmt::format("{} reads what was never written: byte {} of the thread's local memory, {}; a device "
                       "gives whatever lies there: {}",
                       site->text, static_cast<std::int64_t>(fault.address) - program::window_base,
                       site->variable.empty() ? "an array of its own" : "in " + site->variable, who);
  if (fault.space == Space::Local && fault.kind == trace::FaultKind::OutOfBounds && site != nullptr &&
      !site->text.empty()) {
    const std::uint32_t bytes = program.functions[program.kernels[launch.kernel].function].local_bytes;
    return fmt::format("{} {} outside {}: byte {} of the {} bytes of local memory that a thread has: {}",
                       site->text, verb_of(site), site->variable.empty() ? "its array" : site->variable,
                       static_cast<std::int64_t>(fault.address) - program::window_base, bytes, who);
  }
  const program::NamedMemory* object = object_of(fault, site, objects);
  if (object == nullptr) return plain;
  const std::string what = site != nullptr && !site->text.empty() ? site->text + " " : "the access ";
  const std::string verb = verb_of(site);
  const auto distance = static_cast<std::int64_t>(fault.address) - static_cast<std::int64_t>(object->offset);
  const auto element = static_cast<std::int64_t>(object->element_size);
  const std::int64_t index = distance >= 0 ? distance / element : -((-distance + element - 1) / element);

  if (fault.kind == trace::FaultKind::Misaligned)
    return fmt::format(
        "{}{} {} bytes at byte {} of {}, and {} bytes at once need an address that {} divides: {}", what,
        verb, fault.width, distance, object->name, fault.width, fault.width, who);
  if (fault.kind == trace::FaultKind::ReadOnly)
    return fmt::format("{}{} {}, which is read-only memory: {}", what, verb, element_name(*object, index),
                       who);
  if (fault.address >= program::invalid_offset)
    return fmt::format("{}{} far outside {}, which {}: {}", what, verb, object->name, size_of_object(*object),
                       who);
  return fmt::format("{}{} {}, but {} {}: {}", what, verb, element_name(*object, index), object->name,
                     size_of_object(*object), who);
}

} // namespace warpscope::launch
