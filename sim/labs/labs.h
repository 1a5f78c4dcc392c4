// The labs of assets/labs, embedded in the binary: each one is a scenario file (sim/source parses it), in
// teaching order.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::labs {

/// What a lab that is a whole program printed on a GPU: assets/labs/recorded/ID.txt.
struct ProgramRecording {
  std::string device; ///< "NVIDIA H200, driver 580.159.04, CUDA 13.0, 2026-11-23, 3 processes"
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::string> lines; ///< numbers that differ between the processes as lowest–highest
  int code = 0;                   ///< its exit code
};

struct Lab {
  std::string id;        ///< the file name without .cu: "transpose_tile"
  std::string file_name; ///< "transpose_tile.cu"
  std::string group;     ///< its heading in the picker, from assets/labs/index.toml
  std::string text;      ///< the whole .cu
  bool recorded = true;  ///< false: index.toml says that there is no recording of it
  bool program = false;  ///< a whole program, not one launch: its header has [program]
  std::vector<ProgramRecording> recordings = {}; ///< of a program; those of a launch are app/compare's
};

/// Reads a file of assets/labs/recorded; what is no recording is passed over.
[[nodiscard]] std::vector<ProgramRecording> read_program_recordings(std::string_view text);

/// In the order of assets/labs/index.toml; a lab that is missing there comes last, in the group "More".
[[nodiscard]] const std::vector<Lab>& labs();

/// Finds a lab by id or file name; null if there is none.
[[nodiscard]] const Lab* find_lab(std::string_view name);

} // namespace warpscope::labs
