// Builds the kernel's text around the expression and remembers where each piece came from.
#include "sim/expression/expression.h"

#include "sim/expression/expression_declaration.h"
#include "sim/expression/expression_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpscope::expression {

namespace {

using Tokens = ExpressionTokens;
using Part = DeclarationPart;

constexpr std::uint64_t buffer_bytes = 256u << 20; ///< of each pointer's buffer; untouched pages cost nothing
constexpr std::uint64_t index_elements = 64u << 10;
constexpr std::uint64_t unknown_elements = 1u << 20; ///< elements of a pointee whose size is not known here
// Of the results where only the compiler knows their type. CUDA's own types have 32 bytes at most (double4).
// No type is larger than a thread's local memory, 512 KiB, and no block has more than 1,024 threads.
constexpr std::uint64_t largest_builtin = 32, any_results = 512u << 20;
constexpr std::size_t most_pointers = 8;
constexpr std::uint32_t dynamic_shared_bytes = 48u << 10;

struct Convenience {
  std::string_view name, definition;
};
constexpr std::array<Convenience, 9> conveniences{{
    {"tx", "threadIdx.x"},
    {"ty", "threadIdx.y"},
    {"tz", "threadIdx.z"},
    {"tid", "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"},
    {"lane", "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32"},
    {"warp", "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32"},
    {"i", "blockIdx.x * blockDim.x + threadIdx.x"},
    {"row", "blockIdx.y * blockDim.y + threadIdx.y"},
    {"col", "blockIdx.x * blockDim.x + threadIdx.x"},
}};

class Builder {
 public:
  void add(std::string_view text) { kernel_.text += text; }
  void add_field(ExpressionField field, std::string_view source, std::size_t begin, std::size_t end) {
    const std::string_view text = source.substr(begin, end - begin);
    const auto [line, column] = place();
    if (field == ExpressionField::Expression) {
      kernel_.expression_line = line;
      kernel_.expression_column = column;
    } else if (kernel_.declaration_line == 0) {
      kernel_.declaration_line = line;
      kernel_.declaration_column = column;
    }
    kernel_.pieces.push_back({field, begin, text.size(), kernel_.text.size()});
    kernel_.text += text;
  }
  ExpressionKernel take() { return std::move(kernel_); }

 private:
  std::pair<std::uint32_t, std::uint32_t> place() const {
    const std::size_t start = kernel_.text.rfind('\n');
    const std::size_t line_start = start == std::string::npos ? 0 : start + 1;
    return {static_cast<std::uint32_t>(std::count(kernel_.text.begin(), kernel_.text.end(), '\n')) + 1,
            static_cast<std::uint32_t>(kernel_.text.size() - line_start) + 1};
  }
  ExpressionKernel kernel_;
};

/// A parameter that the text does not declare.
struct Invented {
  std::string name, type;
  std::string fill;
};

class Maker {
 public:
  Maker(const ExpressionInput& input, Diagnostics& diagnostics) : input_(input), diagnostics_(diagnostics) {}

  ExpressionKernel run() {
    const bool read = tokenize_field(input_.expression, "expression", expression_, diagnostics_) &
                      tokenize_field(input_.declaration, "declaration", declaration_, diagnostics_);
    if (!check_block() || !read || !check_expression() ||
        !split_declaration(input_.declaration, declaration_, parts_, diagnostics_))
      return {};
    statement_ = is_statement();
    if (!invent_parameters()) return {};
    if (!statement_) warn_of_rows();
    return build();
  }

 private:
  bool refuse(const char* field, std::size_t offset, std::size_t length, std::string message) {
    const std::string& text = field[0] == 'e' ? input_.expression : input_.declaration;
    diagnostics_.push_back(field_diagnostic(text, field, offset, length, std::move(message)));
    return false;
  }
  bool refuse(const char* field, const ExpressionToken& token, std::string message) {
    return refuse(field, token.offset, token.text.size(), std::move(message));
  }

  bool check_block() {
    const Dim3& b = input_.block;
    constexpr std::uint32_t most = 1024;
    if (b.x >= 1 && b.y >= 1 && b.z >= 1 && b.x <= most && b.y <= most && b.z <= 64 && b.count() <= most)
      return true;
    Diagnostic diagnostic;
    diagnostic.file = "block";
    diagnostic
        .message = b.count() == 0
                       ? fmt::format("the block {} x {} x {} has no threads: sizes begin at 1", b.x, b.y, b.z)
                       : fmt::format(
                             "the block {} x {} x {} is too large: at most 1,024 threads, and z at most 64",
                             b.x, b.y, b.z);
    diagnostics_.push_back(std::move(diagnostic));
    return false;
  }

  bool check_expression() {
    while (!expression_.empty() && expression_.back().is(";") && expression_.back().depth == 0)
      expression_.pop_back();
    if (expression_.empty())
      return refuse("expression", 0, 1,
                    "the expression is empty: type an access such as tile[threadIdx.x][threadIdx.y]");
    for (const ExpressionToken& token : expression_) {
      if (token.is(";") && token.depth == 0)
        return refuse("expression", token,
                      "one expression only: declarations go into the declaration field, more statements into "
                      "a kernel (.cu)");
      if (token.is("__global__") || token.is("asm") || token.is("__asm__"))
        return refuse(
            "expression", token,
            fmt::format("{} cannot stand in an expression: open the text as a kernel (.cu)", token.text));
    }
    return true;
  }

  bool declared(std::string_view name) const {
    for (const Part& part : parts_)
      for (const std::string& known : part.names)
        if (known == name) return true;
    return false;
  }

  // ---- expression ----
  bool is_statement() const {
    static constexpr std::string_view assignments[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    if (expression_.front().is("if") || expression_.front().is("for") || expression_.front().is("while") ||
        expression_.front().is("{"))
      return true;
    for (std::size_t i = 0; i < expression_.size(); ++i) {
      const ExpressionToken& token = expression_[i];
      for (const std::string_view op : assignments)
        if (token.is(op) && !(token.is("=") && i > 0 && expression_[i - 1].is("[")))
          return true; // the [=] of a lambda
      for (const std::string_view prefix : {"atomic", "__st", "__sync", "printf"})
        if (token.is_identifier() && token.text.starts_with(prefix)) return true;
    }
    return false;
  }

  /// True for a name by itself: not a member, a qualified name or a call.
  static bool stands_alone(const Tokens& tokens, std::size_t i) {
    if (!tokens[i].is_identifier()) return false;
    if (i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->") || tokens[i - 1].is("::"))) return false;
    return !(i + 1 < tokens.size() && (tokens[i + 1].is("(") || tokens[i + 1].is("::")));
  }

  /// True when the name occurs in the expression or in a declaration inside the kernel (types and functions
  /// above it have names of their own).
  bool used(std::string_view name) const {
    const auto in = [&](const Tokens& tokens) {
      for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i].is(name) && stands_alone(tokens, i)) return true;
      return false;
    };
    return in(expression_) || std::any_of(parts_.begin(), parts_.end(), [&](const Part& p) {
             return p.place == Part::Place::Body && in(p.tokens);
           });
  }

  bool invent_parameters() {
    for (std::size_t i = 0; i + 1 < expression_.size(); ++i) {
      const ExpressionToken& name = expression_[i];
      if (!stands_alone(expression_, i) || !expression_[i + 1].is("[") || is_given_name(name.text) ||
          declared(name.text))
        continue;
      const auto known = std::find_if(invented_.begin(), invented_.end(),
                                      [&](const Invented& p) { return p.name == name.text; });
      if (known != invented_.end()) continue;
      const std::size_t close = closing(i + 1);
      if (close + 1 < expression_.size() && expression_[close + 1].is("["))
        return refuse("expression", name,
                      fmt::format("{} has more than one index, so its shape must be known: declare it, as in "
                                  "__shared__ float {}[32][33]",
                                  name.text, name.text));
      Invented parameter{std::string(name.text), statement_ ? "float *" : "const float *",
                         fmt::format("zero[{}]", buffer_bytes / 4)};
      if (inside_index(i))
        parameter = {std::string(name.text), "const int *", fmt::format("ramp[{}]", index_elements)};
      invented_.push_back(std::move(parameter));
    }
    std::size_t pointers = invented_.size();
    for (const Part& part : parts_) pointers += part.place == Part::Place::Parameter ? 1 : 0;
    if (pointers > most_pointers)
      return refuse("expression", 0, 1,
                    fmt::format("{} pointers are too many for one expression, {} are allowed", pointers,
                                most_pointers));
    return true;
  }

  std::size_t closing(std::size_t open) const {
    for (std::size_t i = open + 1; i < expression_.size(); ++i)
      if (expression_[i].is("]") && expression_[i].depth == expression_[open].depth) return i;
    return expression_.size() - 1;
  }

  bool inside_index(std::size_t at) const {
    std::uint32_t depth = expression_[at].depth;
    for (std::size_t i = at; i-- > 0 && depth > 0;) {
      const bool opens = expression_[i].is("(") || expression_[i].is("[") || expression_[i].is("{");
      if (!opens || expression_[i].depth != depth - 1) continue;
      if (expression_[i].is("[")) return true;
      --depth;
    }
    return false;
  }

  /// Returns the number of indices after the first name when the expression is just `name[…]…[…]`; 0
  /// otherwise.
  std::size_t plain_indices() const {
    if (!expression_.front().is_identifier()) return 0;
    std::size_t i = 1, indices = 0;
    for (; i < expression_.size() && expression_[i].is("["); ++indices) i = closing(i) + 1;
    return i == expression_.size() ? indices : 0;
  }

  /// Returns the part that declares only the expression's first name; null otherwise.
  const Part* plain_part() const {
    for (const Part& part : parts_)
      if (part.names.size() == 1 && expression_.front().is(part.names.front())) return &part;
    return nullptr;
  }

  /// Returns the element type of a plain access, when it is a plain name; empty: only the compiler knows it.
  std::string plain_type() const {
    const std::size_t indices = plain_indices();
    if (indices == 0) return {};
    if (is_invented(expression_.front().text)) return "float";
    const Part* part = plain_part();
    const bool known = part != nullptr && part->place != Part::Place::File && type_bytes(part->type) != 0;
    return known && indices == dimensions(*part) ? part->type : std::string();
  }

  /// True when a type of a size of its own may be in the fields: a definition, a template's argument.
  [[nodiscard]] bool names_a_type() const {
    const auto either = [](const Tokens& tokens) {
      return std::any_of(tokens.begin(), tokens.end(),
                         [](const ExpressionToken& token) { return token.is("{") || token.is("<"); });
    };
    return either(expression_) || either(declaration_);
  }

  /// Warns that `tile[i]` of a two-dimensional tile is the address of a row, so nothing is read.
  void warn_of_rows() {
    const std::size_t indices = plain_indices();
    const Part* part = plain_part();
    if (indices == 0 || part == nullptr || part->place == Part::Place::Parameter ||
        indices >= dimensions(*part))
      return;
    diagnostics_.push_back(field_diagnostic(
        input_.expression, "expression", expression_.front().offset, expression_.front().text.size(),
        fmt::format(
            "{} has {} dimensions, {} {} only a part of it and reads no memory: add the missing index",
            part->names.front(), dimensions(*part), indices, indices == 1 ? "index names" : "indices name"),
        Severity::Warning));
  }

  /// Returns how many indices reach an element; 0 when the declarator is not a plain one.
  static std::size_t dimensions(const Part& part) {
    if (part.place == Part::Place::Parameter) return part.type.empty() ? 0 : 1;
    std::size_t count = 0;
    for (const ExpressionToken& token : part.tokens) {
      if (token.depth != 0) continue;
      if (token.is("=")) break;
      if (token.is("*") || token.is("(")) return 0;
      if (token.is("[")) ++count;
    }
    return count;
  }

  std::string unused_name(std::string name) const {
    while (used(name) || declared(name) || contains_word(expression_, name) ||
           contains_word(declaration_, name))
      name += '_';
    return name;
  }

  // ---- text ----
  struct KernelArgument {
    std::string name, fill;
  };

  ExpressionKernel build() {
    const std::string result = unused_name("result"), value = unused_name("value"),
                      never = unused_name("never");
    const std::string name = unused_name("expression");
    // The same number, under a name that the person uses.
    const bool has_tid = used("tid") && !declared("tid") && !is_invented("tid");
    const std::string thread = has_tid ? "tid" : unused_name("thread");
    const std::uint64_t threads = input_.block.count();
    const std::string type = statement_ ? std::string() : plain_type();
    std::vector<std::string> written; // shared arrays that a statement may write
    if (statement_)
      for (const Part& part : parts_)
        for (const std::string& declared_name : part.names)
          if (part.shared && contains_word(expression_, declared_name)) written.push_back(declared_name);

    std::vector<KernelArgument> arguments;
    for (const Part& part : parts_)
      if (part.place == Part::Place::Parameter) {
        const std::uint64_t bytes = type_bytes(part.type);
        arguments.push_back({part.names.front(),
                             fmt::format("zero[{}]", bytes == 0 ? unknown_elements : buffer_bytes / bytes)});
      }
    for (const Invented& parameter : invented_) arguments.push_back({parameter.name, parameter.fill});
    const bool keeps_result = !statement_ || !written.empty();
    if (keeps_result)
      arguments.push_back({result, fmt::format("zero[{}]", statement_       ? 1
                                                           : !type.empty()  ? threads
                                                           : names_a_type() ? any_results
                                                                            : threads * largest_builtin)});
    if (!written.empty()) arguments.push_back({never, "0"});

    Builder out;
    out.add("/* warpscope\ntitle  = \"One expression\"\n");
    out.add(fmt::format("kernel = \"{}\"\ngrid   = [1]\nblock  = [{}, {}, {}]\n", name, input_.block.x,
                        input_.block.y, input_.block.z));
    if (std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.dynamic; }))
      out.add(fmt::format("shared = {}  # of extern __shared__ arrays\n", dynamic_shared_bytes));
    if (!arguments.empty()) out.add("[args]\n");
    for (const KernelArgument& argument : arguments) {
      const bool bare = std::all_of(argument.name.begin(), argument.name.end(),
                                    [](char c) { return (static_cast<unsigned char>(c) & 0x80) == 0; });
      out.add(fmt::format(fmt::runtime(bare ? "{} = \"{}\"\n" : "\"{}\" = \"{}\"\n"), argument.name,
                          argument.fill));
    }
    out.add("*/\n");
    includes(out);
    for (const Part& part : parts_)
      if (part.place == Part::Place::File) declare(out, part, "");

    out.add(fmt::format("__global__ void {}(", name));
    const char* separator = "";
    for (const Part& part : parts_) {
      if (part.place != Part::Place::Parameter) continue;
      out.add(separator);
      if (part.has_base) {
        out.add_field(ExpressionField::Declaration, input_.declaration, part.base_begin, part.base_end);
        out.add(" ");
      }
      out.add_field(ExpressionField::Declaration, input_.declaration, part.begin, part.end);
      separator = ", ";
    }
    for (const Invented& parameter : invented_) {
      out.add(fmt::format("{}{}{}", separator, parameter.type, parameter.name));
      separator = ", ";
    }
    if (keeps_result)
      out.add(fmt::format("{}{} *{}", separator, type.empty() ? "unsigned char" : type, result));
    if (!written.empty()) out.add(fmt::format(", int {}", never));
    out.add(") {\n");

    for (const Convenience& convenience : conveniences)
      if (used(convenience.name) && !declared(convenience.name) && !is_invented(convenience.name))
        out.add(fmt::format("  int {} = {};\n", convenience.name, convenience.definition));
    for (const Part& part : parts_)
      if (part.place == Part::Place::Body) declare(out, part, "  ");

    const ExpressionToken& last = expression_.back();
    const std::size_t begin = expression_.front().offset, end = last.offset + last.text.size();
    if (statement_) {
      out.add("  ");
      out.add_field(ExpressionField::Expression, input_.expression, begin, end);
      out.add(";\n");
      if (!written.empty())
        out.add(fmt::format(
            "  if ({} != 0) // it is 0: only keeps the compiler from dropping stores that nobody reads\n",
            never));
      std::string sum;
      for (const std::string& array : written)
        sum += fmt::format("{}((const volatile unsigned char *)&{})[{}]", sum.empty() ? "" : " + ", array,
                           never);
      if (!written.empty()) out.add(fmt::format("    {}[0] = {};\n", result, sum));
    } else {
      if (!has_tid)
        out.add(fmt::format(
            "  int {} = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n", thread));
      out.add(fmt::format("  {} {} =\n      ", type.empty() ? "auto" : type, value));
      out.add_field(ExpressionField::Expression, input_.expression, begin, end);
      out.add(";\n");
      out.add(type.empty() ? fmt::format("  ((decltype({}) *){})[{}] = {};\n", value, result, thread, value)
                           : fmt::format("  {}[{}] = {};\n", result, thread, value));
    }
    out.add("}\n");
    return out.take();
  }

  bool is_invented(std::string_view name) const {
    return std::any_of(invented_.begin(), invented_.end(), [&](const Invented& p) { return p.name == name; });
  }

  void includes(Builder& out) const {
    const auto either = [&](std::string_view word) {
      return contains_word(expression_, word) || contains_word(declaration_, word);
    };
    if (either("half") || either("__half") || either("half2") || either("__half2"))
      out.add("#include <cuda_fp16.h>\n");
    if (either("__nv_bfloat16") || either("__nv_bfloat162")) out.add("#include <cuda_bf16.h>\n");
  }

  void declare(Builder& out, const Part& part, const char* indent) {
    out.add(indent);
    out.add_field(ExpressionField::Declaration, input_.declaration, part.begin, part.end);
    out.add(part.needs_semicolon ? ";\n" : "\n");
  }

  const ExpressionInput& input_;
  Diagnostics& diagnostics_;
  Tokens expression_, declaration_;
  std::vector<Part> parts_;
  std::vector<Invented> invented_;
  bool statement_ = false;
};

} // namespace

ExpressionKernel make_expression_kernel(const ExpressionInput& input, Diagnostics& diagnostics) {
  return Maker(input, diagnostics).run();
}

ExpressionField map_to_input(const ExpressionKernel& kernel, const ExpressionInput& input,
                             Diagnostic& diagnostic) {
  const auto offset_of = [&](std::uint32_t line, std::uint32_t column) {
    std::size_t at = 0;
    for (std::uint32_t i = 1; i < line && at < kernel.text.size(); ++i) {
      const std::size_t next = kernel.text.find('\n', at);
      at = next == std::string::npos ? kernel.text.size() : next + 1;
    }
    return std::min(at + (column == 0 ? 0 : column - 1), kernel.text.size());
  };
  if (!diagnostic.span.known()) return ExpressionField::Other;
  const std::size_t begin = offset_of(diagnostic.span.line, diagnostic.span.column);
  const std::size_t end = diagnostic.span.end_line == 0
                              ? begin + 1
                              : offset_of(diagnostic.span.end_line, diagnostic.span.end_column);
  for (const ExpressionPiece& piece : kernel.pieces) {
    // The position one past the end belongs to the piece too: "expected ;" is reported there.
    if (begin < piece.text_offset || begin > piece.text_offset + piece.length) continue;
    const bool expression = piece.field == ExpressionField::Expression;
    const std::string& field = expression ? input.expression : input.declaration;
    const char* name = expression ? "expression" : "declaration";
    const std::size_t within = begin - piece.text_offset;
    const std::size_t length = std::min(end > begin ? end - begin : 1,
                                        std::max<std::size_t>(piece.length - within, 1));
    Diagnostic mapped = field_diagnostic(field, name, piece.field_offset + within, length, diagnostic.message,
                                         diagnostic.severity);
    for (const FixIt& fix : diagnostic.fixes) {
      const std::size_t fix_begin = offset_of(fix.range.line, fix.range.column),
                        fix_end = offset_of(fix.range.end_line, fix.range.end_column);
      if (fix_begin < piece.text_offset || fix_end > piece.text_offset + piece.length || fix_end < fix_begin)
        continue;
      Diagnostic range = field_diagnostic(field, name, piece.field_offset + (fix_begin - piece.text_offset),
                                          fix_end - fix_begin, {});
      if (fix_end == fix_begin) range.span.end_column = range.span.column; // an insertion
      mapped.fixes.push_back({range.span, fix.text});
    }
    diagnostic = std::move(mapped);
    return piece.field;
  }
  return ExpressionField::Other;
}

} // namespace warpscope::expression
