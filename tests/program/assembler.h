// Builds programs by hand for tests: slots by number, labels by name, constants interned.
#pragma once

#include "sim/program/opcode_table.h"
#include "sim/program/program.h"
#include "sim/program/verify.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::testing {

/// One function after the other: begin(name) … end(). The first is the kernel, unless kernel() says
/// otherwise.
class Assembler {
 public:
  Assembler() { program.spans.push_back({}); }

  // -- functions
  // -----------------------------------------------------------------------------------------------------
  void begin(std::string name, std::uint32_t slots, std::uint32_t predicates) {
    program::Function function;
    function.name = std::move(name);
    function.entry = here();
    function.slots = slots;
    function.predicates = predicates;
    program.functions.push_back(std::move(function));
    labels_.clear();
    fixups_.clear();
  }
  void end() {
    program::Function& function = program.functions.back();
    function.end = here();
    for (const auto& [pc, column, label] : fixups_) {
      const auto found = labels_.find(label);
      assert(found != labels_.end());
      program::Instruction& in = program.code[pc];
      (column == 'b' ? in.b : column == 'c' ? in.c : in.imm) = found->second;
    }
  }
  program::Function& function() { return program.functions.back(); }
  std::uint32_t kernel(std::uint32_t function_index, std::uint32_t parameter_bytes = 0,
                       std::uint32_t shared_bytes = 0) {
    program::Kernel kernel;
    kernel.name = kernel.symbol = program.functions[function_index].name;
    kernel.function = function_index;
    kernel.parameter_bytes = parameter_bytes;
    kernel.shared_bytes = shared_bytes;
    program.kernels.push_back(kernel);
    return static_cast<std::uint32_t>(program.kernels.size() - 1);
  }

  // -- constants
  // -----------------------------------------------------------------------------------------------------
  std::uint32_t c32(std::uint32_t value) { return pool({value}); }
  std::uint32_t c64(std::uint64_t value) {
    return pool({static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)});
  }
  std::uint32_t cf(float value) { return c32(std::bit_cast<std::uint32_t>(value)); }

  // -- instructions
  // --------------------------------------------------------------------------------------------------
  std::uint32_t here() const { return static_cast<std::uint32_t>(program.code.size()); }
  program::Instruction& op(program::Opcode opcode, std::uint32_t dst = program::no_operand,
                           std::uint32_t a = program::no_operand, std::uint32_t b = program::no_operand,
                           std::uint32_t c = program::no_operand, std::uint32_t imm = 0) {
    program::Instruction in;
    in.op = opcode;
    in.dst = dst, in.a = a, in.b = b, in.c = c, in.imm = imm;
    // A span for each instruction: its line is its pc + 1.
    in.span = static_cast<std::uint32_t>(program.spans.size());
    program.spans.push_back({here() + 1, 1, here() + 1, 2});
    program.code.push_back(in);
    return program.code.back();
  }
  void label(const std::string& name) {
    assert(labels_.find(name) == labels_.end());
    labels_[name] = here();
  }
  void jump(const std::string& target) {
    fixups_.push_back({here(), 'i', target});
    op(program::Opcode::Jump);
  }
  /// `meet` empty: where the function returns.
  void branch(std::uint32_t predicate, const std::string& taken, const std::string& other,
              const std::string& meet) {
    fixups_.push_back({here(), 'b', taken});
    fixups_.push_back({here(), 'c', other});
    if (!meet.empty()) fixups_.push_back({here(), 'i', meet});
    op(program::Opcode::Branch, program::no_operand, predicate, 0, 0, program::no_operand);
  }
  void load(program::Opcode opcode, std::uint32_t dst, std::uint32_t address, std::uint32_t bytes = 4,
            std::uint32_t components = 1) {
    memory(op(opcode, dst, address), AccessKind::Load, bytes, components);
  }
  void store(program::Opcode opcode, std::uint32_t address, std::uint32_t value, std::uint32_t bytes = 4,
             std::uint32_t components = 1) {
    memory(op(opcode, program::no_operand, address, value), AccessKind::Store, bytes, components);
  }
  void atomic(program::Opcode opcode, program::AtomicOp operation, std::uint32_t dst, std::uint32_t address,
              std::uint32_t value, std::uint32_t compared = program::no_operand, std::uint32_t bytes = 4) {
    memory(op(opcode, dst, address, value, compared), AccessKind::Atomic, bytes,
           static_cast<std::uint32_t>(operation));
  }
  void special(std::uint32_t dst, program::SpecialRegister which) {
    op(program::Opcode::Special, dst, program::no_operand, program::no_operand, program::no_operand,
       static_cast<std::uint32_t>(which));
  }
  void ret() { op(program::Opcode::Ret, program::no_operand, 0, 0); }

  // -- data
  // ---------------------------------------------------------------------------------------------------------
  /// A string in the Global window; returns its generic address.
  std::uint64_t string(std::string_view text) {
    if (program.global_bytes == 0) program.global_bytes = program::window_base;
    program::MemoryImage image;
    image.space = Space::Global;
    image.offset = program.global_bytes;
    image.bytes.assign(text.begin(), text.end());
    image.bytes.push_back(0);
    program.global_bytes += static_cast<std::uint32_t>(image.bytes.size());
    program.images.push_back(image);
    return (std::uint64_t{1} << 32) | image.offset;
  }

  program::Program program;

 private:
  struct Fixup {
    std::uint32_t pc;
    char column;
    std::string label;
  };
  std::uint32_t pool(const std::vector<std::uint32_t>& words) {
    auto& all = program.constants;
    const auto found = std::search(all.begin(), all.end(), words.begin(), words.end());
    const auto index = static_cast<std::uint32_t>(found - all.begin());
    if (found == all.end()) all.insert(all.end(), words.begin(), words.end());
    return program::constant_operand | index;
  }
  void memory(program::Instruction& in, AccessKind kind, std::uint32_t bytes, std::uint32_t components) {
    in.bytes = static_cast<std::uint8_t>(bytes);
    in.components = static_cast<std::uint8_t>(components);
    in.imm = static_cast<std::uint32_t>(program.sites.size());
    program::Site site;
    site.pc = here() - 1;
    site.space = program::space_of(in.op);
    site.kind = kind;
    site.width = kind == AccessKind::Atomic ? bytes : bytes * components;
    site.returns = kind == AccessKind::Atomic && in.dst != program::no_operand;
    program.sites.push_back(site);
  }
  std::map<std::string, std::uint32_t> labels_;
  std::vector<Fixup> fixups_;
};

} // namespace warpscope::testing
