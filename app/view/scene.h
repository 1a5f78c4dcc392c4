// The scenes: a traced block and a moment in it -> a Picture. A new scene is one file (scene_NAME.cpp) and
// one row in the table.
#pragma once

#include "app/playback/hazard_story.h"
#include "app/playback/run.h"
#include "app/view/picture.h"
#include "app/view/theme.h"
#include "sim/base/device.h"
#include "sim/program/program.h"
#include "sim/trace/block_trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::view {

enum class SceneKind : std::uint8_t {
#define SCENE(kind, ...) kind,
#include "app/view/scenes.def"
#undef SCENE
};

/// A source line under the presenter's picture.
struct SceneSourceLine {
  std::uint32_t number = 0;
  std::string text;
  std::string count, unit; ///< "32", "wavefronts"; empty: none
  bool active = false;     ///< the line of the moment shown
  bool worse = false;      ///< its count is above the ideal
  bool cut = false;        ///< its barrier is left out: struck through
  Definition count_is;     ///< of what the count is
  bool operator==(const SceneSourceLine&) const = default;
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

// ---- options: values only, in groups

/// The picture's size and look.
struct Frame {
  float width = 1280, height = 720; ///< pixels
  float scale = 1;                  ///< TOKENS.md's f, the user's zoom included
  bool presenter = false;
  bool with_headline = true;    ///< false: the headline is drawn by whoever puts two pictures together
  const Theme* theme = nullptr; ///< dark_theme() or light_theme(); null: dark
  std::vector<SceneSourceLine> source_lines; ///< drawn by the presenter; may be empty
  float corner = 0; ///< Block: so many pixels at the right of the hazard's row are kept free, for a button
  bool operator==(const Frame&) const = default;
};

/// What the pointer is on.
struct Pointed {
  std::optional<std::uint32_t> lane; ///< the one whose arithmetic is shown
  std::uint32_t lanes = 0;           ///< a mask: all that light up; 0: `lane` alone
  std::uint32_t line = 0;            ///< Block: accesses of this source line light up; 0: none
  bool operator==(const Pointed&) const = default;
};

/// Which part of data larger than the picture is in sight.
struct Window {
  std::uint32_t first_row = 0; ///< Lines & sectors: lines scrolled past
  /// Array: the first row and column shown of an array larger than the stage; without them the window lies
  /// around what the access touches. See array_window().
  std::optional<std::uint32_t> row, column;
  float zoom = 1; ///< Array: cells this much larger than they would be, so that less of the array is in sight
  /// Block: the steps shown, [first_step, end_step); an empty range shows all.
  std::uint64_t first_step = 0, end_step = 0;
  bool operator==(const Window&) const = default;
};

/// What a picture takes over from the one it stands beside.
struct Beside {
  SceneDifference difference; ///< what is otherwise there
  /// Array: no cell is larger than this; 0: as the scene likes. Two arrays beside each other have equal
  /// cells.
  float most_cell_width = 0, most_cell_height = 0;
  /// Lines & sectors: room is kept for as many lines; Warp → banks: for as many words in a bank. Both halves
  /// have equal rows then.
  std::uint32_t least_rows = 0;
  /// Block: all steps of the axis where they are more than the block has: the same scale beside a longer one.
  std::uint64_t axis_steps = 0;
  bool operator==(const Beside&) const = default;
};

/// What is known of the run beyond its trace.
struct Told {
  std::optional<playback::HazardStory> hazard; ///< Block: the one that is shown, as it is in this trace
  std::vector<std::uint32_t> cuts;             ///< Block: lines of barriers that were left out of the program
  /// The way of the wrong value, from the stale read to the output; empty: this run's values are right, or it
  /// is not known.
  std::vector<WrongPlace> wrong;
  bool plays_order = false; ///< the run is in the order that was found to do the damage: the headline says
                            ///< what
  std::shared_ptr<const playback::MomentDifference> since; ///< Array: what was written since the pin is
                                                           ///< marked
  bool operator==(const Told&) const = default;
};

/// Predict, then reveal.
struct Question {
  bool hide_counts = false; ///< the access is asked about: nothing in the Picture tells what it costs
  std::string guess;        ///< what was typed so far
  std::string verdict;      ///< "You said 8, it is 32": stands in front of the explanation
  bool verdict_is_right = false;
  bool operator==(const Question&) const = default;
};

/// The scene Tiling's own.
struct TilingOptions {
  std::shared_ptr<const Device> device; ///< the table of tile sizes is for it; null: no table
  std::uint32_t registers = 0;          ///< of a thread, as a compiler said of this very text; 0: not known
  bool tile_sizes = false;              ///< the table stands in place of the matrices
  playback::RowLengths row_lengths;     ///< where a person knows better than the accesses show
  bool operator==(const TilingOptions&) const = default;
};

struct SceneOptions {
  float progress = 1; ///< 0..1: how far the current step's motion is (eased by the scene); 1 under reduce
                      ///< motion
  Frame frame;
  Pointed pointed;
  Window window;
  Beside beside;
  Told told;
  Question question;
  TilingOptions tiling;
  bool operator==(const SceneOptions&) const = default;
};

/// All that a scene may know: a run, a moment in it, and options. A value: equal requests give equal
/// Pictures, whenever and on whichever thread they are built.
struct SceneRequest {
  playback::RunPtr run;    ///< null: nothing was simulated yet
  playback::Moment moment; ///< of an access the scene can show; the caller picks it with scene_can_show()
  SceneOptions options;
  bool operator==(const SceneRequest&) const = default;
};
/// Options of a picture by itself, on a page and not in a window; its scale follows from its size.
[[nodiscard]] SceneOptions page_options(float width, float height, const Theme& theme);

/// The sentence over the picture. Computed from the access, never stored: "32 wavefronts" + " where 1 would
/// do".
struct Headline {
  std::string strong, rest; ///< shown one right after the other: rest brings its own space or comma
  enum class Tone : std::uint8_t { Good, Conflict, Broadcast, Hazard } tone = Tone::Good;
  std::string lead;                   ///< "32-way conflict", "No conflict", "Broadcast"
  std::string explanation;            ///< "every lane wants another word of bank 0"
  Definition lead_is, explanation_is; ///< what the numbers in them are
};
[[nodiscard]] Headline make_headline(const SceneRequest& request, SceneKind scene);

/// Block: the row of the hazard's sentence, where `corner` is kept free.
[[nodiscard]] Box block_hazard_row(const SceneRequest& request);

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
[[nodiscard]] ArrayWindow array_window(const SceneRequest& request);

/// What Lines & sectors shows of the touched lines.
struct SectorsWindow {
  std::uint32_t first = 0, shown = 0, all = 0;
  float pitch = 0; ///< of the rows, in pixels
  [[nodiscard]] std::uint32_t last() const { return all > shown ? all - shown : 0; } ///< largest `first`
};
[[nodiscard]] SectorsWindow sectors_window(const SceneRequest& request);

[[nodiscard]] bool scene_can_show(SceneKind scene, const trace::BlockTrace::Event& event);
/// Never fails: without a trace, at a barrier or for an access of the other kind the Picture says what to do
/// instead.
[[nodiscard]] Picture build_scene(SceneKind scene, const SceneRequest& request);

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
                                 std::uint32_t offset, std::span<const program::NamedMemory> buffers = {});
/// "= 416 B"; where there is no sum "416 B" or "byte 416".
[[nodiscard]] std::string place_words(const Address& address);
/// "tile[3][5]: (3*33+5)*4 = 416 B, bank 8"
[[nodiscard]] std::string address_arithmetic(const program::Program& program, const program::Site& site,
                                             std::uint32_t offset,
                                             std::span<const program::NamedMemory> buffers = {});

struct SceneInfo {
  SceneKind kind;
  std::string_view title;            ///< a key of the language table
  std::string_view id;               ///< "banks": on the command line, in files and file names
  bool of_block;                     ///< shows the whole block at every moment, whatever the access is
  float wanted_width, wanted_height; ///< in pixels at scale 1: beside another picture it is read well so
                                     ///< large
  std::string_view none;             ///< a key: what is said where the block has nothing that it shows
};
/// The scenes, in the order of their tabs; the first nine have the keys 1 to 9. Indexed by SceneKind.
[[nodiscard]] std::span<const SceneInfo> scenes();
[[nodiscard]] inline const SceneInfo& info_of(SceneKind scene) {
  return scenes()[static_cast<std::size_t>(scene)];
}
/// By id, as `warpscope render --scene banks` names it.
[[nodiscard]] std::optional<SceneKind> scene_by_id(std::string_view id);

} // namespace warpscope::view
