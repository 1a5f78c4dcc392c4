// The roofline of a launch: how many operations a second it can do at most, by the bytes that it moves for
// each operation and the rates of the memories that they come from.
//
//   at most = min(peak, operations / bytes * bytes a second)     for each memory
//
//   device memory  what the blocks read and write, each buffer at most once, at dram_bandwidth
//   L2             sectors that miss L1 (a block's L1 holds what it reads) and sectors written, at
//                  l2_read_bandwidth
//   shared memory  128 bytes for each wavefront, one a cycle and multiprocessor: a conflict costs as much as
//                  the bytes that would have been served
//
// Source of the model: S. Williams, A. Waterman, D. Patterson, "Roofline", CACM 52 (2009). The bytes are
// those of speed.h. A memory whose rate the device's file lacks has no roof.
/// - Subject: Roofline
/// - Modelled: operations in floating point for each byte of device memory, of L2 and of shared memory, below
/// the device's roofs.
/// - Not modelled: operations of the compiler's instructions (a quotient or a function counts as one), tensor
/// cores' rates, the lower peak in double precision, caches beyond one block's reuse.
#pragma once

#include "sim/base/device.h"
#include "sim/model/speed.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::model {

enum class Roof : std::uint8_t { Dram, L2, Shared, Peak };
inline constexpr std::array<std::string_view, 4> roof_names = {"dram", "l2", "shared", "fp32"};
[[nodiscard]] constexpr std::string_view name_of(Roof roof) {
  return roof_names[static_cast<std::size_t>(roof)];
}

/// One memory's roof over the launch.
struct RoofOf {
  Roof roof = Roof::Dram;
  double rate = 0;      ///< bytes a second
  double bytes = 0;     ///< that the launch moves there
  double intensity = 0; ///< operations a byte; 0 when it moves none
  double at_most = 0;   ///< operations a second, the peak included; the peak itself when it moves no bytes
};

struct Roofline {
  double operations = 0;          ///< of the launch, in single and double precision together
  double peak = 0;                ///< operations a second: fp32_peak
  std::vector<RoofOf> roofs;      ///< in the order of Roof, without Peak
  Roof bound = Roof::Peak;        ///< the lowest
  double at_most = 0;             ///< operations a second under the lowest roof
  std::optional<double> modelled; ///< operations a second by the speed model; nullopt: no estimate
};

/// `operations`: of the whole launch. nullopt, with one sentence in `why_not`, when the device's file lacks
/// the rate of device memory or the peak.
[[nodiscard]] std::optional<Roofline> roofline(const Device& device, const SpeedInput& input,
                                               double operations, std::string& why_not);

} // namespace warpscope::model
