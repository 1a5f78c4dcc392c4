// A .cu file as a scenario: its TOML header (a /* warpscope … */ comment), resolved with choices and options
// to a launch. The header's grammar: DESIGN, "The scenario file"; scenario_keys() lists every key (used by
// messages and docs).
#pragma once

#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"
#include "sim/base/element_type.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

/// zero, one, ramp, mod:M, random:SEED, file:PATH
struct Fill {
  enum class Kind : std::uint8_t { Zero, One, Ramp, Mod, Random, File } kind = Kind::Zero;
  std::uint64_t value = 0; ///< M or SEED
  std::string path;        ///< as written; must stay below the .cu's folder
  bool operator==(const Fill&) const = default;
};

/// "ramp[WIDTH*WIDTH]" or "WIDTH": the text as written, evaluated by resolve().
struct ArgumentText {
  std::string name;
  std::string text;
  Span span; ///< in the .cu; unknown for options
  bool operator==(const ArgumentText&) const = default;
};

struct ScenarioParameter {
  std::string name;                 ///< becomes a macro
  std::vector<std::string> choices; ///< the first is the default; a scalar in the header is one choice
  Span span;
  bool operator==(const ScenarioParameter&) const = default;
};

/// True for a parameter of several choices, all of them whole numbers, whose value is another one.
[[nodiscard]] bool is_unlisted(const ScenarioParameter& parameter, std::string_view value);

/// [lesson]: how the app shows the answer to the question. It holds names of positions in the text and of
/// counts, but no numbers: those are computed when it is shown.
struct Lesson {
  std::string at;     ///< a piece of text: the access is in the first line after the header that contains it
  std::string access; ///< "load", "store" or "atomic"; empty: the most expensive access of the line
  /// Which execution of that access by the first warp that reaches it, from 1; 0: the most expensive.
  std::uint32_t turn = 0;
  std::string beside; ///< like `at`: another access, for the names that begin with other_; may be empty
  std::string scene;  ///< id in scenes.def of app/view; empty: the access's default scene
  std::string answer; ///< a sentence with {names}, see lesson_names()
  /// Parameters, and the value that the lesson gives to each.
  std::vector<std::pair<std::string, std::string>> set;
  bool operator==(const Lesson&) const = default;
};

/// The names that an answer may use in braces, beside parameters: counts of the access shown; with line_,
/// those of all its executions in the traced block; with other_, those of the access `beside`. A noun after
/// the name takes its plural: {wavefronts wavefront}.
[[nodiscard]] const std::vector<std::string>& lesson_names();

/// [bug]: this kernel is wrong on purpose, for a class to find out what is said of it.
struct Bug {
  std::string says; ///< a piece of the message
  std::string when; ///< an expression over the parameters; empty: with every choice
  bool operator==(const Bug&) const = default;
};

/// [view]: what the window showed when the file was shared. It affects no count: only the window reads it.
struct SavedView {
  std::string mode;                           ///< "kernel" or "expression"
  std::string scene, device, lab;             ///< ids; a reader ignores those that it does not know
  std::string expression, declaration, block; ///< the fields, as typed
  std::uint32_t warp = 0;
  std::uint64_t step = 1;                                   ///< from 1, as the timeline counts
  std::vector<std::pair<std::string, std::string>> choices; ///< [view.choices]
  std::vector<std::uint32_t> cuts; ///< `cut = [10]`: the lines whose barriers were left out
  /// [view.rows]: row lengths of buffers in elements, where a person set them.
  std::map<std::string, std::uint64_t> row_lengths;
  /// [view.stops]: where playing stops by itself, by line: 1 always, 2 at a bank conflict, 3 + lane when that
  /// lane takes part.
  std::map<std::string, std::uint64_t> stops;
  bool operator==(const SavedView&) const = default;
};

struct Scenario {
  std::string file;                         ///< its name in messages
  std::string title, question, explanation; ///< the header keys title, question, explanation (all optional)
  std::string kernel;                       ///< empty: the only kernel of the file
  std::vector<std::string> grid, block;     ///< up to three expressions each; empty: absent
  std::string shared;                       ///< bytes of dynamic shared memory, as an expression; empty: 0
  std::string registers; ///< the most registers of a thread, as an expression; empty: as the compiler likes
  std::vector<ScenarioParameter> parameters;
  std::vector<ArgumentText> arguments;                     ///< in the order of the kernel's parameters
  std::vector<std::pair<std::string, std::string>> checks; ///< from an output to its reference kernel
  std::optional<Lesson> lesson;
  std::optional<Bug> bug;
  std::optional<SavedView> view;
  bool has_header = false; ///< the header holds more than [view]
  Span header;             ///< the header's comment
  /// Positions of keys such as "kernel", "grid", "args.in", for messages.
  std::vector<std::pair<std::string, Span>> key_spans;
  std::string text; ///< the whole file, unchanged (consumers handle BOM and CRLF through lines)
};

/// Never throws; returns what could be read besides the diagnostics (file:line:column in the .cu).
[[nodiscard]] Scenario parse_scenario(std::string_view file, std::string_view text, Diagnostics& diagnostics);

/// Options (from the command line or the app) that override the header. Empty optionals keep the header's
/// value.
struct Overrides {
  std::optional<std::string> kernel;
  std::optional<std::vector<std::string>> grid, block; ///< expressions, as in the header
  std::optional<std::string> shared, registers;
  /// --set NAME=VALUE: any value, listed as a choice or not.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::pair<std::string, std::string>> arguments; ///< --arg NAME=TEXT
  /// They were typed as options: what is said of one points into it, else into the header.
  bool from_options = false;
};

/// "tensor:in float[64, 64] box[32, 8] swizzle:128": a CUtensorMap of a buffer, as cuTensorMapEncodeTiled
/// makes it of rows that lie one behind the other.
struct TensorTile {
  std::string buffer; ///< an argument's name
  ElementType element = ElementType::F32;
  std::vector<std::uint64_t> dimensions; ///< in elements, the one whose elements lie together first
  std::vector<std::uint32_t> box;
  std::uint32_t swizzle = 0; ///< bytes: 0, 32, 64 or 128
  bool operator==(const TensorTile&) const = default;
};

struct ResolvedArgument {
  std::string name;
  bool is_buffer = false;
  std::optional<TensorTile> tensor; ///< a CUtensorMap: neither buffer nor value
  Fill fill;
  std::uint64_t count = 0; ///< elements of the pointee
  /// Scalars: the number as text, after macros and integer arithmetic ("1024", "0.5f", "true").
  std::string value;
  Span span;
};

struct ResolvedLaunch {
  std::string kernel;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t max_registers = 0;                         ///< -maxrregcount of the compiler; 0: none
  std::vector<std::pair<std::string, std::string>> macros; ///< one for each parameter, in order
  std::vector<ResolvedArgument> arguments;
  std::vector<std::pair<std::string, std::string>> checks;
  Span grid_span, block_span, shared_span; ///< where the header sets them; unknown when an option did
};

/// Expressions are C integer arithmetic in 64 bits (+ - * / % << >> & | ^ ~ ! comparisons ?: parentheses,
/// min(), max()) over parameters. Overflow, division by zero, zero or negative sizes and unknown names are
/// diagnostics. check_launch checks the limits of the device (threads, grid, shared memory).
[[nodiscard]] std::optional<ResolvedLaunch> resolve(const Scenario& scenario, const Overrides& overrides,
                                                    Diagnostics& diagnostics);

/// Checks the limits: 1,024 threads, the grid (x 2^31-1, y and z 65,535), block z 64, shared memory with and
/// without opt-in (`static_shared` from the compiled kernel). Each violation is an error with the number, the
/// limit and what to do; a note says where an opt-in call would be needed.
void check_launch(const ResolvedLaunch& launch, std::uint32_t static_shared, const Device& device,
                  const std::string& file, Diagnostics& diagnostics);

/// Returns the integer value of `expression`, or nullopt and a message in `error`.
[[nodiscard]] std::optional<std::int64_t>
evaluate(std::string_view expression, const std::vector<std::pair<std::string, std::string>>& names,
         std::string& error);

/// Whether the kernel is wrong on purpose with these macros (ResolvedLaunch::macros).
[[nodiscard]] bool has_bug(const Scenario& scenario,
                           const std::vector<std::pair<std::string, std::string>>& macros);

/// Any value may be set, but one that no #if of the text asks for runs as its #else. Returns the warning that
/// says so of an unlisted value, in the words behind `option` ("--set", "-D"), or of the header where it is
/// empty; nullopt: the value is listed, or the file has no such parameter.
[[nodiscard]] std::optional<Diagnostic> unlisted_value(const Scenario& scenario, std::string_view name,
                                                       const std::string& value, std::string_view option);

[[nodiscard]] const std::vector<std::string>& scenario_keys();

} // namespace warpscope::source
