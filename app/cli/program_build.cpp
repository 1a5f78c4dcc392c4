// Reads the texts of a program, compiles them and prints what the compiler says.
#include "app/cli/program_build.h"

#include "sim/compile/compile.h"
#include "sim/whole/json.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <utility>

namespace warpscope::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t most_text_bytes = 32u << 20;

std::optional<std::string> read_text(const std::string& path, std::string& error) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) return error = path + " is a folder", std::nullopt;
  const std::uintmax_t size = fs::file_size(path, failed);
  if (failed) return error = fmt::format("there is no file {}", path), std::nullopt;
  if (size > most_text_bytes) return error = path + " is too long for a text", std::nullopt;
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

} // namespace

const labs::Lab* program_lab(const std::string& name) {
  const labs::Lab* lab = labs::find_lab(name);
  std::error_code ignored;
  return lab != nullptr && lab->program && !fs::exists(name, ignored) ? lab : nullptr;
}

std::string absolute_path(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

std::optional<program::ProgramSources> program_sources(const HostFlags& flags, const Device& device,
                                                       std::string& error) {
  program::ProgramSources sources;
  for (const std::string& name : flags.files) {
    const labs::Lab* lab = program_lab(name);
    std::optional<std::string> text = lab != nullptr ? lab->text : read_text(name, error);
    if (!text) {
      if (labs::find_lab(name) != nullptr)
        error = fmt::format("the lab {} is one launch and not a program: warpscope sim {}", name, name);
      return std::nullopt;
    }
    if (lab != nullptr) {
      sources.files.push_back({absolute_path(lab->file_name), std::move(*text)});
      continue;
    }
    sources.files.push_back({absolute_path(name), std::move(*text)});
  }
  for (const std::string& folder : flags.include_folders)
    sources.include_folders.push_back(absolute_path(folder));
  for (const std::string& folder : flags.system_folders)
    sources.system_folders.push_back(absolute_path(folder));
  for (const auto& [name, value] : flags.macros) sources.macros.push_back({name, value});
  if (!flags.standard.empty()) sources.standard = flags.standard;
  sources.compute_capability = device.cc_major * 10 + device.cc_minor;
  return sources;
}

std::optional<program::CompiledProgram> compile_program(const program::ProgramSources& sources,
                                                        Console& console) {
  compile::Compiler compiler;
  compile::ProgramResult compiled = compiler.compile(sources);
  const std::string here = fs::current_path().string();
  for (Diagnostic& told : compiled.diagnostics) told.file = whole::shown_path(told.file, here);
  const bool failed = compiled.program == nullptr || has_errors(compiled.diagnostics);
  console.err << format_diagnostics(compiled.diagnostics);
  if (failed) return std::nullopt;
  return std::move(static_cast<program::CompiledProgram&>(compiled));
}

} // namespace warpscope::cli
