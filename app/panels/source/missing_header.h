// A header that a program includes and that is not found: said first, with a field for its folder.
#pragma once

#include "app/panels/window/panel.h"

#include <string>

namespace warpscope::panels {

class MissingHeader {
 public:
  /// Draws the plate at the top of `box`. Returns its height; 0: every header is there.
  float draw(PanelContext& c, const Paint& paint, view::Box box, float margin);

 private:
  std::string folder_, header_;
};

/// Returns the header that a message says is missing; empty: it says something else.
[[nodiscard]] std::string missing_header(std::string_view message);

} // namespace warpscope::panels
