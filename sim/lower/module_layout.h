// Assigns addresses to the module's variables and computes their initial contents.
#pragma once

#include "sim/base/access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>
#include <vector>

namespace warpscope::lower::lowering {

/// A pointer that is known at lowering time. Space::None with offset 0 is null.
struct Address {
  Space space = Space::None;
  std::uint32_t offset = 0;
  [[nodiscard]] std::uint64_t generic() const {
    return offset == 0 ? 0 : (std::uint64_t{static_cast<std::uint8_t>(space)} << 32) | offset;
  }
};

struct PlacedVariable {
  const llvm::GlobalVariable* variable = nullptr;
  Address address;
  std::uint32_t size = 0;
  std::vector<std::uint32_t> kernels; ///< shared: the kernels that reach it
};

/// The functions and variables that one kernel can reach.
struct Reach {
  llvm::Function* kernel = nullptr;
  llvm::SetVector<llvm::Function*> functions; ///< the kernel itself first
  llvm::SetVector<const llvm::GlobalVariable*> variables;
};

class ModuleLayout {
 public:
  /// `reaches`: every kernel with the functions that it can call (the constructor fills in the variables).
  /// `named`: variables that get an address although no kernel uses them, since the host may.
  ModuleLayout(const llvm::Module& module, std::vector<Reach>& reaches,
               const llvm::SetVector<const llvm::GlobalVariable*>& named);

  /// Returns the address of a variable as `function` sees it; nullopt if it has none (external, or not
  /// reachable).
  [[nodiscard]] std::optional<Address> address_of(const llvm::GlobalVariable& variable,
                                                  const llvm::Function& function) const;
  /// Returns a constant pointer or integer of at most 64 bits; pointers as generic addresses. `function` may
  /// be null where no shared variable can occur. nullopt when the number is not known before the run (the
  /// address of a function, for example).
  [[nodiscard]] std::optional<std::uint64_t> value_of(const llvm::Constant& constant,
                                                      const llvm::Function* function) const;
  /// Returns a constant pointer.
  [[nodiscard]] std::optional<Address> pointer_of(const llvm::Constant& constant,
                                                  const llvm::Function* function) const;

  struct Image {
    Address address;
    std::vector<std::uint8_t> bytes;
  };
  /// Returns the initial contents of Global and Constant variables that are not zero. `bad` receives a
  /// variable whose initialiser cannot be expressed as bytes.
  [[nodiscard]] std::vector<Image> images(const llvm::GlobalVariable*& bad) const;

  [[nodiscard]] const std::vector<PlacedVariable>& variables() const { return variables_; }
  [[nodiscard]] std::uint32_t shared_bytes(std::size_t kernel) const { return kernels_[kernel].shared_bytes; }
  [[nodiscard]] bool uses_dynamic_shared(std::size_t kernel) const { return kernels_[kernel].dynamic; }
  [[nodiscard]] std::uint64_t global_end() const { return global_end_; }
  [[nodiscard]] std::uint64_t constant_end() const { return constant_end_; }
  [[nodiscard]] std::uint64_t shared_end() const { return shared_end_; }

 private:
  struct KernelShared {
    std::uint32_t shared_bytes = 0;
    bool dynamic = false;
  };
  void place_static(const llvm::Module& module, const std::vector<Reach>& reaches,
                    const llvm::SetVector<const llvm::GlobalVariable*>& named);
  void place_shared(const llvm::Module& module, const std::vector<Reach>& reaches);
  bool write(const llvm::Constant& value, std::size_t at, std::vector<std::uint8_t>& bytes) const;

  const llvm::DataLayout& data_;
  llvm::DenseMap<const llvm::GlobalVariable*, std::uint32_t> offsets_;
  /// Dynamic shared arrays begin after everything the kernel uses, at one offset per function.
  llvm::DenseMap<const llvm::Function*, std::uint32_t> dynamic_offsets_;
  std::vector<PlacedVariable> variables_;
  std::vector<KernelShared> kernels_;
  std::uint64_t global_end_ = 0, constant_end_ = 0, shared_end_ = 0;
};

/// `extern __shared__ T name[]`
[[nodiscard]] bool is_dynamic_shared(const llvm::GlobalVariable& variable);

} // namespace warpscope::lower::lowering
