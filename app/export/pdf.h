// Pictures as the pages of a PDF: vector shapes, and texts as outlines of the embedded faces (Type 3 fonts
// with a map to Unicode, so that they can be searched and copied).
//
// Not modelled: compression; a dashed curve that fades has one colour.
#pragma once

#include "app/view/picture.h"

#include <span>
#include <string>

namespace warpscope::exporting {

struct PdfOptions {
  float page_width = 595, page_height = 842; ///< in points: A4. A page's picture fills the width
  std::string title, author;
  std::string rights;     ///< a sentence: the licence
  std::string rights_url; ///< of the licence's text
};

/// Returns a whole document. Equal Pictures and options give the same bytes.
[[nodiscard]] std::string to_pdf(std::span<const view::Picture> pages, const PdfOptions& options = {});

} // namespace warpscope::exporting
