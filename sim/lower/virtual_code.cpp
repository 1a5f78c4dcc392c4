// Assigns registers: computes exact live ranges (with holes) of single registers, then takes the lowest
// registers where a range fits.
#include "sim/lower/virtual_code.h"

#include <algorithm>
#include <cassert>

namespace warpscope::lower::lowering {
namespace {

using Word = std::uint64_t;

class Bits {
 public:
  explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}
  [[nodiscard]] bool test(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void set(std::size_t i) { words_[i / 64] |= Word{1} << (i % 64); }
  void reset(std::size_t i) { words_[i / 64] &= ~(Word{1} << (i % 64)); }
  /// this = gen | (out & ~kill); true if that changed it.
  bool transfer(const Bits& gen, const Bits& out, const Bits& kill) {
    bool changed = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Word next = gen.words_[i] | (out.words_[i] & ~kill.words_[i]);
      changed = changed || next != words_[i];
      words_[i] = next;
    }
    return changed;
  }
  void merge(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  template <class F> void each(F&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (Word rest = words_[i]; rest != 0; rest &= rest - 1)
        visit(i * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
  }

 private:
  std::vector<Word> words_;
};

/// A half-open piece of a live range, in half instructions: instruction p reads at 2p and writes at 2p + 1.
struct Piece {
  std::uint32_t begin = 0, end = 0;
};

struct Use {
  std::uint32_t first = 0, count = 0;
  bool write = false;
  bool early = false;
};

/// Assigns one of the two register classes.
class Assigner {
 public:
  Assigner(VirtualCode& code, const std::vector<Signature>& signatures, bool predicates)
      : code_(code), class_(predicates ? code.predicates : code.slots), predicates_(predicates) {
    for (const VirtualBlock& block : code.blocks) {
      auto& uses = uses_.emplace_back();
      for (const program::Instruction& instruction : block.code)
        uses.push_back(uses_of(instruction, signatures));
    }
  }

  std::uint32_t run() {
    compute_lives();
    find_copies();
    return place();
  }

  /// True when the register holds its value before instruction `at` of the block that begins at instruction
  /// `first` of the function. No live range is made longer for it.
  [[nodiscard]] bool holds(std::uint32_t reg, std::uint32_t first, std::size_t at,
                           const std::vector<program::Instruction>& code) const {
    const std::uint32_t begin = 2 * first, now = begin + 2 * static_cast<std::uint32_t>(at);
    if (now == begin) // alive on entry, as nothing of this block has written it
      return std::any_of(lives_[reg].begin(), lives_[reg].end(), [&](const Piece& p) {
        return p.begin <= now && p.end > now && (p.begin < now || !written_early(reg, first, code));
      });
    return std::any_of(lives_[reg].begin(), lives_[reg].end(),
                       [&](const Piece& p) { return p.begin < now && p.end >= now; });
  }

  [[nodiscard]] std::uint32_t place_of(std::uint32_t reg) const {
    const std::uint32_t range = class_.owner[reg];
    return base_[range] + (reg - class_.ranges[range].first);
  }

 private:
  static constexpr std::uint32_t unplaced = ~0u;

  std::vector<Use> uses_of(const program::Instruction& instruction,
                           const std::vector<Signature>& signatures) const {
    const Touched touched = touched_registers(instruction, signatures);
    std::vector<Use> uses;
    const auto add = [&](const auto& runs, bool write) {
      for (const Touched::Run& run : runs)
        if (run.count != 0) uses.push_back({run.first, run.count, write, touched.early_clobber});
    };
    if (predicates_) {
      add(touched.predicate_writes, true);
      add(touched.predicate_reads, false);
    } else {
      add(touched.writes, true);
      add(touched.reads, false);
    }
    return uses;
  }

  /// The block's first instruction writes the register before it reads its operands.
  [[nodiscard]] bool written_early(std::uint32_t reg, std::uint32_t first,
                                   const std::vector<program::Instruction>& code) const {
    std::uint32_t begin = 0;
    for (std::size_t b = 0; b < uses_.size(); ++b) {
      if (begin == first && !code.empty() && !uses_[b].empty())
        return std::any_of(uses_[b][0].begin(), uses_[b][0].end(), [&](const Use& use) {
          return use.write && use.early && reg >= use.first && reg < use.first + use.count;
        });
      begin += static_cast<std::uint32_t>(uses_[b].size());
    }
    return false;
  }

  void compute_lives() {
    const std::size_t registers = class_.owner.size();
    const std::size_t blocks = code_.blocks.size();
    std::vector<Bits> gen(blocks, Bits(registers)), kill(blocks, Bits(registers)),
        in(blocks, Bits(registers));
    for (std::size_t b = 0; b < blocks; ++b) {
      for (std::size_t i = uses_[b].size(); i-- > 0;) {
        for (const Use& use : uses_[b][i])
          for (std::uint32_t r = use.first; r < use.first + use.count; ++r)
            if (use.write) {
              kill[b].set(r);
              gen[b].reset(r);
            } else {
              gen[b].set(r);
            }
      }
    }
    const auto live_out = [&](std::size_t b) {
      Bits out(registers);
      for (const std::uint32_t successor : code_.blocks[b].successors) out.merge(in[successor]);
      return out;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = blocks; b-- > 0;)
        changed = in[b].transfer(gen[b], live_out(b), kill[b]) || changed;
    }
    lives_.assign(registers, {});
    // While alive, walking backwards: where the current piece ends.
    std::vector<std::uint32_t> end(registers, 0);
    std::uint32_t next = 0;
    for (const auto& block : uses_) next += static_cast<std::uint32_t>(block.size());
    for (std::size_t b = blocks; b-- > 0;) {
      const std::uint32_t last = next;
      next -= static_cast<std::uint32_t>(uses_[b].size());
      live_out(b).each([&](std::size_t r) { end[r] = 2 * last; });
      for (std::size_t i = uses_[b].size(); i-- > 0;) {
        const std::uint32_t at = 2 * (next + static_cast<std::uint32_t>(i));
        for (const Use& use : uses_[b][i]) {
          for (std::uint32_t r = use.first; r < use.first + use.count; ++r) {
            if (use.write) {
              lives_[r].push_back({use.early ? at : at + 1, end[r] != 0 ? end[r] : at + 2});
              end[r] = 0;
            } else if (end[r] == 0) {
              end[r] = at + 1;
            }
          }
        }
      }
      in[b].each([&](std::size_t r) {
        lives_[r].push_back({2 * next, end[r]});
        end[r] = 0;
      });
    }
    for (auto& life : lives_) {
      std::reverse(life.begin(), life.end());
      // Adjacent pieces are merged to keep later searches short.
      std::size_t kept = 0;
      for (std::size_t i = 1; i < life.size(); ++i) {
        if (life[i].begin == life[kept].end) life[kept].end = life[i].end;
        else life[++kept] = life[i];
      }
      if (!life.empty()) life.resize(kept + 1);
    }
  }

  void find_copies() {
    copies_.assign(class_.ranges.size(), {});
    const program::Opcode narrow = predicates_ ? program::Opcode::MovP : program::Opcode::Mov32;
    for (const VirtualBlock& block : code_.blocks)
      for (const program::Instruction& instruction : block.code) {
        if (instruction.op != narrow && (predicates_ || instruction.op != program::Opcode::Mov64)) continue;
        if (instruction.a >= program::no_operand) continue;
        copies_[class_.owner[instruction.dst]].push_back({instruction.dst, instruction.a});
        copies_[class_.owner[instruction.a]].push_back({instruction.a, instruction.dst});
      }
  }

  [[nodiscard]] bool fits(const RegisterRange& range, std::uint32_t base) const {
    for (std::uint32_t i = 0; i < range.count && base + i < taken_.size(); ++i) {
      const std::vector<Piece>& taken = taken_[base + i];
      for (const Piece& piece : lives_[range.first + i]) {
        // The first occupied piece that ends after this one's begin.
        const auto found = std::partition_point(taken.begin(), taken.end(),
                                                [&](const Piece& t) { return t.end <= piece.begin; });
        if (found != taken.end() && found->begin < piece.end) return false;
      }
    }
    return true;
  }

  void put(std::uint32_t index, std::uint32_t base) {
    const RegisterRange& range = class_.ranges[index];
    base_[index] = base;
    if (taken_.size() < base + range.count) taken_.resize(base + range.count);
    for (std::uint32_t i = 0; i < range.count; ++i) {
      std::vector<Piece>& taken = taken_[base + i];
      for (const Piece& piece : lives_[range.first + i]) {
        const auto at = std::partition_point(taken.begin(), taken.end(),
                                             [&](const Piece& t) { return t.end <= piece.begin; });
        taken.insert(at, piece);
      }
    }
  }

  /// Tries to assign the register at the other end of a move, if that is assigned and free; so most moves
  /// vanish.
  bool put_near_copy(std::uint32_t index) {
    const RegisterRange& range = class_.ranges[index];
    for (const auto& [own, other] : copies_[index]) {
      if (base_[class_.owner[other]] == unplaced) continue;
      const std::uint32_t place = place_of(other);
      const std::uint32_t offset = own - range.first;
      if (place < offset || (range.even && (place - offset) % 2 != 0) || !fits(range, place - offset))
        continue;
      put(index, place - offset);
      return true;
    }
    return false;
  }

  /// True when the two registers are never alive at the same time.
  [[nodiscard]] bool apart(std::uint32_t a, std::uint32_t b) const {
    return std::none_of(lives_[a].begin(), lives_[a].end(), [&](const Piece& x) {
      return std::any_of(lives_[b].begin(), lives_[b].end(),
                         [&](const Piece& y) { return x.begin < y.end && y.begin < x.end; });
    });
  }

  /// Assigns a register that moves into a row (the operand of a wide store) the position that the row will
  /// have.
  bool put_with_row(std::uint32_t index) {
    const RegisterRange& range = class_.ranges[index];
    for (const auto& [own, other] : copies_[index]) {
      const std::uint32_t row_index = class_.owner[other];
      const RegisterRange& row = class_.ranges[row_index];
      if (row_index == index || base_[row_index] != unplaced || row.count <= range.count) continue;
      const std::uint32_t in_row = other - row.first, in_range = own - range.first;
      if (in_row < in_range) continue;
      const std::uint32_t delta = in_row - in_range;
      if (range.even && delta % 2 != 0) continue;
      // If it is read again after the move, it needs a register of its own.
      bool disjoint = delta + range.count <= row.count;
      for (std::uint32_t i = 0; disjoint && i < range.count; ++i)
        disjoint = apart(range.first + i, row.first + delta + i);
      if (!disjoint) continue;
      for (std::uint32_t base = 0;; base += row.even ? 2 : 1) {
        if ((range.even && (base + delta) % 2 != 0) || !fits(row, base) || !fits(range, base + delta))
          continue;
        put(row_index, base);
        put(index, base + delta);
        return true;
      }
    }
    return false;
  }

  std::uint32_t place() {
    base_.assign(class_.ranges.size(), unplaced);
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> begins(class_.ranges.size(), unplaced);
    std::uint32_t used = 0;
    for (std::uint32_t i = 0; i < class_.ranges.size(); ++i) {
      const RegisterRange& range = class_.ranges[i];
      for (std::uint32_t r = range.first; r < range.first + range.count; ++r)
        if (!lives_[r].empty()) begins[i] = std::min(begins[i], lives_[r].front().begin);
      if (range.fixed) {
        put(i, *range.fixed);
        used = std::max(used, *range.fixed + range.count);
      } else {
        order.push_back(i);
      }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return begins[x] < begins[y]; });
    for (const std::uint32_t index : order) {
      if (base_[index] != unplaced) continue;
      const RegisterRange& range = class_.ranges[index];
      if (begins[index] == unplaced) { // never used
        base_[index] = 0;
        continue;
      }
      if (put_near_copy(index) || put_with_row(index)) continue;
      for (std::uint32_t base = 0;; base += range.even ? 2 : 1) {
        if (!fits(range, base)) continue;
        put(index, base);
        break;
      }
    }
    return std::max(used, static_cast<std::uint32_t>(taken_.size()));
  }

  VirtualCode& code_;
  RegisterClass& class_;
  bool predicates_;
  std::vector<std::vector<std::vector<Use>>> uses_; ///< by block and instruction
  std::vector<std::vector<Piece>> lives_;           ///< by register
  /// By range: its own register, and the other one.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> copies_;
  std::vector<std::uint32_t> base_;       ///< by range
  std::vector<std::vector<Piece>> taken_; ///< by assigned register
};

} // namespace

std::uint32_t RegisterClass::add(std::uint32_t count, bool even) {
  const auto first = static_cast<std::uint32_t>(owner.size());
  owner.insert(owner.end(), count, static_cast<std::uint32_t>(ranges.size()));
  ranges.push_back({first, count, even, std::nullopt});
  return first;
}

RegisterCounts assign_registers(VirtualCode& code, const std::vector<Signature>& signatures) {
  Assigner slots(code, signatures, false);
  Assigner predicates(code, signatures, true);
  const RegisterCounts counts{slots.run(), predicates.run()};
  std::uint32_t first = 0;
  for (VirtualBlock& block : code.blocks) {
    for (VirtualNote& named : block.notes) {
      if (named.note.kind != program::NoteKind::Slot && named.note.kind != program::NoteKind::Predicate)
        continue;
      const Assigner& assigner = named.note.kind == program::NoteKind::Slot ? slots : predicates;
      bool held = true;
      for (std::uint32_t i = 0; i < (named.wide ? 2u : 1u); ++i)
        held = held && assigner.holds(named.note.operand + i, first, named.at, block.code);
      if (held) named.note.operand = assigner.place_of(named.note.operand);
      else named.note.kind = program::NoteKind::Lost, named.note.operand = 0;
    }
    first += static_cast<std::uint32_t>(block.code.size());
  }
  for (VirtualBlock& block : code.blocks) {
    for (program::Instruction& instruction : block.code) {
      const Touched touched = touched_registers(instruction, signatures);
      const auto rewrite = [](const Assigner& assigner, const Touched::Run& run, std::uint32_t& operand) {
        if (run.count != 0) operand = assigner.place_of(run.first);
      };
      if (instruction.op == program::Opcode::Call) {
        rewrite(slots, touched.reads[0], instruction.a);
        rewrite(predicates, touched.predicate_reads[0], instruction.b);
        rewrite(slots, touched.writes[0], instruction.dst);
        rewrite(predicates, touched.predicate_writes[0], instruction.c);
        continue;
      }
      std::uint32_t* operands[] = {&instruction.a, &instruction.b, &instruction.c};
      for (std::size_t i = 0; i < 3; ++i) {
        rewrite(slots, touched.reads[i], *operands[i]);
        rewrite(predicates, touched.predicate_reads[i], *operands[i]);
      }
      rewrite(slots, touched.writes[0], instruction.dst);
      rewrite(predicates, touched.predicate_writes[0], instruction.dst);
    }
    block.drop([](const program::Instruction& i) {
      return (i.op == program::Opcode::Mov32 || i.op == program::Opcode::Mov64 ||
              i.op == program::Opcode::MovP) &&
             i.a == i.dst && i.part != program::MatrixPart::Result;
    });
  }
  return counts;
}

} // namespace warpscope::lower::lowering
