// A folder for what one run of a program writes.
#pragma once

#include <string>

namespace warpscope::whole {

/// Made in the system's folder for temporary files; removed with all that is in it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; } ///< empty: it could not be made

 private:
  std::string path_;
};

} // namespace warpscope::whole
