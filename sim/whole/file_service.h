// Files that the guest asks for: it may open none by itself.
#pragma once

#include "sim/whole/context.h"

#include <filesystem>
#include <string>

namespace warpscope::whole {

/// A program may read below its folder and a few harmless files of the system. What it writes goes to the
/// scratch folder, under the same relative path, and is read from there afterwards.
class FileService {
 public:
  explicit FileService(Context& context);
  /// Returns the answer; `descriptor` receives an open file, which the caller closes, or -1.
  [[nodiscard]] guest::Opened open(const guest::Open& request, int& descriptor);

 private:
  [[nodiscard]] guest::Opened deny(const guest::Open& request, int error);

  Context& context_;
  std::filesystem::path folder_, scratch_; ///< canonical; empty: none
};

} // namespace warpscope::whole
