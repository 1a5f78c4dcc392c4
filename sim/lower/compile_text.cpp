// Runs the front end and the lowering, and passes on their diagnostics.
#include "sim/lower/compile_text.h"

#include "sim/frontend/as_compiled.h"
#include "sim/lower/listing.h"
#include "sim/lower/lower.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>

#include <filesystem>

namespace warpscope::lower {
namespace {

/// The lowering knows a header by its number only.
void place(Diagnostic& diagnostic, const frontend::FrontendInput& input,
           const std::vector<std::string>& texts) {
  if (!diagnostic.span.known() || diagnostic.span.file == 0 || diagnostic.span.file >= texts.size()) return;
  for (const program::SourceFile& header : input.headers)
    if (header.path == texts[diagnostic.span.file]) {
      diagnostic.file = header.path;
      diagnostic.source_line = std::string(line_of(header.text, diagnostic.span.line));
    }
}

/// The headers' paths by Span::file, the text's own left empty.
std::vector<std::string> paths_of(const frontend::TextNames& texts) {
  std::vector<std::string> paths(1);
  const std::size_t prefix = std::string_view(frontend::own_folder).size();
  for (std::size_t i = 1; i < texts.all().size(); ++i)
    paths.push_back(std::filesystem::path(texts.all()[i].substr(prefix)).lexically_normal().string());
  return paths;
}

} // namespace

program::CompiledText compile_text(const frontend::FrontendInput& input) {
  program::CompiledText result;
  llvm::LLVMContext context;
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  result.diagnostics = std::move(output.diagnostics);
  result.device_text = std::move(output.device_text);
  result.texts = paths_of(output.texts);
  output.diagnostics.clear();
  if (output.module && input.as_compiled)
    frontend::optimise_as_compiled(*output.module, input.compute_capability);
  if (output.module && !has_errors(result.diagnostics)) {
    std::unique_ptr<ListingWriter> listing;
    if (input.listing && input.as_compiled)
      listing = std::make_unique<ListingWriter>(output, input.compute_capability);
    std::vector<std::uint32_t> accesses;
    LowerOptions options;
    if (listing) options.accesses = &accesses;
    result.program = lower(output, input, result.diagnostics, options, &result.refused);
    if (listing && result.program != nullptr) result.listings = listing->write(*result.program, accesses);
  }
  for (Diagnostic& diagnostic : result.diagnostics) place(diagnostic, input, result.texts);
  for (auto& [kernel, why] : result.refused) place(why, input, result.texts);
  if (has_errors(result.diagnostics)) result.program.reset(), result.listings.clear();
  return result;
}

void prepare_for_crashes() {
  llvm::EnablePrettyStackTrace();
  llvm::install_out_of_memory_new_handler();
}

} // namespace warpscope::lower
