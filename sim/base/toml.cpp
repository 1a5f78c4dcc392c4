// Compiles the functions of toml++ once; otherwise each file that reads TOML would take two more seconds of a
// core. And what is said of a file that is not as it should be.
#define TOML_IMPLEMENTATION
#include "sim/base/toml.h"

#include <utility>

namespace warpscope {

Span span_of(const toml::source_region& region) {
  return {region.begin.line, region.begin.column, region.end.line, region.end.column};
}

Diagnostic error_at(std::string_view text, std::string_view file, Span span, std::string message) {
  Diagnostic error;
  error.file = file;
  error.span = span;
  error.message = std::move(message);
  error.source_line = line_of(text, span.line);
  return error;
}

Diagnostic error_of(const toml::parse_error& error, std::string_view text, std::string_view file) {
  return error_at(text, file, span_of(error.source()), std::string(error.description()));
}

} // namespace warpscope
