// A small field above the stage for the row length of a buffer. It opens where the matrix's name was clicked.
#pragma once

#include "app/panels/window/panel.h"

#include <cstdint>
#include <string>

namespace warpscope::panels {

class RowLengthField {
 public:
  /// For the buffer of this name, below the position that was clicked. `row_length`: its current one; 0:
  /// none.
  void open(std::string buffer, std::uint64_t row_length, std::uint64_t count, float x, float y);
  /// Enter sets, Esc and a click elsewhere cancel; an invalid row length is reported in the field, which
  /// stays open. Call it in every frame.
  void draw(PanelContext& c, const Paint& paint);

 private:
  std::string buffer_, typed_, error_;
  std::uint64_t count_ = 0;
  float x_ = 0, y_ = 0;
  bool wanted_ = false, focus_ = false;
};

} // namespace warpscope::panels
