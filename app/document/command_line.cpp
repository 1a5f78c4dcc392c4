// Writes the call of the command line that prints the numbers of a document.
#include "app/document/command_line.h"

#include "app/document/files.h"
#include "app/document/kernel_fields.h"
#include "app/document/program_text.h"
#include "app/language/language.h"

#include <algorithm>
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
  for (const auto& [name, value] : document.choices) option("--set", name + "=" + value);
  for (const std::uint32_t line : document.cuts) option("--without-barrier", std::to_string(line));
  if (!document.cuts.empty()) text += " --races";
  if (document.device != default_device) option("--device", document.device);
  return {std::move(text), {}};
}

} // namespace warpscope::document
