// A watched expression: arithmetic over the variables of a text, threadIdx and its like, and elements of
// arrays, worked out for the 32 lanes of a warp from values that somebody has already: it never runs code and
// changes nothing. Not the front end's parser: a watch is read again at every step, from a log, and what it
// names has no types but those of the log. The rules of types are C++'s (promotion to int, the usual
// conversions, wrapping), so that `i - 1 < n` says what the kernel would compute.
//
// Not modelled: assignments, calls but min, max and abs, pointers' arithmetic, members of structs but as
// variables named "v.x".
#pragma once

#include "sim/base/access.h"
#include "sim/base/diagnostic.h"
#include "sim/base/element_type.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::expression {

/// A value in each lane. Integers are sign- or zero-extended to 64 bits, a float is its 32 bits.
struct WatchLanes {
  ElementType type = ElementType::I32; ///< of what is known; never Other
  std::array<std::uint64_t, warp_size> bits{};
  std::uint32_t known = 0;
  std::string why; ///< why a lane has no value: of the first reason met
};

/// An array that can be indexed.
struct WatchArray {
  ElementType element = ElementType::F32;
  /// Elements in each dimension, outermost first; 0 in front: not bounded there.
  std::vector<std::uint64_t> dimensions;
  std::uint64_t id = 0; ///< of WatchNames
};

/// What an expression may name.
class WatchNames {
 public:
  virtual ~WatchNames() = default;
  /// Sets one of the two; false: there is no such name.
  [[nodiscard]] virtual bool find(std::string_view name, WatchLanes& value, bool& is_array,
                                  WatchArray& array) const = 0;
  /// The element of each of `lanes` at its index, counted through all dimensions.
  [[nodiscard]] virtual WatchLanes elements(const WatchArray& array,
                                            const std::array<std::uint64_t, warp_size>& index,
                                            std::uint32_t lanes) const = 0;
  /// For "did you mean".
  [[nodiscard]] virtual std::vector<std::string> all() const = 0;
};

class Watch {
 public:
  /// Parses; errors point into the text and name `field` as their file.
  [[nodiscard]] static std::shared_ptr<const Watch> parse(std::string text, const char* field,
                                                          Diagnostics& diagnostics);
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Works it out; a name that is not known is a diagnostic that points at it.
  [[nodiscard]] WatchLanes evaluate(const WatchNames& names, Diagnostics& diagnostics) const;

  struct Node; ///< watch.cpp
 private:
  std::string text_, field_;
  std::shared_ptr<const Node> root_;
};

} // namespace warpscope::expression
