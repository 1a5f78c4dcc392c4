// What the person has made: everything that undo restores. A value, compared and copied; no pointers into
// anything.
#pragma once

#include "app/document/file_form.h"
#include "app/playback/playback.h"
#include "sim/base/dim3.h"
#include "sim/base/number_text.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::whole {
struct Replay;
}

namespace warpscope::document {

enum class SourceMode : std::uint8_t { Expression, Kernel };

/// The parts of a Document that a person edits one at a time; consecutive edits of one part become one undo
/// step.
enum class DocumentPart : std::uint8_t {
  None,
  Expression,
  Declaration,
  Block,
  Warp,
  Kernel,
  Header,
  Choice,
  Lab,
  Device,
  Mode,
  Remedy,
  Cut,
  Launch,
  RowLength,
  Stop
};

struct Document {
  SourceMode mode = SourceMode::Expression;
  std::string expression = "tile[threadIdx.x][threadIdx.y]";
  std::string declaration = "__shared__ float tile[32][32]";
  std::string block = "32 × 8"; ///< as typed; parse_block() reads it
  std::uint32_t warp = 0;       ///< expression mode: the warp on the stage

  /// Shared between undo steps that did not change it, since kernel files may have megabytes. Never null.
  std::shared_ptr<const std::string> kernel_text = std::make_shared<const std::string>();
  std::string kernel_file;   ///< a path or lab name, as shown; empty: untitled
  std::string kernel_folder; ///< the folder in which file: fills are looked for; empty for labs
  std::shared_ptr<const FileForm> file_form; ///< how to write the file when saving; null: UTF-8 with \n
  std::string lab; ///< id of the lab the text came from; empty: the person's own text
  /// Parameters set by hand, in the order in which they were set.
  std::vector<std::pair<std::string, std::string>> choices;
  /// For a text with kernels alone, what its fields hold: "kernel", "grid", "block", "shared", and "arg:NAME"
  /// for each argument. What is not here has the value that kernel_fields() offers.
  std::vector<std::pair<std::string, std::string>> launch;
  /// Lines of the kernel's text whose barriers are left out, ascending; the text itself does not change.
  std::vector<std::uint32_t> cuts;
  /// Headers of a whole program that were edited here and are not saved: their paths and texts.
  std::vector<std::pair<std::string, std::string>> headers;
  /// Row lengths of buffers, in elements, which override what the scene Tiling would find by itself; by the
  /// buffer's name.
  std::map<std::string, std::uint64_t> row_lengths;
  /// Where playing stops by itself (app/playback/stops.h).
  std::map<std::string, std::uint64_t> stops;
  std::string device = "cc90";
  /// Folders of headers (-I) of a kernel that is a file. Not a part of == and of no file either: the session
  /// sets them before each run from what it knows of the file (ProgramOptions).
  std::vector<std::string> include_folders;
  /// The launch of the whole program that is looked into. Nothing that a person has made: it is no part of ==
  /// and of no file, and the session sets it before each run.
  std::shared_ptr<const whole::Replay> replay;

  bool operator==(const Document& other) const;
};

/// What a first start and *Reset* show: a warp whose column lies in the midst of the banks, so that strands
/// bend both ways. (Warp 0 of a Document{} has bank 0, straight below lane 0.)
[[nodiscard]] Document first_document();

/// Parses "32 x 8", "32×8", "32,8", "(32, 8, 1)", "256": one to three positive numbers. `error` says what is
/// wrong.
[[nodiscard]] std::optional<Dim3> parse_block(std::string_view text, std::string& error);
/// Returns "32 × 8"; trailing ones are left out.
[[nodiscard]] std::string format_dim(Dim3 dim);

} // namespace warpscope::document
