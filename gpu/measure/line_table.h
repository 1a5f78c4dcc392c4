// Which line of the text an instruction of a cubin stands for, from the cubin's own .debug_line. It is DWARF
// 2 with one addition of NVIDIA's, extended opcode 0x90: its first number says which earlier row (counted
// from 1) the rows that follow were inlined at (0: they were not), its second where the function's name
// stands in .debug_str. (Found in what NVRTC 13.0 writes; CUPTI's own correlation leaves the call's place
// out, so that code of a header would have no line of the text.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::measure {

class LineTable {
 public:
  /// Of the function `symbol`; empty when the cubin has none or is none.
  LineTable(const std::vector<char>& cubin, const std::string& symbol, std::string_view file);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// The innermost line of `file` that the instruction at `pc` was written in or inlined at; 0 when there is
  /// none.
  [[nodiscard]] std::uint32_t line_of(std::uint64_t pc) const;

 private:
  struct Row {
    std::uint64_t pc;
    std::uint32_t line; ///< of the file, through inlining; 0: none
  };
  std::vector<Row> rows_; ///< ascending pc
};

} // namespace warpscope::measure
