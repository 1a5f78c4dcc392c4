// Expands copies of objects into accesses as wide as alignment and hardware allow.
#include "sim/frontend/expand_copies.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "sim/frontend/module_passes.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace warpscope::frontend {
namespace {

using llvm::Align;
using llvm::Type;
using llvm::Value;

/// A scalar within an object: its offset and type.
struct Member {
  std::uint64_t offset;
  Type* type;
};

void collect_members(Type* type, std::uint64_t offset, const llvm::DataLayout& layout, std::uint64_t end,
                     std::vector<Member>& members) {
  if (offset >= end || members.size() > max_expanded_copy_bytes) return;
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i) {
      collect_members(record->getElementType(i), offset + fields->getElementOffset(i).getFixedValue(), layout,
                      end, members);
    }
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements() && offset + i * stride < end; ++i) {
      collect_members(array->getElementType(), offset + i * stride, layout, end, members);
    }
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const std::uint64_t stride = layout.getTypeStoreSize(vector->getElementType()).getFixedValue();
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      members.push_back({offset + i * stride, vector->getElementType()});
  } else {
    members.push_back({offset, type});
  }
}

/// One side of a copy.
struct Side {
  Value* pointer;
  llvm::AllocaInst* local = nullptr; ///< the thread's variable that contains it, at `offset`
  std::uint64_t offset = 0;
};

Side make_side(Value* pointer, std::uint64_t size, const llvm::DataLayout& layout) {
  Side side{pointer};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(base);
  if (local == nullptr || local->isArrayAllocation() || offset.isNegative()) return side;
  const auto total = local->getAllocationSize(layout);
  if (!total || offset.getZExtValue() + size > total->getFixedValue()) return side;
  side.local = local;
  side.offset = offset.getZExtValue();
  return side;
}

class Expander {
 public:
  Expander(llvm::Function& function, std::uint32_t access_limit, const ObjectAlignments& alignments)
      : layout_(function.getDataLayout()), limit_(access_limit), alignments_(alignments) {}

  /// Returns `align`, or the alignment of the object's type where the text names the object.
  Align align_of(const llvm::Instruction& instruction, bool store, std::uint64_t size, Align align) const {
    const llvm::DILocation* place = instruction.getDebugLoc().get();
    if (place == nullptr) return align;
    return std::max(align, Align(alignments_.at(std::string_view(place->getFilename()), place->getLine(),
                                                place->getColumn(), store, size)));
  }

  void copy(llvm::IRBuilder<>& builder, Value* to, Align to_align, Value* from, Align from_align,
            std::uint64_t size, bool is_volatile) {
    const Side target = make_side(to, size, layout_), source = make_side(from, size, layout_);
    if (target.local != nullptr && source.local != nullptr) {
      copy_members(builder, target, source, size, is_volatile);
      return;
    }
    // The width follows the side that is memory; where both are, each has its own.
    std::uint64_t unit = limit_;
    if (target.local == nullptr) unit = std::min<std::uint64_t>(unit, to_align.value());
    if (source.local == nullptr) unit = std::min<std::uint64_t>(unit, from_align.value());
    // All chunks are read first, so that an overlapping memmove stays correct.
    struct Chunk {
      std::uint64_t offset, bytes;
      Value* value;
    };
    std::vector<Chunk> chunks;
    for (std::uint64_t at = 0; at < size;) {
      std::uint64_t bytes = unit;
      while (at + bytes > size) bytes /= 2;
      chunks.push_back({at, bytes, nullptr});
      at += bytes;
    }
    for (Chunk& chunk : chunks) {
      chunk.value = source.local != nullptr
                        ? gather(builder, source, chunk.offset, chunk.bytes, target, is_volatile)
                        : load_chunk(builder, source, chunk.offset, chunk.bytes, target, is_volatile);
    }
    for (const Chunk& chunk : chunks) {
      if (target.local != nullptr) {
        scatter(builder, chunk.value, target, chunk.offset, chunk.bytes, is_volatile);
      } else {
        auto* store = builder.CreateAlignedStore(chunk.value, at(builder, target.pointer, chunk.offset),
                                                 Align(chunk.bytes));
        store->setVolatile(is_volatile);
      }
    }
  }

  void fill(llvm::IRBuilder<>& builder, llvm::MemSetInst& fill, std::uint64_t size) {
    const Side target = make_side(fill.getDest(), size, layout_);
    const std::uint64_t unit = target.local != nullptr
                                   ? 1
                                   : std::min<std::uint64_t>(limit_,
                                                             fill.getDestAlign().valueOrOne().value());
    Value* const byte = fill.getValue();
    if (target.local != nullptr) {
      for (const Member& member : members_in(target, 0, size)) {
        Value* value = splat(builder, byte, layout_.getTypeStoreSize(member.type).getFixedValue());
        auto* store = builder.CreateAlignedStore(
            convert(builder, value, member.type), at(builder, target.local, member.offset),
            llvm::commonAlignment(target.local->getAlign(), member.offset));
        store->setVolatile(fill.isVolatile());
      }
      return;
    }
    for (std::uint64_t position = 0; position < size;) {
      std::uint64_t bytes = unit;
      while (position + bytes > size) bytes /= 2;
      Value* value = splat(builder, byte, bytes);
      value = convert(builder, value, chunk_type(builder, bytes, std::min<std::uint64_t>(bytes, 4)));
      auto* store = builder.CreateAlignedStore(value, at(builder, target.pointer, position), Align(bytes));
      store->setVolatile(fill.isVolatile());
      position += bytes;
    }
  }

  [[nodiscard]] const llvm::DataLayout& layout() const { return layout_; }

 private:
  Value* at(llvm::IRBuilder<>& builder, Value* pointer, std::uint64_t offset) {
    return offset == 0 ? pointer : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset);
  }

  /// Returns the type of `bytes` bytes: one scalar, or a vector of `element`-byte integers.
  static Type* chunk_type(llvm::IRBuilder<>& builder, std::uint64_t bytes, std::uint64_t element) {
    Type* const scalar = builder.getIntNTy(static_cast<unsigned>(8 * element));
    return bytes == element ? scalar
                            : llvm::FixedVectorType::get(scalar, static_cast<unsigned>(bytes / element));
  }

  static Value* splat(llvm::IRBuilder<>& builder, Value* byte, std::uint64_t bytes) {
    Type* const wide = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(byte)) {
      return llvm::ConstantInt::get(
          wide, llvm::APInt::getSplat(static_cast<unsigned>(8 * bytes), constant->getValue()));
    }
    Value* value = builder.CreateZExt(byte, wide);
    return builder.CreateMul(
        value, llvm::ConstantInt::get(
                   wide, llvm::APInt::getSplat(static_cast<unsigned>(8 * bytes), llvm::APInt(8, 1))));
  }

  Value* convert(llvm::IRBuilder<>& builder, Value* value, Type* type) {
    if (value->getType() == type) return value;
    if (type->isPointerTy()) {
      return builder.CreateIntToPtr(
          convert(builder, value,
                  builder.getIntNTy(static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue()))),
          type);
    }
    if (value->getType()->isPointerTy()) {
      return convert(
          builder,
          builder.CreatePtrToInt(value, builder.getIntNTy(static_cast<unsigned>(
                                            layout_.getTypeSizeInBits(value->getType()).getFixedValue()))),
          type);
    }
    const auto bits = [&](Type* t) { return layout_.getTypeSizeInBits(t).getFixedValue(); };
    if (bits(value->getType()) == bits(type)) return builder.CreateBitCast(value, type);
    // i1 and other odd integers go through the integer of their storage size.
    if (value->getType()->isIntegerTy() && type->isIntegerTy()) return builder.CreateZExtOrTrunc(value, type);
    Type* const integer = builder.getIntNTy(static_cast<unsigned>(bits(value->getType())));
    return builder.CreateZExtOrTrunc(builder.CreateBitCast(value, integer), type);
  }

  /// Lists the scalars of the variable within [offset, offset + bytes) of the side. Gaps that its type does
  /// not name (padding, unions) are filled with integers. None crosses the ends of the range.
  std::vector<Member> members_in(const Side& side, std::uint64_t offset, std::uint64_t bytes) const {
    const std::uint64_t begin = side.offset + offset, end = begin + bytes;
    std::vector<Member> all, result;
    collect_members(side.local->getAllocatedType(), 0, layout_, end, all);
    std::uint64_t filled = begin;
    const auto fill_up = [&](std::uint64_t to) {
      while (filled < to) {
        std::uint64_t size = 8;
        while (filled % size != 0 || filled + size > to) size /= 2;
        result.push_back(
            {filled, Type::getIntNTy(side.local->getContext(), static_cast<unsigned>(8 * size))});
        filled += size;
      }
    };
    for (const Member& member : all) {
      const std::uint64_t size = layout_.getTypeStoreSize(member.type).getFixedValue();
      if (member.offset < filled || member.offset + size > end) continue;
      fill_up(member.offset);
      result.push_back(member);
      filled = member.offset + size;
    }
    fill_up(end);
    return result;
  }

  /// The size of vector elements, in bytes, in which a chunk can be cut into these members; 0 if there is
  /// none.
  std::uint64_t element_size(const std::vector<Member>& members, std::uint64_t begin,
                             std::uint64_t bytes) const {
    std::uint64_t element = std::min<std::uint64_t>(bytes, 8);
    for (const Member& member : members) {
      const std::uint64_t size = layout_.getTypeStoreSize(member.type).getFixedValue();
      while (element > 1 && (size % element != 0 || (member.offset - begin) % element != 0)) element /= 2;
    }
    return element;
  }

  Value* load_chunk(llvm::IRBuilder<>& builder, const Side& source, std::uint64_t offset, std::uint64_t bytes,
                    const Side& target, bool is_volatile) {
    std::uint64_t element = std::min<std::uint64_t>(bytes, 4);
    Type* type = nullptr;
    if (target.local != nullptr) {
      const auto members = members_in(target, offset, bytes);
      if (members.size() == 1 && layout_.getTypeStoreSize(members[0].type).getFixedValue() == bytes) {
        type = members[0].type; // a float stays a float, a pointer a pointer
        if (type->isIntegerTy() && type->getIntegerBitWidth() != 8 * bytes) type = nullptr;
      } else {
        element = element_size(members, target.offset + offset, bytes);
        const bool same = std::all_of(members.begin(), members.end(),
                                      [&](const Member& m) { return m.type == members[0].type; });
        if (same && !members[0].type->isPointerTy() &&
            layout_.getTypeSizeInBits(members[0].type).getFixedValue() == 8 * element) {
          type = llvm::FixedVectorType::get(members[0].type, static_cast<unsigned>(bytes / element));
        }
      }
    }
    if (type == nullptr) type = chunk_type(builder, bytes, element);
    auto* load = builder.CreateAlignedLoad(type, at(builder, source.pointer, offset), Align(bytes));
    load->setVolatile(is_volatile);
    return load;
  }

  /// Reads the members of a chunk and combines them into one value.
  Value* gather(llvm::IRBuilder<>& builder, const Side& source, std::uint64_t offset, std::uint64_t bytes,
                const Side&, bool is_volatile) {
    const auto members = members_in(source, offset, bytes);
    const auto read = [&](const Member& member) -> Value* {
      auto* load = builder.CreateAlignedLoad(member.type, at(builder, source.local, member.offset),
                                             llvm::commonAlignment(source.local->getAlign(), member.offset));
      load->setVolatile(is_volatile);
      return load;
    };
    if (members.size() == 1) {
      Value* const value = read(members[0]);
      const std::uint64_t width = layout_.getTypeSizeInBits(value->getType()).getFixedValue();
      return width == 8 * bytes
                 ? value
                 : builder.CreateZExt(value, builder.getIntNTy(static_cast<unsigned>(8 * bytes)));
    }
    const std::uint64_t begin = source.offset + offset, element = element_size(members, begin, bytes);
    const bool same = std::all_of(members.begin(), members.end(),
                                  [&](const Member& m) { return m.type == members[0].type; });
    if (same && !members[0].type->isPointerTy() &&
        layout_.getTypeSizeInBits(members[0].type).getFixedValue() == 8 * element) {
      Value* vector = llvm::PoisonValue::get(
          llvm::FixedVectorType::get(members[0].type, static_cast<unsigned>(members.size())));
      for (std::size_t i = 0; i < members.size(); ++i)
        vector = builder.CreateInsertElement(vector, read(members[i]), i);
      return vector;
    }
    Type* const integer = builder.getIntNTy(static_cast<unsigned>(8 * element));
    const unsigned count = static_cast<unsigned>(bytes / element);
    Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(integer, count));
    for (const Member& member : members) {
      Value* const value = read(member);
      const std::uint64_t size = layout_.getTypeStoreSize(member.type).getFixedValue();
      const unsigned first = static_cast<unsigned>((member.offset - begin) / element),
                     pieces = static_cast<unsigned>(size / element);
      Value* const as_pieces = convert(builder, value, chunk_type(builder, size, element));
      for (unsigned i = 0; i < pieces; ++i) {
        Value* const piece = pieces == 1 ? as_pieces : builder.CreateExtractElement(as_pieces, i);
        vector = builder.CreateInsertElement(vector, piece, first + i);
      }
    }
    return count == 1 ? builder.CreateExtractElement(vector, std::uint64_t{0}) : vector;
  }

  /// Splits a chunk into the members of the variable and writes them.
  void scatter(llvm::IRBuilder<>& builder, Value* chunk, const Side& target, std::uint64_t offset,
               std::uint64_t bytes, bool is_volatile) {
    const auto members = members_in(target, offset, bytes);
    const std::uint64_t begin = target.offset + offset, element = element_size(members, begin, bytes);
    const auto write = [&](Value* value, const Member& member) {
      auto* store = builder.CreateAlignedStore(
          value, at(builder, target.local, member.offset),
          llvm::commonAlignment(target.local->getAlign(), member.offset));
      store->setVolatile(is_volatile);
    };
    if (members.size() == 1) {
      write(convert(builder, chunk, members[0].type), members[0]);
      return;
    }
    const unsigned count = static_cast<unsigned>(bytes / element);
    auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(chunk->getType());
    if (vector == nullptr || vector->getNumElements() != count)
      chunk = convert(builder, chunk, chunk_type(builder, bytes, element));
    for (const Member& member : members) {
      const std::uint64_t size = layout_.getTypeStoreSize(member.type).getFixedValue();
      const unsigned first = static_cast<unsigned>((member.offset - begin) / element),
                     pieces = static_cast<unsigned>(size / element);
      Value* value;
      if (pieces == 1) {
        value = builder.CreateExtractElement(chunk, first);
      } else {
        std::vector<int> mask;
        for (unsigned i = 0; i < pieces; ++i) mask.push_back(static_cast<int>(first + i));
        value = builder.CreateShuffleVector(chunk, mask);
      }
      write(convert(builder, value, member.type), member);
    }
  }

  void copy_members(llvm::IRBuilder<>& builder, const Side& target, const Side& source, std::uint64_t size,
                    bool is_volatile) {
    // Uses the source's members where it has any, else the target's.
    const auto by_source = members_in(source, 0, size), by_target = members_in(target, 0, size);
    const bool use_source = by_source.size() >= by_target.size();
    std::vector<std::pair<std::uint64_t, Value*>> values;
    for (const Member& member : use_source ? by_source : by_target) {
      const std::uint64_t place = member.offset - (use_source ? source.offset : target.offset);
      auto* load = builder.CreateAlignedLoad(
          member.type, at(builder, source.local, source.offset + place),
          llvm::commonAlignment(source.local->getAlign(), source.offset + place));
      load->setVolatile(is_volatile);
      values.emplace_back(place, load);
    }
    for (const auto& [place, value] : values) {
      auto* store = builder.CreateAlignedStore(
          value, at(builder, target.local, target.offset + place),
          llvm::commonAlignment(target.local->getAlign(), target.offset + place));
      store->setVolatile(is_volatile);
    }
  }

  const llvm::DataLayout& layout_;
  std::uint64_t limit_;
  const ObjectAlignments& alignments_;
};

bool in_memory(Value* pointer, std::uint64_t size, const llvm::DataLayout& layout) {
  return make_side(pointer, size, layout).local == nullptr;
}

} // namespace

ObjectAlignments::ObjectAlignments(const std::vector<AccessExpression>& accesses, const TextNames& texts)
    : texts_(texts) {
  for (const AccessExpression& access : accesses) {
    if (access.alignment == 0 || (access.alignment & (access.alignment - 1)) != 0) continue;
    for (const bool store : {false, true}) {
      if (store ? !access.stores : !access.loads) continue;
      const auto [found, is_new] = alignments_.try_emplace(
          {access.file, access.line, access.column, store, access.bytes}, access.alignment);
      if (!is_new)
        found->second = std::min(found->second, access.alignment); // a macro with several: the smaller one is
                                                                   // safe
    }
  }
}

std::uint64_t ObjectAlignments::at(std::string_view text, std::uint32_t line, std::uint32_t column,
                                   bool store, std::uint64_t bytes) const {
  const auto file = texts_.find(text);
  if (!file) return 1;
  const auto found = alignments_.find({*file, line, column, store, bytes});
  return found == alignments_.end() ? 1 : found->second;
}

void expand_copies(llvm::Function& function, std::uint32_t access_limit, const ObjectAlignments& alignments) {
  Expander expander(function, access_limit, alignments);
  const llvm::DataLayout& layout = expander.layout();
  std::vector<llvm::Instruction*> work;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (load->getType()->isAggregateType()) work.push_back(load);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (store->getValueOperand()->getType()->isAggregateType()) work.push_back(store);
      } else if (llvm::isa<llvm::MemTransferInst>(instruction) || llvm::isa<llvm::MemSetInst>(instruction)) {
        work.push_back(&instruction);
      }
    }
  }
  for (llvm::Instruction* instruction : work) {
    llvm::IRBuilder<> builder(instruction);
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength());
      if (length == nullptr || length->getZExtValue() > max_expanded_copy_bytes) continue;
      if (length->getZExtValue() != 0) {
        const std::uint64_t size = length->getZExtValue();
        expander.copy(builder, transfer->getDest(),
                      expander.align_of(*transfer, true, size, transfer->getDestAlign().valueOrOne()),
                      transfer->getSource(),
                      expander.align_of(*transfer, false, size, transfer->getSourceAlign().valueOrOne()),
                      size, transfer->isVolatile());
      }
    } else if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      if (length == nullptr || length->getZExtValue() > max_expanded_copy_bytes) continue;
      if (length->getZExtValue() != 0) expander.fill(builder, *fill, length->getZExtValue());
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      const std::uint64_t size = layout.getTypeAllocSize(load->getType()).getFixedValue();
      if (size == 0 || size > max_expanded_copy_bytes || !in_memory(load->getPointerOperand(), size, layout))
        continue;
      // Goes through a variable, which SROA removes again.
      llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
      auto* variable = entry.CreateAlloca(load->getType());
      expander.copy(builder, variable, variable->getAlign(), load->getPointerOperand(), load->getAlign(),
                    size, load->isVolatile());
      load->replaceAllUsesWith(builder.CreateAlignedLoad(load->getType(), variable, variable->getAlign()));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      Type* const type = store->getValueOperand()->getType();
      const std::uint64_t size = layout.getTypeAllocSize(type).getFixedValue();
      if (size == 0 || size > max_expanded_copy_bytes || !in_memory(store->getPointerOperand(), size, layout))
        continue;
      llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
      auto* variable = entry.CreateAlloca(type);
      builder.CreateAlignedStore(store->getValueOperand(), variable, variable->getAlign());
      expander.copy(builder, store->getPointerOperand(), store->getAlign(), variable, variable->getAlign(),
                    size, store->isVolatile());
    }
    instruction->eraseFromParent();
  }
}

} // namespace warpscope::frontend
