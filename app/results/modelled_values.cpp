// Follows the times of cudaEventElapsedTime() through assignments and returns.
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

} // namespace

ModelledValues::ModelledValues(const std::vector<std::string_view>& words) : words_(words) {
  if (std::find(words.begin(), words.end(), "cudaEventElapsedTime") == words.end()) return;
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

bool ModelledValues::add(std::size_t at) {
  return at < words_.size() && source::is_name(words_[at]) &&
         values_.emplace(scope_of(at), words_[at]).second;
}

void ModelledValues::seed() {
  for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
    if (words_[i] != "cudaEventElapsedTime" || words_[i + 1] != "(") continue;
    std::size_t name = words_.size();
    for (std::size_t k = i + 2; k < words_.size() && !among(words_[k], {",", "[", ")"}); ++k)
      if (source::is_name(words_[k])) name = k;
    (void)add(name);
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

bool ModelledValues::holds(std::size_t begin, std::size_t end) const {
  if (values_.empty()) return false;
  for (std::size_t i = begin; i < std::min(end, words_.size()); ++i) {
    if (!source::is_name(words_[i])) continue;
    const bool call = i + 1 < words_.size() && words_[i + 1] == "(";
    if (call ? functions_.contains(words_[i]) : values_.contains({scope_of(i), words_[i]})) return true;
  }
  return false;
}

bool ModelledValues::spread() {
  bool more = false;
  for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
    const std::string_view word = words_[i], before = words_[i - 1], after = words_[i + 1];
    if (word == "=" && after != "=" && !among(before, {"=", "<", ">", "!"})) {
      const std::size_t target = target_before(among(before, {"+", "-", "*", "/"}) ? i - 1 : i);
      if (target < words_.size() && holds(i + 1, statement_end(i + 1))) more |= add(target);
    } else if (among(word, {"push_back", "emplace_back"}) && after == "(") {
      if (holds(i + 2, statement_end(i + 2))) more |= add(target_before(before == "." ? i - 1 : i));
    } else if (word == ":" && before != ":" && after != ":") { // for (float t : times)
      std::size_t open = i;
      while (open > 0 && i - open < 8 && words_[open] != "(") --open;
      if (open > 0 && words_[open] == "(" && words_[open - 1] == "for" && holds(i + 1, statement_end(i + 1)))
        more |= add(i - 1);
    } else if (word == "return" && body_at(i) != 0 && holds(i + 1, statement_end(i + 1))) {
      more |= functions_.insert(bodies_[body_at(i) - 1].name).second;
    }
  }
  return more;
}

} // namespace warpscope::results
