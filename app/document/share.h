// One .cu that restores what the window shows: the text, with a view in its header (docs/scenario-files.md).
#pragma once

#include "app/document/catalog.h"
#include "app/document/document.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::document {

struct SharedText {
  std::string text;
  std::string problem; ///< a sentence when there is nothing to share; `text` is empty then
};
/// `step` counts from 0, `scene` is the scene's id.
[[nodiscard]] SharedText share_text(const Document& document, std::string_view scene, std::uint64_t step);

struct OpenedShare {
  std::string text; ///< without what share_text() added
  std::optional<source::SavedView> view;
};
/// For any text: one without a view is returned unchanged.
[[nodiscard]] OpenedShare take_view(std::string text);

/// Returns the document that the view describes; `from` supplies what it leaves out. Devices and labs that
/// the catalog lacks are ignored; a lab must have exactly this text.
[[nodiscard]] Document document_of(const OpenedShare& share, const Document& from, const Catalog& catalog,
                                   const std::string& path);

} // namespace warpscope::document
