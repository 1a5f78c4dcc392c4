// Inline PTX: products of a warpgroup (wgmma). One becomes a call of __ws_wgmma_COUNT with its sums, its
// flags, A's words or descriptor, and B's descriptor (sim/lower/calls.cpp).
#include "llvm/IR/Module.h"
#include "sim/frontend/ptx_families.h"
#include "sim/program/enums.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::frontend {
namespace {

using llvm::Value;
using program::ProductElement;
using program::ProductFlags;

std::optional<ProductElement> product_element(std::string_view word) {
  constexpr std::pair<std::string_view, ProductElement> all[] = {
      {"f16", ProductElement::Half},  {"bf16", ProductElement::BFloat16}, {"tf32", ProductElement::Tf32},
      {"e4m3", ProductElement::E4M3}, {"e5m2", ProductElement::E5M2},     {"s8", ProductElement::S8},
      {"u8", ProductElement::U8},     {"b1", ProductElement::Bit}};
  for (const auto& [name, element] : all)
    if (name == word) return element;
  return std::nullopt;
}

/// "m64n128k16": 128
std::optional<unsigned> columns_of(std::string_view word) {
  if (!word.starts_with("m64n")) return std::nullopt;
  unsigned columns = 0;
  const auto [end, code] = std::from_chars(word.data() + 4, word.data() + word.size(), columns);
  const bool right = code == std::errc{} && end != word.data() + word.size() && *end == 'k';
  return right && columns >= 8 && columns <= 256 && columns % 8 == 0 ? std::optional(columns) : std::nullopt;
}

class WarpgroupProduct {
 public:
  WarpgroupProduct(PtxValues& values, const PtxStatement& one)
      : v_(values), b_(values.builder()), one_(one) {}

  bool build() {
    using program::AsyncCopyStep;
    if (!one_.predicate.empty()) return false;
    if (one_.has("fence")) return step(AsyncCopyStep::FenceProducts);
    if (one_.has("commit_group")) return step(AsyncCopyStep::CommitProducts);
    if (one_.has("wait_group")) {
      Value* const youngest = one_.operands.empty() ? nullptr : v_.value_of(one_.operands[0].names[0], 32);
      return youngest != nullptr && v_.primitive("__ws_product_wait", b_.getVoidTy(), {youngest}) != nullptr;
    }
    return one_.has("mma_async") && !one_.has("sp") && product();
  }

 private:
  bool step(program::AsyncCopyStep which) {
    return v_.primitive("__ws_copy_step", b_.getVoidTy(), {v_.number(static_cast<unsigned>(which))}) !=
           nullptr;
  }

  /// wgmma.mma_async.sync.aligned.shape.d.a.b d, a, b, scale-d{, scale-a, scale-b{, a transposed}, b
  /// transposed};
  bool product() {
    std::size_t shape = 0;
    while (shape < one_.words.size() && !columns_of(one_.words[shape])) ++shape;
    if (shape + 3 >= one_.words.size() || one_.operands.size() < 4) return false;
    const unsigned columns = *columns_of(one_.words[shape]);
    const std::string& of_sums = one_.words[shape + 1];
    const auto a = product_element(one_.words[shape + 2]), b = product_element(one_.words[shape + 3]);
    if (!a || !b || (of_sums != "f32" && of_sums != "f16" && of_sums != "s32")) return false;
    const bool whole = *a >= ProductElement::S8;
    if (whole != (of_sums == "s32") || one_.has("satfinite") || one_.has("xor")) return false;
    unsigned flags = static_cast<unsigned>(*a) | static_cast<unsigned>(*b) << ProductFlags::of_b;
    if (of_sums == "f16") flags |= ProductFlags::half_sums;
    const unsigned sums = columns / (of_sums == "f16" ? 4 : 2);
    const PtxOperand &to = one_.operands[0], &of_a = one_.operands[1];
    if (to.names.size() != sums) return false;
    const bool in_registers = of_a.names.size() == 4;
    if (in_registers) flags |= ProductFlags::a_in_registers;
    if (!signs_and_orders(in_registers, flags)) return false;

    Value* const words = words_of_a(of_a);
    Value* of_b = v_.value_of(one_.operands[2].names[0], 64);
    Value* const keeps = scale();
    if (words == nullptr || of_b == nullptr || keeps == nullptr) return false;
    of_b = halves_into(llvm::PoisonValue::get(llvm::FixedVectorType::get(b_.getInt32Ty(), 2)), of_b);
    auto* const many = llvm::FixedVectorType::get(b_.getInt32Ty(), sums);
    Value* old = llvm::PoisonValue::get(many);
    for (unsigned i = 0; i < sums; ++i) {
      Value* const sum = v_.value_of(to.names[i], 32);
      if (sum == nullptr) return false;
      old = b_.CreateInsertElement(old, b_.CreateSelect(keeps, bits_of(sum), v_.number(0)), i);
    }
    Value* const made = call(sums, many, {old, v_.number(flags), words, of_b});
    for (unsigned i = 0; i < sums; ++i)
      if (!v_.set(one_, to.names[i], b_.CreateExtractElement(made, i))) return false;
    return true;
  }

  /// Takes the numbers behind scale-d into the flags.
  bool signs_and_orders(bool in_registers, unsigned& flags) {
    const std::size_t further = one_.operands.size() - 4;
    if (further == 0) return true;
    if (further < 2) return false;
    int numbers[4] = {1, 1, 0, 0};
    for (std::size_t i = 0; i < std::min<std::size_t>(further, 4); ++i) {
      const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(
          v_.value_of(one_.operands[4 + i].names[0], 32));
      if (number == nullptr) return false;
      numbers[i] = static_cast<int>(number->getSExtValue());
    }
    if (numbers[0] * numbers[1] < 0) flags |= ProductFlags::negated;
    if (in_registers ? false : numbers[2] != 0) flags |= ProductFlags::a_transposed;
    if ((in_registers ? numbers[2] : numbers[3]) != 0) flags |= ProductFlags::b_transposed;
    return true;
  }

  Value* bits_of(Value* value) { return value->getType()->isIntegerTy(32) ? value : v_.bits_of(value); }

  /// Four words: A's fragment, or its descriptor and nothing.
  Value* words_of_a(const PtxOperand& operand) {
    Value* words = llvm::Constant::getNullValue(llvm::FixedVectorType::get(b_.getInt32Ty(), 4));
    if (operand.names.size() == 4) {
      for (unsigned i = 0; i < 4; ++i) {
        Value* const word = v_.value_of(operand.names[i], 32);
        if (word == nullptr) return nullptr;
        words = b_.CreateInsertElement(words, bits_of(word), i);
      }
      return words;
    }
    Value* const descriptor = v_.value_of(operand.names[0], 64);
    return descriptor == nullptr ? nullptr : halves_into(words, descriptor);
  }
  /// The words of a descriptor as the first two elements.
  Value* halves_into(Value* words, Value* descriptor) {
    for (const std::uint64_t i : {0, 1})
      words = b_.CreateInsertElement(words,
                                     b_.CreateTrunc(b_.CreateLShr(descriptor, 32 * i), b_.getInt32Ty()), i);
    return words;
  }

  Value* scale() {
    const std::string& name = one_.operands[3].names[0];
    if (Value* const predicate = v_.predicate_of(name)) return predicate;
    Value* const number = v_.value_of(name, 32);
    return number == nullptr ? nullptr : b_.CreateIsNotNull(number);
  }

  Value* call(unsigned sums, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
    const std::string name = "__ws_wgmma_" + std::to_string(sums);
    Value* const made = v_.primitive(name.c_str(), result, arguments);
    auto* const one = llvm::cast<llvm::CallInst>(made);
    one->setConvergent();
    if (auto* const function = one->getCalledFunction()) {
      function->setConvergent();
      function->setDoesNotThrow();
    }
    return made;
  }

  PtxValues& v_;
  llvm::IRBuilder<>& b_;
  const PtxStatement& one_;
};

} // namespace

bool build_ptx_wgmma(PtxValues& values, const PtxStatement& one) {
  return WarpgroupProduct(values, one).build();
}

} // namespace warpscope::frontend
