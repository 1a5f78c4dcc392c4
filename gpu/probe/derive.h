// From a probe's rows to the figures of the simulated multiprocessor (keys: assets/devices/README.md). A pure
// function: each figure is computed from each process's rows alone; the file has the median over the
// processes and the spread, (most - least) / median.
#pragma once

#include "gpu/probe/rows.h"
#include "sim/base/device.h"
#include "sim/base/measured.h"

#include <string>
#include <vector>

namespace warpscope::probe {

struct Derived {
  MeasuredDevice measured;
  std::vector<std::string> missing; ///< figures for which a process lacks rows
  /// Sentences: why the figures should not be believed. The device was busy (times that spread, another
  /// process's load), its clock was throttled.
  std::vector<std::string> doubts;
};

/// `of`: the description of the device's compute capability. Its DRAM's bandwidth is what shares are of;
/// sizes and the count of multiprocessors are the probed device's.
[[nodiscard]] Derived derive(const Record& record, const Device& of);

/// The text of assets/devices/measured/NAME.toml.
[[nodiscard]] std::string to_toml(const MeasuredDevice& measured);

/// A name for the file: "h200" for "NVIDIA H200", "geforce-rtx-4090".
[[nodiscard]] std::string file_name_of(const std::string& device);

} // namespace warpscope::probe
