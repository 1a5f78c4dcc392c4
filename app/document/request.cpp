// Prepares what the simulator is asked from what the person typed.
#include "app/document/request.h"

#include "app/document/kernel_fields.h"
#include "app/language/language.h"
#include "sim/base/text.h"

namespace warpscope::document {

namespace {

Diagnostic field_error(std::string field, std::string message) {
  Diagnostic diagnostic;
  diagnostic.file = std::move(field);
  diagnostic.message = std::move(message);
  return diagnostic;
}

} // namespace

std::optional<PreparedText> prepare(const Document& document, const Device& device,
                                    Diagnostics& diagnostics) {
  PreparedText prepared;
  run::Request& request = prepared.request;
  if (document.mode == SourceMode::Expression) {
    std::string error;
    const std::optional<Dim3> block = parse_block(document.block, error);
    if (!block) diagnostics.push_back(field_error("block", error));
    if (trimmed(document.expression).empty())
      diagnostics.push_back(field_error("expression", std::string(language::tr("expression.type_one"))));
    if (has_errors(diagnostics)) return std::nullopt;
    prepared.expression_input = {document.expression, document.declaration, *block};
    prepared.expression_kernel = expression::make_expression_kernel(prepared.expression_input, diagnostics);
    if (has_errors(diagnostics)) return std::nullopt;
    request.file = "expression";
    request.text = prepared.expression_kernel.text;
  } else {
    if (trimmed(*document.kernel_text).empty()) {
      diagnostics.push_back(field_error("kernel", std::string(language::tr("expression.no_kernel"))));
      return std::nullopt;
    }
    request.file = document.kernel_file.empty() ? "kernel.cu" : document.kernel_file;
    request.text = *document.kernel_text;
    request.folder = document.kernel_folder;
    if (!document.kernel_folder.empty()) {
      request.header_folders = document.include_folders;
      request.header_folders.insert(request.header_folders.begin(), document.kernel_folder);
    }
    request.overrides.parameters = document.choices;
    fill_launch(document, request.overrides);
    request.without_barriers = document.cuts;
    request.replay = document.replay;
  }
  request.device = device;
  request.budget.seconds = 10;
  request.run_checks = false;
  request.hash_buffers = document.mode == SourceMode::Expression; // its one block is the whole grid
  request.trace_block = 0;
  request.trace_values = true; // of one block: some tens of nanoseconds for each assignment
  request.blocks = {0};
  prepared.key = key_of(request);
  return prepared;
}

std::vector<bool> own_sites(const expression::ExpressionKernel& kernel,
                            const expression::ExpressionInput& input, const program::Program& program) {
  std::vector<bool> own(program.sites.size(), true);
  if (kernel.text.empty()) return own;
  for (std::size_t i = 0; i < own.size(); ++i) {
    Diagnostic place;
    place.span = program.sites[i].span;
    own[i] = place.span.known() &&
             expression::map_to_input(kernel, input, place) != expression::ExpressionField::Other;
  }
  return own;
}

} // namespace warpscope::document
