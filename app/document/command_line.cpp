// Writes the call of the command line that prints the numbers of a document.
#include "app/document/command_line.h"

#include "app/document/cuts.h"
#include "app/document/files.h"
#include "app/document/kernel_fields.h"
#include "app/document/program_text.h"
#include "app/language/language.h"
#include "sim/base/text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

namespace warpscope::document {

namespace {

/// The defaults of the command line.
constexpr std::string_view default_device = "cc90", default_block = "32,8";

std::string dimensions(Dim3 d) {
  std::string text = std::to_string(d.x);
  if (d.y != 1 || d.z != 1) text += "," + std::to_string(d.y);
  if (d.z != 1) text += "," + std::to_string(d.z);
  return text;
}

/// "8 × 8" as the command line takes it: "8,8".
std::string sizes_of(std::string_view typed) {
  std::string text;
  bool apart = false;
  for (const char c : typed) {
    const bool part = std::string_view(", x×()").find(c) == std::string_view::npos;
    if (part && apart && !text.empty()) text += ',';
    if (part) text += c;
    apart = !part;
  }
  return text;
}

} // namespace

std::string shell_quoted(std::string_view word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./,=:+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  return out + "'";
}

namespace {

std::string whole_path(const std::string& path) {
  std::error_code code;
  const std::filesystem::path whole = std::filesystem::absolute(path, code);
  return code ? path : whole.lexically_normal().string();
}

/// The call that runs the program as the window does: in its file's folder.
CommandLine program_command(const Document& document, const ProgramOptions& options, bool unsaved) {
  if (document.kernel_folder.empty() || unsaved) return {{}, std::string(language::tr("export.no_file"))};
  if (!document.cuts.empty()) return {{}, std::string(language::tr("export.no_cuts"))};
  const std::string file = whole_path(document.kernel_file);
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    text.append(" ").append(name).append(" ").append(shell_quoted(value));
  };
  if (!options.input.empty()) text = "printf %s " + shell_quoted(options.input) + " | ";
  text += "warpscope";
  add("run", file);
  for (const std::string& folder : options.include_folders) add("-I", whole_path(folder));
  if (document.device != default_device) add("--device", document.device);
  if (const std::string folder = folder_of(file); !folder.empty()) add("--folder", folder);
  const std::vector<std::string> arguments = words_of(options.arguments);
  if (!arguments.empty()) text += " --";
  for (const std::string& word : arguments) text += " " + shell_quoted(word);
  return {std::move(text), {}};
}

} // namespace

CommandLine command_line(const Document& document, const Catalog& catalog, bool unsaved,
                         const ProgramOptions& options) {
  if (is_program(document)) return program_command(document, options, unsaved);
  std::string text = "warpscope ";
  const auto option = [&](std::string_view name, std::string_view value) {
    // NAME=VALUE in one word where the value could be taken for an option.
    text.append(" ").append(name).append(value.starts_with('-') ? "=" : " ").append(shell_quoted(value));
  };
  if (document.mode == SourceMode::Expression) {
    std::string error;
    const std::optional<Dim3> block = parse_block(document.block, error);
    if (!block) return {{}, error};
    if (document.expression.find_first_not_of(" \t") == std::string::npos)
      return {{}, std::string(language::tr("export.no_expression"))};
    text += "expr";
    const bool dash = document.expression.starts_with('-');
    if (!dash) text += " " + shell_quoted(document.expression);
    if (!document.declaration.empty()) option("--decl", document.declaration);
    if (const std::string shape = dimensions(*block); shape != default_block) option("--block", shape);
    const std::uint64_t warps = (block->count() + 31) / 32;
    if (const std::uint64_t warp = std::min<std::uint64_t>(document.warp, warps - 1); warp != 0)
      option("--warp", std::to_string(warp));
    if (document.device != default_device) option("--device", document.device);
    if (dash) text += " -- " + shell_quoted(document.expression);
    return {std::move(text), {}};
  }
  text += "sim ";
  const LabEntry* lab = catalog.find_lab(document.lab);
  if (lab != nullptr && lab->text == *document.kernel_text) {
    text += document.lab;
  } else if (document.kernel_folder.empty() || unsaved) {
    return {{}, std::string(language::tr("export.no_file"))};
  } else {
    text += shell_quoted(whole_path(document.kernel_file));
  }
  if (const std::optional<KernelFields> launch = kernel_fields(document))
    for (const KernelField& field : launch->fields) {
      const bool argument = field.name.starts_with("arg:");
      std::string value = field.value;
      if (field.name == "grid" || field.name == "block") value = sizes_of(value);
      option(argument ? "--arg" : "--" + field.name, argument ? field.label + "=" + value : value);
    }
  if (lab == nullptr || lab->text != *document.kernel_text)
    for (const std::string& folder : document.include_folders) option("-I", whole_path(folder));
  for (const auto& [name, value] : document.choices) option("--set", name + "=" + value);
  for (const std::uint32_t line : document.cuts) option("--without-barrier", std::to_string(line));
  if (!document.cuts.empty()) text += " --races";
  if (document.device != default_device) option("--device", document.device);
  return {std::move(text), {}};
}

std::optional<Document> document_of_command(std::string_view line, const Document& from,
                                            const Catalog& catalog) {
  const std::vector<std::string> words = words_of(trimmed(line));
  if (words.size() < 3 || words[0] != "warpscope") return std::nullopt;
  const bool expression = words[1] == "expr";
  if (!expression && words[1] != "sim") return std::nullopt;
  Document d = from;
  d.device = default_device;
  d.declaration.clear();
  d.block = format_dim({32, 8, 1});
  d.warp = 0;
  d.choices.clear();
  d.cuts.clear();
  d.launch.clear();
  std::string subject;
  for (std::size_t i = 2; i < words.size(); ++i) {
    std::string name = words[i], value;
    if (!name.starts_with("--") || name == "--") {
      if (name != "--") subject = name;
      continue;
    }
    if (name == "--races") continue; // goes with a barrier that is cut
    if (const std::size_t equals = name.find('='); equals != std::string::npos)
      value = name.substr(equals + 1), name.resize(equals);
    else if (++i < words.size()) value = words[i];
    std::string error;
    std::uint32_t number = 0;
    const bool is_number = std::from_chars(value.data(), value.data() + value.size(), number).ec ==
                           std::errc{};
    if (name == "--device" && catalog.find_device(value) != nullptr) d.device = value;
    else if (name == "--decl" && expression) d.declaration = value;
    else if (name == "--block" && expression && parse_block(value, error))
      d.block = format_dim(*parse_block(value, error));
    else if (name == "--warp" && expression && is_number) d.warp = number;
    else if (name == "--without-barrier" && !expression && is_number) d.cuts.push_back(number);
    else if (const std::size_t equals = value.find('=');
             name == "--set" && !expression && equals != 0 && equals != std::string::npos)
      d.choices.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    else return std::nullopt;
  }
  if (expression) {
    if (subject.empty()) return std::nullopt;
    d.mode = SourceMode::Expression;
    d.expression = subject;
    d.choices = from.choices; // the kernel beside it stays as it was
    d.cuts = from.cuts;
    d.launch = from.launch;
    return d;
  }
  const LabEntry* lab = catalog.find_lab(subject);
  if (lab == nullptr) return std::nullopt;
  d.mode = SourceMode::Kernel;
  d.lab = lab->id;
  d.kernel_text = std::make_shared<const std::string>(lab->text);
  d.kernel_file = lab->id + ".cu";
  d.kernel_folder.clear();
  d.file_form.reset();
  d.headers.clear();
  d.row_lengths.clear();
  d.stops.clear();
  d.cuts = sorted_lines(std::move(d.cuts));
  d.expression = from.expression;
  d.declaration = from.declaration;
  d.block = from.block;
  d.warp = from.warp;
  return d;
}

} // namespace warpscope::document
