// For a text with kernels alone: the row above the timeline holds fields for its launch.
#pragma once

#include "app/document/kernel_fields.h"
#include "app/panels/window/panel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace warpscope::panels {

class KernelFieldsRow {
 public:
  /// Whether the document needs it; worked out anew with each change of the document.
  [[nodiscard]] bool needed(const session::Session& session);
  void draw(PanelContext& c, const Paint& paint, view::Box box, float left, float from, float to);

 private:
  struct Field {
    std::string text, shown; ///< as edited; as the document has it
  };
  std::uint64_t revision_ = ~0ull;
  std::optional<document::KernelFields> fields_;
  std::map<std::string, Field> texts_;
  float scroll_ = 0;
};

} // namespace warpscope::panels
