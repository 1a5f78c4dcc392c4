// Replaces copies of whole objects by the loads and stores that the hardware executes.
#pragma once

#include "sim/frontend/frontend.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace llvm {
class Function;
}

namespace warpscope::frontend {

/// The alignment of the type of each object copied. Clang's module knows less: it marks `*(float4 *)&tile[i]`
/// as aligned to 4, like the array, though the hardware makes a 16-byte access (and faults when it is
/// misaligned).
class ObjectAlignments {
 public:
  ObjectAlignments(const std::vector<AccessExpression>& accesses, const TextNames& texts);
  /// Returns the alignment of an object of `bytes` bytes that is read or written at a debug position; 1 if
  /// not known.
  [[nodiscard]] std::uint64_t at(std::string_view text, std::uint32_t line, std::uint32_t column, bool store,
                                 std::uint64_t bytes) const;

 private:
  const TextNames& texts_;
  /// By text, line, column, whether it is written, and size.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, std::uint64_t>, std::uint32_t>
      alignments_;
};

/// Replaces each memcpy and memmove of constant size, and each load and store of a struct or array, by
/// accesses of min(alignment, `access_limit`) bytes: a float4 is one of 16, a 28-byte struct aligned to 4 is
/// seven of 4. A side that lies in a variable of the thread (an alloca at a known offset) is read and written
/// member by member instead, so that SROA can make registers of it without splitting the access on the other
/// side. Debug locations are those of the copy.
///
/// memset of constant size becomes stores by the same rule.
void expand_copies(llvm::Function& function, std::uint32_t access_limit, const ObjectAlignments& alignments);

} // namespace warpscope::frontend
