// One .cu that brings back what the window shows: the text, and a view in its header
// (docs/scenario-files.md).
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
/// Of any text: one without a view comes back as it is.
[[nodiscard]] OpenedShare take_view(std::string text);

/// The document that the view describes; `from` gives what it leaves out. Devices and labs that the catalog
/// lacks are passed over; a lab must have exactly this text.
[[nodiscard]] Document document_of(const OpenedShare& share, const Document& from, const Catalog& catalog,
                                   const std::string& path);

} // namespace warpscope::document
