// Chooses the launch of the text to use, and fills in arguments from it.
#include "sim/launch/found_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warpscope::launch {

namespace {

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\t') out += c;
  return out;
}

std::string base_of(std::string_view name) { return without_blanks(name.substr(0, name.find('<'))); }

std::vector<std::string> texts_of(const Dim3& size) {
  return {std::to_string(size.x), std::to_string(size.y), std::to_string(size.z)};
}

/// Returns the launches of the wanted kernel: by its whole name, else by the name without template arguments.
std::vector<source::FoundLaunch> launches_of(const std::vector<source::FoundLaunch>& all,
                                             const std::string& kernel) {
  std::vector<source::FoundLaunch> matching;
  const auto keep = [&](auto same) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(matching), same);
  };
  keep([&](const source::FoundLaunch& l) { return without_blanks(l.kernel) == without_blanks(kernel); });
  if (matching.empty() && kernel.find('<') == std::string::npos)
    keep([&](const source::FoundLaunch& l) { return base_of(l.kernel) == without_blanks(kernel); });
  if (matching.empty()) // a name without its namespace
    keep([&](const source::FoundLaunch& l) {
      return ("::" + base_of(l.kernel)).ends_with("::" + without_blanks(kernel)) ||
             without_blanks(l.kernel).ends_with("::" + without_blanks(kernel));
    });
  return matching;
}

std::string list_of(const std::vector<source::FoundLaunch>& launches) {
  std::string list;
  std::vector<std::string> names;
  for (const source::FoundLaunch& launch : launches) {
    if (std::find(names.begin(), names.end(), launch.kernel) != names.end()) continue;
    names.push_back(launch.kernel);
    list += fmt::format("{}{} (line {})", list.empty() ? "" : ", ", launch.kernel, launch.span.line);
  }
  return list;
}

bool one_kernel(const std::vector<source::FoundLaunch>& launches) {
  return std::all_of(launches.begin(), launches.end(),
                     [&](const source::FoundLaunch& l) { return l.kernel == launches.front().kernel; });
}

class Offer {
 public:
  Offer(const SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void say(Severity severity, const Span& span, std::string message) {
    Diagnostic d = source_.error(span, std::move(message));
    d.severity = severity;
    diagnostics_.push_back(std::move(d));
  }

  bool size(const source::FoundLaunch& launch, const source::FoundSize& size, const char* name,
            std::optional<std::vector<std::string>>& into) {
    if (into) return true;
    if (size.value) {
      into = texts_of(*size.value);
      return true;
    }
    say(Severity::Error, launch.span,
        fmt::format("the {0} of this launch, {1}, cannot be read from the text: {2} is not known before the "
                    "program runs; give it "
                    "with --{0} X,Y,Z",
                    name, size.text.empty() ? "which is not written" : size.text,
                    size.missing.empty() ? name : size.missing));
    return false;
  }

 private:
  const SourceText& source_;
  Diagnostics& diagnostics_;
};

/// Returns what the host code says about a member such as `.width`; without a path, about the whole argument.
source::FoundArgument part_of(const source::FoundArgument& argument, const std::string& path) {
  if (path.empty()) return argument;
  for (const source::FoundArgument& part : argument.members)
    if (part.path == path) return part;
  source::FoundArgument unknown;
  unknown.text = argument.text + path;
  unknown.missing = unknown.text;
  return unknown;
}

} // namespace

std::optional<source::FoundLaunch> offer_found_launch(const source::Scenario& scenario,
                                                      source::Overrides& overrides, const SourceText& source,
                                                      Diagnostics& diagnostics) {
  if (scenario.has_header || (overrides.grid && overrides.block)) return std::nullopt;
  std::vector<source::FoundLaunch> launches = source::find_launches(source.text, overrides.parameters);
  if (launches.empty()) return std::nullopt;
  Offer offer(source, diagnostics);
  if (overrides.kernel) {
    std::vector<source::FoundLaunch> wanted = launches_of(launches, *overrides.kernel);
    if (wanted.empty()) return std::nullopt; // a kernel that the host code never launches: nothing to offer
    launches = std::move(wanted);
  }
  if (!one_kernel(launches)) {
    offer.say(Severity::Error, {},
              fmt::format("{}: the text launches several kernels, say which one to run with --kernel: {}",
                          source.file.empty() ? "text" : source.file, list_of(launches)));
    return std::nullopt;
  }
  const source::FoundLaunch& launch = launches.front();
  if (!offer.size(launch, launch.grid, "grid", overrides.grid) ||
      !offer.size(launch, launch.block, "block", overrides.block))
    return std::nullopt;
  if (!overrides.shared && !launch.shared_text.empty()) {
    if (!launch.shared) {
      offer.say(Severity::Error, launch.span,
                fmt::format("the shared memory of this launch, {}, cannot be read from the text: {} is not "
                            "known before the program "
                            "runs; give it with --shared BYTES",
                            launch.shared_text, launch.shared_missing));
      return std::nullopt;
    }
    overrides.shared = std::to_string(*launch.shared);
  }
  overrides.kernel = launch.kernel;
  const bool others = std::any_of(launches.begin(), launches.end(), [&](const source::FoundLaunch& l) {
    return l.grid.value != launch.grid.value || l.block.value != launch.block.value ||
           l.shared != launch.shared;
  });
  if (others)
    offer.say(Severity::Note, launch.span,
              fmt::format("{} is launched in {} places with different sizes: this one is run; give --grid "
                          "and --block for another",
                          launch.kernel, launches.size()));
  return launch;
}

void add_found_arguments(const source::FoundLaunch& found, const program::Kernel& kernel,
                         source::ResolvedLaunch& launch, const SourceText& source, Diagnostics& diagnostics) {
  Offer offer(source, diagnostics);
  std::string zeroed;
  std::vector<std::string> variables;
  std::size_t number = 0; ///< position of the parameter in the text: the members of a struct share one
  std::string previous;
  for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
    const program::Parameter& parameter = kernel.parameters[p];
    const std::string root = parameter.name.substr(0, parameter.name.find_first_of(".["));
    const bool is_part = root != parameter.name;
    if (p != 0 && !(is_part && root == previous)) ++number;
    previous = is_part ? root : std::string();
    if (number >= found.arguments.size()) break;
    const source::FoundArgument argument = part_of(found.arguments[number],
                                                   parameter.name.substr(root.size()));
    const bool given = std::any_of(
        launch.arguments.begin(), launch.arguments.end(),
        [&](const source::ResolvedArgument& a) { return a.name == parameter.name; });
    if (given) continue;
    source::ResolvedArgument out;
    out.name = parameter.name;
    out.span = found.span;
    if (parameter.is_pointer && argument.buffer_bytes) {
      out.is_buffer = true;
      out.count = std::max<std::uint64_t>(*argument.buffer_bytes / std::max(parameter.element_size, 1u), 1);
      zeroed += (zeroed.empty() ? "" : ", ") + parameter.name;
      if (!argument.variable.empty() &&
          std::find(variables.begin(), variables.end(), argument.variable) != variables.end())
        offer.say(Severity::Note, found.span,
                  fmt::format("{} is given twice in this launch; here {} has memory of its own",
                              argument.variable, parameter.name));
      variables.push_back(argument.variable);
    } else if (!parameter.is_pointer && argument.number) {
      const bool whole = parameter.element != ElementType::F32 && parameter.element != ElementType::F64 &&
                         parameter.element != ElementType::F16 && parameter.element != ElementType::BF16;
      const std::size_t point = argument.number->find_first_of(".e");
      out.value = whole && point != std::string::npos && argument.number->find('e') == std::string::npos
                      ? argument.number->substr(0, point)
                      : *argument.number;
    } else {
      offer.say(Severity::Error, found.span,
                parameter.is_pointer
                    ? fmt::format("the memory of {0}, given as {1} in this launch, cannot be read from the "
                                  "text{2}; give it with "
                                  "--arg {0}=zero[COUNT]",
                                  parameter.name, argument.text,
                                  argument.missing.empty() || argument.missing == argument.text
                                      ? ""
                                      : fmt::format(": {} is not known", argument.missing))
                    : fmt::format("the value of {0}, given as {1} in this launch, cannot be read from the "
                                  "text{2}; give it with --arg {0}=VALUE",
                                  parameter.name, argument.text,
                                  argument.missing.empty() || argument.missing == argument.text
                                      ? ""
                                      : fmt::format(": {} is not known", argument.missing)));
      continue;
    }
    launch.arguments.push_back(std::move(out));
  }
  if (!zeroed.empty())
    offer.say(Severity::Note, found.span,
              fmt::format("this launch of the text is run; {0} begin{1} as zero, since what the host fills "
                          "in is not known: --arg "
                          "NAME=ramp[COUNT] gives other contents",
                          zeroed, zeroed.find(',') == std::string::npos ? "s" : ""));
}

} // namespace warpscope::launch
