// The headers that a whole program's text begins with, parsed once and kept as a precompiled header on disk:
// <iostream> and <vector> take a third of a second to parse and a hundredth to read.
#pragma once

#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// The directives of the text's beginning that name no local file: #include <…> and #define, as they stand.
/// It ends at the first line of code, other directive, #include "…" or header of the person's `folders` (-I),
/// whose lines are to be known.
[[nodiscard]] std::string preamble_of(std::string_view text, const std::vector<std::string>& folders = {});

/// What became of a header that was to be parsed ahead of its use.
enum class Prepared : std::uint8_t {
  Before,  ///< it was kept already
  Now,     ///< it is kept from now on
  Refused, ///< it does not compile by itself: the text's own compilation says why
  NotKept, ///< it was parsed, and the cache takes no file: the disk is full, or nothing may be written there
};

/// Below $XDG_CACHE_HOME/warpscope (else ~/.cache/warpscope); a few tens of the newest are kept. Those of the
/// labs lie beside the program, made when it was built. Errors of the file system only make it slower.
class PreambleCache {
 public:
  /// `key`: everything that the precompiled header depends on, but for the system's headers: Clang checks
  /// those.
  explicit PreambleCache(std::string_view key);
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> load() const; ///< null: there is none
  [[nodiscard]] bool is_kept() const; ///< there is a file; whether it is whole, load() finds out
  void store(std::string_view bytes) const;
  void drop(); ///< what is kept does not fit the system's headers: load() finds nothing from now on

 private:
  std::string path_;  ///< empty: there is no place for a cache
  std::string built_; ///< beside the program; empty: it is not known where that is
  bool dropped_ = false;
};

/// Of Clang and LLVM, with their revision.
[[nodiscard]] std::string clang_version();

/// Where PreambleCache writes, made if need be; empty: there is no such folder.
[[nodiscard]] std::string writable_cache_folder();

} // namespace warpscope::frontend
