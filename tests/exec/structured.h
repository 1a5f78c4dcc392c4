// Random structured programs: one text, compiled to bytecode and also interpreted thread by thread. Whatever
// the lanes do together, each thread must end with the value that it computes alone.
#pragma once

#include "tests/program/assembler.h"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace warpscope::testing {

struct Statement {
  enum class Kind { Mix, If, While, Break, Continue, Return } kind = Kind::Mix;
  /// Mix: what is mixed in; If: the bit of the hash that decides; While: the most iterations.
  std::uint32_t number = 0;
  std::vector<Statement> first, second;
};

inline std::uint32_t mix(std::uint32_t hash, std::uint32_t number) { return hash * 1664525u + number; }

class StructuredGenerator {
 public:
  explicit StructuredGenerator(std::uint32_t seed) : random_(seed) {}
  std::vector<Statement> program() {
    budget_ = 24;
    return block(0, false);
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  std::vector<Statement> block(int depth, bool in_loop) {
    std::vector<Statement> all;
    const std::uint32_t count = 1 + below(4);
    for (std::uint32_t i = 0; i < count && budget_ > 0; ++i) {
      --budget_;
      Statement s;
      s.number = static_cast<std::uint32_t>(random_());
      const std::uint32_t choice = below(12);
      if (depth < 4 && choice < 4) {
        s.kind = Statement::Kind::If;
        s.first = block(depth + 1, in_loop);
        if (below(2) == 0) s.second = block(depth + 1, in_loop);
      } else if (depth < 4 && choice < 6) {
        s.kind = Statement::Kind::While;
        s.number = below(6);
        s.first = block(depth + 1, true);
      } else if (in_loop && choice == 6 && depth > 1) {
        s.kind = Statement::Kind::Break;
      } else if (in_loop && choice == 7 && depth > 1) {
        s.kind = Statement::Kind::Continue;
      } else if (choice == 8 && depth > 0) {
        s.kind = Statement::Kind::Return;
      }
      const bool leaves = s.kind == Statement::Kind::Break || s.kind == Statement::Kind::Continue ||
                          s.kind == Statement::Kind::Return;
      all.push_back(std::move(s));
      if (leaves) break;
    }
    return all;
  }
  std::mt19937 random_;
  int budget_ = 0;
};

// -- the oracle: one thread -----------------------------------------------------------------------
enum class After { Next, Break, Continue, Return };
inline After interpret(const std::vector<Statement>& block, std::uint32_t& hash) {
  for (const Statement& s : block) {
    switch (s.kind) {
    case Statement::Kind::Mix: hash = mix(hash, s.number); break;
    case Statement::Kind::If: {
      const bool yes = ((hash >> (s.number % 13 + 8)) & 1) != 0;
      const After after = interpret(yes ? s.first : s.second, hash);
      if (after != After::Next) return after;
      break;
    }
    case Statement::Kind::While: {
      std::uint32_t left = s.number + ((hash >> 20) & 3); // a different count for each thread
      while (left != 0) {
        --left;
        hash = mix(hash, left);
        const After after = interpret(s.first, hash);
        if (after == After::Return) return after;
        if (after == After::Break) break;
      }
      break;
    }
    case Statement::Kind::Break: return After::Break;
    case Statement::Kind::Continue: return After::Continue;
    case Statement::Kind::Return: return After::Return;
    }
  }
  return After::Next;
}

// -- the compiler ---------------------------------------------------------------------------------
/// Computes out[thread] = hash for the threads of one block; the thread number seeds the hash.
class StructuredCompiler {
 public:
  program::Program compile(const std::vector<Statement>& block) {
    as_.begin("random", 32, 2);
    as_.special(1, program::SpecialRegister::TidX);
    as_.op(program::Opcode::Mul32, 0, 1, as_.c32(2654435761u));
    statements(block, "", "", 0);
    as_.label("end");
    as_.load(program::Opcode::LoadParam, 2, as_.c32(program::window_base));
    as_.op(program::Opcode::Gep32, 2, 2, 1, program::no_operand, 4);
    as_.store(program::Opcode::StoreGlobal, 2, 0);
    as_.ret();
    as_.end();
    as_.kernel(0, 4);
    set_meeting_points(as_.program);
    return as_.program;
  }

  /// Immediate post-dominators, instruction by instruction: the programs are small, so sets and a fixed point
  /// suffice.
  static void set_meeting_points(program::Program& program) {
    const std::size_t count = program.code.size();
    std::vector<std::vector<bool>> after(count, std::vector<bool>(count, true));
    const auto successors = [&](std::size_t pc) -> std::vector<std::size_t> {
      const program::Instruction& in = program.code[pc];
      if (in.op == program::Opcode::Jump) return {in.imm};
      if (in.op == program::Opcode::Branch) return {in.b, in.c};
      if (in.op == program::Opcode::Ret) return {};
      return {pc + 1};
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t pc = count; pc-- > 0;) {
        const auto next = successors(pc);
        std::vector<bool> set(count, !next.empty());
        for (const std::size_t to : next)
          for (std::size_t i = 0; i < count; ++i) set[i] = set[i] && after[to][i];
        set[pc] = true;
        if (set != after[pc]) after[pc] = set, changed = true;
      }
    }
    const auto size = [&](std::size_t pc) { return std::count(after[pc].begin(), after[pc].end(), true); };
    for (std::size_t pc = 0; pc < count; ++pc) {
      if (program.code[pc].op != program::Opcode::Branch) continue;
      std::size_t best = count;
      for (std::size_t i = 0; i < count; ++i) {
        if (i != pc && after[pc][i] && (best == count || size(i) > size(best))) best = i;
      }
      program.code[pc].imm = best == count ? program::no_operand : static_cast<std::uint32_t>(best);
    }
  }

 private:
  std::string fresh(const char* what) { return what + std::to_string(next_++); }

  void statements(const std::vector<Statement>& block, const std::string& leave, const std::string& again,
                  std::uint32_t depth) {
    for (const Statement& s : block) {
      switch (s.kind) {
      case Statement::Kind::Mix:
        as_.op(program::Opcode::Mul32, 0, 0, as_.c32(1664525u));
        as_.op(program::Opcode::Add32, 0, 0, as_.c32(s.number));
        break;
      case Statement::Kind::If: {
        const std::string yes = fresh("yes"), no = fresh("no"), meet = fresh("meet");
        as_.op(program::Opcode::ShrU32, 3, 0, as_.c32(s.number % 13 + 8));
        as_.op(program::Opcode::S32ToP, 0, 3);
        // Vary which side lies lower in the code, and so which side runs first.
        if (s.number % 2 == 0) {
          as_.branch(0, yes, no, meet);
          as_.label(yes);
          statements(s.first, leave, again, depth);
          as_.jump(meet);
          as_.label(no);
          statements(s.second, leave, again, depth);
        } else {
          as_.branch(0, yes, no, meet);
          as_.label(no);
          statements(s.second, leave, again, depth);
          as_.jump(meet);
          as_.label(yes);
          statements(s.first, leave, again, depth);
        }
        as_.label(meet);
        break;
      }
      case Statement::Kind::While: {
        const std::string head = fresh("head"), body = fresh("body"), exit = fresh("exit");
        const std::uint32_t left = 8 + depth;
        as_.op(program::Opcode::ShrU32, 3, 0, as_.c32(20));
        as_.op(program::Opcode::And32, 3, 3, as_.c32(3));
        as_.op(program::Opcode::Add32, left, 3, as_.c32(s.number));
        as_.label(head);
        as_.op(program::Opcode::Icmp32, 1, left, as_.c32(0), program::no_operand,
               static_cast<std::uint32_t>(program::Compare::Ne));
        as_.branch(1, body, exit, exit);
        as_.label(body);
        as_.op(program::Opcode::Sub32, left, left, as_.c32(1));
        as_.op(program::Opcode::Mul32, 0, 0, as_.c32(1664525u));
        as_.op(program::Opcode::Add32, 0, 0, left);
        statements(s.first, exit, head, depth + 1);
        as_.jump(head);
        as_.label(exit);
        break;
      }
      case Statement::Kind::Break: as_.jump(leave); break;
      case Statement::Kind::Continue: as_.jump(again); break;
      case Statement::Kind::Return: as_.jump("end"); break;
      }
    }
  }

  Assembler as_;
  int next_ = 0;
};

} // namespace warpscope::testing
