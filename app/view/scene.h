// The scenes: from a traced block and a moment in it to a Picture. A new scene is one file (scene_NAME.cpp)
// and one row in the table.
#pragma once

#include "app/playback/machine.h"
#include "app/playback/run.h"
#include "app/view/picture.h"
#include "app/view/theme.h"
#include "sim/base/device.h"
#include "sim/fragments/fragments.h"
#include "sim/layouts/layouts.h"
#include "sim/program/program.h"
#include "sim/races/hazard_story.h"
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

/// A source line below the presenter's picture.
struct SceneSourceLine {
  std::uint32_t number = 0;
  std::string text;
  std::string count, unit; ///< "32", "wavefronts"; empty: no count
  bool active = false;     ///< the line of the current moment
  bool worse = false;      ///< its count is above the ideal
  bool cut = false;        ///< its barrier is left out: struck through
  Definition count_is;     ///< what the count counts
  /// The line's second cost, before the first: "4", "sectors"; empty: there is none.
  std::string more_count, more_unit;
  Definition more_is;
  bool more_worse = false;
  std::uint32_t others = 0; ///< accesses of the line whose costs are not among these
  bool operator==(const SceneSourceLine&) const = default;
};

/// How an access differs from the one it is compared with; marked with a small diamond.
struct SceneDifference {
  std::uint32_t lanes = 0;            ///< a lane mask
  std::uint32_t banks = 0;            ///< a mask of banks, for shared memory
  std::vector<std::uint32_t> sectors; ///< address / 32, ascending; for global memory
  [[nodiscard]] bool any() const { return lanes != 0 || banks != 0 || !sectors.empty(); }
  bool operator==(const SceneDifference&) const = default;
};

/// A location in memory whose value differs from the correct run's.
struct WrongPlace {
  Space space = Space::None;
  std::uint32_t offset = 0; ///< in the space's window
  std::string said;         ///< such as "C[3][7] = 112, should be 140"
  bool operator==(const WrongPlace&) const = default;
};

// ---- options: values only, in groups

/// The picture's size and theme.
struct Frame {
  float width = 1280, height = 720; ///< in pixels
  float scale = 1;                  ///< f of TOKENS.md, including the user's zoom
  bool presenter = false;
  /// A lesson is played: the headline stands above the picture and its question below, so the presenter's
  /// sizes follow from less height.
  bool in_lesson = false;
  bool with_headline = true;                 ///< false: the code that joins two pictures draws the headline
  const Theme* theme = nullptr;              ///< dark_theme() or light_theme(); null: dark
  std::vector<SceneSourceLine> source_lines; ///< drawn by the presenter; may be empty
  float least_text = 0; ///< of a picture within another one: no text is smaller; 0: the scene decides
  float corner = 0;     ///< Block: pixels at the right of the hazard's row to keep free for a button
  bool operator==(const Frame&) const = default;
};

/// What is under the pointer.
struct Pointed {
  std::optional<std::uint32_t> lane; ///< the lane whose address arithmetic is shown
  std::uint32_t lanes = 0;           ///< a mask of all lanes that are highlighted; 0: `lane` alone
  std::uint32_t line = 0;            ///< Block: accesses of this source line are highlighted; 0: none
  bool operator==(const Pointed&) const = default;
};

/// The visible part of data larger than the picture.
struct Window {
  std::uint32_t first_row = 0; ///< Lines & sectors: the number of lines scrolled past
  /// Array: the first row and column shown of an array larger than the stage; when unset, the window
  /// surrounds what the access touches. See array_window().
  std::optional<std::uint32_t> row, column;
  float zoom = 1; ///< Array: cells this much larger than they would be, so that less of the array is in sight
  /// Block: the steps shown, [first_step, end_step); an empty range shows all.
  std::uint64_t first_step = 0, end_step = 0;
  /// Multiprocessor: the cycles shown, [first_cycle, end_cycle); an empty range: the scene decides.
  std::uint64_t first_cycle = 0, end_cycle = 0;
  std::uint32_t first_partition = 0; ///< Multiprocessor: the sub-partitions scrolled past
  bool operator==(const Window&) const = default;
};

/// What a picture takes over from the one beside it.
struct Beside {
  SceneDifference difference; ///< what differs from the other
  /// Array: the largest size of a cell; 0: the scene decides. Two arrays beside each other have equal cells.
  float most_cell_width = 0, most_cell_height = 0;
  /// Lines & sectors: reserves room for this many lines; Warp → banks: for this many words in a bank. Both
  /// halves then have equal rows.
  std::uint32_t least_rows = 0;
  /// Block: the number of steps on the axis when it is larger than the block's: the same scale as a longer
  /// block beside it. Multiprocessor: of cycles.
  std::uint64_t axis_steps = 0;
  bool operator==(const Beside&) const = default;
};

/// What is known about the run besides its trace.
struct Told {
  std::optional<races::HazardStory> hazard; ///< Block: the hazard to show, as it happened in this trace
  std::vector<std::uint32_t> cuts; ///< Block: the lines of barriers that were left out of the program
  /// Where the wrong value went, from the stale read to the output; empty: this run's values are correct, or
  /// it is not known.
  std::vector<WrongPlace> wrong;
  /// The run uses the schedule that was found to do the damage: the headline describes it.
  bool plays_order = false;
  /// What is wrong with the access, before any count: "Race: " and why; empty: nothing is known to be.
  std::string alarm, alarm_why;
  /// Of an alarm about the run as a whole, which stands alone over every access: what to do about it. Empty:
  /// the alarm precedes the access's own sentence.
  std::string alarm_advice;
  /// What is wrong with the run where the access has no part in it: "Race elsewhere: lines 44 and 48".
  std::string alarm_elsewhere;
  std::shared_ptr<const playback::MomentDifference> since; ///< Array: marks what was written since the pin
  bool operator==(const Told&) const = default;
};

/// Predict, then reveal.
struct Question {
  bool hide_counts = false; ///< the person is asked about the access: nothing in the Picture reveals its cost
  bool chosen_outside = false; ///< the answer is chosen beside the picture: nothing is typed here
  std::string guess;           ///< what was typed so far
  std::string verdict;         ///< such as "You said 8, it is 32": precedes the explanation
  bool verdict_is_right = false;
  bool operator==(const Question&) const = default;
};

/// For the scene Tiling.
struct TilingOptions {
  std::shared_ptr<const Device> device; ///< the device for the table of tile sizes; null: no table
  /// Registers per thread, as a compiler reported for this very text; 0: not known.
  std::uint32_t registers = 0;
  bool tile_sizes = false;          ///< the table replaces the matrices
  playback::RowLengths row_lengths; ///< set by a person; they override what the accesses show
  bool operator==(const TilingOptions&) const = default;
};

/// For the scene Multiprocessor.
struct MachineOptions {
  playback::MachinePtr machine;     ///< null: it has not been simulated yet
  bool stale = false;               ///< it is of an older text, or of other residents
  double cycle = 0;                 ///< at the playhead
  std::optional<std::uint32_t> row; ///< under the pointer: index into Timeline::rows
  bool operator==(const MachineOptions&) const = default;
};

/// What stands in the cells of the scene Cache.
enum class CacheNames : std::uint8_t {
  Line,   ///< of memory
  Warp,   ///< that loaded it: its place on the multiprocessor
  Source, ///< the line of the text that loaded it
};

/// For the scene Cache, which shows L1 of MachineOptions::machine.
struct CacheOptions {
  std::size_t access = 0; ///< at the playhead
  CacheNames names = CacheNames::Line;
  std::optional<std::uint32_t> pointed; ///< set * ways + way under the pointer
  bool operator==(const CacheOptions&) const = default;
};

struct SceneRequest;
/// For the scene Layouts: what was typed and chosen. It needs no run.
struct LayoutOptions {
  std::string swizzle = "Swizzle<3,3,3>", tile = "(8,64):(64,1)"; ///< as typed
  /// The last texts that could be read: they are drawn, dimmed while what was typed cannot be read.
  std::string drawn_swizzle = swizzle, drawn_tile = tile;
  layouts::Unit unit = layouts::Unit::Elements;
  std::uint32_t type = 1; ///< index into layouts::element_types()
  layouts::Reading reading{true, 16, 0};
  layouts::Cell cell{5, 16}; ///< whose bits are shown
  bool follows = true;       ///< the text's access is shown as long as no other layout was chosen
  bool own_swizzle = false;  ///< a person chose the swizzle: the next access keeps it
  /// Whose wavefronts are shown: "Line 14", "The expression"; empty: those of no access of the text.
  std::string whose;
  std::string instead_of; ///< the text's access that is not shown: "line 14"; empty: there is none
  bool operator==(const LayoutOptions&) const = default;
};
/// What the scene shows of the shared access at the request's moment; where that is none or has no layout, of
/// the warp's nearest one. nullopt: there is none whose wavefronts the scene can show.
[[nodiscard]] std::optional<LayoutOptions> layouts_of_access(const SceneRequest& request);
/// Puts the text's access into the scene unless a person chose otherwise, and names what is shown. `request`:
/// a run and a moment, or no run; `expression`: the run is of an expression.
void follow_access(LayoutOptions& options, const SceneRequest& request, bool expression);
/// Nothing but what a person chose is shown from now on.
void leave_access(LayoutOptions& options);
/// Takes over what was typed where it can be read, and keeps access and cell inside the tile.
void settle_layouts(LayoutOptions& options);
/// Flips a bit of the cell's offset: another cell is chosen, unless none lies there.
void flip_bit(LayoutOptions& options, std::uint32_t bit);
/// Returns the columns of the tile that is drawn.
[[nodiscard]] std::uint32_t layout_columns(const LayoutOptions& options);
/// The brackets over the bits: dragging one changes a number of the swizzle.
enum class LayoutBracket : std::uint8_t {
  Read,    ///< S: how much higher the bits are that are read
  Changed, ///< M: where the bits are that change
  Top,     ///< B: the left end of the bracket over those
};
/// Moves a bracket, as it was in `from`, by so many bits to the left (negative: to the right); as far as a
/// swizzle goes. Rewrites the text.
void drag_bracket(LayoutOptions& options, const LayoutOptions& from, LayoutBracket bracket, int bits);
/// Takes over the swizzle and the unit of a row of layouts::counted_otherwise().
void take_counted(LayoutOptions& options, std::uint32_t row);

/// A product of the text: each shape and types once, in the order of the code.
struct FragmentProduct {
  const fragments::Shape* shape = nullptr;
  fragments::Type sum = fragments::Type::Float;
  bool operator==(const FragmentProduct&) const = default;
};
/// A register of each lane.
struct FragmentRegister {
  fragments::Operand operand = fragments::Operand::A;
  std::uint32_t reg = 0;
  bool operator==(const FragmentRegister&) const = default;
};
/// For the scene Fragment: what is chosen. What is not set follows the text and the moment.
struct FragmentOptions {
  std::uint32_t lane = 22;                   ///< pinned; what the pointer is on comes first
  std::optional<FragmentProduct> product;    ///< ignored where fragment_products() has others
  std::optional<fragments::Operand> operand; ///< whose load is shown
  std::optional<FragmentRegister> reg;       ///< pinned
  std::optional<FragmentRegister> pointed;   ///< under the pointer: it comes first
  /// Without a product in the text, or by choice: a shape of the menu and its load as most samples write it.
  bool explore = false;
  std::uint32_t shape = 0, sum = 0; ///< indices into fragments::shapes() and fragments::sums_of()
  std::uint32_t wavefront = 0;      ///< of that load
  bool other_side = false;          ///< where only one fits: the rows laid out so that fewer wait
  std::uint32_t selector = 0;       ///< of the menu's sparse product
  std::uint32_t pattern = 1; ///< of a sparse product's metadata, as an example: an index of its patterns()
  bool operator==(const FragmentOptions&) const = default;
};
/// The text's products.
[[nodiscard]] std::vector<FragmentProduct> fragment_products(const SceneRequest& request);
/// True when the load that is shown is none of the text's: the scene has its own wavefronts then.
[[nodiscard]] bool fragment_explores(const SceneRequest& request);
/// Wavefronts of the load that is shown.
[[nodiscard]] std::uint32_t fragment_wavefronts(const SceneRequest& request);
/// A register as a number of a hit; a cell's adds its lane: index % 32.
[[nodiscard]] std::uint32_t register_index(FragmentRegister reg, std::uint32_t lane = 0);
[[nodiscard]] std::optional<FragmentRegister> register_of_index(std::uint32_t index); ///< nullopt: a lane's
/// What a choice of Fragment is: Hit::index of HitKind::Choice.
enum class FragmentChoice : std::uint8_t { Menu, OperandA, OperandB, Side, Selector, Pattern };

struct SceneOptions {
  /// 0..1: progress of the current step's motion (eased by the scene); 1 under reduce motion.
  float progress = 1;
  Frame frame;
  Pointed pointed;
  Window window;
  Beside beside;
  Told told;
  Question question;
  TilingOptions tiling;
  MachineOptions machine;
  CacheOptions cache;
  LayoutOptions layouts;
  FragmentOptions fragment;
  bool values = false; ///< Array: the cells show what their elements hold, in place of lanes
  bool operator==(const SceneOptions&) const = default;
};

/// All that a scene may depend on: a run, a moment in it, and options. A value: equal requests give equal
/// Pictures, whenever and on whichever thread they are built.
struct SceneRequest {
  playback::RunPtr run;    ///< null: nothing has been simulated yet
  playback::Moment moment; ///< of an access that the scene can show; the caller checks with scene_can_show()
  SceneOptions options;
  bool operator==(const SceneRequest&) const = default;
};
/// Options for a picture by itself, on a page and not in a window; its scale follows from its size.
[[nodiscard]] SceneOptions page_options(float width, float height, const Theme& theme);

/// The sentence above the picture. Computed from the access, never stored: "32 wavefronts" + " where 1 would
/// do".
struct Headline {
  std::string strong, rest; ///< shown one right after the other: `rest` begins with its own space or comma
  enum class Tone : std::uint8_t {
    Good,
    Plain, ///< neither good nor bad: a dash, no colour
    Conflict,
    Broadcast,
    Hazard,
  } tone = Tone::Good;
  std::string lead;                   ///< "32-way conflict", "No conflict", "Broadcast"
  bool lead_warns = false;            ///< the lead tells of what is wrong, whatever the tone
  std::string explanation;            ///< "every lane wants another word of bank 0"
  Definition lead_is, explanation_is; ///< the definitions of the numbers in them
};
[[nodiscard]] Headline make_headline(const SceneRequest& request, SceneKind scene);
/// Of text of `size` pixels; without a size of an icon.
[[nodiscard]] Color tone_color(Headline::Tone tone, const Theme& theme, float size = 28);

/// Block: the row of the hazard's sentence, which keeps `corner` free.
[[nodiscard]] Box block_hazard_row(const SceneRequest& request);

/// The part of the array that the scene Array shows, so that a wheel can move it; all zero for other
/// accesses.
struct ArrayWindow {
  std::uint32_t first_row = 0, first_column = 0, rows = 0, columns = 0; ///< the visible part
  std::uint32_t all_rows = 0, all_columns = 0;
  float cell_width = 0, cell_height = 0;
  /// The extent of the access: rows [low_row, high_row], columns [low_column, high_column].
  std::uint32_t low_row = 0, high_row = 0, low_column = 0, high_column = 0;
  /// True when the cell of the lane whose note is shown is visible.
  bool shows_focus = true;
  bool operator==(const ArrayWindow&) const = default;
};
[[nodiscard]] ArrayWindow array_window(const SceneRequest& request);

/// The part of the touched lines that Lines & sectors shows.
struct SectorsWindow {
  std::uint32_t first = 0, shown = 0, all = 0;
  float pitch = 0; ///< of the rows, in pixels
  /// The largest possible `first`.
  [[nodiscard]] std::uint32_t last() const { return all > shown ? all - shown : 0; }
};
[[nodiscard]] SectorsWindow sectors_window(const SceneRequest& request);

/// Where Multiprocessor draws what: so that pointer, wheel and keys find cycles and warps.
struct MachineLayout {
  Box plot;                         ///< of the rows and the LSU
  std::uint64_t first = 0, end = 1; ///< cycles from its left edge to its right one
  std::uint64_t cycles = 0;         ///< all
  std::uint32_t first_partition = 0, partitions = 0, all_partitions = 0; ///< those shown
  struct Row {
    std::uint32_t row = 0; ///< index into Timeline::rows
    float y = 0, h = 0;    ///< middle, pitch
  };
  std::vector<Row> rows;
  [[nodiscard]] float x_of(double cycle) const;
  [[nodiscard]] double cycle_at(float x) const;
  /// Returns the row at this height; null: none.
  [[nodiscard]] const Row* row_at(float y) const;
};
[[nodiscard]] MachineLayout machine_layout(const SceneRequest& request);
/// Sets the playhead of the scene Multiprocessor for a film: where it leaves the cycles in sight, these turn
/// over like a page.
void seek_machine(SceneRequest& request, double cycle);
/// The same of the scene Cache, whose time is accesses.
void seek_cache(SceneRequest& request, double access);

/// Where Layouts has its fields, which the window draws over the picture.
struct LayoutFields {
  Box swizzle, tile;
  float text = 18; ///< size of what is typed
};
[[nodiscard]] LayoutFields layout_fields(const SceneRequest& request);
/// Pixels from one of its bits to the next.
[[nodiscard]] float layout_bit_pitch(const SceneRequest& request);
/// What a choice of Layouts is: Hit::index of HitKind::Choice.
enum class LayoutChoice : std::uint8_t {
  Elements,
  Bytes,
  Type,
  Width,
  Access,
  Counted
}; ///< Counted + n: its row n

[[nodiscard]] bool scene_can_show(SceneKind scene, const trace::BlockTrace::Event& event);
/// Never fails: without a trace, at a barrier or for an access of another kind, the Picture says what to do
/// instead.
[[nodiscard]] Picture build_scene(SceneKind scene, const SceneRequest& request);

/// The position of a lane's bytes, with its arithmetic.
struct Address {
  enum class Of : std::uint8_t {
    Element, ///< within a variable or a buffer: its name and the bytes in it
    Place,   ///< the name is the pointer's, the bytes are relative to the memory space
    Memory   ///< only the memory space is known: its name
  } of = Of::Element;
  std::string name; ///< such as tile[3][5]
  std::string sum;  ///< such as (3*33+5)*4; empty: there is nothing to compute
  /// The value of the sum: relative to the array, or to shared memory for arrays other than the first.
  std::uint64_t bytes = 0;
  Space space = Space::None;
  std::uint32_t part = 0; ///< shared memory: the bank; global memory: the sector within its line
};
/// In a buffer of `buffers` (or a __device__ variable), elements are counted from its beginning.
[[nodiscard]] Address address_of(const program::Program& program, const program::Site& site,
                                 std::uint32_t offset, std::span<const program::NamedMemory> buffers = {});
/// Returns "= 416 B"; "416 B" or "byte 416" where there is no sum.
[[nodiscard]] std::string place_words(const Address& address);
/// Returns "tile[3][5]: (3*33+5)*4 = 416 B, bank 8".
[[nodiscard]] std::string address_arithmetic(const program::Program& program, const program::Site& site,
                                             std::uint32_t offset,
                                             std::span<const program::NamedMemory> buffers = {});

struct SceneInfo {
  SceneKind kind;
  std::string_view title; ///< a key of the language table
  std::string_view id;    ///< "banks": on the command line, in files and file names
  bool of_block;          ///< shows the whole block at every moment, whatever the access is
  bool alone;             ///< shows what is typed in it: it needs no run
  /// In pixels at scale 1: beside another picture it is read well so large.
  float wanted_width, wanted_height;
  std::string_view none; ///< a key: what is said where the block has nothing that it shows
};
/// The scenes, in the order of their tabs; the first nine have the keys 1 to 9. Indexed by SceneKind.
[[nodiscard]] std::span<const SceneInfo> scenes();
[[nodiscard]] inline const SceneInfo& info_of(SceneKind scene) {
  return scenes()[static_cast<std::size_t>(scene)];
}
/// Finds a scene by its id, as in `warpscope render --scene banks`.
[[nodiscard]] std::optional<SceneKind> scene_by_id(std::string_view id);

} // namespace warpscope::view
