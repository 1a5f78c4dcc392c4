// The .cu file as a scenario: its TOML header (a /* warpscope … */ comment), resolved with choices and
// options to a launch. The header's grammar: DESIGN, "The scenario file"; every key it knows is in
// scenario_keys() (used by messages and docs).
#pragma once

#include "sim/base/device.h"
#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"

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

/// "ramp[WIDTH*WIDTH]" or "WIDTH": text as written, evaluated by resolve().
struct ArgumentText {
  std::string name;
  std::string text;
  Span span; ///< in the .cu text; unknown for options
  bool operator==(const ArgumentText&) const = default;
};

struct ScenarioParameter {
  std::string name;                 ///< becomes a macro
  std::vector<std::string> choices; ///< the first is the default; a scalar in the header is one choice
  Span span;
  bool operator==(const ScenarioParameter&) const = default;
};

/// How the app shows the answer to the question: [lesson]. Names of other places in the text and of counts,
/// no numbers: those are computed when it is shown.
struct Lesson {
  std::string at; ///< a piece of the text: the access stands in the first line behind the header that has it
  std::string access;     ///< "load", "store" or "atomic"; empty: whichever of the line costs most
  std::uint32_t turn = 0; ///< which run of that access by the first warp that gets there, from 1; 0: the
                          ///< costliest
  std::string beside;     ///< like `at`: another access, for the names that begin with other_; may be empty
  std::string scene;      ///< "banks", "array", "sectors", "block"; empty: the one of the access
  std::string answer;     ///< a sentence with {names}: see lesson_names()
  std::vector<std::pair<std::string, std::string>> set; ///< parameters, and the value each takes for it
  bool operator==(const Lesson&) const = default;
};

/// What an answer may name in braces, beside parameters: counts of the access shown, with line_ those of all
/// its runs in the traced block, with other_ those of the access `beside`. A noun behind the name gets its s:
/// {wavefronts wavefront}.
[[nodiscard]] const std::vector<std::string>& lesson_names();

/// [view]: what the window showed when the file was shared. It changes no count: only the window reads it.
struct SavedView {
  std::string mode;                           ///< "kernel" or "expression"
  std::string scene, device, lab;             ///< ids; unknown ones are for the reader to pass over
  std::string expression, declaration, block; ///< the fields, as typed
  std::uint32_t warp = 0;
  std::uint64_t step = 1;                                   ///< from 1, as the timeline counts
  std::vector<std::pair<std::string, std::string>> choices; ///< [view.choices]
  std::vector<std::uint32_t> cuts;                  ///< lines, as `cut = [10]`: whose barriers were left out
  std::map<std::string, std::uint64_t> row_lengths; ///< [view.rows]: of buffers, in elements, where a person
                                                    ///< said it
  bool operator==(const SavedView&) const = default;
};

struct Scenario {
  std::string file;                         ///< name for messages
  std::string title, question, explanation; ///< header keys title, question, explanation (all optional)
  std::string kernel;                       ///< may be empty: the only kernel of the file
  std::vector<std::string> grid, block;     ///< up to three expressions each; empty: not given
  std::string shared;                       ///< dynamic shared memory, bytes, expression; empty: 0
  std::vector<ScenarioParameter> parameters;
  std::vector<ArgumentText> arguments;                     ///< in the kernel's order
  std::vector<std::pair<std::string, std::string>> checks; ///< output -> reference kernel
  std::optional<Lesson> lesson;
  std::optional<SavedView> view;
  bool has_header = false;                             ///< one that says more than [view]
  Span header;                                         ///< of the comment
  std::vector<std::pair<std::string, Span>> key_spans; ///< "kernel", "grid", "args.in" … -> where, for
                                                       ///< messages
  std::string text; ///< the whole file, unchanged (BOM and CRLF handled by consumers via lines)
};

/// Never throws; what could be read is there beside the diagnostics (file:line:column in the .cu).
[[nodiscard]] Scenario parse_scenario(std::string_view file, std::string_view text, Diagnostics& diagnostics);

/// What options (command line, app) put over the header. Empty optionals leave the header's value.
struct Overrides {
  std::optional<std::string> kernel;
  std::optional<std::vector<std::string>> grid, block; ///< expressions, as in the header
  std::optional<std::string> shared;
  std::vector<std::pair<std::string, std::string>> parameters; ///< --set NAME=VALUE: any value, not only a
                                                               ///< listed choice
  std::vector<std::pair<std::string, std::string>> arguments;  ///< --arg NAME=TEXT
};

struct ResolvedArgument {
  std::string name;
  bool is_buffer = false;
  Fill fill;
  std::uint64_t count = 0; ///< elements of the pointee
  std::string value; ///< scalars: the number as text, after macros and integer arithmetic ("1024", "0.5f",
                     ///< "true")
  Span span;
};

struct ResolvedLaunch {
  std::string kernel;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::pair<std::string, std::string>> macros; ///< from the parameters, in order
  std::vector<ResolvedArgument> arguments;
  std::vector<std::pair<std::string, std::string>> checks;
  Span grid_span, block_span, shared_span; ///< where the header says so; unknown when an option did
};

/// Expressions are C integer arithmetic (+ - * / % << >> & | ^ ~ ! comparisons ?: parentheses, min(), max(),
/// 64 bits) over parameters. Overflow, division by zero, zero or negative sizes and unknown names are
/// diagnostics. Limits of the device (threads, grid, shared memory) are checked by check_launch.
[[nodiscard]] std::optional<ResolvedLaunch> resolve(const Scenario& scenario, const Overrides& overrides,
                                                    Diagnostics& diagnostics);

/// 1,024 threads, grid limits (x 2^31-1, y and z 65,535), block z 64, shared memory with and without opt-in
/// (`static_shared` from the compiled kernel): an error per violation with the number, the limit and what to
/// do; a note where an opt-in call would be needed.
void check_launch(const ResolvedLaunch& launch, std::uint32_t static_shared, const Device& device,
                  const std::string& file, Diagnostics& diagnostics);

/// The integer value of `expression`, or a diagnostic text in `error`.
[[nodiscard]] std::optional<std::int64_t>
evaluate(std::string_view expression, const std::vector<std::pair<std::string, std::string>>& names,
         std::string& error);

[[nodiscard]] const std::vector<std::string>& scenario_keys();

} // namespace warpscope::source
