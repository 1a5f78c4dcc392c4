// The list below the path of "Open": recent files, and what is in the folder that the path names.
#pragma once

#include "app/panels/window/panel.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

class FileBrowser {
 public:
  void begin(const std::string& path); ///< with the folder of this path
  /// Draws the lists; `path` is what stands in the field: its folder is listed, the rest of it filters names.
  /// Returns the path that was clicked: a folder ends with '/', a file is to be opened.
  [[nodiscard]] std::optional<std::string> draw(const PanelContext& c, const Paint& paint,
                                                const std::string& path);

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };
  void read(const std::string& folder);

  std::string folder_; ///< that entries_ are of, absolute
  std::string begun_;  ///< the path that the field held at first: no filter
  std::vector<Entry> entries_;
  std::string unreadable_;
};

} // namespace warpscope::panels
