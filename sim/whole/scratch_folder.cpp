// Makes and removes the folder.
#include "sim/whole/scratch_folder.h"

#include <cstdlib>
#include <filesystem>

namespace warpscope::whole {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::error_code none;
  std::string name = (fs::temp_directory_path(none) / "warpscope-run-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace warpscope::whole
