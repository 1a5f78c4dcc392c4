// What a text may include. NVRTC would read any file of the host (#include "/etc/passwd" puts its lines into
// the messages), so every name that an #include could give is either answered from memory or known to be the
// toolkit's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::measure {

struct WrittenInclude {
  std::uint32_t line = 0, column = 0; ///< of the #
  std::string name;                   ///< between < > or " "; empty for anything else, as #include MACRO
};

/// Every place that the preprocessor could take for an #include (also #include_next, #import, #embed), some
/// in comments among them: too many does no harm, since they only get an answer from memory.
[[nodiscard]] std::vector<WrittenInclude> find_includes(std::string_view text);

struct AnsweredIncludes {
  std::vector<std::pair<std::string, std::string>> headers; ///< name and text, given to NVRTC: they come
                                                            ///< before any file
  std::vector<WrittenInclude> computed;                     ///< with no name to be looked at: refused
};
/// `folders`: of the toolkit's headers. Names of the host's C and C++ library are empty or the toolkit's own
/// (<cuda/std/…>), names that nobody knows become an #error with `refused_include` in it.
[[nodiscard]] AnsweredIncludes answer_includes(std::string_view text,
                                               const std::vector<std::filesystem::path>& folders);

inline constexpr std::string_view refused_include = "warpscope refuses this header: ";

} // namespace warpscope::measure
