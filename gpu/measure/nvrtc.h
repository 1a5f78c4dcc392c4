// Compiles device text to machine code with NVRTC, for the present device or any that NVRTC supports. Line
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
  std::vector<char> cubin;                         ///< empty on errors
  std::string ptx;                                 ///< what it was assembled from; empty: NVRTC keeps it
  std::map<std::string, std::string> symbols;      ///< symbols of kernels and variables, by name expression
  std::vector<protocol::RecordedMessage> messages; ///< positions are in the text
  /// Bytes stored and loaded by spills, by symbol, as ptxas reports.
  std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> spills;
  double seconds = 0;
  [[nodiscard]] bool fine() const { return !cubin.empty(); }
  /// Returns the first error with its position; empty when there is none.
  [[nodiscard]] std::string first_error() const;
};

/// The name of the text in messages and line tables: one that no header of a person has.
inline constexpr const char* device_text_name = "warpscope_device_text.cu";

/// `cc`: 90 for sm_90. As written: __shared__ becomes volatile, and macros make atomics accept such variables
/// where the text needs it. The text and its headers go to NVRTC alone, which reads no files but the
/// toolkit's (and, for names of those, files in the working folder: warpscope-measure's is /).
[[nodiscard]] CompiledDeviceText compile_device_text(const protocol::MeasureRequest& request,
                                                     std::uint32_t cc, protocol::BuildKind kind);

/// As above, of a text of our own with extern "C" kernels and no headers; no line information.
[[nodiscard]] CompiledDeviceText compile_plain_text(const std::string& text, std::uint32_t cc);

/// Reads messages and spills from NVRTC's log (for a text named device_text_name).
void read_nvrtc_log(std::string_view log, CompiledDeviceText& into);

/// "13.0"; empty when there is no NVRTC.
[[nodiscard]] std::string nvrtc_version();
/// Says why there is no compiler and what to do about it; empty when there is one.
[[nodiscard]] std::string no_nvrtc();

} // namespace warpscope::measure
