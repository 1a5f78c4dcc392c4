// Registers of products of warpgroups (wgmma) that nobody has waited for, for sim/races/hazards.h. The
// simulator multiplies at once; a device multiplies at any moment until a wgmma.wait_group has ended the
// product's group. Until then its sums must not be read, nor the registers that it reads A from be written.
// Source: the PTX ISA, wgmma.mma_async: "accessing the registers … is undefined" before wait_group.
//
// Followed as the run showed it, slot by slot: a value that is moved, chosen or kept in local memory (an
// array whose loops are not unrolled here) takes its product along, and a further product may add to its
// sums.
/// - Subject: Registers of wgmma
/// - Modelled: sums that are read, and registers of A that are written again by the same instruction, before
/// the group of their wgmma has been waited for.
/// - Not modelled: registers of A in a loop whose number of turns is constant, which a compiler unrolls; sums
/// of one shape to which a product of another shape adds.
#pragma once

#include "sim/program/opcode_table.h"
#include "sim/races/word_accesses.h"

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace warpscope::races {

class ProductRegisters {
 public:
  ProductRegisters(const program::Program& program, HazardList& found);
  void instruction(const trace::InstructionEvent& event);
  void access(const trace::AccessEvent& event); ///< of the instruction told last
  void order(const trace::OrderEvent& event);   ///< of OrderQueue::Products
  void end(std::uint64_t block);

 private:
  static constexpr std::uint32_t none = 0; ///< no product: they are numbered from 1
  struct Product {
    std::uint32_t pc = 0, group = 0;
    std::array<std::uint32_t, 4> written_at{}; ///< where A's registers were written; Hazard::no_pc: nowhere
  };
  struct Warp {
    std::vector<Product> products;         ///< since a moment at which all had been waited for
    std::uint32_t open = 0, waited = 0;    ///< the group that the next product belongs to; those before
                                           ///< have been waited for
    std::vector<std::uint32_t> slots;      ///< the product whose sum each holds
    std::vector<std::uint32_t> written_at; ///< the instruction that wrote each slot (`follows_a_`)
    std::unordered_map<std::uint32_t, std::uint32_t> local; ///< by word of local memory, likewise
    std::uint32_t accesses = Hazard::no_pc;                 ///< the load or store that is told next
    bool active = false;                                    ///< some product has not been waited for
  };
  struct Slots {
    std::uint32_t first = 0, count = 0;
  };

  struct Block {
    std::uint32_t begin = 0, end = 0, slots = 0; ///< of the kernel's function, into which all is inlined that
                                                 ///< is not recursive
    std::vector<Warp> warps;
  };

  [[nodiscard]] static Slots slots_of(const program::Instruction& in, program::OperandKind kind,
                                      std::uint32_t operand);
  [[nodiscard]] static bool in_flight(const Warp& warp, std::uint32_t product) {
    return product != none && warp.products[product - 1].group >= warp.waited;
  }
  Block& block_of(const trace::InstructionEvent& event);
  void multiply(Warp& warp, const trace::InstructionEvent& event);
  void read(Warp& warp, const trace::InstructionEvent& event, Slots slots);
  void read_operands(Warp& warp, const trace::InstructionEvent& event);
  static void give(Warp& warp, Slots to, std::uint32_t product);
  void note_written(Warp& warp, const trace::InstructionEvent& event) const;
  void check_overwritten(Warp& warp, const trace::InstructionEvent& event);
  void add(HazardKind kind, const trace::InstructionEvent& event, std::uint32_t product_pc);
  [[nodiscard]] std::uint32_t first_on_line(std::uint32_t pc);
  void mark_operand_copies();
  [[nodiscard]] bool in_unrolled_loop(std::uint32_t pc) const;

  const program::Program& program_;
  HazardList& found_;
  bool follows_a_ = false;            ///< some product reads A from registers
  std::vector<bool> is_operand_copy_; ///< by pc: a move within the block of a product behind it
  std::map<std::uint64_t, Block> blocks_;
  Block* last_ = nullptr;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> first_; ///< first_on_line() by pc
};

} // namespace warpscope::races
