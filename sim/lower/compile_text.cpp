// Runs the front end and the lowering, and passes on their diagnostics.
#include "sim/lower/compile_text.h"

#include "sim/frontend/as_compiled.h"
#include "sim/lower/listing.h"
#include "sim/lower/lower.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>

namespace warpscope::lower {

program::CompiledText compile_text(const frontend::FrontendInput& input) {
  program::CompiledText result;
  llvm::LLVMContext context;
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  result.diagnostics = std::move(output.diagnostics);
  result.device_text = std::move(output.device_text);
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
  if (has_errors(result.diagnostics)) result.program.reset(), result.listings.clear();
  return result;
}

void prepare_for_crashes() {
  llvm::EnablePrettyStackTrace();
  llvm::install_out_of_memory_new_handler();
}

} // namespace warpscope::lower
