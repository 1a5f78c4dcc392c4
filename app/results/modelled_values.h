// Which expressions of a host program hold a time of the model: what cudaEventElapsedTime() wrote, and what
// was computed from it. By the words of the text, function by function.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::results {

class ModelledValues {
 public:
  /// `words`: of one text, in order; they must outlive this.
  explicit ModelledValues(const std::vector<std::string_view>& words);
  /// True when one of the words in [begin, end) names such a value.
  [[nodiscard]] bool holds(std::size_t begin, std::size_t end) const;

 private:
  struct Body {
    std::string_view name;
    std::size_t begin = 0, end = 0; ///< from the word behind its name to its last brace
  };
  void find_bodies();
  void seed();
  bool spread(); ///< one round; false: nothing was added
  bool add(std::size_t at);
  [[nodiscard]] std::size_t body_at(std::size_t at) const; ///< its index + 1; 0: outside of all
  [[nodiscard]] std::size_t scope_of(std::size_t at) const;
  /// The word that names what an expression ending before `end` assigns to: "t.ms[i]" -> "ms"; npos: none.
  [[nodiscard]] std::size_t target_before(std::size_t end) const;
  [[nodiscard]] std::size_t statement_end(std::size_t at) const;

  const std::vector<std::string_view>& words_;
  std::vector<Body> bodies_;
  std::vector<std::size_t> body_of_;                          ///< by word
  std::set<std::pair<std::size_t, std::string_view>> values_; ///< with their scopes; 0: of the whole text
  std::set<std::string_view> functions_;                      ///< that return one
};

} // namespace warpscope::results
