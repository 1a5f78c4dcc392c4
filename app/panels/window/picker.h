// A long list to pick from, by topic, with a field above it: what is typed filters titles, topics and
// questions. The keyboard alone is enough: type, arrows, Enter.
#pragma once

#include "app/panels/window/paint.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

struct PickerItem {
  std::string label;
  std::string topic;    ///< printed above the first item of each run of equal ones
  std::string detail;   ///< muted, after the label
  std::string question; ///< searched, and told while the pointer rests on the item
  std::string id;       ///< searched only
};

/// The items that contain every word of `typed`, whatever its case, in their order.
[[nodiscard]] std::vector<std::size_t> matching_items(const std::vector<PickerItem>& items,
                                                      std::string_view typed);

class Picker {
 public:
  /// Draws the closed box, and the list while it is open. Returns the chosen index, -1 if none was chosen in
  /// this frame.
  int draw(const Paint& paint, const Fonts& fonts, const char* id, view::Box box, std::string_view shown,
           const std::vector<PickerItem>& items, int current, float em);

 private:
  int rows(const Paint& paint, const Fonts& fonts, const std::vector<PickerItem>& items, int current,
           float em);

  std::string typed_;
  bool armed_ = false; ///< the key that opened the list was let go
  int at_ = 0;         ///< of the matching items: the one that Enter takes
};

} // namespace warpscope::panels
