// Interprets the host's calls: records launches, allocates device memory, enters functions of the text.
#include "sim/base/line_index.h"
#include "sim/source/host_program.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <utility>

namespace warpscope::source {

namespace {

using Kind = HostValue::Kind;

/// Returns the index of the `>>>` that ends the `<<<` at `mark`; the size when there is none.
std::size_t closing_marks(Tokens tokens, std::size_t mark) {
  for (std::size_t i = mark + 1; i + 2 < tokens.size();) {
    const std::string_view w = tokens[i].text;
    if (w == ";" || w == "<<<") break;
    if (w == "(" || w == "[" || w == "{") {
      i = behind_closing(tokens, i);
      continue;
    }
    if (w == ">" && tokens[i + 1].text == ">" && tokens[i + 2].text == ">" && tokens[i].touches_next &&
        tokens[i + 1].touches_next)
      return i;
    ++i;
  }
  return tokens.size();
}

/// Returns "16" and "std::pair<int, float>" for "tile<16, std::pair<int, float>>".
std::vector<std::string> written_arguments(std::string_view kernel) {
  std::vector<std::string> arguments;
  const std::size_t open = kernel.find('<');
  if (open == std::string_view::npos || kernel.back() != '>') return arguments;
  kernel = kernel.substr(open + 1, kernel.size() - open - 2);
  int depth = 0;
  std::string argument;
  for (const char c : kernel) {
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) arguments.push_back(std::exchange(argument, {}));
    else if (c != ' ' || !argument.empty()) argument += c;
  }
  arguments.push_back(argument);
  return arguments;
}

HostValue number_of(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? HostValue::of(number)
                                                                  : HostValue::unknown(text);
}

} // namespace

/// Performs the side effects of an expression: allocations, launches and, with `calls`, the functions of the
/// text that it calls without using their value (evaluating the expression enters the others).
void HostProgram::effects(Tokens tokens, bool calls) {
  static const std::set<std::string_view> allocations = {
      "cudaMalloc",    "cudaMallocManaged", "cudaMallocAsync",         "cudaMallocHost",
      "cudaHostAlloc", "cudaMallocPitch",   "cudaHostGetDevicePointer"};
  for (std::size_t i = 0; i < tokens.size() && step(); ++i) {
    const CodeToken& token = tokens[i];
    if (token.text == "<<<") {
      launch(tokens, i);
      const std::size_t close = closing_marks(tokens, i);
      i = close < tokens.size() ? close + 2 : i;
      continue;
    }
    if (token.kind != CodeToken::Kind::Name || i + 1 >= tokens.size()) continue;
    std::size_t open = i + 1;
    if (tokens[open].text == "<") open = behind_angles(tokens, open);
    if (open >= tokens.size() || tokens[open].text != "(") continue;
    const std::size_t close = behind_closing(tokens, open);
    if (allocations.contains(token.text)) {
      allocation(token.text, split_at_commas(inside(tokens, open, close)));
      i = close - 1;
    } else if (token.text == "cudaLaunchKernel" || token.text == "cudaLaunchCooperativeKernel") {
      launch_by_function(tokens.subspan(i, close - i), split_at_commas(inside(tokens, open, close)));
      i = close - 1;
    } else if (const auto function = functions_.find(token.text);
               function != functions_.end() && !function->second.on_device &&
               !(close < tokens.size() && tokens[close].text == "<<<")) {
      effects(inside(tokens, open, close), false); // checkCuda(cudaMalloc(…))
      if (calls && (i == 0 || tokens[i - 1].text == "("))
        call(function->second, split_at_commas(inside(tokens, open, close)), inside(tokens, i + 1, open));
      i = close - 1;
    } else if (const auto variable = find(token.text); variable && calls) { // a pointer to a function
      const Tokens pointed = variables_[*variable].initial;
      const auto named = pointed.empty() ? functions_.end() : functions_.find(pointed[0].text);
      if (named == functions_.end() || named->second.on_device) continue;
      call(named->second, split_at_commas(inside(tokens, open, close)), inside(pointed, 1, pointed.size()));
      i = close - 1;
    }
  }
}

void HostProgram::allocation(std::string_view function, const std::vector<Tokens>& arguments) {
  if (arguments.size() < 2) return;
  HostValue size = evaluate(arguments[function == "cudaMallocPitch" ? 2 : 1]);
  if (function == "cudaHostGetDevicePointer") {
    std::size_t ignored = 0;
    size = buffer_of(arguments[1], ignored);
  } else if (function == "cudaMallocPitch" && arguments.size() >= 4) {
    const HostValue height = evaluate(arguments[3]);
    if (size.kind == Kind::Integer && height.kind == Kind::Integer && size.integer > 0 &&
        size.integer < (std::int64_t{1} << 40) && height.integer > 0 &&
        height.integer < (std::int64_t{1} << 20)) {
      const std::int64_t pitch = (size.integer + 511) / 512 * 512; // the pitch that current devices use
      if (const auto target = target_of(arguments[1])) variables_[*target].value = HostValue::of(pitch);
      size = HostValue::of(pitch * height.integer);
    } else if (height.kind != Kind::Integer) {
      size = height;
    }
  }
  HostValue buffer = size;
  if (size.kind == Kind::Integer || size.kind == Kind::Real) {
    buffer = HostValue::of(size.kind == Kind::Integer ? size.integer : static_cast<std::int64_t>(size.real));
    buffer.kind = Kind::Buffer;
  } else if (size.kind != Kind::Buffer) {
    buffer = HostValue::unknown(size.missing.empty() ? text_of(arguments[1]) : size.missing);
  }
  // &d.elements: a member of a struct
  Tokens target = arguments[0];
  while (!target.empty() && (target[0].text == "&" || target[0].text == "("))
    target = target[0].text == "&" ? target.subspan(1) : target.subspan(behind_closing(target, 0));
  if (target.size() == 3 && (target[1].text == "." || target[1].text == "->")) {
    if (const auto index = find(target[0].text))
      variables_[*index].members.insert_or_assign(std::string(target[2].text), buffer);
    return;
  }
  auto index = target_of(arguments[0]);
  if (!index) return;
  const bool through = std::none_of(arguments[0].begin(), arguments[0].end(),
                                    [](const CodeToken& t) { return t.text == "&"; });
  if (through && variables_[*index].value.kind == Kind::Address) index = variables_[*index].value.variable;
  variables_[*index].value = buffer;
}

FoundSize HostProgram::size_of_launch(Tokens tokens) {
  FoundSize size;
  size.text = text_of(tokens);
  HostValue value = evaluate(tokens);
  if (!tokens.empty() && tokens[0].text == "{") {
    value = {};
    value.kind = Kind::Sizes;
    const auto parts = split_at_commas(inside(tokens, 0, behind_closing(tokens, 0)));
    for (std::size_t i = 0; i < parts.size() && i < 3; ++i) {
      const HostValue part = evaluate(parts[i]);
      if (part.kind != Kind::Integer) {
        value = HostValue::unknown(part.missing.empty() ? text_of(parts[i]) : part.missing);
        break;
      }
      value.sizes[i] = part.integer;
    }
  }
  if (value.kind == Kind::Real && value.real >= 0 && value.real < 4e9)
    value = HostValue::of(static_cast<std::int64_t>(value.real));
  if (value.kind == Kind::Integer) value.kind = Kind::Sizes, value.sizes = {value.integer, 1, 1};
  if (value.kind != Kind::Sizes) {
    size.missing = value.missing.empty() ? size.text : value.missing;
    return size;
  }
  for (const std::int64_t axis : value.sizes)
    if (axis < 1 || axis > std::numeric_limits<std::uint32_t>::max()) {
      size.missing = size.text + ", which is " + std::to_string(axis);
      return size;
    }
  size.value = Dim3{static_cast<std::uint32_t>(value.sizes[0]), static_cast<std::uint32_t>(value.sizes[1]),
                    static_cast<std::uint32_t>(value.sizes[2])};
  return size;
}

/// Returns "tile<TILE, float>" with TILE's value in its place.
std::string HostProgram::kernel_name(Tokens tokens) {
  const auto angle = std::find_if(tokens.begin(), tokens.end(),
                                  [](const CodeToken& t) { return t.text == "<"; });
  const auto at = static_cast<std::size_t>(angle - tokens.begin());
  std::string name = text_of(tokens.subspan(0, at));
  if (at == tokens.size()) return name;
  std::string list;
  for (const Tokens argument : split_at_commas(inside(tokens, at, behind_angles(tokens, at)))) {
    const bool word = argument.size() == 1 && (argument[0].text == "true" || argument[0].text == "false");
    const HostValue value = word || bytes_of_type(argument) ? HostValue{} : evaluate(argument);
    list += (list.empty() ? "" : ", ") +
            (value.kind == Kind::Integer ? std::to_string(value.integer) : type_text(argument));
  }
  return name + "<" + list + ">";
}

/// Deduces the type of a template parameter from the call's arguments: "float" for `add(T *a, T *b)` called
/// with a float*. Empty when they do not determine it.
std::string HostProgram::deduced_type(const Function& kernel, std::string_view parameter,
                                      const FoundLaunch& found) const {
  const auto parameters = split_at_commas(kernel.parameters);
  for (std::size_t p = 0; p < parameters.size() && p < found.arguments.size(); ++p) {
    const bool named = std::any_of(parameters[p].begin(), parameters[p].end(),
                                   [&](const CodeToken& t) { return t.text == parameter; });
    const bool pointer = std::any_of(parameters[p].begin(), parameters[p].end(),
                                     [](const CodeToken& t) { return t.text == "*"; });
    std::string given = found.arguments[p].type;
    if (!named || given.empty() || pointer != given.ends_with('*')) continue;
    if (pointer) given.pop_back();
    while (given.ends_with(' ')) given.pop_back();
    if (given.find_first_of("*<") == std::string::npos && given != "auto") return given;
  }
  return {};
}

/// Binds a constant to a name in the innermost scope.
void HostProgram::bind_constant(std::string_view name, const HostValue& value) {
  HostVariable constant;
  constant.name = name;
  constant.value = value;
  scopes_.back()[constant.name] = variables_.size();
  variables_.push_back(std::move(constant));
}

/// Returns all template arguments of the launched kernel, as an instantiation names them: those that the
/// launch writes, then the types deduced from its arguments, then defaults. Empty when the kernel is not a
/// template of the text or an argument cannot be deduced.
std::string HostProgram::template_arguments(const FoundLaunch& found) {
  std::string base = found.kernel.substr(0, found.kernel.find('<'));
  if (const std::size_t space = base.rfind("::"); space != std::string::npos) base.erase(0, space + 2);
  const auto kernel = functions_.find(base);
  if (kernel == functions_.end()) return {};
  const std::vector<std::string> given = written_arguments(found.kernel);
  const auto parameters = split_at_commas(kernel->second.template_parameters);
  std::string list;
  bool complete = given.size() <= parameters.size();
  scopes_.emplace_back(); // defaults may refer to the parameters before them
  for (std::size_t i = 0; i < parameters.size() && complete; ++i) {
    const Tokens parameter = parameters[i];
    const auto equals = std::find_if(parameter.begin(), parameter.end(),
                                     [](const CodeToken& t) { return t.text == "="; });
    const auto words = static_cast<std::size_t>(equals - parameter.begin());
    const Tokens initial = equals == parameter.end() ? Tokens{} : parameter.subspan(words + 1);
    if (words < 2) {
      complete = false;
      break;
    }
    const std::string_view name = parameter[words - 1].text;
    std::string argument = i < given.size() ? given[i] : std::string();
    if (parameter[0].text == "typename" || parameter[0].text == "class") {
      if (argument.empty()) argument = deduced_type(kernel->second, name, found);
      if (argument.empty()) argument = type_text(initial);
    } else {
      const HostValue value = i < given.size() ? number_of(given[i]) : evaluate(initial);
      const bool word = initial.size() == 1 && (initial[0].text == "true" || initial[0].text == "false");
      if (argument.empty() && word) argument = initial[0].text;
      if (argument.empty() && value.kind == Kind::Integer) argument = std::to_string(value.integer);
      bind_constant(name, value);
    }
    complete = !argument.empty();
    list += (list.empty() ? "" : ", ") + argument;
  }
  scopes_.pop_back();
  return complete ? list : std::string();
}

void HostProgram::launch(Tokens tokens, std::size_t mark) {
  const std::size_t close = closing_marks(tokens, mark);
  if (close + 3 >= tokens.size() || tokens[close + 3].text != "(" || mark == 0) return;
  std::size_t begin = mark - 1;
  if (tokens[begin].text == ">") {
    int depth = 0;
    for (;; --begin) {
      if (tokens[begin].text == ">") ++depth;
      if (tokens[begin].text == "<" && --depth == 0) break;
      if (begin == 0) return;
    }
    if (begin == 0) return;
    --begin;
  }
  if (tokens[begin].kind != CodeToken::Kind::Name) return;
  while (begin >= 2 && tokens[begin - 1].text == "::" && tokens[begin - 2].kind == CodeToken::Kind::Name)
    begin -= 2;
  if (!launches_seen_.insert(tokens[mark].begin).second) return;

  FoundLaunch found;
  found.kernel = kernel_name(tokens.subspan(begin, mark - begin));
  const auto sizes = split_at_commas(tokens.subspan(mark + 1, close - mark - 1));
  if (!sizes.empty()) found.grid = size_of_launch(sizes[0]);
  if (sizes.size() > 1) found.block = size_of_launch(sizes[1]);
  if (sizes.size() > 2) add_shared(found, sizes[2]);
  const std::size_t end = behind_closing(tokens, close + 3);
  add_launch(std::move(found), split_at_commas(inside(tokens, close + 3, end)),
             tokens.subspan(begin, end - begin));
}

/// cudaLaunchKernel((void *)kernel, grid, block, arguments, shared, stream): the arguments are addresses in
/// an array of pointers.
void HostProgram::launch_by_function(Tokens call, const std::vector<Tokens>& arguments) {
  if (arguments.size() < 4 || !launches_seen_.insert(call[0].begin).second) return;
  Tokens name = arguments[0];
  while (!name.empty() && (name[0].text == "(" || name[0].text == "&"))
    name = name.subspan(name[0].text == "(" ? behind_closing(name, 0) : 1);
  if (name.empty() || name[0].kind != CodeToken::Kind::Name) return;
  FoundLaunch found;
  found.kernel = kernel_name(name);
  found.grid = size_of_launch(arguments[1]);
  found.block = size_of_launch(arguments[2]);
  std::vector<Tokens> given;
  if (const auto list = target_of(arguments[3]))
    for (Tokens argument : split_at_commas(variables_[*list].initial)) {
      while (argument.size() > 1 && (argument[0].text == "(" || argument[0].text == "&"))
        argument = argument.subspan(argument[0].text == "(" ? behind_closing(argument, 0) : 1);
      given.push_back(argument);
    }
  if (arguments.size() > 4) add_shared(found, arguments[4]);
  add_launch(std::move(found), given, call);
}

void HostProgram::add_shared(FoundLaunch& found, Tokens size) {
  found.shared_text = text_of(size);
  const HostValue value = evaluate(size);
  if (value.kind == Kind::Integer && value.integer >= 0)
    found.shared = static_cast<std::uint64_t>(value.integer);
  else found.shared_missing = value.missing.empty() ? found.shared_text : value.missing;
}

FoundArgument HostProgram::argument_of(const HostValue& value) {
  FoundArgument out;
  if (value.kind == Kind::Buffer && value.integer > 0) {
    out.buffer_bytes = static_cast<std::uint64_t>(value.integer);
  } else if (value.kind == Kind::Integer) {
    out.number = std::to_string(value.integer);
  } else if (value.kind == Kind::Real) {
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%.17g", value.real);
    out.number = std::string(text, static_cast<std::size_t>(length));
    if (out.number->find_first_of(".einf") == std::string::npos) *out.number += ".0";
  } else if (value.kind == Kind::Sizes) {
    out.number = std::to_string(value.sizes[0]) + "," + std::to_string(value.sizes[1]) + "," +
                 std::to_string(value.sizes[2]);
  } else {
    out.missing = value.missing;
  }
  return out;
}

FoundArgument HostProgram::argument_of(Tokens argument) {
  std::size_t variable = variables_.size();
  HostValue value = buffer_of(argument, variable);
  if (value.kind != Kind::Buffer) value = evaluate(argument);
  std::optional<std::size_t> whole;
  if (variable < variables_.size() && value.kind == Kind::Unknown) whole = variable;
  if (argument.size() == 2 && argument[0].text == "*" && value.kind == Kind::Unknown) // *d_matrix
    if (const auto pointer = find(argument[1].text))
      whole = variables_[*pointer].value.kind == Kind::Address ? variables_[*pointer].value.variable
                                                               : *pointer;
  FoundArgument out = argument_of(value);
  if (whole)
    for (const auto& [name, member] : variables_[*whole].members) {
      out.members.push_back(argument_of(member));
      out.members.back().path = "." + name;
      out.members.back().variable = variables_[*whole].name + "." + name;
      out.members.back().text = out.members.back().variable;
    }
  if (variable < variables_.size()) {
    out.variable = variables_[variable].name;
    out.type = variables_[variable].type;
  } else if (argument.size() > 2 && argument[1].text == "{" && struct_members_.contains(argument[0].text)) {
    HostVariable unnamed;
    set_members(unnamed, argument[0].text, inside(argument, 1, behind_closing(argument, 1)));
    for (const auto& [name, member] : unnamed.members) {
      out.members.push_back(argument_of(member));
      out.members.back().path = "." + name;
    }
  }
  out.text = text_of(argument);
  if (out.missing.empty() && !out.number && !out.buffer_bytes) out.missing = out.text;
  return out;
}

void HostProgram::add_launch(FoundLaunch found, const std::vector<Tokens>& arguments, Tokens whole) {
  for (const Tokens argument : arguments) found.arguments.push_back(argument_of(argument));
  if (const std::string list = template_arguments(found); !list.empty())
    found.kernel = found.kernel.substr(0, found.kernel.find('<')) + "<" + list + ">";
  const LineIndex index(text_);
  found.span = index.span(whole.front().begin, whole.back().begin + whole.back().text.size());
  launches_.push_back(std::move(found));
}

std::vector<FoundLaunch> find_launches(std::string_view text,
                                       const std::vector<std::pair<std::string, std::string>>& macros,
                                       int most_steps) {
  const CodeText code = read_code(text, macros);
  const bool any = std::any_of(code.tokens.begin(), code.tokens.end(), [](const CodeToken& t) {
    return t.text == "<<<" || t.text == "cudaLaunchKernel" || t.text == "cudaLaunchCooperativeKernel";
  });
  if (!any) return {};
  return HostProgram(code, text, most_steps).launches();
}

std::vector<std::string> kernel_templates(std::string_view text) {
  const CodeText code = read_code(text, {});
  const Tokens all(code.tokens);
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i].text != "template" || all[i + 1].text != "<") continue;
    bool kernel = false;
    for (std::size_t at = std::max(behind_template_parameters(all, i + 1), i + 1); at < all.size(); ++at) {
      const std::string_view w = all[at].text;
      if (w == "{" || w == ";" || w == "}") break;
      kernel = kernel || w == "__global__";
      if (w != "(") continue;
      const bool attribute = all[at - 1].text.starts_with("__");
      if (kernel && !attribute && all[at - 1].kind == CodeToken::Kind::Name) {
        names.emplace_back(all[at - 1].text);
        break;
      }
      at = behind_closing(all, at) - 1;
    }
  }
  return names;
}

} // namespace warpscope::source
