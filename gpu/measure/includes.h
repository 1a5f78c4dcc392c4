// Controls what a text may include. NVRTC would read any file of the host (#include "/etc/passwd" puts its
// lines into the messages), so every name that an #include could give is either answered from memory or known
// to be the toolkit's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::measure {

struct WrittenInclude {
  std::uint32_t line = 0, column = 0; ///< position of the #
  std::string name; ///< the name between < > or " "; empty for anything else, such as #include MACRO
};

/// Returns every position that the preprocessor could take for an #include (also #include_next, #import,
/// #embed), including some in comments: too many do no harm, since they only get an answer from memory.
[[nodiscard]] std::vector<WrittenInclude> find_includes(std::string_view text);

/// Headers that travel with the text, by the name in their #include directives.
using SentHeaders = std::map<std::string, std::string>;

struct AnsweredIncludes {
  /// Name and text, passed to NVRTC: they take precedence over files.
  std::vector<std::pair<std::string, std::string>> headers;
  /// Includes without a literal name to check: refused. With the header that they stand in; empty: the text.
  std::vector<std::pair<std::string, WrittenInclude>> computed;
};
/// `folders`: the toolkit's header folders. `sent` answers for its names, and what it includes is answered,
/// too. Names of the host's C and C++ library are answered with an empty text or the toolkit's own header
/// (<cuda/std/…>), unknown names with an #error that contains `refused_include`.
[[nodiscard]] AnsweredIncludes answer_includes(std::string_view text, const SentHeaders& sent,
                                               const std::vector<std::filesystem::path>& folders);

inline constexpr std::string_view refused_include = "warpscope refuses this header: ";

} // namespace warpscope::measure
