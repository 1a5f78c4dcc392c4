// What was found in a program: each kind of finding at a place once, with how often.
#pragma once

#include "sim/whole/record.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace warpscope::whole {

class Findings {
 public:
  void add(Finding finding);
  /// Errors first, then warnings, then notes; each in the order in which they were found.
  [[nodiscard]] std::vector<Finding> worst_first() const;

 private:
  static constexpr std::size_t most = 1000; ///< different ones
  std::vector<Finding> found_;
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::string>, std::size_t> index_;
};

} // namespace warpscope::whole
