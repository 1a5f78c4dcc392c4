// Makes the request that a GPU gets from a simulated text.
#include "app/measuring/measure_request.h"

#include "app/document/cuts.h"
#include "app/measuring/joined_text.h"
#include "sim/base/utf8.h"
#include "sim/launch/launch_memory.h"
#include "sim/run/own_headers.h"
#include "sim/source/fill.h"
#include "sim/whole/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

namespace warpscope::measuring {

namespace {

constexpr std::uint64_t largest_file = 64u << 20; // bytes of a file fill that a request may contain

class Builder {
 public:
  Builder(const run::Request& request, const run::PreparedLaunch& prepared, Diagnostics& diagnostics)
      : request_(request), prepared_(prepared), source_{request.file, request.text},
        diagnostics_(diagnostics) {}

  protocol::MeasureRequest build(bool code_alone) {
    const source::ResolvedLaunch& launch = prepared_.launch;
    protocol::MeasureRequest made;
    made.file = std::filesystem::path(request_.file).filename().string();
    made.text = text_to_send();
    leave_out_barriers(made.text);
    made.macros = launch.macros;
    made.grid = launch.grid;
    made.block = launch.block;
    made.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    made.max_registers = launch.max_registers;
    // cooperative_groups: the grid may wait for itself.
    made.cooperative = made.text.find("this_grid") != std::string::npos;
    if (code_alone) {
      const program::Kernel& kernel = prepared_.program->kernels[prepared_.kernel.kernel];
      made.call.kernel = kernel.name;
      made.call.parameter_bytes = kernel.parameter_bytes;
    } else {
      made.call = request_.snapshot ? call_of_snapshot() : call(prepared_.kernel);
    }
    // The compiler keeps variables that are named.
    if (request_.snapshot) add_variables_of_snapshot(made.variables);
    for (const source::ResolvedArgument& variable : prepared_.variables)
      made.variables.push_back(variable_of(variable));
    for (const run::PreparedCheck& check : code_alone ? std::vector<run::PreparedCheck>() : prepared_.checks)
      made.checks.push_back({check.output, call(check.reference)});
    return made;
  }

 private:
  /// Returns the text without the header's words; bytes that are not UTF-8 (in comments, for example) cannot
  /// be in JSON and become '?'.
  [[nodiscard]] std::string text_to_send() const {
    std::string text;
    const Span& header = prepared_.scenario.header;
    std::uint32_t line = 1, column = 1;
    for (const char c : prepared_.device_text) {
      const bool inside = header.known() && line >= header.line && line <= header.end_line &&
                          (line != header.line || column >= header.column) &&
                          (line != header.end_line || column < header.end_column);
      if (c == '\n' || c == '\r' || !inside) text += c;
      else if (line == header.end_line) text += ' ';
      ++column;
      if (c != '\n') continue;
      ++line;
      column = 1;
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.replace(0, 3, "   ");
    return valid_utf8(std::move(text));
  }

  void leave_out_barriers(std::string& text) {
    if (request_.without_barriers.empty()) return;
    std::uint32_t missing = 0;
    if (std::optional<std::string> without = document::without_barriers_in_place(
            text, *prepared_.program, request_.without_barriers, missing))
      text = std::move(*without);
    else
      diagnostics_.push_back(source_.error(
          {missing, 1, missing, 2}, fmt::format("the barrier that is cut on line {0} is not written out on "
                                                "line {0} alone, so the text cannot be sent without it",
                                                missing)));
  }

  /// JSON is UTF-8: replaces each byte that is not by a question mark.
  static std::string valid_utf8(std::string text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = utf8_length(text, at);
      if (length == 0) text[at] = '?';
      at += std::max<std::size_t>(length, 1);
    }
    return text;
  }

  protocol::MeasureCall call(const run::BoundKernel& bound) {
    const program::Kernel& kernel = prepared_.program->kernels[bound.kernel];
    protocol::MeasureCall made;
    made.kernel = kernel.name;
    made.parameter_bytes = kernel.parameter_bytes;
    for (std::size_t p = 0; p < bound.binding.size(); ++p)
      made.arguments.push_back(argument(kernel.parameters[p], prepared_.launch.arguments[bound.binding[p]]));
    add_buffers_of_tensors(made);
    return made;
  }

  protocol::MeasureArgument argument(const program::Parameter& parameter,
                                     const source::ResolvedArgument& given) {
    protocol::MeasureArgument made;
    made.name = given.name;
    made.offset = parameter.offset;
    made.type = parameter.element;
    if (given.tensor) {
      made.kind = protocol::MeasureArgument::Kind::Tensor;
      made.type = ElementType::Other;
      made.tensor = *given.tensor;
    } else if (parameter.is_pointer) {
      made.read_only = parameter.is_const;
      fill_buffer(made, given, std::max(parameter.element_size, 1u));
    } else if (parameter.size == size_of(parameter.element)) {
      made.kind = protocol::MeasureArgument::Kind::Scalar;
      made.value = given.value;
      if (std::string error; !launch::encode_value(parameter, given.value, error)) refuse(given, error);
    } else {
      made.kind = protocol::MeasureArgument::Kind::Bytes;
      made.type = ElementType::Other;
      std::string error;
      if (const auto bytes = launch::encode_value(parameter, given.value, error)) made.data = *bytes;
      else refuse(given, error);
    }
    return made;
  }

  /// Buffers that the kernel has by their tensors alone.
  void add_buffers_of_tensors(protocol::MeasureCall& call) {
    const auto has = [&](const std::string& name) {
      return std::any_of(call.arguments.begin(), call.arguments.end(),
                         [&](const protocol::MeasureArgument& a) { return a.name == name; });
    };
    for (std::size_t i = 0, count = call.arguments.size(); i < count; ++i) {
      if (call.arguments[i].kind != protocol::MeasureArgument::Kind::Tensor) continue;
      const source::TensorTile tensor = call.arguments[i].tensor;
      if (has(tensor.buffer)) continue;
      for (const source::ResolvedArgument& given : prepared_.launch.arguments) {
        if (given.name != tensor.buffer) continue;
        protocol::MeasureArgument made;
        made.name = given.name;
        made.type = tensor.element;
        made.passed = false;
        fill_buffer(made, given, size_of(tensor.element));
        call.arguments.push_back(std::move(made));
      }
    }
  }

  /// The launch of a whole program, with what its buffers held. Each pointer gets a buffer of its own.
  protocol::MeasureCall call_of_snapshot() {
    const program::Kernel& kernel = prepared_.program->kernels[prepared_.kernel.kernel];
    protocol::MeasureCall made;
    made.kernel = kernel.name;
    made.parameter_bytes = kernel.parameter_bytes;
    std::vector<std::pair<std::uint32_t, std::string>> given; // offset of the allocation, parameter
    for (const program::Parameter& parameter : kernel.parameters) {
      protocol::MeasureArgument& argument = made.arguments.emplace_back();
      argument.name = parameter.name;
      argument.offset = parameter.offset;
      const auto begin = prepared_.parameters.begin() + parameter.offset;
      if (!parameter.is_pointer) {
        argument.kind = protocol::MeasureArgument::Kind::Bytes;
        argument.data.assign(begin, begin + parameter.size);
        continue;
      }
      std::uint64_t address = 0;
      std::copy(begin, begin + sizeof address, reinterpret_cast<std::uint8_t*>(&address));
      fill_from_snapshot(argument, parameter, kernel, address, given);
    }
    return made;
  }

  void fill_from_snapshot(protocol::MeasureArgument& argument, const program::Parameter& parameter,
                          const program::Kernel& kernel, std::uint64_t address,
                          std::vector<std::pair<std::uint32_t, std::string>>& given) {
    const auto offset = static_cast<std::uint32_t>(address);
    const std::vector<exec::Allocation>& buffers = request_.snapshot->buffers;
    const auto buffer = std::find_if(buffers.begin(), buffers.end(), [&](const exec::Allocation& b) {
      return offset >= b.offset && offset - b.offset < b.bytes;
    });
    const auto refuse_it = [&](const std::string& why) {
      diagnostics_.push_back(source_.error(kernel.span, fmt::format("'{}' {}", parameter.name, why)));
    };
    if (address == 0) {
      argument.kind = protocol::MeasureArgument::Kind::Bytes;
      argument.data.assign(sizeof address, 0);
      return;
    }
    if (address >> 32 != static_cast<std::uint64_t>(Space::Global) || buffer == buffers.end())
      return refuse_it("points to no buffer of the program, so this launch cannot be measured alone");
    constexpr std::uint32_t line_bytes = 128;
    if ((offset - buffer->offset) % line_bytes != 0)
      return refuse_it(
          fmt::format("points {} bytes into its buffer; alone it would begin on a line of memory, "
                      "with other sectors, so this launch is not measured",
                      offset - buffer->offset));
    argument.kind = protocol::MeasureArgument::Kind::Buffer;
    argument.type = parameter.element;
    argument.element_bytes = std::max(parameter.element_size, 1u);
    argument.read_only = parameter.is_const;
    argument.bytes = buffer->bytes - (offset - buffer->offset);
    if (argument.bytes > largest_file)
      return refuse_it(
          fmt::format("points to {} bytes, and at most {} can be sent along", argument.bytes, largest_file));
    argument.data = launch::bytes_of(*request_.snapshot, offset, argument.bytes);
    for (const auto& [other, name] : given)
      if (other == buffer->offset) {
        Diagnostic note = source_.error(
            kernel.span, fmt::format("'{}' and '{}' point into one buffer of the program; measured, each has "
                                     "memory of its own",
                                     name, parameter.name));
        note.severity = Severity::Note;
        diagnostics_.push_back(std::move(note));
      }
    given.emplace_back(buffer->offset, parameter.name);
  }

  void add_variables_of_snapshot(std::vector<protocol::MeasureArgument>& variables) {
    for (const launch::LaunchSnapshot::Variable& saved : request_.snapshot->variables) {
      const program::Variable* variable = launch::find_variable(*prepared_.program, saved.name);
      if (variable == nullptr || variable->size != saved.bytes.size() || variable->element_size == 0)
        continue;
      protocol::MeasureArgument& made = variables.emplace_back();
      made.kind = protocol::MeasureArgument::Kind::Buffer;
      made.name = saved.name;
      made.type = launch::element_of(*variable);
      made.element_bytes = variable->element_size;
      made.bytes = saved.bytes.size();
      made.data = saved.bytes;
    }
  }

  protocol::MeasureArgument variable_of(const source::ResolvedArgument& given) {
    const program::Variable* variable = launch::find_variable(*prepared_.program, given.name);
    protocol::MeasureArgument made;
    made.name = given.name;
    made.type = launch::element_of(*variable);
    const bool of_file = given.is_buffer && given.fill.kind == source::Fill::Kind::File;
    if (made.type == ElementType::Other && !of_file)
      refuse(given,
             fmt::format(
                 "'{}' is made of {}, which has no single kind of number in it: it can be file:PATH[COUNT]",
                 variable->name, variable->element_type));
    else if (given.is_buffer) fill_buffer(made, given, std::max(variable->element_size, 1u));
    else made.value = given.value;
    return made;
  }

  void fill_buffer(protocol::MeasureArgument& made, const source::ResolvedArgument& given,
                   std::uint32_t element_bytes) {
    made.kind = protocol::MeasureArgument::Kind::Buffer;
    made.element_bytes = element_bytes;
    made.bytes = std::max<std::uint64_t>(given.count, 1) * element_bytes;
    made.fill = given.fill;
    if (given.fill.kind != source::Fill::Kind::File) return;
    made.fill = {};
    if (made.bytes > largest_file) {
      refuse(given, fmt::format("'{}' takes {} bytes from a file, and at most {} can be sent along",
                                given.name, made.bytes, largest_file));
      return;
    }
    made.data.resize(made.bytes);
    if (const std::string error = source::apply_fill(given.fill, ElementType::U8, made.data, request_.folder);
        !error.empty())
      refuse(given, error);
  }

  void refuse(const source::ResolvedArgument& given, const std::string& sentence) {
    diagnostics_.push_back(source_.error(given.span, sentence));
  }

  const run::Request& request_;
  const run::PreparedLaunch& prepared_;
  launch::SourceText source_;
  Diagnostics& diagnostics_;
};

/// The text with the local headers that it reads as its program; nullopt: it reads none, or does not compile.
std::optional<JoinedText> with_headers(compile::Compiler& compiler, const run::Request& request,
                                       Diagnostics& diagnostics) {
  program::ProgramSources sources = request.replay->sources;
  sources.files.front().text = request.text;
  sources.device_only = true;
  sources.compute_capability = 10 * request.device.cc_major + request.device.cc_minor;
  const bool may_read = request.text.find("#include \"") != std::string::npos ||
                        !sources.include_folders.empty();
  if (!may_read) return std::nullopt;
  const compile::ProgramResult compiled = compiler.compile(sources, std::chrono::seconds(20));
  if (compiled.program == nullptr || has_errors(compiled.diagnostics)) {
    diagnostics.insert(diagnostics.end(), compiled.diagnostics.begin(), compiled.diagnostics.end());
    return std::nullopt;
  }
  JoinedText joined(compiled.texts, sources.include_folders);
  if (!joined.has_headers()) return std::nullopt;
  return joined;
}

/// The text of a kernel that runs alone, with the headers that it reads; nullopt: it reads none, or does not
/// compile.
std::optional<JoinedText> with_own_headers(compile::Compiler& compiler, const run::Request& request,
                                           Diagnostics& diagnostics) {
  const run::OwnHeaders headers = run::own_headers(request.text, request.header_folders);
  if (headers.files.empty()) return std::nullopt;
  const std::optional<run::PreparedLaunch> prepared = run::prepare_launch(compiler, request, diagnostics);
  if (!prepared || prepared->texts.size() < 2) return std::nullopt;
  std::vector<program::SourceFile> texts = {{headers.folders.front() + "/text.cu", request.text}};
  for (std::size_t i = 0; i < headers.files.size(); ++i)
    if (std::any_of(prepared->texts.begin() + 1, prepared->texts.end(),
                    [&](const program::SourceFile& read) { return read.path == headers.names[i]; }))
      texts.push_back(headers.files[i]);
  return JoinedText(std::move(texts), {headers.folders.begin() + 1, headers.folders.end()});
}

std::optional<protocol::MeasureRequest> make_request(compile::Compiler& compiler, const run::Request& request,
                                                     bool code_alone, Diagnostics& diagnostics) {
  run::Request asked = request;
  std::optional<JoinedText> joined;
  const std::size_t before = diagnostics.size();
  const auto refuse = [&](std::string message) {
    Diagnostic error;
    error.file = request.file, error.severity = Severity::Error, error.message = std::move(message);
    diagnostics.push_back(std::move(error));
    return std::nullopt;
  };
  if (request.replay) {
    if (request.replay->sources.files.size() > 1)
      return refuse("a program of several files is not measured: a GPU gets the text of one");
    asked.snapshot = request.replay->snapshot;
    for (const program::Macro& macro : request.replay->sources.macros)
      if (auto& given = asked.overrides.parameters;
          std::none_of(given.begin(), given.end(), [&](const auto& g) { return g.first == macro.name; }))
        given.emplace_back(macro.name, macro.value);
    joined = with_headers(compiler, request, diagnostics);
  } else {
    joined = with_own_headers(compiler, request, diagnostics);
    if (joined) asked.header_folders.clear();
  }
  const auto is_error = [](const Diagnostic& one) { return one.severity == Severity::Error; };
  if (std::any_of(diagnostics.begin() + static_cast<std::ptrdiff_t>(before), diagnostics.end(), is_error))
    return std::nullopt;
  if (joined && !joined->problem().empty()) return refuse(joined->problem());
  if (joined) {
    asked.text = joined->text();
    for (std::uint32_t& line : asked.without_barriers) line = joined->line_of_text(line);
  }
  const std::optional<run::PreparedLaunch> prepared = run::prepare_launch(compiler, asked, diagnostics);
  if (joined) // its warnings are of the joined text; the program's own were said when it was compiled
    std::erase_if(diagnostics, [](const Diagnostic& d) { return d.severity != Severity::Error; });
  std::optional<protocol::MeasureRequest> made;
  if (prepared) made = Builder(asked, *prepared, diagnostics).build(code_alone);
  if (joined)
    for (Diagnostic& diagnostic : diagnostics) joined->place(diagnostic);
  if (!made || has_errors(diagnostics)) return std::nullopt;
  if (joined) {
    JoinedText::Parts parts = joined->split(made->text);
    made->text = std::move(parts.text);
    made->headers = std::move(parts.headers);
  }
  return made;
}

} // namespace

std::optional<protocol::MeasureRequest>
make_measure_request(compile::Compiler& compiler, const run::Request& request, Diagnostics& diagnostics) {
  return make_request(compiler, request, false, diagnostics);
}

std::optional<protocol::MeasureRequest>
make_code_request(compile::Compiler& compiler, const run::Request& request, Diagnostics& diagnostics) {
  return make_request(compiler, request, true, diagnostics);
}

} // namespace warpscope::measuring
