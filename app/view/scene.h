// The scenes: a traced block and a moment in it -> a Picture. A new scene is one file (scene_NAME.cpp) and
// one row in the table.
#pragma once

#include "app/playback/block_index.h"
#include "app/playback/difference.h"
#include "app/playback/hazard_story.h"
#include "app/playback/playback.h"
#include "app/view/picture.h"
#include "app/view/theme.h"
#include "sim/base/device.h"
#include "sim/base/dim3.h"
#include "sim/program/program.h"
#include "sim/tiling/tiling.h"
#include "sim/trace/block_trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::view {

enum class SceneKind : std::uint8_t { Banks, Array, Sectors, Tiling, Block };
/// It shows the whole block at every moment, whatever the access is.
[[nodiscard]] constexpr bool is_of_block(SceneKind scene) {
  return scene == SceneKind::Tiling || scene == SceneKind::Block;
}

/// A named stretch of the Global window (a kernel argument's buffer), so that a picture can say in[33] and
/// not an address.
struct BufferPlace {
  std::string name;
  std::uint32_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 4;
  std::uint64_t row_length = 0; ///< elements, where a person said it; 0: as the accesses show
};

/// The trace's Tiling, made when it is first asked for. One for each trace and its buffers: it keeps nothing
/// of the input but what it makes.
class TilingCache {
 public:
  [[nodiscard]] const tiling::Tiling& of(const program::Program& program, const trace::BlockTrace& trace,
                                         Dim3 block, std::span<const BufferPlace> buffers);

 private:
  std::unique_ptr<const tiling::Tiling> tiling_;
};

/// A source line under the presenter's picture.
struct SceneSourceLine {
  std::uint32_t number = 0;
  std::string text;
  std::string count, unit; ///< "32", "wavefronts"; empty: none
  bool active = false;     ///< the line of the moment shown
  bool worse = false;      ///< its count is above the ideal
  bool cut = false;        ///< its barrier is left out: struck through
};

/// What of an access is otherwise in the access it is compared with; marked with a small diamond.
struct SceneDifference {
  std::uint32_t lanes = 0;            ///< a mask
  std::uint32_t banks = 0;            ///< a mask; shared memory
  std::vector<std::uint32_t> sectors; ///< address / 32, ascending; global memory
  [[nodiscard]] bool any() const { return lanes != 0 || banks != 0 || !sectors.empty(); }
  bool operator==(const SceneDifference&) const = default;
};

/// A place of memory that holds another value than the run in order has there.
struct WrongPlace {
  Space space = Space::None;
  std::uint32_t offset = 0; ///< in the space's window
  std::string said;         ///< "C[3][7] = 112, should be 140"
  bool operator==(const WrongPlace&) const = default;
};

/// All that a scene may know. Nothing in it is changed; the same input gives the same Picture.
struct SceneInput {
  const program::Program* program = nullptr;
  const trace::BlockTrace* trace = nullptr;
  Dim3 block;
  playback::Moment moment; ///< of an access the scene can show; the caller picks it with scene_can_show()
  float progress = 1; ///< 0..1: how far the current step's motion is (eased by the scene); 1 under reduce
                      ///< motion
  std::optional<std::uint32_t> hovered_lane; ///< the one whose arithmetic is shown
  std::uint32_t hovered_line = 0;            ///< Block: accesses of this source line light up; 0: none
  std::uint32_t hovered_lanes = 0;           ///< a mask: all that light up; 0: hovered_lane alone
  float width = 1280, height = 720;          ///< pixels
  float scale = 1;                           ///< TOKENS.md's f, the user's zoom included
  bool presenter = false;
  bool with_headline = true;    ///< the window draws headline and pips itself inside the same Picture
  const Theme* theme = nullptr; ///< dark when null
  std::span<const BufferPlace> buffers{};          ///< may be empty
  std::span<const SceneSourceLine> source_lines{}; ///< drawn by the presenter; may be empty
  std::uint32_t first_row = 0;                     ///< Lines & sectors: lines scrolled past
  /// Array: the first row and column shown of an array larger than the stage; without them the window lies
  /// around what the access touches. See array_window().
  std::optional<std::uint32_t> window_row, window_column;
  /// Array: no cell is larger than this; 0: as the scene likes. Two arrays beside each other have equal
  /// cells.
  float most_cell_width = 0, most_cell_height = 0;
  /// Lines & sectors: room is kept for as many lines; Warp → banks: for as many words in a bank. The halves
  /// of a comparison have equal rows then.
  std::uint32_t least_rows = 0;
  /// Array: cells this much larger than they would be, so that less of the array is in sight.
  float zoom = 1;
  /// Block: the steps shown, [first_step, end_step); an empty range shows all.
  std::uint64_t first_step = 0, end_step = 0;
  /// Block: all steps of the axis where they are more than the block has: the same scale beside a longer one.
  std::uint64_t axis_steps = 0;
  /// Array and Block: tables of the whole trace, built once for it. Without them the scene builds its own,
  /// every time.
  const playback::BlockIndex* index = nullptr;
  /// Tiling: likewise.
  TilingCache* tiling = nullptr;
  const Device* device = nullptr; ///< Tiling: the table of tile sizes is for it; null: no table
  std::uint32_t registers = 0;    ///< Tiling: of a thread, as a compiler said of this very text; 0: not known
  bool tile_sizes = false;        ///< Tiling: the table stands in place of the matrices
  /// Block: the hazard that is shown, as it is in this trace; and lines of barriers that were left out of the
  /// program.
  const playback::HazardStory* hazard = nullptr;
  std::span<const std::uint32_t> cuts{};
  /// The way of the wrong value, from the stale read to the output; empty: this run's values are right, or it
  /// is not known.
  std::span<const WrongPlace> wrong{};
  bool plays_order = false; ///< it is the run in the order that was found to do the damage: the headline says
                            ///< what
  float corner = 0; ///< Block: so many pixels at the right of the hazard's row are kept free, for a button
  SceneDifference difference;                        ///< from what it is compared with
  const playback::MomentDifference* since = nullptr; ///< Array: what was written since the pin is marked
  // ---- predict, then reveal
  bool hide_counts = false;   ///< the access is asked about: nothing in the Picture tells what it costs
  std::string_view guess{};   ///< what was typed so far
  std::string_view verdict{}; ///< "You said 8, it is 32": stands in front of the explanation
  bool verdict_is_right = false;
};

/// The sentence over the picture. Computed from the access, never stored: "32 wavefronts" + " where 1 would
/// do".
struct Headline {
  std::string strong, rest; ///< shown one right after the other: rest brings its own space or comma
  enum class Tone : std::uint8_t { Good, Conflict, Broadcast, Hazard } tone = Tone::Good;
  std::string lead;        ///< "32-way conflict", "No conflict", "Broadcast"
  std::string explanation; ///< "every lane wants another word of bank 0"
};
[[nodiscard]] Headline make_headline(const SceneInput& input, SceneKind scene);

/// Block: the row of the hazard's sentence, where `corner` is kept free.
[[nodiscard]] Box block_hazard_row(const SceneInput& input);

/// What the scene Array shows of the array, so that a wheel can move it; all zero for other accesses.
struct ArrayWindow {
  std::uint32_t first_row = 0, first_column = 0, rows = 0, columns = 0; ///< shown
  std::uint32_t all_rows = 0, all_columns = 0;
  float cell_width = 0, cell_height = 0;
  /// What the access touches: rows [low_row, high_row], columns [low_column, high_column].
  std::uint32_t low_row = 0, high_row = 0, low_column = 0, high_column = 0;
  /// The lane whose note is shown: is its cell in sight?
  bool shows_focus = true;
  bool operator==(const ArrayWindow&) const = default;
};
[[nodiscard]] ArrayWindow array_window(const SceneInput& input);

/// What Lines & sectors shows of the touched lines.
struct SectorsWindow {
  std::uint32_t first = 0, shown = 0, all = 0;
  float pitch = 0; ///< of the rows, in pixels
  [[nodiscard]] std::uint32_t last() const { return all > shown ? all - shown : 0; } ///< largest `first`
};
[[nodiscard]] SectorsWindow sectors_window(const SceneInput& input);

[[nodiscard]] bool scene_can_show(SceneKind scene, const trace::BlockTrace::Event& event);
/// Never fails: without a trace, at a barrier or for an access of the other kind the Picture says what to do
/// instead.
[[nodiscard]] Picture build_scene(SceneKind scene, const SceneInput& input);

/// Where a lane's bytes are, with the numbers put in.
struct Address {
  enum class Of : std::uint8_t {
    Element, ///< of a variable or a buffer: its name, the bytes in it
    Place,   ///< the name is the pointer's, the bytes are the memory's
    Memory   ///< nothing is known but the memory: its name
  } of = Of::Element;
  std::string name;        ///< tile[3][5]
  std::string sum;         ///< (3*33+5)*4; empty: nothing to compute
  std::uint64_t bytes = 0; ///< what the sum gives: from the array's beginning, of a later array from that of
                           ///< shared memory
  Space space = Space::None;
  std::uint32_t part = 0; ///< shared memory: the bank; global: the sector of its line
};
/// In a buffer of `buffers` (or a __device__ variable) elements are counted from its beginning.
[[nodiscard]] Address address_of(const program::Program& program, const program::Site& site,
                                 std::uint32_t offset, std::span<const BufferPlace> buffers = {});
/// "= 416 B"; where there is no sum "416 B" or "byte 416".
[[nodiscard]] std::string place_words(const Address& address);
/// "tile[3][5]: (3*33+5)*4 = 416 B, bank 8"
[[nodiscard]] std::string address_arithmetic(const program::Program& program, const program::Site& site,
                                             std::uint32_t offset, std::span<const BufferPlace> buffers = {});

/// The scenes there are, in the order of their keys 1-5: title and file name part ("banks"). A scene not
/// built yet is not listed.
struct SceneInfo {
  SceneKind kind;
  std::string_view title; ///< a key of the language table
  std::string_view id;
};
[[nodiscard]] std::span<const SceneInfo> scenes();
/// By id, as `warpscope render --scene banks` names it.
[[nodiscard]] std::optional<SceneKind> scene_by_id(std::string_view id);

} // namespace warpscope::view
