// Follows the sums of products that are under way from register to register.
#include "sim/races/product_registers.h"

#include <algorithm>

namespace warpscope::races {

using program::Instruction;
using program::Opcode;
using program::OperandKind;
using program::ProductFlags;

namespace {

constexpr std::uint32_t no_pc = Hazard::no_pc;

std::uint32_t sums_of(const Instruction& product) { return product.components - ProductFlags::further_words; }

/// True for a jump or branch; `visit` gets its targets.
template <class Visit> bool each_target(const Instruction& in, Visit visit) {
  if (in.op == Opcode::Jump) visit(in.imm);
  if (in.op == Opcode::Branch) visit(in.b), visit(in.c);
  return in.op == Opcode::Jump || in.op == Opcode::Branch;
}

} // namespace

ProductRegisters::ProductRegisters(const program::Program& program, HazardList& found)
    : program_(program), found_(found) {
  for (const Instruction& in : program.code)
    if (in.op == Opcode::Wgmma && (in.a & program::constant_operand) != 0 &&
        (program.constants[in.a & ~program::constant_operand] & ProductFlags::a_in_registers) != 0)
      follows_a_ = true;
  if (follows_a_) mark_operand_copies();
}

/// An operand of several words lies in a row, so its words are moved there right before the product: what
/// counts is the instruction that wrote the register that they are moved from.
void ProductRegisters::mark_operand_copies() {
  std::vector<bool> begins_block(program_.code.size() + 1);
  for (const Instruction& in : program_.code)
    each_target(in, [&](std::uint32_t to) {
      if (to < begins_block.size()) begins_block[to] = true;
    });
  is_operand_copy_.resize(program_.code.size());
  bool before_product = false;
  for (std::size_t pc = program_.code.size(); pc-- > 0;) {
    const Opcode op = program_.code[pc].op;
    if (ends_block(op) || begins_block[pc + 1]) before_product = false;
    if (op == Opcode::Wgmma) before_product = true;
    is_operand_copy_[pc] = before_product && op == Opcode::Mov32;
  }
}

ProductRegisters::Block& ProductRegisters::block_of(const trace::InstructionEvent& event) {
  if (last_ != nullptr && last_number_ == event.block) return *last_;
  const auto [at, begins] = blocks_.try_emplace(event.block);
  last_ = &at->second;
  last_number_ = event.block;
  if (begins)
    for (const program::Function& function : program_.functions)
      if (event.pc >= function.entry && event.pc < function.end)
        *last_ = {function.entry, function.end, function.slots, {}};
  return *last_;
}

void ProductRegisters::end(std::uint64_t block) {
  blocks_.erase(block);
  last_ = nullptr;
}

ProductRegisters::Slots ProductRegisters::slots_of(const Instruction& in, OperandKind kind,
                                                   std::uint32_t operand) {
  if (operand == program::no_operand || (operand & program::constant_operand) != 0) return {};
  switch (kind) {
  case OperandKind::S32: return {operand, 1};
  case OperandKind::S64: return {operand, 2};
  case OperandKind::N: {
    const std::uint32_t each = in.bytes == 8 ? 2 : 1;
    return {operand, is_atomic(in.op) ? each : each * in.components};
  }
  default: return {};
  }
}

void ProductRegisters::instruction(const trace::InstructionEvent& event) {
  Block& block = block_of(event);
  if (event.pc < block.begin || event.pc >= block.end) return;
  if (event.warp >= block.warps.size()) block.warps.resize(event.warp + 1);
  Warp& warp = block.warps[event.warp];
  if (warp.slots.empty()) {
    warp.slots.resize(block.slots);
    if (follows_a_) warp.written_at.resize(block.slots, no_pc);
  }
  warp.accesses = no_pc;
  const Instruction& in = program_.code[event.pc];
  if (follows_a_ && warp.active) check_overwritten(warp, event);
  if (in.op == Opcode::Wgmma) multiply(warp, event);
  if (follows_a_) note_written(warp, event);
  if (!warp.active || in.op == Opcode::Wgmma) return;
  const program::OpcodeInfo& info = info_of(in.op);
  const Slots to = slots_of(in, info.dst, in.dst);
  const auto held = [&](std::uint32_t operand, std::uint32_t i) {
    return (operand & program::constant_operand) != 0 ? none : warp.slots[operand + i];
  };
  switch (in.op) {
  case Opcode::Mov32:
  case Opcode::Mov64:
    for (std::uint32_t i = 0; i < to.count; ++i) warp.slots[to.first + i] = held(in.a, i);
    return;
  case Opcode::Select32:
  case Opcode::Select64:
    for (std::uint32_t i = 0; i < to.count; ++i)
      warp.slots[to.first + i] = std::max(held(in.b, i), held(in.c, i));
    return;
  case Opcode::LoadLocal:
  case Opcode::LoadGeneric:
    read(warp, event, slots_of(in, info.a, in.a));
    give(warp, to, none);
    warp.accesses = event.pc;
    return;
  case Opcode::StoreLocal:
  case Opcode::StoreGeneric:
    read(warp, event, slots_of(in, info.a, in.a));
    warp.accesses = event.pc;
    return;
  case Opcode::Call: {
    const program::Function& called = program_.functions[in.imm];
    read(warp, event, {in.a, called.parameter_slots});
    give(warp, {in.dst, called.result_slots}, none);
    return;
  }
  default: break;
  }
  read_operands(warp, event);
  give(warp, to, none);
}

void ProductRegisters::read_operands(Warp& warp, const trace::InstructionEvent& event) {
  const Instruction& in = program_.code[event.pc];
  const program::OpcodeInfo& info = info_of(in.op);
  read(warp, event, slots_of(in, info.a, in.a));
  read(warp, event, slots_of(in, info.b, in.b));
  read(warp, event, slots_of(in, info.c, in.c));
}

void ProductRegisters::read(Warp& warp, const trace::InstructionEvent& event, Slots slots) {
  for (std::uint32_t i = 0; i < slots.count; ++i)
    if (const std::uint32_t product = warp.slots[slots.first + i]; in_flight(warp, product))
      add(HazardKind::Raw, event, warp.products[product - 1].pc);
}

void ProductRegisters::give(Warp& warp, Slots to, std::uint32_t product) {
  for (std::uint32_t i = 0; i < to.count; ++i) warp.slots[to.first + i] = product;
}

/// A product adds to the sums of earlier ones while they are under way, too: the device keeps these in order.
void ProductRegisters::multiply(Warp& warp, const trace::InstructionEvent& event) {
  const Instruction& in = program_.code[event.pc];
  const std::uint32_t sums = sums_of(in);
  if ((in.c & program::constant_operand) == 0) read(warp, event, {in.c + sums, ProductFlags::further_words});
  Product& made = warp.products.emplace_back(Product{event.pc, warp.open, {}});
  made.written_at.fill(no_pc);
  const bool constant_flags = (in.a & program::constant_operand) != 0;
  const std::uint32_t flags = constant_flags ? program_.constants[in.a & ~program::constant_operand] : 0;
  if (follows_a_ && (flags & ProductFlags::a_in_registers) != 0 && (in.c & program::constant_operand) == 0)
    for (std::uint32_t i = 0; i < made.written_at.size(); ++i) {
      const std::uint32_t at = warp.written_at[in.c + sums + i];
      // What lies in local memory here is loaded for each product; nothing is overwritten by that.
      if (at != no_pc && program_.code[at].op != Opcode::LoadLocal && !in_unrolled_loop(at))
        made.written_at[i] = at;
    }
  warp.active = true;
  give(warp, {in.dst, in.components}, none);
  give(warp, {in.dst, sums}, static_cast<std::uint32_t>(warp.products.size()));
}

void ProductRegisters::note_written(Warp& warp, const trace::InstructionEvent& event) const {
  const Instruction& in = program_.code[event.pc];
  const Slots to = slots_of(in, info_of(in.op).dst, in.dst);
  const bool copies = is_operand_copy_[event.pc] && (in.a & program::constant_operand) == 0;
  for (std::uint32_t i = 0; i < to.count; ++i)
    warp.written_at[to.first + i] = copies ? warp.written_at[in.a] : event.pc;
}

/// A value of the text has a register of its own; it is written anew when its instruction is executed again.
void ProductRegisters::check_overwritten(Warp& warp, const trace::InstructionEvent& event) {
  for (Product& product : warp.products)
    if (product.group >= warp.waited &&
        std::find(product.written_at.begin(), product.written_at.end(), event.pc) != product.written_at.end())
      return add(HazardKind::War, event, product.pc);
}

void ProductRegisters::access(const trace::AccessEvent& event) {
  const auto block = blocks_.find(event.block);
  if (block == blocks_.end() || event.warp >= block->second.warps.size()) return;
  Warp& warp = block->second.warps[event.warp];
  if (warp.accesses == no_pc) return;
  const Instruction& in = program_.code[warp.accesses];
  const program::OpcodeInfo& info = info_of(in.op);
  const bool loads = program::is_load(in.op), constant = !loads && (in.b & program::constant_operand) != 0;
  const Slots slots = loads ? slots_of(in, info.dst, in.dst) : slots_of(in, info.b, in.b);
  const std::uint32_t count = in.components * (in.bytes == 8 ? 2u : 1u);
  if (event.space != Space::Local) {
    if (!loads) read(warp, {event.block, event.warp, warp.accesses, event.access.mask}, slots);
    return;
  }
  if (in.bytes < word_bytes) return;
  for (std::uint32_t rest = event.access.mask; rest != 0; rest &= rest - 1)
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t word = event.access.offset[lowest(rest)] / word_bytes + i;
      if (!loads) {
        warp.local[word] = constant ? none : warp.slots[slots.first + i];
      } else if (const auto kept = warp.local.find(word); kept != warp.local.end()) {
        std::uint32_t& slot = warp.slots[slots.first + i];
        slot = std::max(slot, kept->second);
      }
    }
}

void ProductRegisters::order(const trace::OrderEvent& event) {
  const auto block = blocks_.find(event.block);
  if (block == blocks_.end() || event.warp >= block->second.warps.size()) return;
  Warp& warp = block->second.warps[event.warp];
  if (event.kind == trace::OrderKind::CopyCommit) ++warp.open;
  if (event.kind != trace::OrderKind::CopyWaitPrior) return;
  warp.waited = std::max(warp.waited, warp.open - std::min(warp.open, event.prior));
  if (!warp.active || std::any_of(warp.products.begin(), warp.products.end(),
                                  [&](const Product& product) { return product.group >= warp.waited; }))
    return;
  warp.active = false;
  warp.products.clear();
  warp.local.clear();
  std::fill(warp.slots.begin(), warp.slots.end(), none);
}

/// Returns the first instruction of its kind on the line, so that a line is reported once.
std::uint32_t ProductRegisters::first_on_line(std::uint32_t pc) {
  const auto [at, fresh] = first_.try_emplace(pc, pc);
  if (!fresh) return at->second;
  const Span here = program_.span_of(pc);
  for (std::uint32_t other = 0; other < pc; ++other) {
    const Span span = program_.span_of(other);
    if (program_.code[other].op == program_.code[pc].op && span.line == here.line && span.file == here.file)
      return at->second = other;
  }
  return pc;
}

void ProductRegisters::add(HazardKind kind, const trace::InstructionEvent& event, std::uint32_t product_pc) {
  Hazard hazard;
  hazard.kind = kind;
  hazard.space = Space::None;
  hazard.first = hazard.second = {program_.code[product_pc].imm, event.warp * warp_size + lowest(event.mask)};
  hazard.block = hazard.second_block = event.block;
  hazard.count = 1;
  hazard.in_flight = true;
  hazard.register_pc = first_on_line(event.pc);
  found_.add(hazard);
}

/// True when the innermost loop around the instruction ends by a comparison with a constant: there each turn
/// has registers of its own in compiled code.
bool ProductRegisters::in_unrolled_loop(std::uint32_t pc) const {
  std::uint32_t begin = 0, end = no_pc;
  for (std::uint32_t at = pc; at < program_.code.size(); ++at)
    each_target(program_.code[at], [&](std::uint32_t to) {
      if (to <= pc && (end == no_pc || at - to < end - begin)) begin = to, end = at;
    });
  if (end == no_pc) return false;
  const auto outside = [&](std::uint32_t target) { return target < begin || target > end; };
  for (std::uint32_t at = begin; at <= end; ++at) {
    const Instruction& leaves = program_.code[at];
    if (leaves.op != Opcode::Branch || outside(leaves.b) == outside(leaves.c)) continue;
    for (std::uint32_t i = begin; i <= end; ++i) {
      const Instruction& compares = program_.code[i];
      if ((compares.op == Opcode::Icmp32 || compares.op == Opcode::Icmp64) && compares.dst == leaves.a &&
          ((compares.a | compares.b) & program::constant_operand) != 0)
        return true;
    }
  }
  return false;
}

} // namespace warpscope::races
