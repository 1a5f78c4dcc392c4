// profiles.toml, read at the start and again whenever it was written, so that a new host needs no restart.
#pragma once

#include "app/measuring/measuring.h"
#include "app/panels/window/panel.h"

#include <filesystem>
#include <string>

namespace warpscope::panels {

class ProfileWatch {
 public:
  explicit ProfileWatch(std::string config_folder = {}) : folder_(std::move(config_folder)) {}
  /// A file with errors leaves the profiles as they are, and is reported.
  void read(measuring::Measuring& measuring, Shared& ui);
  /// Call in each frame in which profiles are visible; checks the disk twice a second. True: they were read
  /// again.
  bool follow(measuring::Measuring& measuring, Shared& ui, double now);

 private:
  [[nodiscard]] std::filesystem::file_time_type written() const;
  std::string folder_;
  std::filesystem::file_time_type known_{};
  double next_ = 0;
};

} // namespace warpscope::panels
