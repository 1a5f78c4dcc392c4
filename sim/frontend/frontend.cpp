// Compiles a text: blanks the host code, retries without declarations that fail, prepares the module.
#include "sim/frontend/frontend.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "sim/frontend/clang_run.h"
#include "sim/frontend/diagnostics.h"
#include "sim/frontend/host_code.h"
#include "sim/frontend/inline_ptx.h"
#include "sim/frontend/marker_names.h"
#include "sim/frontend/module_passes.h"
#include "sim/frontend/program_text.h"
#include "sim/frontend/ptx_architecture.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace warpscope::frontend {
namespace {

constexpr int max_rounds = 4; ///< rounds of blanking host declarations that do not compile as device code

Diagnostic refuse(const FrontendInput& input, std::size_t offset, std::string message) {
  Diagnostic result;
  result.file = input.file;
  result.message = std::move(message);
  const auto before = std::string_view(input.text).substr(0, offset);
  result.span.line = result.span.end_line = static_cast<std::uint32_t>(
                                                std::count(before.begin(), before.end(), '\n')) +
                                            1;
  const std::size_t newline = before.rfind('\n');
  result.span.column = static_cast<std::uint32_t>(offset -
                                                  (newline == std::string_view::npos ? 0 : newline + 1)) +
                       1;
  result.span.end_column = result.span.column + 1;
  return result;
}

/// `child<<<1, 32>>>(d)` in device code becomes `__ws_dp (d)`, in place and of the same length: a function of
/// the prelude that is refused by name where a kernel reaches it. Clang does not support dynamic parallelism
/// and would refuse the whole text.
void name_device_launches(std::string& text) {
  constexpr std::string_view primitive = "__ws_dp";
  for (std::size_t at = 0; at + 3 < text.size(); ++at) {
    at = behind_no_code(text, at);
    if (text.compare(std::min(at, text.size()), 3, "<<<") != 0) continue;
    const std::size_t end = text.find(">>>", at);
    if (end == std::string::npos || text.find(';', at) < end) continue;
    const std::size_t begin = begin_of_callee(text, at);
    if (begin == at || end + 3 - begin < primitive.size()) continue;
    for (std::size_t i = begin; i < end + 3; ++i)
      if (text[i] != '\n') text[i] = i - begin < primitive.size() ? primitive[i - begin] : ' ';
  }
}

/// Replaces, at the same length and on the same lines, what confuses Clang but not a person.
std::string readable_text(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.replace(0, 3, 3, ' ');
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))
      text[i] = ' '; // not a line end for us
  }
  move_alignments(text);
  mark_registers(text);
  blank_lone_unrolls(text);
  return text;
}

/// The text, or a header of the person's, with what is left of it for the device.
struct Part {
  std::string path; ///< of a header
  std::string_view text;
  HostCode device;
  std::vector<TextRegion> taken; ///< blanked since, for the errors in them
};

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

/// Returns the names behind the #include directives in a region.
std::vector<std::string_view> included_names(std::string_view text, TextRegion region) {
  std::vector<std::string_view> names;
  for (std::size_t at = text.find("include", region.begin); at < region.end;
       at = text.find("include", at + 1)) {
    const std::size_t open = text.find_first_of("\"<", at);
    if (open >= line_end(text, at)) continue;
    const std::size_t close = text.find_first_of("\">", open + 1);
    if (close < line_end(text, at)) names.push_back(text.substr(open + 1, close - open - 1));
  }
  return names;
}

/// The text and its headers, each with its host code blanked. A header that is included in the middle of a
/// device function is statements, not declarations: it stays whole.
std::vector<Part> split_parts(const FrontendInput& input) {
  std::vector<Part> parts;
  std::string all;
  for (const program::SourceFile& header : input.headers) all += header.text + "\n";
  const auto markers = marker_macros(all + input.text);
  parts.push_back({{}, input.text, blank_host_code(readable_text(input.text), markers), {}});
  for (const program::SourceFile& header : input.headers)
    parts.push_back({header.path, header.text, blank_host_code(readable_text(header.text), markers), {}});
  std::vector<std::string_view> inside;
  for (const Part& part : parts)
    for (const TextRegion& region : part.device.device_functions)
      for (const std::string_view name : included_names(part.text, region))
        inside.push_back(name.substr(name.rfind('/') + 1));
  for (Part& part : parts) {
    const std::string_view name = std::string_view(part.path).substr(part.path.rfind('/') + 1);
    if (!part.path.empty() && std::find(inside.begin(), inside.end(), name) != inside.end())
      part.device = {readable_text(std::string(part.text)), {}, {}, {}};
    name_device_launches(part.device.text);
  }
  return parts;
}

/// Returns the index of the part that Clang knows by this name.
std::size_t part_of(const std::vector<Part>& parts, std::string_view name) {
  llvm::SmallString<256> path(llvm::StringRef(name.data(), name.size()));
  llvm::sys::path::remove_dots(path, true);
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (path.str() == own_folder + parts[i].path) return i;
  return 0;
}

/// Explains what to do about a function that only the host has.
void explain_host_functions(Diagnostics& diagnostics, const Part& part) {
  const std::string_view text = part.text;
  const HostCode& device = part.device;
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    const std::size_t open = diagnostic.message.find('\'');
    const std::size_t close = open == std::string::npos ? open : diagnostic.message.find('\'', open + 1);
    if (close == std::string::npos) continue;
    const std::string name = diagnostic.message.substr(open + 1, close - open - 1);
    bool host = diagnostic.message.starts_with("reference to __host__ function");
    if (!host && diagnostic.message.starts_with("use of undeclared identifier")) {
      for (const TextRegion& region : device.blanked) {
        const std::string_view head = text.substr(region.begin, region.end - region.begin);
        const std::size_t at = head.substr(0, head.find('{')).find(name + "(");
        host = host || (at != std::string_view::npos && (at == 0 || !is_name(head[at - 1])));
      }
    }
    if (host)
      diagnostic
          .message = "'" + name +
                     "' is a function of the host: write __device__ before its definition to call it here.";
  }
}

/// The second round does not know what was blanked after the first: where it misses such a name, show the
/// errors that the first round found in that declaration.
void restore_reasons(Diagnostics& last, const Diagnostics& first, const Part& part,
                     const std::function<bool(const Diagnostic&)>& is_in_part) {
  const std::string_view text = part.text;
  const auto line_at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(
               std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) +
           1;
  };
  Diagnostics reasons;
  const auto explained = [&](const Diagnostic& diagnostic) {
    if (diagnostic.severity != Severity::Error) return false;
    const std::size_t open = diagnostic.message.find('\'');
    const std::size_t close = open == std::string::npos ? open : diagnostic.message.find('\'', open + 1);
    if (close == std::string::npos) return false;
    const std::string name = diagnostic.message.substr(open + 1, close - open - 1);
    bool found = false;
    for (const TextRegion& region : part.taken) {
      const std::string_view declaration = text.substr(region.begin, region.end - region.begin);
      const std::size_t at = declaration.find(name);
      if (at == std::string_view::npos || (at != 0 && is_name(declaration[at - 1]))) continue;
      if (at + name.size() < declaration.size() && is_name(declaration[at + name.size()])) continue;
      const std::uint32_t from = line_at(region.begin), to = line_at(region.end);
      for (const Diagnostic& reason : first) {
        if (reason.severity != Severity::Error || reason.span.line < from || reason.span.line > to ||
            !is_in_part(reason))
          continue;
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
        found = true;
      }
    }
    return found;
  };
  std::erase_if(last, explained);
  last.insert(last.begin(), reasons.begin(), reasons.end());
}

/// Returns the smallest doubtful region around an error; null when it lies outside all of them.
const TextRegion* region_to_blank(const std::vector<TextRegion>& doubtful, std::size_t error) {
  const TextRegion* best = nullptr;
  for (const TextRegion& region : doubtful) {
    if (error < region.begin || error >= region.end) continue;
    if (best == nullptr || region.end - region.begin < best->end - best->begin) best = &region;
  }
  return best;
}

/// Blanks the doubtful regions in which errors were found. False: there are none.
bool blank_wrong_regions(std::vector<Part>& parts, const TextNames& texts,
                         const std::vector<DiagnosticCollector::ErrorPlace>& errors) {
  std::vector<std::pair<std::size_t, TextRegion>> regions;
  for (const DiagnosticCollector::ErrorPlace& error : errors) {
    const std::size_t part = part_of(parts, texts.all()[error.text]);
    const TextRegion* region = region_to_blank(parts[part].device.doubtful, error.offset);
    if (region != nullptr &&
        std::find(regions.begin(), regions.end(), std::pair(part, *region)) == regions.end())
      regions.emplace_back(part, *region);
  }
  for (const auto& [index, region] : regions) {
    Part& part = parts[index];
    blank_region(part.device.text, region);
    std::erase(part.device.doubtful, region);
    part.taken.push_back(region);
  }
  return !regions.empty();
}

} // namespace

FrontendOutput run_frontend(llvm::LLVMContext& context, const FrontendInput& input) {
  FrontendOutput output;
  if (input.text.size() > max_text_bytes) {
    Diagnostic diagnostic = refuse(
        input, 0, "This text is larger than 64 MB: it is not read. Take out what the kernel does not need.");
    diagnostic.span = {};
    output.diagnostics.push_back(std::move(diagnostic));
    return output;
  }
  if (const std::size_t nul = input.text.find('\0'); nul != std::string::npos) {
    output.diagnostics.push_back(
        refuse(input, nul,
               "There is a zero byte here: this is no text in UTF-8. Save it as UTF-8 and open it again."));
    return output;
  }

  std::vector<Part> parts = split_parts(input);
  Part& main = parts.front();
  for (const MisspeltMarker& marker : misspelt_markers(input.text, main.device.blanked)) {
    Diagnostic diagnostic = refuse(input, marker.place.begin,
                                   "'" + marker.written + "' is no word of CUDA: did you mean " +
                                       marker.meant + "?");
    diagnostic.span.end_column = diagnostic.span.column + static_cast<std::uint32_t>(marker.written.size());
    diagnostic.source_line = std::string(line_of(input.text, diagnostic.span.line));
    diagnostic.fixes.push_back({diagnostic.span, marker.meant});
    output.diagnostics.push_back(std::move(diagnostic));
  }
  if (has_errors(output.diagnostics)) return output;
  std::vector<DiagnosticCollector::ShownText> shown;
  for (const Part& part : parts) shown.push_back({part.path, part.text});
  Diagnostics first;
  for (int round = 0;; ++round) {
    DiagnosticCollector collector(input.file, input.text);
    collector.show_texts([&](std::uint32_t text) {
      const std::size_t part = part_of(parts, output.texts.all()[text]);
      return part == 0 ? nullptr : &shown[part];
    });
    std::vector<program::SourceFile> headers;
    for (std::size_t i = 1; i < parts.size(); ++i) headers.push_back({parts[i].path, parts[i].device.text});
    ClangResult result = run_clang(context, input, main.device.text, headers, output.texts, collector);
    const auto errors = collector.error_places();
    output.diagnostics = collector.take();
    output.module = std::move(result.module);
    output.kernels = std::move(result.kernels);
    output.variables = std::move(result.variables);
    output.accesses = std::move(result.accesses);
    if (round == 0) first = output.diagnostics;
    if (output.module != nullptr) break;
    if (round + 1 == max_rounds || !blank_wrong_regions(parts, output.texts, errors)) {
      for (const Part& part : parts)
        restore_reasons(output.diagnostics, first, part, [&](const Diagnostic& diagnostic) {
          return &parts[part_of(parts, output.texts.all()[diagnostic.span.file])] == &part;
        });
      for (const Part& part : parts) explain_host_functions(output.diagnostics, part);
      return output;
    }
  }
  output.device_text = input.text;
  for (const auto* regions : {&main.device.blanked, &main.taken})
    for (const TextRegion& region : *regions)
      output.device_text.replace(region.begin, region.end - region.begin, main.device.text, region.begin,
                                 region.end - region.begin);
  if (output.kernels.empty() && has_errors(first)) {
    // Nothing worth running is left: what was blanked was not the host code of a CUDA text.
    output.module.reset();
    output.diagnostics = std::move(first);
    return output;
  }
  const Diagnostics lacking = lacking_instructions(output, input.compute_capability, input.file, input.text);
  output.diagnostics.insert(output.diagnostics.end(), lacking.begin(), lacking.end());
  replace_inline_ptx(*output.module);
  prepare_module(*output.module, input.compute_capability >= 100 ? 32 : 16, output.accesses, output.texts);
  return output;
}

} // namespace warpscope::frontend
