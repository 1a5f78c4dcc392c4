// Replies of the compiler that its build has made and left beside it: a lab that is opened for the first time
// waits for no compilation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::compile {

/// Replies to requests, each in a file of its own with the request and who replied. Errors of the file system
/// only make it slower. Not thread-safe.
class KeptReplies {
 public:
  /// `compiler`: changes whenever a reply might (build_id(), Clang's version); empty: nothing is kept and
  /// nothing found.
  KeptReplies(std::string folder, std::string compiler);

  /// The reply to the very same request by the very same compiler.
  [[nodiscard]] std::optional<std::vector<std::uint8_t>> find(std::span<const std::uint8_t> request) const;
  /// Keeps a reply, and makes the folder if need be. False: it could not.
  bool keep(std::span<const std::uint8_t> request, std::span<const std::uint8_t> reply) const;

 private:
  [[nodiscard]] std::string file_of(std::span<const std::uint8_t> request) const;

  std::string folder_, compiler_;
};

/// The build ID that the linker gave to this program, in hexadecimal; empty: it gave none.
[[nodiscard]] std::string build_id();

} // namespace warpscope::compile
