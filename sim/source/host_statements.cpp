// Executes the host code's statements: declarations, conditions, loops, calls, allocations, launches.
#include "sim/source/header.h"
#include "sim/source/host_program.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

namespace warpscope::source {

namespace {

using Kind = HostValue::Kind;

bool is_assignment(std::string_view w) {
  return w == "=" || w == "+=" || w == "-=" || w == "*=" || w == "/=" || w == "%=" || w == "&=" ||
         w == "|=" || w == "^=" || w == "<<=";
}

} // namespace

std::vector<FoundLaunch> HostProgram::launches() {
  scopes_.emplace_back();
  file_scope();
  const auto enter = [&](const Function& function) {
    scopes_.resize(1);
    visible_from_ = 1;
    call(function, {}, {});
  };
  if (const auto main = functions_.find("main"); main != functions_.end()) enter(main->second);
  for (const auto& [name, function] : functions_)
    if (!function.on_device && !entered_.contains(name)) enter(function);
  std::sort(launches_.begin(), launches_.end(),
            [](const FoundLaunch& a, const FoundLaunch& b) { return a.span < b.span; });
  return std::move(launches_);
}

/// Returns the name `launch` of a parameter `void (*launch)(float *, int)`.
static Tokens name_of_function_pointer(Tokens parameter) {
  for (std::size_t i = 0; i + 3 < parameter.size(); ++i)
    if (parameter[i].text == "(" && parameter[i + 1].text == "*" &&
        parameter[i + 2].kind == CodeToken::Kind::Name && parameter[i + 3].text == ")")
      return parameter.subspan(i + 2, 1);
  return {};
}

/// True for `launch` and `launch<64, float>`, where launch is a function of the text.
bool HostProgram::names_function(Tokens tokens) const {
  if (tokens.empty() || !functions_.contains(tokens[0].text)) return false;
  return tokens.size() == 1 || (tokens[1].text == "<" && behind_angles(tokens, 1) == tokens.size());
}

HostValue HostProgram::call(const Function& function, const std::vector<Tokens>& arguments,
                            Tokens template_arguments) {
  if (depth_ + 4 > deepest) return HostValue::unknown(function.name);
  entered_.insert(function.name);
  Scope scope;
  const auto bind = [&](Tokens parameter, const HostValue& value, std::optional<std::size_t> same) {
    const auto equals = std::find_if(parameter.begin(), parameter.end(),
                                     [](const CodeToken& t) { return t.text == "=" || t.text == "["; });
    const Tokens head = parameter.subspan(0, static_cast<std::size_t>(equals - parameter.begin()));
    if (head.empty() || head.back().kind != CodeToken::Kind::Name) return;
    if (same) {
      scope[std::string(head.back().text)] = *same;
      return;
    }
    HostVariable variable;
    variable.name = head.back().text;
    variable.type = text_of(head.subspan(0, head.size() - 1));
    variable.value = value;
    scope[variable.name] = variables_.size();
    variables_.push_back(std::move(variable));
  };
  const auto parameters = split_at_commas(function.parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Tokens parameter = parameters[i];
    if (parameter.empty()) continue;
    const bool reference = std::any_of(parameter.begin(), parameter.end(),
                                       [](const CodeToken& t) { return t.text == "&"; });
    std::string missing(parameter.back().text);
    HostValue value = HostValue::unknown(missing);
    std::optional<std::size_t> same;
    if (i < arguments.size()) {
      value = evaluate(arguments[i]);
      const auto whole = target_of(arguments[i]);
      const bool plain = whole && !arguments[i].empty() && arguments[i][0].text != "&";
      if (plain && (reference || !variables_[*whole].members.empty())) same = whole;
    } else if (function.name == "main" && i == 0) {
      value = HostValue::of(1); // as if run without command-line arguments
    } else {
      const auto equals = std::find_if(parameter.begin(), parameter.end(),
                                       [](const CodeToken& t) { return t.text == "="; });
      if (equals != parameter.end() && !arguments.empty())
        value = evaluate(parameter.subspan(static_cast<std::size_t>(equals - parameter.begin()) + 1));
    }
    if (i < arguments.size() && names_function(arguments[i])) {
      const Tokens name = name_of_function_pointer(parameter);
      scope[std::string(name.empty() ? parameter.back().text : name[0].text)] = variables_.size();
      variables_.emplace_back().initial = arguments[i];
      continue;
    }
    bind(parameter, value, same);
  }
  const auto types = split_at_commas(function.template_parameters);
  const auto given = split_at_commas(template_arguments);
  const auto outer_bytes = struct_bytes_;
  const auto outer_aliases = aliases_;
  for (std::size_t i = 0; i < types.size() && i < given.size(); ++i) {
    if (types[i].size() < 2) continue;
    if (types[i][0].text == "typename" || types[i][0].text == "class")
      remember_alias(types[i][1].text, given[i]);
    else bind(types[i], evaluate(given[i]), std::nullopt);
  }
  const std::size_t defaults_from = std::min(types.size(), given.size());

  const std::size_t visible = visible_from_;
  visible_from_ = scopes_.size();
  scopes_.push_back(std::move(scope));
  for (std::size_t i = defaults_from; i < types.size(); ++i) { // they may refer to the parameters before them
    const auto equals = std::find_if(types[i].begin(), types[i].end(),
                                     [](const CodeToken& t) { return t.text == "="; });
    const auto words = static_cast<std::size_t>(equals - types[i].begin());
    if (equals == types[i].end() || words < 2) continue;
    const Tokens initial = types[i].subspan(words + 1);
    const std::string_view name = types[i][words - 1].text;
    if (types[i][0].text == "typename" || types[i][0].text == "class") remember_alias(name, initial);
    else bind_constant(name, evaluate(initial));
  }
  const HostValue outer = std::exchange(returned_, HostValue::unknown(function.name + "()"));
  const int uncertain = uncertain_;
  depth_ += 4;
  block(function.body);
  depth_ -= 4;
  uncertain_ = uncertain;
  scopes_.resize(visible_from_);
  visible_from_ = visible;
  struct_bytes_ = outer_bytes;
  aliases_ = outer_aliases;
  return std::exchange(returned_, outer);
}

HostProgram::Flow HostProgram::block(Tokens tokens) {
  if (++depth_ > deepest) {
    --depth_;
    return Flow::Next;
  }
  scopes_.emplace_back();
  Flow flow = Flow::Next;
  for (std::size_t at = 0; at < tokens.size() && flow == Flow::Next && step();) flow = statement(tokens, at);
  scopes_.pop_back();
  --depth_;
  return flow;
}

HostProgram::Flow HostProgram::statement(Tokens tokens, std::size_t& at) {
  const std::string_view w = tokens[at].text;
  if (w == "{") {
    const std::size_t close = behind_closing(tokens, at);
    const Tokens body = inside(tokens, at, close);
    at = close;
    return block(body);
  }
  if (w == "if") return if_statement(tokens, at);
  if (w == "for" || w == "while" || w == "do") return loop_statement(tokens, at);
  if (w == "switch" || w == "try" || w == "catch") {
    ++at;
    Tokens condition;
    if (at < tokens.size() && tokens[at].text == "(") {
      const std::size_t behind = behind_closing(tokens, at);
      condition = inside(tokens, at, behind);
      at = behind;
    }
    if (at >= tokens.size() || tokens[at].text != "{") return Flow::Next;
    const std::size_t close = behind_closing(tokens, at);
    const Tokens body = inside(tokens, at, close);
    at = close;
    if (w == "catch") return Flow::Next;
    if (w == "try") return block(body);
    if (const auto flow = known_switch(evaluate(condition), body)) return *flow;
    ++uncertain_;
    scopes_.emplace_back();
    for (std::size_t i = 0; i < body.size() && step();) statement(body, i); // every case, breaks included
    scopes_.pop_back();
    --uncertain_;
    return Flow::Next;
  }
  if ((w == "case" || w == "default")) {
    while (at < tokens.size() && tokens[at].text != ":") ++at;
    ++at;
    return Flow::Next;
  }
  const std::size_t end = statement_end(tokens, at);
  if ((w == "using" || w == "typedef") && end > at && remember_alias(tokens.subspan(at, end - at - 1))) {
    at = end;
    return Flow::Next;
  }
  const bool closed = end > at && tokens[end - 1].text == ";";
  const Tokens content = tokens.subspan(at, end - at - (closed ? 1 : 0));
  at = end;
  if (content.empty()) return Flow::Next;
  if (w == "return") {
    effects(content.subspan(1), false);
    const HostValue value = content.size() > 1 ? evaluate(content.subspan(1)) : HostValue{};
    if (uncertain_ > 0) return Flow::Next;
    returned_ = value;
    return Flow::Return;
  }
  if (w == "break") return uncertain_ > 0 ? Flow::Next : Flow::Break;
  if (w == "continue") return uncertain_ > 0 ? Flow::Next : Flow::Continue;
  simple_statement(content);
  return Flow::Next;
}

/// Executes the case that a known value selects, up to its break. nullopt when the value or a case is not
/// known.
std::optional<HostProgram::Flow> HostProgram::known_switch(const HostValue& value, Tokens body) {
  if (value.kind != Kind::Integer) return std::nullopt;
  std::size_t from = body.size(), otherwise = body.size();
  for (std::size_t at = 0; at < body.size() && from == body.size(); ++at) {
    if (body[at].text == "{" || body[at].text == "(") {
      at = behind_closing(body, at) - 1;
    } else if (body[at].text == "case" || body[at].text == "default") {
      std::size_t colon = at;
      while (colon < body.size() && body[colon].text != ":") ++colon;
      if (body[at].text == "default") {
        otherwise = colon + 1;
        continue;
      }
      const HostValue label = evaluate(body.subspan(at + 1, colon - at - 1));
      if (label.kind != Kind::Integer) return std::nullopt;
      if (label.integer == value.integer) from = colon + 1;
      at = colon;
    }
  }
  if (from == body.size()) from = otherwise;
  scopes_.emplace_back();
  Flow flow = Flow::Next;
  for (std::size_t at = std::min(from, body.size()); at < body.size() && flow == Flow::Next && step();)
    flow = statement(body, at);
  scopes_.pop_back();
  return flow == Flow::Break ? Flow::Next : flow;
}

/// Sets the members in the order of the struct's declaration.
void HostProgram::set_members(HostVariable& variable, std::string_view type, Tokens values) {
  const auto names = struct_members_.find(type);
  if (names == struct_members_.end()) return;
  const auto parts = split_at_commas(values);
  for (std::size_t i = 0; i < parts.size() && i < names->second.size(); ++i) {
    Tokens part = parts[i];
    std::string name = names->second[i];
    if (part.size() > 3 && part[0].text == "." && part[2].text == "=") { // .width = 4
      name = part[1].text;
      part = part.subspan(3);
    }
    if (!name.empty()) variable.members.insert_or_assign(name, evaluate(part));
  }
}

/// Returns the statement at `at` and moves past it, without executing it.
static Tokens next_statement(Tokens tokens, std::size_t& at) {
  const std::size_t begin = at;
  int open_ifs = 0;
  while (at < tokens.size()) {
    const std::string_view w = tokens[at].text;
    if (w == "if" || w == "for" || w == "while" || w == "switch") {
      if (w == "if") ++open_ifs;
      ++at;
      if (at < tokens.size() && tokens[at].text == "constexpr") ++at;
      if (at < tokens.size() && tokens[at].text == "(") at = behind_closing(tokens, at);
      continue;
    }
    if (w == "else") {
      ++at;
      continue;
    }
    if (w == "do") {
      at = w == "do" && at + 1 < tokens.size() && tokens[at + 1].text == "{" ? behind_closing(tokens, at + 1)
                                                                             : statement_end(tokens, at + 1);
      at = statement_end(tokens, at); // while (…);
    } else if (w == "{") {
      at = behind_closing(tokens, at);
    } else {
      at = statement_end(tokens, at);
    }
    if (open_ifs > 0 && at < tokens.size() && tokens[at].text == "else") {
      --open_ifs;
      continue;
    }
    break;
  }
  return tokens.subspan(begin, at - begin);
}

HostProgram::Flow HostProgram::branch(Tokens body, bool certain) {
  if (!certain) ++uncertain_;
  const Flow flow = block(body);
  if (!certain) --uncertain_;
  return certain ? flow : Flow::Next;
}

HostProgram::Flow HostProgram::if_statement(Tokens tokens, std::size_t& at) {
  ++at;
  if (at < tokens.size() && tokens[at].text == "constexpr") ++at;
  if (at >= tokens.size() || tokens[at].text != "(") return Flow::Next;
  const std::size_t close = behind_closing(tokens, at);
  const Tokens condition = inside(tokens, at, close);
  at = close;
  const Tokens yes = next_statement(tokens, at);
  Tokens no;
  if (at < tokens.size() && tokens[at].text == "else") {
    ++at;
    no = next_statement(tokens, at);
  }
  effects(condition, false);
  const HostValue value = evaluate(condition);
  if (value.is_number()) return branch(value.as_real() != 0 ? yes : no, true);
  branch(yes, false);
  branch(no, false);
  return Flow::Next;
}

HostProgram::Flow HostProgram::loop_statement(Tokens tokens, std::size_t& at) {
  const bool is_for = tokens[at].text == "for", is_do = tokens[at].text == "do";
  ++at;
  if (is_do) {
    const Tokens body = next_statement(tokens, at);
    Tokens condition;
    if (at + 1 < tokens.size() && tokens[at].text == "while") {
      const std::size_t close = behind_closing(tokens, at + 1);
      condition = inside(tokens, at + 1, close);
      at = statement_end(tokens, close);
    }
    return loop(condition, {}, body, true);
  }
  if (at >= tokens.size() || tokens[at].text != "(") return Flow::Next;
  const std::size_t close = behind_closing(tokens, at);
  const Tokens head = inside(tokens, at, close);
  at = close;
  const Tokens body = next_statement(tokens, at);
  if (!is_for) return loop(head, {}, body, false);
  const std::size_t first = statement_end(head, 0);
  if (first == head.size() && (head.empty() || head.back().text != ";"))
    return loop({}, {}, body, true); // a range-based for
  const std::size_t second = statement_end(head, first);
  scopes_.emplace_back();
  if (first > 1) simple_statement(head.subspan(0, first - 1));
  const Tokens condition = second > first + 1 ? head.subspan(first, second - first - 1) : Tokens{};
  const Flow flow = loop(condition, head.subspan(second), body, false);
  scopes_.pop_back();
  return flow;
}

/// Returns the names of outer variables that these statements may change.
std::set<std::string, std::less<>> HostProgram::changed_in(Tokens tokens) const {
  std::set<std::string, std::less<>> names;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view w = tokens[i].text;
    const bool shift = w == ">" && i + 1 < tokens.size() && tokens[i + 1].text == ">=";
    if ((is_assignment(w) || shift) && i > 0) {
      std::size_t target = i - 1;
      if (tokens[target].text == "]") continue; // assigns to an element, not to the variable
      while (target >= 2 && tokens[target - 1].text == ".") target -= 2;
      const bool declared = target > 0 && tokens[target - 1].kind == CodeToken::Kind::Name &&
                            tokens[target - 1].text != "else";
      if (!declared) names.emplace(tokens[target].text);
    }
    if (w == "++" || w == "--") {
      if (i > 0 && tokens[i - 1].kind == CodeToken::Kind::Name) names.emplace(tokens[i - 1].text);
      else if (i + 1 < tokens.size()) names.emplace(tokens[i + 1].text);
    }
  }
  return names;
}

HostProgram::Flow HostProgram::loop(Tokens condition, Tokens step_tokens, Tokens body, bool body_first) {
  std::set<std::string, std::less<>> changed = changed_in(body);
  const std::set<std::string, std::less<>> counters = changed_in(step_tokens);
  changed.merge(changed_in(condition));
  const bool only_counts = std::all_of(changed.begin(), changed.end(),
                                       [&](const std::string& name) { return !find(name); });
  for (int round = 0;; ++round) {
    if (!body_first || round > 0) {
      const HostValue value = condition.empty() ? HostValue::unknown("") : evaluate(condition);
      if (value.is_number() && value.as_real() == 0) return Flow::Next;
      const bool endless = round > 0 && !value.is_number();
      if (endless || ++rounds_ > most_rounds || !step()) break;
    }
    const Flow flow = branch(body, true);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) return Flow::Next;
    const bool lost = std::all_of(changed.begin(), changed.end(), [&](const std::string& name) {
      const auto index = find(name);
      return !index || variables_[*index].value.kind == Kind::Unknown;
    });
    if (only_counts || lost || rounds_ > most_rounds) break; // more iterations would tell nothing new
    if (!step_tokens.empty())
      for (const Tokens part : split_at_commas(step_tokens)) simple_statement(part);
  }
  forget(changed);
  forget(counters);
  return Flow::Next;
}

void HostProgram::forget(const std::set<std::string, std::less<>>& names) {
  for (const std::string& name : names)
    if (const auto index = find(name); index && variables_[*index].value.is_number())
      variables_[*index].value = HostValue::unknown(name);
}

void HostProgram::simple_statement(Tokens tokens) {
  if (tokens.empty()) return;
  if (declaration(tokens)) return;
  effects(tokens, true);
  for (const Tokens part : split_at_commas(tokens)) {
    if (part.size() == 2 &&
        (part[0].text == "++" || part[0].text == "--" || part[1].text == "++" || part[1].text == "--")) {
      const bool behind = part[0].kind == CodeToken::Kind::Name;
      static const CodeToken one{CodeToken::Kind::Number, "1", 0, false};
      assign(behind ? part.subspan(0, 1) : part.subspan(1),
             part[behind ? 1 : 0].text == "++" ? "+=" : "-=", Tokens(&one, 1));
      continue;
    }
    for (std::size_t i = 1; i < part.size(); ++i) {
      const std::string_view w = part[i].text;
      if (w == "(" || w == "[" || w == "{") {
        i = behind_closing(part, i) - 1;
        continue;
      }
      const bool shift = w == ">" && i + 1 < part.size() && part[i + 1].text == ">=";
      if (!is_assignment(w) && !shift) continue;
      assign(part.subspan(0, i), shift ? ">>=" : w, part.subspan(i + (shift ? 2 : 1)));
      break;
    }
  }
}

void HostProgram::assign(Tokens target, std::string_view operation, Tokens value_tokens) {
  HostValue value = evaluate(value_tokens);
  if (target.size() == 3 && (target[1].text == "." || target[1].text == "->")) {
    auto index = find(target[0].text);
    if (!index) return;
    if (variables_[*index].value.kind == Kind::Address) index = variables_[*index].value.variable;
    HostVariable& variable = variables_[*index];
    const std::string_view member = target[2].text;
    if (variable.value.kind == Kind::Sizes && member.size() == 1 && member[0] >= 'x' && member[0] <= 'z') {
      if (value.kind == Kind::Integer && operation == "=")
        variable.value.sizes[static_cast<std::size_t>(member[0] - 'x')] = value.integer;
      else variable.value = HostValue::unknown(value.missing.empty() ? text_of(value_tokens) : value.missing);
    } else if (operation == "=") {
      variable.members.insert_or_assign(std::string(member), value);
    } else {
      variable.members.erase(std::string(member));
    }
    return;
  }
  std::optional<std::size_t> index;
  if (target.size() == 2 && target[0].text == "*") {
    if (const auto pointer = find(target[1].text);
        pointer && variables_[*pointer].value.kind == Kind::Address)
      index = variables_[*pointer].value.variable;
  } else if (target.size() == 1) {
    index = find(target[0].text);
  }
  if (!index) return;
  HostVariable& variable = variables_[*index];
  if (operation != "=") {
    std::vector<CodeToken> sum(target.begin(), target.end());
    const bool shift = operation == ">>=";
    sum.push_back({CodeToken::Kind::Mark, shift ? ">" : operation.substr(0, operation.size() - 1), 0, shift});
    if (shift) sum.push_back({CodeToken::Kind::Mark, ">", 0, false});
    sum.push_back({CodeToken::Kind::Mark, "(", 0, false});
    sum.insert(sum.end(), value_tokens.begin(), value_tokens.end());
    sum.push_back({CodeToken::Kind::Mark, ")", 0, false});
    value = evaluate(sum);
  }
  const bool fraction_kept = variable.type.find("float") != std::string::npos ||
                             variable.type.find("double") != std::string::npos ||
                             variable.type.find("auto") != std::string::npos;
  if (value.kind == Kind::Real && !fraction_kept && variable.type.find('*') == std::string::npos)
    value = HostValue::of(static_cast<std::int64_t>(value.real));
  // In a branch that may not be taken: the old value may still hold, so the value is not known.
  if (uncertain_ > 0 && variable.value.kind != Kind::Unknown && variable.value.is_number() &&
      !(value.kind == variable.value.kind && value.integer == variable.value.integer &&
        value.as_real() == variable.value.as_real()))
    value = HostValue::unknown(variable.name);
  if (operation == "=" && value_tokens.size() == 1) // copying a struct copies its members
    if (const auto from = find(value_tokens[0].text); from && !variables_[*from].members.empty())
      variable.members = variables_[*from].members;
  variable.value = std::move(value);
}

/// `int n = 4, *p;`, `dim3 grid(n / 256);`, `std::vector<float> h(n);`: false when this is not a declaration.
bool HostProgram::declaration(Tokens tokens) {
  if (tokens.empty() || tokens[0].kind != CodeToken::Kind::Name || begins_no_declaration(tokens[0].text))
    return false;
  std::size_t at = 0;
  std::size_t names = 0; ///< words of the type so far; `std::` counts with the next one
  while (at < tokens.size() &&
         (tokens[at].kind == CodeToken::Kind::Name || tokens[at].text == "::" || tokens[at].text == "<")) {
    if (tokens[at].text == "<") {
      const std::size_t behind = behind_angles(tokens, at);
      if (behind == at) return false;
      at = behind;
      continue;
    }
    if (tokens[at].text == "::") {
      ++at;
      continue;
    }
    ++names;
    const bool qualified = at + 1 < tokens.size() && tokens[at + 1].text == "::";
    ++at;
    if (qualified && names > 0) --names;
  }
  // What follows the last name: another declarator, or an initializer. With `T * x` the name comes after the
  // star.
  std::size_t type_end = at;
  if (at < tokens.size() && (tokens[at].text == "*" || tokens[at].text == "&" || tokens[at].text == "&&")) {
    std::size_t star = at;
    while (star < tokens.size() &&
           (tokens[star].text == "*" || tokens[star].text == "&" || tokens[star].text == "&&" ||
            tokens[star].text == "const" || tokens[star].text == "__restrict__"))
      ++star;
    if (names < 1 || star >= tokens.size() || tokens[star].kind != CodeToken::Kind::Name) return false;
    if (star + 1 < tokens.size() && tokens[star + 1].text != "=" && tokens[star + 1].text != "," &&
        tokens[star + 1].text != "[" && tokens[star + 1].text != "{" && tokens[star + 1].text != "(")
      return false;
    if (names == 1 && find(tokens[0].text)) return false; // a multiplication
  } else {
    if (names < 2) return false;
    --type_end;
  }
  const Tokens type = tokens.subspan(0, type_end);
  if (type.empty()) return false;
  for (const Tokens part : split_at_commas(tokens.subspan(type_end))) declare(type, part);
  return true;
}

void HostProgram::declare(Tokens type, Tokens declarator) {
  std::size_t at = 0;
  std::string stars;
  while (at < declarator.size() &&
         (declarator[at].kind == CodeToken::Kind::Mark || declarator[at].text == "const" ||
          declarator[at].text == "__restrict__")) {
    if (declarator[at].text == "*") stars += '*';
    ++at;
  }
  if (at >= declarator.size() || declarator[at].kind != CodeToken::Kind::Name) return;
  HostVariable variable;
  variable.name = declarator[at].text;
  while (!type.empty() &&
         (type[0].text == "static" || type[0].text == "const" || type[0].text == "constexpr" ||
          type[0].text == "extern" || type[0].text == "inline" || type[0].text == "struct"))
    type = type.subspan(1);
  variable.type = type_text(type) + stars;
  const std::size_t after = at + 1;
  Tokens initial;
  std::string_view form;
  if (after < declarator.size()) {
    form = declarator[after].text;
    if (form == "=") initial = declarator.subspan(after + 1);
    else if (form == "(" || form == "{")
      initial = inside(declarator, after, behind_closing(declarator, after));
    else if (form != "[") return;
  }
  effects(initial, false);
  if (form == "=" && !initial.empty() && initial[0].text == "{") { // dim3 block = {16, 16}
    initial = inside(initial, 0, behind_closing(initial, 0));
    form = "{";
  }
  const bool is_vector = std::any_of(type.begin(), type.end(), [](const CodeToken& t) {
    return t.text == "vector" || t.text == "host_vector" || t.text == "array";
  });
  const bool on_device = std::any_of(type.begin(), type.end(),
                                     [](const CodeToken& t) { return t.text == "device_vector"; });
  const bool is_dim = !type.empty() && type.back().text == "dim3" && stars.empty();
  variable.value = HostValue::unknown(variable.name);
  if (form == "[") {
    std::int64_t count = 1;
    bool known = true;
    for (std::size_t i = after; i < declarator.size() && declarator[i].text == "[";
         i = behind_closing(declarator, i)) {
      const HostValue size = evaluate(inside(declarator, i, behind_closing(declarator, i)));
      known = known && size.kind == Kind::Integer && size.integer >= 0 &&
              !__builtin_mul_overflow(count, size.integer, &count);
    }
    const auto braces = std::find_if(declarator.begin(), declarator.end(),
                                     [](const CodeToken& t) { return t.text == "{"; });
    if (braces != declarator.end()) {
      const auto open = static_cast<std::size_t>(braces - declarator.begin());
      variable.initial = inside(declarator, open, behind_closing(declarator, open));
    }
    const std::int64_t bytes = stars.empty() ? bytes_of_type(type).value_or(0) : 8;
    if (bytes > 0 && known) {
      variable.value.kind = Kind::Container;
      variable.value.integer = count;
      variable.value.element = bytes;
      if (count > (std::int64_t{1} << 50)) variable.value = HostValue::unknown(variable.name);
    }
  } else if (is_vector || on_device) {
    const auto open = std::find_if(type.begin(), type.end(),
                                   [](const CodeToken& t) { return t.text == "<"; });
    const auto begin = static_cast<std::size_t>(open - type.begin());
    const auto arguments = begin < type.size()
                               ? split_at_commas(inside(type, begin, behind_angles(type, begin)))
                               : std::vector<Tokens>{};
    const std::int64_t bytes = arguments.empty() ? 0 : bytes_of_type(arguments[0]).value_or(0);
    const auto parts = split_at_commas(initial);
    HostValue count = parts.empty() ? HostValue::unknown(variable.name + ".size()") : evaluate(parts[0]);
    if (count.kind == Kind::Container)
      count = HostValue::of(count.integer); // a copy of another container, or its begin()
    if (count.kind != Kind::Integer && !parts.empty() && parts[0].size() > 2 && parts[0][1].text == ".")
      if (const auto other = find(parts[0][0].text);
          other && variables_[*other].value.kind == Kind::Container)
        count = HostValue::of(variables_[*other].value.integer);
    std::int64_t total = 0;
    if (count.kind == Kind::Integer && bytes > 0 && count.integer >= 0 &&
        !__builtin_mul_overflow(count.integer, bytes, &total)) {
      variable.value.kind = on_device ? Kind::Buffer : Kind::Container;
      variable.value.integer = on_device ? total : count.integer;
      variable.value.element = bytes;
    } else if (count.kind == Kind::Unknown) {
      variable.value.missing = count.missing;
    }
  } else if (is_dim) {
    HostValue sizes;
    sizes.kind = Kind::Sizes;
    const auto parts = split_at_commas(initial);
    if (parts.size() == 1 && form == "=") {
      sizes = evaluate(parts[0]);
      if (sizes.kind == Kind::Integer) sizes.kind = Kind::Sizes, sizes.sizes = {sizes.integer, 1, 1};
    } else {
      for (std::size_t i = 0; i < parts.size() && i < 3 && sizes.kind == Kind::Sizes; ++i) {
        const HostValue value = evaluate(parts[i]);
        if (value.kind == Kind::Integer) sizes.sizes[i] = value.integer;
        else if (value.kind == Kind::Real) sizes.sizes[i] = static_cast<std::int64_t>(value.real);
        else if (value.kind == Kind::Sizes && parts.size() == 1) sizes = value;
        else sizes = value.kind == Kind::Unknown ? value : HostValue::unknown(text_of(parts[i]));
      }
    }
    variable.value = sizes;
  } else if (form == "{" && type.size() == 1 && stars.empty() && struct_members_.contains(type[0].text)) {
    set_members(variable, type[0].text, initial);
  } else if (!initial.empty()) {
    variable.value = evaluate(initial);
    const bool whole = bytes_of_type(type).has_value() && stars.empty() &&
                       variable.type.find("float") == std::string::npos &&
                       variable.type.find("double") == std::string::npos;
    if (variable.value.kind == Kind::Real && whole) {
      variable.value = variable.value.real < 9e18 && variable.value.real > -9e18
                           ? HostValue::of(static_cast<std::int64_t>(variable.value.real))
                           : HostValue::unknown(variable.name);
    } else if (variable.value.kind == Kind::Integer && stars.empty() &&
               (variable.type == "float" || variable.type == "double")) {
      variable.value = HostValue::of_real(static_cast<double>(variable.value.integer));
    }
    if (variable.value.kind == Kind::Unknown && variable.value.missing.empty())
      variable.value.missing = variable.name;
  }
  scopes_.back()[variable.name] = variables_.size();
  variables_.push_back(std::move(variable));
}

} // namespace warpscope::source
