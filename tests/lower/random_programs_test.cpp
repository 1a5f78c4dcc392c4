// Random structured programs over a few integers, run by the whole chain and, thread by thread, by a small
// interpreter here. Errors in divergence, phi copies, register assignment and the passes on virtual code all
// show in the results.
#include "tests/lower/chain.h"

#include <array>
#include <random>

namespace warpscope::testing {
namespace {

constexpr std::size_t variables = 5;
using State = std::array<std::uint32_t, variables>;

struct Expression {
  enum class Kind { Constant, Variable, Binary, Choice } kind = Kind::Constant;
  std::uint32_t value = 0; ///< constant, or number of the variable
  char op = '+';
  std::vector<Expression> parts;
};

struct Statement {
  enum class Kind { Assign, If, Loop, Break, Continue, Return, Switch, Store } kind = Kind::Assign;
  std::uint32_t target = 0; ///< variable; loops: most rounds
  Expression value;
  std::vector<std::vector<Statement>> bodies;
};

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::vector<Statement> block(int depth, bool in_loop) {
    std::vector<Statement> result;
    for (std::uint32_t i = 0, n = 1 + pick(4); i < n; ++i) result.push_back(statement(depth, in_loop));
    return result;
  }

 private:
  std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  Expression expression(int depth) {
    Expression e;
    const std::uint32_t choice = pick(depth > 0 ? 10 : 4);
    if (choice < 1) {
      e.value = pick(40);
    } else if (choice < 4) {
      e.kind = Expression::Kind::Variable;
      e.value = pick(variables);
    } else if (choice < 9) {
      e.kind = Expression::Kind::Binary;
      e.op = "+-*&|^<=>%"[pick(10)];
      e.parts = {expression(depth - 1), expression(depth - 1)};
    } else {
      e.kind = Expression::Kind::Choice;
      e.parts = {expression(depth - 1), expression(depth - 1), expression(depth - 1)};
    }
    return e;
  }

  Statement statement(int depth, bool in_loop) {
    Statement s;
    const std::uint32_t choice = pick(depth > 0 ? 12 : 6);
    s.value = expression(3);
    s.target = pick(variables);
    if (choice < 4) return s;
    if (choice == 4) {
      s.kind = Statement::Kind::Store;
    } else if (choice == 5) {
      if (in_loop) s.kind = pick(2) != 0 ? Statement::Kind::Break : Statement::Kind::Continue;
      else if (pick(4) == 0) s.kind = Statement::Kind::Return;
    } else if (choice < 9) {
      s.kind = Statement::Kind::If;
      s.bodies.push_back(block(depth - 1, in_loop));
      if (pick(2) != 0) s.bodies.push_back(block(depth - 1, in_loop));
    } else if (choice < 11) {
      s.kind = Statement::Kind::Loop;
      s.target = 1 + pick(5);
      s.bodies.push_back(block(depth - 1, true));
    } else {
      s.kind = Statement::Kind::Switch;
      for (std::uint32_t i = 0, n = 2 + pick(3); i < n; ++i) s.bodies.push_back(block(depth - 1, false));
    }
    return s;
  }

  std::mt19937 random_;
};

// -- as CUDA --------------------------------------------------------------------------------------

std::string text_of(const Expression& e) {
  switch (e.kind) {
  case Expression::Kind::Constant: return std::to_string(e.value) + "u";
  case Expression::Kind::Variable: return "v" + std::to_string(e.value);
  case Expression::Kind::Choice:
    return "(" + text_of(e.parts[0]) + " & 1 ? " + text_of(e.parts[1]) + " : " + text_of(e.parts[2]) + ")";
  case Expression::Kind::Binary: break;
  }
  const std::string a = text_of(e.parts[0]), b = text_of(e.parts[1]);
  if (e.op == '%') return "(" + a + " % (" + b + " | 1u))";
  if (e.op == '<') return "(unsigned)((int)" + a + " < (int)" + b + ")";
  return "(" + a + " " + (e.op == '=' ? "==" : std::string(1, e.op)) + " " + b + ")";
}

std::string text_of(const std::vector<Statement>& block, int& loops) {
  std::string text = "{\n";
  for (const Statement& s : block) {
    const std::string value = text_of(s.value);
    switch (s.kind) {
    case Statement::Kind::Assign: text += "v" + std::to_string(s.target) + " = " + value + ";\n"; break;
    case Statement::Kind::Store: text += "log = log * 31 + " + value + ";\n"; break;
    case Statement::Kind::Break: text += "if (" + value + " & 2) break;\n"; break;
    case Statement::Kind::Continue: text += "if (" + value + " & 2) continue;\n"; break;
    case Statement::Kind::Return: text += "if (" + value + " & 2) { out[i] = log + 7; return; }\n"; break;
    case Statement::Kind::If:
      text += "if (" + value + " & 1) " + text_of(s.bodies[0], loops);
      if (s.bodies.size() > 1) text += "else " + text_of(s.bodies[1], loops);
      break;
    case Statement::Kind::Loop: {
      const std::string counter = "n" + std::to_string(loops++);
      text += "for (unsigned " + counter + " = 0; " + counter + " < " + std::to_string(s.target) + "u + (" +
              value + " & 3); ++" + counter + ") " + text_of(s.bodies[0], loops);
      break;
    }
    case Statement::Kind::Switch:
      text += "switch (" + value + " % 6) {\n";
      for (std::size_t i = 0; i < s.bodies.size(); ++i) {
        text += i + 1 == s.bodies.size() ? "default: " : "case " + std::to_string(i * 2) + ": ";
        text += text_of(s.bodies[i], loops);
        if (i % 2 == 0) text += "break;\n"; // the others fall through
      }
      text += "}\n";
      break;
    }
  }
  return text + "}\n";
}

// -- as the text says -----------------------------------------------------------------------------

std::uint32_t evaluate(const Expression& e, const State& v) {
  switch (e.kind) {
  case Expression::Kind::Constant: return e.value;
  case Expression::Kind::Variable: return v[e.value];
  case Expression::Kind::Choice: return evaluate(e.parts[(evaluate(e.parts[0], v) & 1) != 0 ? 1 : 2], v);
  case Expression::Kind::Binary: break;
  }
  const std::uint32_t a = evaluate(e.parts[0], v), b = evaluate(e.parts[1], v);
  switch (e.op) {
  case '+': return a + b;
  case '-': return a - b;
  case '*': return a * b;
  case '&': return a & b;
  case '|': return a | b;
  case '^': return a ^ b;
  case '<': return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  case '=': return a == b;
  case '>': return a > b;
  default: return a % (b | 1);
  }
}

enum class Exit { None, Break, Continue, Return };

Exit execute(const std::vector<Statement>& block, State& v, std::uint32_t& log) {
  for (const Statement& s : block) {
    switch (s.kind) {
    case Statement::Kind::Assign: v[s.target] = evaluate(s.value, v); break;
    case Statement::Kind::Store: log = log * 31 + evaluate(s.value, v); break;
    case Statement::Kind::Break:
      if ((evaluate(s.value, v) & 2) != 0) return Exit::Break;
      break;
    case Statement::Kind::Continue:
      if ((evaluate(s.value, v) & 2) != 0) return Exit::Continue;
      break;
    case Statement::Kind::Return:
      if ((evaluate(s.value, v) & 2) != 0) {
        log += 7;
        return Exit::Return;
      }
      break;
    case Statement::Kind::If: {
      const std::size_t side = (evaluate(s.value, v) & 1) != 0 ? 0 : 1;
      if (side < s.bodies.size())
        if (const Exit exit = execute(s.bodies[side], v, log); exit != Exit::None) return exit;
      break;
    }
    case Statement::Kind::Loop:
      for (std::uint32_t n = 0; n < s.target + (evaluate(s.value, v) & 3); ++n) {
        const Exit exit = execute(s.bodies[0], v, log);
        if (exit == Exit::Return) return exit;
        if (exit == Exit::Break) break;
      }
      break;
    case Statement::Kind::Switch: {
      const std::uint32_t chosen = evaluate(s.value, v) % 6;
      const std::size_t last = s.bodies.size() - 1;
      for (std::size_t i = chosen % 2 == 0 && chosen / 2 < last ? chosen / 2 : last; i <= last; ++i) {
        if (execute(s.bodies[i], v, log) == Exit::Return) return Exit::Return;
        if (i % 2 == 0) break;
      }
      break;
    }
    }
  }
  return Exit::None;
}

TEST(RandomPrograms, AgreeWithAnInterpreter) {
  constexpr std::uint32_t threads = 48;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Generator generator(seed);
    const std::vector<Statement> program = generator.block(4, false);
    int loops = 0;
    std::string
        text = "__global__ void k(unsigned *out, unsigned n) {\n  unsigned i = threadIdx.x, log = 1;\n"
               "  unsigned v0 = i, v1 = i * 7, v2 = n, v3 = i >> 2, v4 = 3;\n" +
               text_of(program, loops) + "  out[i] = log + v0 + 3 * v1 + 5 * v2 + 7 * v3 + 11 * v4;\n}\n";
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < threads; ++i) {
      State v{i, i * 7, 19, i >> 2, 3};
      std::uint32_t log = 1;
      const bool returned = execute(program, v, log) == Exit::Return;
      expected.push_back(returned ? log : log + v[0] + 3 * v[1] + 5 * v[2] + 7 * v[3] + 11 * v[4]);
    }
    Machine m(lower_cuda(text));
    const auto out = m.put(std::vector<std::uint32_t>(threads));
    m.run_well("k", {}, {threads}, out, 19u);
    ASSERT_EQ(m.get<std::uint32_t>(out, threads), expected) << "seed " << seed << "\n"
                                                            << text << program::disassemble(m.program());
  }
}

} // namespace
} // namespace warpscope::testing
