// A small field over the stage: how long a row of a buffer is. It opens where the matrix's name was clicked.
#pragma once

#include "app/panels/window/panel.h"

#include <cstdint>
#include <string>

namespace warpscope::panels {

class RowLengthField {
 public:
  /// For the buffer of this name, below the place of the window that was clicked. `row_length`: what it has
  /// now; 0: none.
  void open(std::string buffer, std::uint64_t row_length, std::uint64_t count, float x, float y);
  /// Enter sets, Esc and a click elsewhere leave; what is no row length is said in the field, which stays
  /// open. Call in every frame.
  void draw(PanelContext& c, const Paint& paint);

 private:
  std::string buffer_, typed_, error_;
  std::uint64_t count_ = 0;
  float x_ = 0, y_ = 0;
  bool wanted_ = false, focus_ = false;
};

} // namespace warpscope::panels
