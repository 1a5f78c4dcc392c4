// Compiles the device sides and the host sides of a program's texts beside each other, and puts them
// together.
#include "sim/lower/compile_program.h"

#include "sim/frontend/as_compiled.h"
#include "sim/frontend/host_object.h"
#include "sim/frontend/program_compile.h"
#include "sim/lower/listing.h"
#include "sim/lower/lower.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace warpscope::lower {
namespace {

bool has_device_code(const program::SourceFile& file) {
  return file.path.ends_with(".cu") || file.path.ends_with(".cuh") ||
         file.text.find("__global__") != std::string::npos;
}

struct HostSides {
  std::vector<program::HostObject> objects;
  Diagnostics diagnostics;
};

HostSides compile_host_sides(const program::ProgramSources& sources) {
  HostSides result;
  for (std::size_t i = 0; i < sources.files.size(); ++i) {
    llvm::LLVMContext context;
    frontend::TextNames texts;
    frontend::ProgramSide side = frontend::compile_host_side(context, {sources.files[i], sources}, texts);
    result.diagnostics.insert(result.diagnostics.end(), side.diagnostics.begin(), side.diagnostics.end());
    if (side.module == nullptr) continue;
    if (auto object = frontend::make_host_object(std::move(side.module), texts, std::to_string(i),
                                                 result.diagnostics))
      result.objects.push_back(std::move(*object));
  }
  return result;
}

std::string text_of(const program::ProgramSources& sources, const std::string& path) {
  for (const auto* list : {&sources.files, &sources.unsaved})
    for (const program::SourceFile& file : *list)
      if (file.path == path) return file.text;
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Both sides find the same errors in what they share.
void add_new(Diagnostics& to, const Diagnostics& from) {
  for (const Diagnostic& diagnostic : from)
    if (std::find(to.begin(), to.end(), diagnostic) == to.end()) to.push_back(diagnostic);
}

/// The lowering knows the text by its number only.
void place(Diagnostic& diagnostic, const std::vector<program::SourceFile>& texts) {
  if (!diagnostic.span.known() || diagnostic.span.file >= texts.size()) return;
  diagnostic.file = texts[diagnostic.span.file].path;
  diagnostic.source_line = std::string(line_of(texts[diagnostic.span.file].text, diagnostic.span.line));
}

} // namespace

program::CompiledProgram compile_program(const program::ProgramSources& sources) {
  program::CompiledProgram result;
  HostSides host;
  std::thread other([&] {
    if (!sources.device_only) host = compile_host_sides(sources);
  });
  llvm::LLVMContext context;
  frontend::TextNames names;
  std::vector<frontend::ProgramSide> sides;
  for (const program::SourceFile& file : sources.files) {
    names.add(file.path);
    if (has_device_code(file))
      sides.push_back(frontend::compile_device_side(context, {file, sources}, names));
  }
  frontend::FrontendOutput device = frontend::join_device_sides(std::move(sides), names,
                                                                sources.compute_capability);
  for (const std::string& path : names.all()) result.texts.push_back({path, text_of(sources, path)});
  Diagnostics of_device = std::move(device.diagnostics), of_lowering;
  for (Diagnostic& diagnostic : of_device)
    if (diagnostic.file.empty()) place(diagnostic, result.texts);
  device.diagnostics.clear();
  if (device.module != nullptr && !has_errors(of_device)) {
    frontend::FrontendInput source;
    source.file = sources.files.front().path;
    source.compute_capability = sources.compute_capability;
    if (sources.as_compiled) frontend::optimise_as_compiled(*device.module, sources.compute_capability);
    std::unique_ptr<ListingWriter> listing;
    if (sources.listing && sources.as_compiled)
      listing = std::make_unique<ListingWriter>(device, sources.compute_capability);
    std::vector<std::uint32_t> accesses;
    LowerOptions options;
    if (listing) options.accesses = &accesses;
    result.program = lower(device, source, of_lowering, options, &result.refused);
    if (listing && result.program != nullptr) result.listings = listing->write(*result.program, accesses);
    for (Diagnostic& diagnostic : of_lowering) place(diagnostic, result.texts);
    for (auto& [kernel, why] : result.refused) place(why, result.texts);
  }
  other.join();
  result.diagnostics = std::move(host.diagnostics);
  add_new(result.diagnostics, of_device);
  add_new(result.diagnostics, of_lowering);
  result.objects = std::move(host.objects);
  if (has_errors(result.diagnostics)) {
    result.program.reset();
  } else if (result.program == nullptr) { // no text has device code
    program::Program none;
    none.spans.emplace_back();
    result.program = std::make_shared<program::Program>(std::move(none));
  }
  return result;
}

} // namespace warpscope::lower
