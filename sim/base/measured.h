// What the probe measured of a device: assets/devices/measured/*.toml. assets/devices/README.md has the keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

struct MeasuredFigure {
  std::string key, unit;
  double value = 0;
  double spread = 0; ///< (most - least) / median over the processes
};

struct MeasuredDevice {
  std::string of;     ///< Device::id
  std::string device; ///< as its driver calls it
  std::string driver, date;
  std::uint32_t processes = 0;
  std::uint32_t cc_major = 0, cc_minor = 0; ///< of the Device
  std::string file;                         ///< a person's own; empty: it travels with the program
  std::vector<MeasuredFigure> figures;

  [[nodiscard]] const MeasuredFigure* find(std::string_view key) const {
    for (const MeasuredFigure& figure : figures)
      if (figure.key == key) return &figure;
    return nullptr;
  }
};

} // namespace warpscope
