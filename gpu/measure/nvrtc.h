// Device text to machine code with NVRTC, for the device that is present or any that NVRTC knows. Line
// information is on.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::measure {

struct CompiledDeviceText {
  std::vector<char> cubin;                         ///< empty when it did not compile
  std::map<std::string, std::string> symbols;      ///< of kernels and variables, by their name expression
  std::vector<protocol::RecordedMessage> messages; ///< places are the text's
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> spills; ///< bytes stored and loaded, by
                                                                         ///< symbol, as ptxas says
  double seconds = 0;
  [[nodiscard]] bool fine() const { return !cubin.empty(); }
  /// The first error, with its place; empty when fine.
  [[nodiscard]] std::string first_error() const;
};

/// The name that the text has in messages and line tables.
inline constexpr const char* device_text_name = "kernel.cu";

/// `cc`: 90 for sm_90. As written: __shared__ is made volatile; atomics on such variables are let through by
/// macros where the text needs that. Text goes to NVRTC alone, which reads no file but the toolkit's headers
/// (and, for names of those, the working folder: warpscope-measure's is /).
[[nodiscard]] CompiledDeviceText compile_device_text(const protocol::MeasureRequest& request,
                                                     std::uint32_t cc, protocol::BuildKind kind);

/// Messages and spills of NVRTC's log (of a text named device_text_name).
void read_nvrtc_log(std::string_view log, CompiledDeviceText& into);

/// "13.0"; empty when there is no NVRTC.
[[nodiscard]] std::string nvrtc_version();
/// Why there is no compiler, with what to do about it; empty when there is one.
[[nodiscard]] std::string no_nvrtc();

} // namespace warpscope::measure
