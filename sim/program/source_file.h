// A text of the person's with its path.
#pragma once

#include <string>

namespace warpscope::program {

struct SourceFile {
  std::string path; ///< absolute: its folder is searched for "local.h"
  std::string text; ///< read in place of the file
  bool operator==(const SourceFile&) const = default;
};
template <class Io> void fields(Io& io, SourceFile& v) { io(v.path), io(v.text); }

} // namespace warpscope::program
