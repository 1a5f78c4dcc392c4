// What a person can pick: labs and devices. A value passed to the session, so that tests bring their own.
#pragma once

#include "sim/base/device.h"

#include <string>
#include <vector>

namespace warpscope::document {

struct LabEntry {
  std::string id, title, question, group, text;
};

struct Catalog {
  std::vector<LabEntry> labs;
  std::vector<Device> devices; ///< at least one

  [[nodiscard]] const LabEntry* find_lab(const std::string& id) const;
  [[nodiscard]] const Device* find_device(const std::string& id) const;
};

/// The labs and devices embedded in the program.
[[nodiscard]] Catalog make_catalog();

} // namespace warpscope::document
