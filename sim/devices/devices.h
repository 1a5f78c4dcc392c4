// The built-in devices, and those that a person describes in a TOML file. Keys: assets/devices/README.md.
/// - Subject: Devices
/// - Not modelled: a device's numbers are looked at, printed and used for occupancy and rooflines; no time is
/// simulated from them.
#pragma once

#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/base/measured.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::devices {

/// The built-in devices, by ascending compute capability. Built once, on the first call; the reference stays
/// valid.
[[nodiscard]] const std::vector<Device>& devices();

/// Finds a device by id, name, alias, compute capability or architecture, ignoring case: "cc90", "9.0", "90",
/// "sm_90", "H200", "hopper". An architecture that several devices share gives the first of them. Null when
/// there is none.
[[nodiscard]] const Device* find_device(std::string_view wanted);

/// Returns "unknown device 'x'; known: cc70 (V100), …", the message for a name that find_device does not
/// know.
[[nodiscard]] std::string unknown_device_message(std::string_view wanted);

/// What probes measured: a person's own files, then those embedded from assets/devices/measured.
[[nodiscard]] const std::vector<MeasuredDevice>& measured_devices();

/// Takes what `warpscope probe` wrote into the folder (every *.toml, by name), in place of what was taken
/// before. To be called before anything is estimated: pointers of measured_for() end. Returns a sentence for
/// each file that is left out because it cannot be read. A folder that is not there has no files.
std::vector<std::string> use_own_measured(const std::string& folder);

/// The probe of the device, a person's own before an embedded one, and of several the one whose device has
/// the description's name in its own; else of the nearest compute capability that has one: MeasuredDevice::of
/// tells them apart. Null when there is no probe at all.
[[nodiscard]] const MeasuredDevice* measured_for(const Device& device);

struct ParsedMeasured {
  std::optional<MeasuredDevice> measured;
  std::string error; ///< one sentence
};
[[nodiscard]] ParsedMeasured parse_measured(std::string_view toml, std::string_view file);

/// The largest device description that is read.
inline constexpr std::size_t max_device_file_bytes = 256 * 1024;

struct ParsedDevice {
  std::optional<Device> device; ///< empty when a diagnostic is an error
  Diagnostics diagnostics;
};

/// `file` is the name used in the diagnostics. Reports every error of the text, not only the first, except
/// for TOML syntax errors.
[[nodiscard]] ParsedDevice parse_device(std::string_view toml, std::string_view file);

} // namespace warpscope::devices
