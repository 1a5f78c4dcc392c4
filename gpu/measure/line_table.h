// Maps the instructions of a cubin to lines of the text, with the cubin's own .debug_line. That is DWARF 2
// with one addition of NVIDIA's, extended opcode 0x90: its first number says at which earlier row (counted
// from 1) the following rows were inlined (0: they were not), its second is the offset of the function's name
// in .debug_str. (Found in the output of NVRTC 13.0; CUPTI's own correlation leaves out the position of the
// call, so that code of a header would have no line of the text.)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::measure {

class LineTable {
 public:
  /// Reads the table of the function `symbol`; empty when the cubin has none or is damaged. `headers`: names
  /// of the person's own; their code has no line of the file, wherever it was inlined.
  LineTable(const std::vector<char>& cubin, const std::string& symbol, std::string_view file,
            const std::vector<std::string>& headers = {});

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Returns the innermost line of `file` where the instruction at `pc` was written or inlined; 0 when there
  /// is none.
  [[nodiscard]] std::uint32_t line_of(std::uint64_t pc) const;

 private:
  struct Row {
    std::uint64_t pc;
    std::uint32_t line; ///< in the file, through inlining; 0: none
  };
  std::vector<Row> rows_; ///< ascending by pc
};

} // namespace warpscope::measure
