// Follows the times of cudaEventElapsedTime() and of clock() in kernels through assignments, returns and
// launches.
#include "app/results/modelled_values.h"

#include "sim/source/text_words.h"

#include <algorithm>
#include <array>

namespace warpscope::results {

namespace {

constexpr int most_rounds = 6; ///< of assignments that depend on each other

bool among(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// May stand before a name that it does not declare.
bool is_statement_word(std::string_view word) {
  return among(word, {"return", "else", "delete", "new", "case", "goto", "throw", "do", "and", "or", "not"});
}

/// In device code alone: the host's clock() is a clock.
bool is_device_clock(std::string_view word) { return among(word, {"clock", "clock64", "__globaltimer"}); }

} // namespace

ModelledValues::ModelledValues(const std::vector<std::string_view>& words) : words_(words) {
  if (std::none_of(words.begin(), words.end(), [](std::string_view word) {
        return word == "cudaEventElapsedTime" || is_device_clock(word);
      }))
    return;
  find_bodies();
  seed();
  for (int round = 0; round < most_rounds && spread(); ++round) {
  }
}

void ModelledValues::find_bodies() {
  body_of_.assign(words_.size(), 0);
  int parentheses = 0;
  std::size_t named = 0; ///< the word that names a function whose body may come; 0: none
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string_view word = words_[i];
    if (word == "(") {
      if (parentheses++ == 0 && named == 0 && i > 0 && source::is_name(words_[i - 1]) &&
          !words_[i - 1].starts_with("__"))
        named = i - 1;
    } else if (word == ")") {
      parentheses = std::max(0, parentheses - 1);
    } else if ((word == ";" || word == "}") && parentheses == 0) {
      named = 0;
    } else if (word == "{" && parentheses == 0 && named != 0) {
      Body body{words_[named], named + 1, i};
      for (std::size_t k = named; k > 0 && !among(words_[k - 1], {";", "}", "{"}); --k)
        body.device |= among(words_[k - 1], {"__global__", "__device__"});
      for (int depth = 0; body.end < words_.size(); ++body.end) {
        if (words_[body.end] == "{") ++depth;
        if (words_[body.end] == "}" && --depth == 0) break;
      }
      bodies_.push_back(body);
      const std::size_t end = std::min(body.end + 1, words_.size());
      std::fill(body_of_.begin() + static_cast<std::ptrdiff_t>(body.begin),
                body_of_.begin() + static_cast<std::ptrdiff_t>(end), bodies_.size());
      i = end - 1;
      named = 0;
    }
  }
}

std::size_t ModelledValues::body_at(std::size_t at) const { return at < body_of_.size() ? body_of_[at] : 0; }

/// Of a name that its function does not declare: 0, for it is a member or global.
std::size_t ModelledValues::scope_of(std::size_t at) const {
  const std::size_t index = body_at(at);
  if (index == 0) return 0;
  const Body& body = bodies_[index - 1];
  for (std::size_t i = body.begin + 1; i < body.end; ++i)
    if (words_[i] == words_[at] && source::is_name(words_[i - 1]) && !is_statement_word(words_[i - 1]))
      return index;
  return 0;
}

bool ModelledValues::add(std::size_t at, TimeSource source) {
  return at < words_.size() && source::is_name(words_[at]) &&
         values_.emplace(std::pair(scope_of(at), words_[at]), source).second;
}

std::size_t ModelledValues::last_name(std::size_t begin, std::size_t end) const {
  std::size_t name = words_.size();
  for (std::size_t k = begin; k < std::min(end, words_.size()) && words_[k] != "["; ++k)
    if (source::is_name(words_[k])) name = k;
  return name;
}

void ModelledValues::seed() {
  for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
    if (words_[i] != "cudaEventElapsedTime" || words_[i + 1] != "(") continue;
    (void)add(last_name(i + 2, statement_end(i + 2)), TimeSource::Model);
  }
}

std::size_t ModelledValues::target_before(std::size_t end) const {
  std::size_t at = end;
  while (at > 0 && words_[at - 1] == "]") {
    int depth = 0;
    do {
      --at;
      depth += words_[at] == "]" ? 1 : words_[at] == "[" ? -1 : 0;
    } while (at > 0 && depth > 0);
  }
  return at > 0 && source::is_name(words_[at - 1]) ? at - 1 : words_.size();
}

std::size_t ModelledValues::statement_end(std::size_t at) const {
  int depth = 0;
  for (; at < words_.size(); ++at) {
    const std::string_view word = words_[at];
    if (among(word, {"(", "[", "{"})) ++depth;
    else if (among(word, {")", "]", "}"}) && --depth < 0) return at;
    else if (depth == 0 && (word == ";" || word == ",")) return at;
  }
  return at;
}

TimeSource ModelledValues::source_of(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < std::min(end, words_.size()); ++i) {
    if (!source::is_name(words_[i])) continue;
    if (i + 1 < words_.size() && words_[i + 1] == "(") {
      const std::size_t body = body_at(i);
      if (is_device_clock(words_[i]) && body != 0 && bodies_[body - 1].device) return TimeSource::Clock;
      if (const auto of = functions_.find(words_[i]); of != functions_.end()) return of->second;
    } else if (const auto of = values_.find({scope_of(i), words_[i]}); of != values_.end()) {
      return of->second;
    }
  }
  return TimeSource::None;
}

bool ModelledValues::spread_to_launch(std::size_t at) {
  const auto body = std::find_if(bodies_.begin(), bodies_.end(),
                                 [&](const Body& b) { return b.device && b.name == words_[at]; });
  std::size_t open = at + 4; // name < < <
  while (open < words_.size() && !among(words_[open], {";", "{"}) &&
         !(words_[open] == "(" && words_[open - 1] == ">" && words_[open - 2] == ">"))
    ++open;
  if (body == bodies_.end() || open >= words_.size() || words_[open] != "(") return false;
  bool more = false;
  std::size_t parameter = body->begin + 1, argument = open + 1;
  while (parameter < body->end && argument < words_.size()) {
    const std::size_t parameter_end = statement_end(parameter), argument_end = statement_end(argument);
    const std::size_t name = last_name(parameter, parameter_end);
    if (name < words_.size())
      if (const TimeSource source = source_of(name, name + 1); source != TimeSource::None)
        more |= add(last_name(argument, argument_end), source);
    if (parameter_end >= words_.size() || argument_end >= words_.size() || words_[parameter_end] != "," ||
        words_[argument_end] != ",")
      break;
    parameter = parameter_end + 1;
    argument = argument_end + 1;
  }
  return more;
}

bool ModelledValues::spread() {
  bool more = false;
  const auto pass = [&](std::size_t begin, std::size_t end, std::size_t to) {
    if (to >= words_.size()) return;
    if (const TimeSource source = source_of(begin, end); source != TimeSource::None) more |= add(to, source);
  };
  for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
    const std::string_view word = words_[i], before = words_[i - 1], after = words_[i + 1];
    if (word == "=" && after != "=" && !among(before, {"=", "<", ">", "!"})) {
      pass(i + 1, statement_end(i + 1), target_before(among(before, {"+", "-", "*", "/"}) ? i - 1 : i));
    } else if (among(word, {"push_back", "emplace_back"}) && after == "(") {
      pass(i + 2, statement_end(i + 2), target_before(before == "." ? i - 1 : i));
    } else if (among(word, {"cudaMemcpy", "cudaMemcpyAsync"}) && after == "(") {
      const std::size_t end = statement_end(i + 2);
      pass(end + 1, statement_end(end + 1), last_name(i + 2, end));
    } else if (word == ":" && before != ":" && after != ":") { // for (float t : times)
      std::size_t open = i;
      while (open > 0 && i - open < 8 && words_[open] != "(") --open;
      if (open > 0 && words_[open] == "(" && words_[open - 1] == "for")
        pass(i + 1, statement_end(i + 1), i - 1);
    } else if (word == "return" && body_at(i) != 0) {
      const TimeSource source = source_of(i + 1, statement_end(i + 1));
      if (source != TimeSource::None) more |= functions_.emplace(bodies_[body_at(i) - 1].name, source).second;
    } else if (source::is_name(word) && i + 3 < words_.size() && after == "<" && words_[i + 2] == "<" &&
               words_[i + 3] == "<") {
      more |= spread_to_launch(i);
    }
  }
  return more;
}

} // namespace warpscope::results
