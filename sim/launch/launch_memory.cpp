// Binds arguments by name, encodes numbers, allocates and fills buffers and variables.
#include "sim/launch/launch_memory.h"

#include "sim/base/line_index.h"
#include "sim/launch/declared_variable.h"
#include "sim/source/element_value.h"
#include "sim/source/fill.h"
#include "sim/source/nearest.h"
#include "sim/source/tensor_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpscope::launch {

namespace {

constexpr std::size_t unbound = static_cast<std::size_t>(-1);

/// The element of a buffer that a tensor alone names.
const source::TensorTile* tensor_over(const std::vector<source::ResolvedArgument>& arguments,
                                      const std::string& buffer) {
  for (const source::ResolvedArgument& argument : arguments)
    if (argument.tensor && argument.tensor->buffer == buffer) return &*argument.tensor;
  return nullptr;
}

bool is_tensor_map(const program::Parameter& parameter) {
  return !parameter.is_pointer && parameter.size == tensor_map_bytes &&
         parameter.type.find("CUtensorMap") != std::string::npos;
}

std::string how_to_give(const program::Parameter& parameter) {
  if (is_tensor_map(parameter))
    return fmt::format(
        "give it a tensor, as in {} = \"tensor:in float[64, 64] box[32, 8] swizzle:128\" under "
        "[args]",
        parameter.name);
  if (parameter.is_pointer)
    return fmt::format("give it a buffer, as in --arg {0}=zero[1024] or {0} = \"zero[1024]\" under [args]",
                       parameter.name);
  const std::uint32_t each = parameter.element == ElementType::Other ? 0 : size_of(parameter.element);
  if (each != 0 && parameter.size > each) { // an array or a vector type
    const std::uint32_t count = parameter.size / each;
    std::string list = "1";
    for (std::uint32_t i = 2; i <= std::min(count, 8u); ++i) list += fmt::format(",{}", i);
    return fmt::format(
        "give it up to {0} values, as in --arg {1}={2} or {1} = \"{2}\" under [args]; the last "
        "one stands for the rest",
        count, parameter.name, list);
  }
  return fmt::format("give it a value, as in --arg {0}=1024 or {0} = \"1024\" under [args]", parameter.name);
}

std::string parameter_list(const program::Kernel& kernel) {
  std::string list;
  for (const program::Parameter& parameter : kernel.parameters)
    list += (list.empty() ? "" : ", ") + parameter.name;
  return list.empty() ? "it has none" : "it has " + list;
}

std::string signature(const program::Parameter& parameter) {
  const bool tight = !parameter.type.empty() &&
                     (parameter.type.back() == '*' || parameter.type.back() == '&');
  return parameter.type + (tight ? "" : " ") + parameter.name;
}

/// Returns the bytes of one element of the buffer that a pointer parameter points to.
std::uint64_t element_bytes(const program::Parameter& parameter) {
  return std::max(parameter.element_size, 1u);
}

bool fill_buffer(const program::Parameter& parameter, const source::ResolvedArgument& argument,
                 std::span<std::uint8_t> bytes, const std::string& folder, std::string& error) {
  if (argument.fill.kind == source::Fill::Kind::Zero) return true; // fresh memory is zero already
  if (parameter.element == ElementType::Other && argument.fill.kind != source::Fill::Kind::File) {
    error = fmt::format("'{}' points at {}, which has no single kind of number in it: it can be zero[COUNT] "
                        "or file:PATH[COUNT]",
                        parameter.name, parameter.type);
    return false;
  }
  error = source::apply_fill(argument.fill,
                             parameter.element == ElementType::Other ? ElementType::U8 : parameter.element,
                             bytes, folder);
  return error.empty();
}

void put_pointer(std::vector<std::uint8_t>& parameters, std::uint32_t offset, std::uint32_t window_offset) {
  const std::uint64_t generic = (static_cast<std::uint64_t>(Space::Global) << 32) | window_offset;
  std::memcpy(parameters.data() + offset, &generic, sizeof generic);
}

} // namespace

std::optional<std::vector<std::uint8_t>> encode_value(const program::Parameter& parameter,
                                                      std::string_view text, std::string& error) {
  std::vector<std::uint8_t> bytes(parameter.size);
  // A vector type (float4, dim3) takes a list, or one value for every component.
  std::string_view rest = text, part;
  std::uint32_t at = 0;
  while (at < parameter.size) {
    if (at == 0 || !rest.empty()) {
      const std::size_t comma = rest.find(',');
      part = rest.substr(0, comma);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    const auto encoded = source::encode_element(parameter.element, part, error);
    if (!encoded) {
      error = fmt::format("'{}' for {} {}", part, signature(parameter), error);
      return std::nullopt;
    }
    if (encoded->size() > parameter.size - at) break;
    std::memcpy(bytes.data() + at, encoded->data(), encoded->size());
    at += static_cast<std::uint32_t>(encoded->size());
  }
  if (rest.empty()) return bytes;
  error = fmt::format("'{}' for {} has more values than it has room for", text, signature(parameter));
  return std::nullopt;
}

const program::Variable* find_variable(const program::Program& program, std::string_view name) {
  for (const program::Variable& variable : program.variables)
    if (variable.name == name && (variable.space == Space::Constant || variable.space == Space::Global))
      return &variable;
  return nullptr;
}

ElementType element_of(const program::Variable& variable) {
  if (variable.element != ElementType::Other) return variable.element;
  std::string_view name = variable.element_type;
  const bool is_vector = !name.empty() && name.back() >= '2' && name.back() <= '4'; // float4
  if (is_vector) name.remove_suffix(1);
  for (unsigned i = 0; i < static_cast<unsigned>(ElementType::Other); ++i)
    if (const auto type = static_cast<ElementType>(i);
        name_of(type) == name || (name == "uint" && type == ElementType::U32))
      return type;
  return ElementType::Other;
}

Diagnostic SourceText::error(Span span, std::string message) const {
  Diagnostic d;
  if (span.known()) {
    d.file = file;
    d.source_line = std::string(line_of(text, span.line));
  }
  d.span = span;
  d.message = std::move(message);
  return d;
}

namespace {

/// Says that an argument stands for a variable which the kernel does not use: another choice of the macros
/// may. False when neither the text nor a local header of it declares such a variable.
bool is_unused_variable(const program::Kernel& kernel, const source::ResolvedArgument& argument,
                        const SourceText& source, Diagnostics& notes) {
  std::string place;
  if (const std::optional<std::size_t> declared = declared_variable(source.text, argument.name)) {
    const LineIndex lines(source.text);
    place = fmt::format("line {}", lines.span(*declared, *declared + argument.name.size()).line);
  } else if (const std::optional<HeaderVariable> variable = variable_of_headers(std::string(source.file),
                                                                                source.text, argument.name)) {
    place = fmt::format("line {} of {}", variable->line, variable->header);
  } else {
    return false;
  }
  notes.push_back(source.error(
      argument.span,
      fmt::format("kernel '{}' does not use the variable '{}' of {} with these parameters: the value that is "
                  "given for it goes nowhere",
                  kernel.name, argument.name, place)));
  notes.back().severity = Severity::Note;
  return true;
}

} // namespace

Binding bind_arguments(const program::Kernel& kernel, const std::vector<source::ResolvedArgument>& arguments,
                       bool spare_allowed, const SourceText& source, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Binding binding(kernel.parameters.size(), unbound);
  std::vector<bool> used(arguments.size(), false);
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p)
    for (std::size_t a = 0; a < arguments.size(); ++a)
      if (!used[a] && binding[p] == unbound && arguments[a].name == kernel.parameters[p].name) {
        binding[p] = a;
        used[a] = true;
      }
  Diagnostics notes;
  std::size_t place = 0; // of the argument, among those that are no variables
  for (std::size_t a = 0; a < arguments.size(); ++a, ++place) {
    if (used[a] || tensor_over(arguments, arguments[a].name) != nullptr) continue;
    if (is_unused_variable(kernel, arguments[a], source, notes)) {
      used[a] = true;
      --place;
    } else if (arguments[a].span.known() && place < binding.size() && binding[place] == unbound) {
      binding[place] = a;
      used[a] = true;
    }
  }
  if (!spare_allowed) diagnostics.insert(diagnostics.end(), notes.begin(), notes.end());

  std::vector<std::string> names;
  for (const program::Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  for (std::size_t a = 0; a < arguments.size() && !spare_allowed; ++a) {
    if (used[a] || tensor_over(arguments, arguments[a].name) != nullptr) continue;
    const std::string meant = source::nearest_name(arguments[a].name, names);
    diagnostics.push_back(source.error(
        arguments[a].span, fmt::format("kernel '{}' has no parameter '{}': {}{}", kernel.name,
                                       arguments[a].name, parameter_list(kernel),
                                       meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant))));
  }
  for (std::size_t p = 0; p < binding.size(); ++p) {
    const program::Parameter& parameter = kernel.parameters[p];
    if (binding[p] == unbound) {
      diagnostics.push_back(source.error(
          parameter.span, fmt::format("parameter '{}' of kernel '{}' has no argument: {}",
                                      signature(parameter), kernel.name, how_to_give(parameter))));
      continue;
    }
    const source::ResolvedArgument& argument = arguments[binding[p]];
    if (argument.tensor.has_value() != is_tensor_map(parameter))
      diagnostics.push_back(source.error(
          argument.span, fmt::format("'{}' is {} CUtensorMap, and what is given is {}: {}",
                                     signature(parameter), argument.tensor ? "no" : "a",
                                     argument.tensor ? "a tensor" : "none", how_to_give(parameter))));
    else if (parameter.is_pointer != argument.is_buffer)
      diagnostics.push_back(source.error(
          argument.span,
          fmt::format("'{}' is {}, and what is given is {}: {}", signature(parameter),
                      parameter.is_pointer ? "a pointer" : "no pointer",
                      argument.is_buffer ? "a buffer" : fmt::format("the number {}", argument.value),
                      how_to_give(parameter))));
  }
  if (has_errors({diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end()})) return {};
  return binding;
}

std::vector<Buffer> prepare_memory(const program::Kernel& kernel,
                                   const std::vector<source::ResolvedArgument>& arguments,
                                   const Binding& binding, const std::string& folder,
                                   const SourceText& source, exec::DeviceMemory& memory, exec::Launch& launch,
                                   Diagnostics& diagnostics) {
  std::vector<Buffer> buffers;
  launch.parameters.assign(kernel.parameter_bytes, 0);
  const auto add = [&](const program::Parameter& parameter, std::uint32_t number, std::size_t index) {
    const source::ResolvedArgument& argument = arguments[index];
    const std::uint64_t size = element_bytes(parameter);
    constexpr std::uint64_t window = 1ull << 32;
    const std::optional<std::uint32_t> offset = argument.count < window / size
                                                    ? memory.allocate(argument.name, argument.count * size)
                                                    : std::nullopt;
    if (!offset) {
      diagnostics.push_back(source.error(
          argument.span,
          fmt::format(
              "'{}' with {} elements of {} bytes does not fit the simulated memory with the other buffers "
              "(3 GiB): make it smaller",
              argument.name, argument.count, size)));
      return;
    }
    const Buffer buffer{{parameter.name,
                         Space::Global,
                         *offset,
                         argument.count * size,
                         std::max(parameter.element_size, 1u),
                         parameter.element,
                         {}},
                        index,
                        number};
    std::string error;
    if (!fill_buffer(parameter, argument, memory.bytes(Space::Global, buffer.offset, buffer.bytes), folder,
                     error))
      diagnostics.push_back(source.error(argument.span, error));
    if (parameter.is_pointer) put_pointer(launch.parameters, parameter.offset, buffer.offset);
    buffers.push_back(buffer);
  };
  for (std::size_t p = 0; p < binding.size(); ++p) {
    const program::Parameter& parameter = kernel.parameters[p];
    const source::ResolvedArgument& argument = arguments[binding[p]];
    std::string error;
    if (parameter.is_pointer) add(parameter, static_cast<std::uint32_t>(p), binding[p]);
    else if (argument.tensor) continue;
    else if (const auto value = encode_value(parameter, argument.value, error))
      std::copy(value->begin(), value->end(), launch.parameters.begin() + parameter.offset);
    else diagnostics.push_back(source.error(argument.span, error));
  }
  for (std::size_t p = 0; p < binding.size(); ++p) {
    const source::ResolvedArgument& argument = arguments[binding[p]];
    if (!argument.tensor) continue;
    const auto named = [&](const Buffer& b) { return arguments[b.argument].name == argument.tensor->buffer; };
    if (std::none_of(buffers.begin(), buffers.end(), named)) { // the kernel has it by its tensor alone
      const auto at = std::find_if(
          arguments.begin(), arguments.end(),
          [&](const source::ResolvedArgument& a) { return a.name == argument.tensor->buffer; });
      program::Parameter stands_for = kernel.parameters[p];
      stands_for.name = argument.tensor->buffer;
      stands_for.element = argument.tensor->element;
      stands_for.element_size = size_of(argument.tensor->element);
      add(stands_for, static_cast<std::uint32_t>(p), static_cast<std::size_t>(at - arguments.begin()));
    }
    const auto buffer = std::find_if(buffers.begin(), buffers.end(), named);
    if (buffer == buffers.end()) continue; // said already
    if (source::bytes_of(*argument.tensor) > buffer->bytes) {
      diagnostics.push_back(source.error(
          argument.span, fmt::format("'{}': the tensor has {} bytes, and '{}' has {}", argument.name,
                                     source::bytes_of(*argument.tensor), buffer->name, buffer->bytes)));
      continue;
    }
    source::TensorTileArguments given(*argument.tensor);
    given.all.address = static_cast<std::uint64_t>(Space::Global) << 32 | buffer->offset;
    TensorMap map;
    if (const std::string error = encode_tensor_map(given.all, map); !error.empty())
      diagnostics.push_back(source.error(argument.span, fmt::format("'{}': {}", argument.name, error)));
    else std::memcpy(launch.parameters.data() + kernel.parameters[p].offset, &map, sizeof map);
  }
  return buffers;
}

std::vector<source::ResolvedArgument> take_variables(const program::Program& program,
                                                     const program::Kernel& kernel,
                                                     std::vector<source::ResolvedArgument>& arguments) {
  std::vector<source::ResolvedArgument> taken;
  std::erase_if(arguments, [&](const source::ResolvedArgument& argument) {
    const bool parameter = std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                                       [&](const program::Parameter& p) { return p.name == argument.name; });
    if (parameter || find_variable(program, argument.name) == nullptr) return false;
    taken.push_back(argument);
    return true;
  });
  return taken;
}

void fill_variables(const program::Program& program, const std::vector<source::ResolvedArgument>& given,
                    const std::string& folder, const SourceText& source, exec::DeviceMemory& memory,
                    Diagnostics& diagnostics) {
  for (const source::ResolvedArgument& argument : given) {
    const program::Variable* variable = find_variable(program, argument.name);
    if (variable == nullptr) continue;
    const ElementType element = element_of(*variable);
    const std::uint64_t each = std::max(variable->element_size, 1u), elements = variable->size / each;
    std::string error;
    const bool of_file = argument.is_buffer && argument.fill.kind == source::Fill::Kind::File;
    if (element == ElementType::Other && !of_file) {
      error = fmt::format(
          "'{}' is made of {}, which has no single kind of number in it: it can be file:PATH[COUNT]",
          variable->name, variable->element_type);
    } else if (argument.is_buffer && argument.count > elements) {
      error = fmt::format("'{}' has {} elements, and {} are given", variable->name, elements, argument.count);
    } else if (argument.is_buffer) {
      error = source::apply_fill(argument.fill, element == ElementType::Other ? ElementType::U8 : element,
                                 memory.bytes(variable->space, variable->offset, argument.count * each),
                                 folder);
    } else if (elements != 1) {
      error = fmt::format("'{0}' is an array of {1}: give it as in --arg {0}=ramp[{1}]", variable->name,
                          elements);
    } else if (const auto encoded = source::encode_element(element, argument.value, error)) {
      const auto bytes = memory.bytes(variable->space, variable->offset, encoded->size());
      if (bytes.size() == encoded->size()) std::memcpy(bytes.data(), encoded->data(), encoded->size());
    } else {
      error = fmt::format("'{}' for {} {} {}", argument.value, variable->element_type, variable->name, error);
    }
    if (!error.empty()) diagnostics.push_back(source.error(argument.span, error));
  }
}

} // namespace warpscope::launch
