// Interprets the host code of a .cu statement by statement: launches.h says what it covers. Internal to
// sim/source: host_declarations.cpp reads file scope, host_statements.cpp executes, host_expressions.cpp
// evaluates, launches.cpp reads calls.
#pragma once

#include "sim/source/code_tokens.h"
#include "sim/source/launches.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

using Tokens = std::span<const CodeToken>;

struct HostValue {
  enum class Kind : std::uint8_t {
    Unknown,   ///< `missing` says why
    Integer,   ///< integer
    Real,      ///< real
    Sizes,     ///< a dim3: sizes
    Buffer,    ///< device memory of `integer` bytes
    Address,   ///< of variable `variable`
    Container, ///< std::vector, array: `integer` elements of `element` bytes
    Text,
  } kind = Kind::Unknown;
  std::int64_t integer = 0;
  double real = 0;
  std::array<std::int64_t, 3> sizes = {1, 1, 1};
  std::size_t variable = 0;
  std::int64_t element = 0;
  std::string missing;

  static HostValue unknown(std::string why) {
    HostValue v;
    v.missing = std::move(why);
    return v;
  }
  static HostValue of(std::int64_t number) {
    HostValue v;
    v.kind = Kind::Integer;
    v.integer = number;
    return v;
  }
  static HostValue of_real(double number) {
    HostValue v;
    v.kind = Kind::Real;
    v.real = number;
    return v;
  }
  [[nodiscard]] bool is_number() const { return kind == Kind::Integer || kind == Kind::Real; }
  [[nodiscard]] double as_real() const { return kind == Kind::Integer ? static_cast<double>(integer) : real; }
};

struct HostVariable {
  std::string name, type; ///< "float*"
  HostValue value;
  std::map<std::string, HostValue, std::less<>> members; ///< the members of a struct, by name: "width"
  /// of an array: the tokens between its braces; of a pointer to a function of the text: the function's name
  /// and template arguments
  Tokens initial;
};

class HostProgram {
 public:
  HostProgram(const CodeText& code, std::string_view text, int most_steps)
      : code_(code), text_(text), most_steps_(most_steps) {}

  std::vector<FoundLaunch> launches();

 private:
  struct Function {
    std::string name;
    Tokens parameters, body, template_parameters;
    bool on_device = false;
  };
  using Scope = std::map<std::string, std::size_t, std::less<>>;
  /// How a statement ended.
  enum class Flow : std::uint8_t { Next, Break, Continue, Return };

  // host_statements.cpp
  void file_scope();
  std::size_t file_item(std::size_t at);
  void remember_function(std::size_t begin, std::size_t name, std::size_t open, std::size_t close,
                         std::size_t body);
  bool remember_alias(Tokens tokens);
  void remember_alias(std::string_view name, Tokens type);
  [[nodiscard]] std::string type_text(Tokens type) const;
  void remember_struct(std::size_t begin, std::size_t open);
  Flow block(Tokens tokens);
  Flow statement(Tokens tokens, std::size_t& at);
  Flow if_statement(Tokens tokens, std::size_t& at);
  Flow loop(Tokens condition, Tokens step, Tokens body, bool body_first);
  Flow loop_statement(Tokens tokens, std::size_t& at);
  Flow branch(Tokens body, bool certain);
  bool declaration(Tokens tokens);
  void declare(Tokens type, Tokens declarator);
  void simple_statement(Tokens tokens);
  void effects(Tokens tokens, bool calls);
  void allocation(std::string_view function, const std::vector<Tokens>& arguments);
  void launch(Tokens tokens, std::size_t mark);
  void add_shared(FoundLaunch& found, Tokens size);
  void launch_by_function(Tokens call, const std::vector<Tokens>& arguments);
  void add_launch(FoundLaunch found, const std::vector<Tokens>& arguments, Tokens whole);
  [[nodiscard]] FoundArgument argument_of(Tokens argument);
  [[nodiscard]] static FoundArgument argument_of(const HostValue& value);
  void set_members(HostVariable& variable, std::string_view type, Tokens values);
  void remember_enum(std::size_t begin, std::size_t open);
  [[nodiscard]] std::optional<Flow> known_switch(const HostValue& value, Tokens body);
  void assign(Tokens target, std::string_view operation, Tokens value);
  void forget(const std::set<std::string, std::less<>>& names);
  [[nodiscard]] std::set<std::string, std::less<>> changed_in(Tokens tokens) const;
  [[nodiscard]] bool names_function(Tokens tokens) const;
  HostValue call(const Function& function, const std::vector<Tokens>& arguments, Tokens template_arguments);
  [[nodiscard]] FoundSize size_of_launch(Tokens tokens);
  [[nodiscard]] std::string kernel_name(Tokens tokens);
  [[nodiscard]] std::string template_arguments(const FoundLaunch& found);
  [[nodiscard]] std::string deduced_type(const Function& kernel, std::string_view parameter,
                                         const FoundLaunch& found) const;
  void bind_constant(std::string_view name, const HostValue& value);

  // host_expressions.cpp
  HostValue evaluate(Tokens tokens);
  class Evaluator;
  [[nodiscard]] std::optional<std::int64_t> bytes_of_type(Tokens tokens) const;
  /// Returns the index of the variable, or nullopt.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  [[nodiscard]] std::optional<std::size_t> target_of(Tokens tokens);
  [[nodiscard]] HostValue buffer_of(Tokens tokens, std::size_t& variable);

  [[nodiscard]] bool step() { return ++steps_ < most_steps_; }

  static constexpr int deepest = 60;
  /// Iterations of all loops together; after that each body is read once.
  static constexpr int most_rounds = 10'000;

  const CodeText& code_;
  std::string_view text_;
  std::map<std::string, Function, std::less<>> functions_;
  std::map<std::string, std::int64_t, std::less<>> struct_bytes_; ///< sizes of structs and of type aliases
  /// Type aliases; `typedef float real` maps real to float.
  std::map<std::string, std::string, std::less<>> aliases_;
  /// The member names of plain structs.
  std::map<std::string, std::vector<std::string>, std::less<>> struct_members_;
  std::vector<HostVariable> variables_;
  std::vector<Scope> scopes_;
  std::size_t visible_from_ = 1; ///< scopes of the callers are not visible; scope 0 is the file's
  std::vector<FoundLaunch> launches_;
  std::set<std::size_t> launches_seen_; ///< offsets in the text of launches already recorded
  std::set<std::string, std::less<>> entered_;
  /// Of function-like macros; kept here because tokens are viewed by spans.
  std::deque<std::vector<CodeToken>> expansions_;
  HostValue returned_;
  int most_steps_, steps_ = 0, rounds_ = 0, depth_ = 0;
  int uncertain_ = 0; ///< nesting depth of branches that may not be taken
};

/// Splits at the commas outside all brackets.
[[nodiscard]] std::vector<Tokens> split_at_commas(Tokens tokens);
/// Returns the index after the bracket that closes the one at `at`; the size when there is none.
[[nodiscard]] std::size_t behind_closing(Tokens tokens, std::size_t at);
/// Returns the index after the `< … >` that begins at `at`; `at` when that is not a template argument list.
[[nodiscard]] std::size_t behind_angles(Tokens tokens, std::size_t at);
/// Returns the index after the `< … >` of a template's parameters, which begins at `at`: unlike arguments,
/// they may have defaults. `at` when there is none.
[[nodiscard]] std::size_t behind_template_parameters(Tokens tokens, std::size_t at);
/// Returns the index after the ; or the end of the text; brackets are skipped.
[[nodiscard]] std::size_t statement_end(Tokens tokens, std::size_t at);
/// Returns the tokens between the brackets at `open` and before `close`.
[[nodiscard]] Tokens inside(Tokens tokens, std::size_t open, std::size_t close);
/// `return`, `delete`, …: no declaration begins with them.
[[nodiscard]] bool begins_no_declaration(std::string_view word);
/// Returns the source text, with every run of blanks as one blank.
[[nodiscard]] std::string text_of(Tokens tokens);

} // namespace warpscope::source
