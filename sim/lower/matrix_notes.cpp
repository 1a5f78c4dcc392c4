// Notes the matrix instructions of the text (mma.sync, wmma, ldmatrix, stmatrix), and from which accesses the
// registers come that a product takes. Nothing is executed for it.
#include "sim/include/__warpscope/fragment_map.h"
#include "sim/lower/function_lowering.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

namespace warpscope::lower::lowering {

using namespace llvm;

namespace {

constexpr std::size_t most_values = 20'000;   ///< looked at for one register
constexpr std::uint32_t any_number = 0x10000; ///< shapes and counts are far below

/// Walks back from a register to the loads that its bits come from: through arithmetic, shuffles and arrays
/// of the thread, but not through addresses, conditions, or the results of another product.
class SourceSearch {
 public:
  SourceSearch(const DenseMap<const llvm::Instruction*, std::uint32_t>& sites, program::MatrixOp& op,
               std::uint8_t operand, std::uint8_t reg)
      : sites_(sites), op_(op), operand_(operand), reg_(reg) {}

  void from(const Value& value, std::uint8_t part) {
    SmallPtrSet<const Value*, 32> seen;
    std::vector<const Value*> open = {&value};
    while (!open.empty() && seen.size() < most_values) {
      const Value* const now = open.back();
      open.pop_back();
      const auto* const instruction = dyn_cast<llvm::Instruction>(now);
      if (instruction == nullptr || now->getType()->isPointerTy() || !seen.insert(now).second) continue;
      if (const auto* load = dyn_cast<LoadInst>(instruction)) {
        const auto* array = dyn_cast<AllocaInst>(getUnderlyingObject(load->getPointerOperand(), 0));
        if (array != nullptr) stored_in(*array, place_in(*array, *load->getPointerOperand()), open);
        else add(*load, part);
      } else if (const auto* call = dyn_cast<CallInst>(instruction)) {
        const Function* const callee = call->getCalledFunction();
        const StringRef name = callee == nullptr ? StringRef() : callee->getName();
        if (name == "__ws_matrix_gives") {
          const auto* number = dyn_cast<ConstantInt>(call->getArgOperand(0));
          if (number == nullptr || number->getValue().uge(program::MatrixSource::no_part)) continue;
          if (part == program::MatrixSource::no_part)
            from(*call->getArgOperand(1), static_cast<std::uint8_t>(number->getZExtValue()));
        } else if (name == "__ws_shfl") {
          open.push_back(call->getArgOperand(2));
        } else {
          for (const Use& argument : call->args()) open.push_back(argument.get());
        }
      } else if (const auto* member = dyn_cast<ExtractValueInst>(instruction)) {
        open.push_back(member_of(*member));
      } else if (const auto* select = dyn_cast<SelectInst>(instruction)) {
        open.push_back(select->getTrueValue());
        open.push_back(select->getFalseValue());
      } else {
        for (const Use& operand : instruction->operands()) open.push_back(operand.get());
      }
    }
  }

 private:
  /// What was put into this member of a struct, such as the results of one asm; else the struct.
  static const Value* member_of(const ExtractValueInst& member) {
    const Value* whole = member.getAggregateOperand();
    while (const auto* insert = dyn_cast<InsertValueInst>(whole)) {
      if (insert->getIndices() == member.getIndices()) return insert->getInsertedValueOperand();
      whole = insert->getAggregateOperand();
    }
    return whole;
  }
  /// The constant place in a thread's array; nullopt: it is computed.
  static std::optional<std::int64_t> place_in(const AllocaInst& array, const Value& pointer) {
    const DataLayout& data = array.getDataLayout();
    APInt offset(data.getIndexTypeSizeInBits(pointer.getType()), 0);
    if (pointer.stripAndAccumulateConstantOffsets(data, offset, true) != &array) return std::nullopt;
    return offset.getSExtValue();
  }
  static void stored_in(const AllocaInst& array, std::optional<std::int64_t> place,
                        std::vector<const Value*>& open) {
    SmallPtrSet<const Value*, 16> seen;
    std::vector<const Value*> pointers = {&array};
    while (!pointers.empty()) {
      const Value* const pointer = pointers.back();
      pointers.pop_back();
      if (!seen.insert(pointer).second) continue;
      for (const User* user : pointer->users()) {
        if (const auto* store = dyn_cast<StoreInst>(user)) {
          if (store->getPointerOperand() != pointer) continue;
          const auto to = place_in(array, *pointer);
          if (!place || !to || *place == *to) open.push_back(store->getValueOperand());
        } else if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<BitCastInst>(user)) {
          pointers.push_back(user);
        }
      }
    }
  }
  void add(const LoadInst& load, std::uint8_t part) {
    const auto site = sites_.find(&load);
    if (site == sites_.end()) return;
    const program::MatrixSource source{operand_, reg_, part, site->second};
    if (std::find(op_.sources.begin(), op_.sources.end(), source) == op_.sources.end())
      op_.sources.push_back(source);
  }

  const DenseMap<const llvm::Instruction*, std::uint32_t>& sites_;
  program::MatrixOp& op_;
  std::uint8_t operand_, reg_;
};

} // namespace

bool FunctionLowering::lower_matrix_note(const CallInst& call, StringRef name) {
  if (name == "matrix_gives") {
    define(call, operands_of(*call.getArgOperand(1)));
    return true;
  }
  if (name == "matrix_unit") {
    const auto cycles = constant_argument(call, 0, any_number);
    emit(program::Opcode::Nop, program::no_operand, program::no_operand, program::no_operand,
         program::no_operand, cycles.value_or(0));
    out_->back().part = program::MatrixPart::Product;
    return true;
  }
  if (name == "matrix_result") {
    const Operand result = new_register(Form::Word);
    emit(program::Opcode::Mov32, result, operand_of(*call.getArgOperand(0)));
    out_->back().part = program::MatrixPart::Result;
    define(call, {result});
    return true;
  }
  if (name == "matrix_takes") {
    const auto operand = constant_argument(call, 0, 3), reg = constant_argument(call, 1, 0xff);
    if (operand && reg && !context_.program.matrices.empty())
      matrices_.taken.push_back({context_.program.matrices.size() - 1, static_cast<std::uint8_t>(*operand),
                                 static_cast<std::uint8_t>(*reg), call.getArgOperand(2)});
    return true;
  }
  if (name != "matrix") return false;
  std::array<std::uint32_t, 6> numbers{};
  for (unsigned i = 0; i < numbers.size(); ++i) {
    const auto number = constant_argument(call, i, any_number);
    if (!number) return true;
    numbers[i] = *number;
  }
  program::MatrixOp op;
  op.note = static_cast<std::uint8_t>(numbers[0]);
  op.type = static_cast<std::uint8_t>(numbers[4]);
  op.sum = static_cast<std::uint8_t>(numbers[5]);
  op.m = static_cast<std::uint16_t>(numbers[1]);
  const bool product = op.note != warpscope_fragment::MatrixLoad &&
                       op.note != warpscope_fragment::MatrixStore;
  if (product) {
    op.n = static_cast<std::uint16_t>(numbers[2]);
    op.k = static_cast<std::uint16_t>(numbers[3]);
  } else {
    op.transposed = numbers[2] != 0;
  }
  op.span = context_.positions.span(span_);
  context_.program.matrices.push_back(std::move(op));
  if (!product) matrices_.next = context_.program.matrices.size() - 1;
  return true;
}

void FunctionLowering::note_matrix_access(const llvm::Instruction* at, std::uint32_t site) {
  if (at == nullptr) return;
  matrices_.sites.try_emplace(at, site);
  if (!matrices_.next) return;
  context_.program.matrices[*matrices_.next].site = site;
  matrices_.next.reset();
}

void FunctionLowering::find_matrix_sources() {
  for (const MatrixNotes::Taken& taken : matrices_.taken)
    SourceSearch(matrices_.sites, context_.program.matrices[taken.op], taken.operand, taken.reg)
        .from(*taken.value, program::MatrixSource::no_part);
}

} // namespace warpscope::lower::lowering
