// Inline PTX as statements: what Clang's assembly string says, read into names, modifiers and operands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// One operand: "a", "a|p" (two names), "{a, b}" (several), "[a+8]" or "[map, {x, y}]" (the map and
/// coordinates).
struct PtxOperand {
  std::vector<std::string> names;
  bool address = false;
  std::int64_t offset = 0;
};
/// "@!p shfl.sync.up.b32 lo|q, a, b, c, m;"
struct PtxStatement {
  std::string predicate; ///< empty: it always runs
  bool negated = false;
  std::vector<std::string> words; ///< the name between its points: "shfl", "sync", "up", "b32"
  std::vector<PtxOperand> operands;
  [[nodiscard]] bool has(std::string_view word) const {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
};

/// "u32", "b64", "f32", "pred", "f16x2" as a width and a kind.
struct PtxType {
  unsigned bits = 0; ///< of all lanes
  char kind = 0;     ///< b, u, s, f, p; h: half, e: bfloat16
};
[[nodiscard]] std::optional<PtxType> ptx_type(std::string_view word);

/// Splits at ';'. A brace where a statement begins opens or closes a scope; declarations are left out.
/// nullopt: it cannot be read.
[[nodiscard]] std::optional<std::vector<PtxStatement>> ptx_statements(std::string_view text);

/// "wait: mbarrier.try_wait.b64 p, [a], t; @!p bra wait;", or with "@p bra done; bra wait; done:" at its end:
/// what is done again until the predicate is as it should be.
struct PtxWait {
  PtxStatement statement;
  std::string predicate;
  bool negated = false; ///< until it is false
};
/// nullopt: it is no such loop of one statement.
[[nodiscard]] std::optional<PtxWait> ptx_wait(std::string_view text);

} // namespace warpscope::frontend
