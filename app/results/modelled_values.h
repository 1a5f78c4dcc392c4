// Which expressions of a program hold a time of the model: what cudaEventElapsedTime() wrote, or clock() in
// a kernel, and what was computed from it. By the words of the text, function by function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::results {

/// Where a value comes from that stands where a GPU would have a time.
enum class TimeSource : std::uint8_t {
  None,
  Model, ///< cudaEventElapsedTime(): the model's time
  Clock, ///< clock(), clock64(), globaltimer in a kernel: instructions that the warp has executed
};

class ModelledValues {
 public:
  /// `words`: of one text, in order; they must outlive this.
  explicit ModelledValues(const std::vector<std::string_view>& words);
  /// Of the first word in [begin, end) that names such a value.
  [[nodiscard]] TimeSource source_of(std::size_t begin, std::size_t end) const;

 private:
  struct Body {
    std::string_view name;
    std::size_t begin = 0, end = 0; ///< from the word behind its name to its last brace
    bool device = false;            ///< __global__ or __device__ stands before it
  };
  void find_bodies();
  void seed();
  bool spread(); ///< one round; false: nothing was added
  bool add(std::size_t at, TimeSource source);
  /// What a kernel writes to where a parameter points is what the launch's argument points to.
  bool spread_to_launch(std::size_t at);
  [[nodiscard]] std::size_t last_name(std::size_t begin, std::size_t end) const; ///< words_.size(): none
  [[nodiscard]] std::size_t body_at(std::size_t at) const; ///< its index + 1; 0: outside of all
  [[nodiscard]] std::size_t scope_of(std::size_t at) const;
  /// The word that names what an expression ending before `end` assigns to: "t.ms[i]" -> "ms"; npos: none.
  [[nodiscard]] std::size_t target_before(std::size_t end) const;
  [[nodiscard]] std::size_t statement_end(std::size_t at) const;

  const std::vector<std::string_view>& words_;
  std::vector<Body> bodies_;
  std::vector<std::size_t> body_of_; ///< by word
  /// With their scopes; 0: of the whole text.
  std::map<std::pair<std::size_t, std::string_view>, TimeSource> values_;
  std::map<std::string_view, TimeSource> functions_; ///< that return one
};

} // namespace warpscope::results
