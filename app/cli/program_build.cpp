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

std::string absolute_path(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

std::optional<program::ProgramSources> program_sources(const HostFlags& flags, const Device& device,
                                                       std::string& error) {
  program::ProgramSources sources;
  for (const std::string& name : flags.files) {
    std::optional<std::string> text = read_text(name, error);
    if (!text) return std::nullopt;
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
