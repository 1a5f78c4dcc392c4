// Makes the object that warpscope-host loads: names what belongs to the device, optimises, generates code,
// and reads its line table back.
#include "sim/frontend/host_object.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <algorithm>
#include <mutex>

namespace warpscope::frontend {
namespace {

constexpr llvm::StringRef stub_prefix = "__device_stub__";

/// Returns the mangled name of the kernel whose stub has this mangled name: its length prefix counts the
/// stub's; empty for any other function.
std::string kernel_of_stub(llvm::StringRef name) {
  const std::size_t at = name.find(stub_prefix);
  if (at == llvm::StringRef::npos) return {};
  const std::string behind = name.substr(at + stub_prefix.size()).str();
  if (at == 0) return behind; // extern "C"
  std::size_t digits = at;
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  // "_ZN12_GLOBAL__N_119__device_stub__k": the first of these digits belongs to an unnamed namespace's name.
  if (name.substr(0, digits).ends_with("_GLOBAL__N_")) ++digits;
  unsigned long length = 0;
  if (digits == at || name.substr(digits, at - digits).getAsInteger(10, length) ||
      length <= stub_prefix.size())
    return {};
  return name.substr(0, digits).str() + std::to_string(length - stub_prefix.size()) + behind;
}

void make_external(llvm::GlobalValue& value, const std::string& tag) {
  if (!value.hasLocalLinkage()) return;
  value.setName(value.getName() + "." + tag);
  value.setLinkage(llvm::GlobalValue::ExternalLinkage);
  value.setVisibility(llvm::GlobalValue::DefaultVisibility);
  value.setDSOLocal(false);
}

std::vector<llvm::GlobalVariable*> managed_variables(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> found;
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr || !list->hasInitializer()) return found;
  for (const llvm::Use& row : list->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(row.get());
    if (entry == nullptr || entry->getNumOperands() < 2) continue;
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(0)->stripPointerCasts());
    const auto* words = llvm::dyn_cast<llvm::GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    if (variable == nullptr || words == nullptr || !words->hasInitializer()) continue;
    const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(words->getInitializer());
    if (text != nullptr && text->isCString() && text->getAsCString() == "__ws_managed")
      found.push_back(variable);
  }
  return found;
}

/// The static constructors become one function, so that the loader needs to know nothing of their list.
std::string take_constructors(llvm::Module& module, const std::string& tag) {
  llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer()) return {};
  std::vector<std::pair<std::uint64_t, llvm::Function*>> constructors;
  for (const llvm::Use& row : list->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(row.get());
    if (entry == nullptr) continue;
    const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (priority != nullptr && function != nullptr)
      constructors.emplace_back(priority->getZExtValue(), function);
  }
  list->eraseFromParent();
  std::stable_sort(constructors.begin(), constructors.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto* all = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "__ws_initialise." + tag,
                                     module);
  all->addFnAttr("frame-pointer", "all");
  all->setUWTableKind(llvm::UWTableKind::Async);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", all));
  for (const auto& [priority, function] : constructors) builder.CreateCall(type, function);
  builder.CreateRetVoid();
  return all->getName().str();
}

/// Takes the device's part out of the module: stubs and shadows are named, what nobody on the host uses goes.
void name_device_parts(llvm::Module& module, const std::string& tag, program::HostObject& object) {
  const std::vector<llvm::GlobalVariable*> managed = managed_variables(module);
  for (llvm::GlobalVariable* variable : managed) {
    const std::string name = variable->getName().str();
    if (variable->hasLocalLinkage()) variable->setName(name + "." + tag);
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable->setComdat(nullptr);
    variable->setDSOLocal(false);
    variable->setConstant(false);
    object.shadows.push_back({variable->getName().str(), name, true});
  }
  for (const char* list : {"llvm.global.annotations", "llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* used = module.getNamedGlobal(list)) used->eraseFromParent();
  // Clang gives the shadow of a __device__, __constant__ or __managed__ variable no value, and no other
  // definition.
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || !llvm::isa<llvm::UndefValue>(variable.getInitializer())) continue;
    const std::string name = variable.getName().str();
    make_external(variable, tag);
    // Without this, code for the host could take its bytes for what they are: nothing.
    variable.setInitializer(llvm::Constant::getNullValue(variable.getValueType()));
    object.shadows.push_back({variable.getName().str(), name, false});
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::string kernel = kernel_of_stub(function.getName());
    if (kernel.empty()) continue;
    make_external(function, tag);
    // Inlined, a launch would have the kernel's line in place of its own.
    function.addFnAttr(llvm::Attribute::NoInline);
    object.stubs.push_back({function.getName().str(), std::move(kernel)});
  }
}

std::unique_ptr<llvm::TargetMachine> machine_for(const llvm::Module& module, std::string& error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); // asm statements of the host
  });
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (target == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.EmulatedTLS = true;
  options.ExceptionModel = llvm::ExceptionHandling::DwarfCFI;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(module.getTargetTriple(), "x86-64-v2", "", options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
}

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

template <class T> std::optional<T> value_of(llvm::Expected<T> expected) {
  if (expected) return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

/// Adds the rows of the person's files, by function. A row of an inlined function of a library counts as the
/// line that called it.
void add_lines(llvm::ArrayRef<char> elf, const TextNames& texts, program::HostObject& object) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(elf.data(), elf.size()), "host");
  auto file = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return;
  }
  object.files = texts.all();
  const auto debug = llvm::DWARFContext::create(**file);
  const llvm::DILineInfoSpecifier wanted(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                         llvm::DILineInfoSpecifier::FunctionNameKind::None);
  for (const llvm::object::SymbolRef& symbol : (*file)->symbols()) {
    const auto kind = value_of(symbol.getType());
    const auto name = value_of(symbol.getName());
    const auto section = value_of(symbol.getSection());
    const auto address = value_of(symbol.getAddress());
    if (!kind || !name || !section || !address || *kind != llvm::object::SymbolRef::ST_Function) continue;
    if (*section == (*file)->section_end()) continue;
    program::CodeFunction function;
    function.symbol = name->str();
    function.size = llvm::object::ELFSymbolRef(symbol).getSize();
    const llvm::object::SectionedAddress start{*address, (*section)->getIndex()};
    for (const auto& [at, row] : debug->getLineInfoForAddressRange(start, function.size, wanted)) {
      program::CodeLine line;
      line.offset = static_cast<std::uint32_t>(at - *address);
      auto text = texts.find(row.FileName);
      if (text) {
        line.line = row.Line;
      } else {
        const auto frames = debug->getInliningInfoForAddress({at, start.SectionIndex}, wanted);
        for (std::uint32_t i = 0; i < frames.getNumberOfFrames() && !text; ++i) {
          text = texts.find(frames.getFrame(i).FileName);
          if (text) line.line = frames.getFrame(i).Line;
        }
      }
      line.file = text.value_or(0);
      if (!function.lines.empty() && function.lines.back().line == line.line &&
          function.lines.back().file == line.file)
        continue;
      function.lines.push_back(line);
    }
    const bool of_person = std::any_of(function.lines.begin(), function.lines.end(),
                                       [](const program::CodeLine& line) { return line.line != 0; });
    if (!of_person) continue;
    function.name = llvm::demangle(function.symbol);
    object.functions.push_back(std::move(function));
  }
}

} // namespace

std::optional<program::HostObject> make_host_object(std::unique_ptr<llvm::Module> module,
                                                    const TextNames& texts, const std::string& tag,
                                                    Diagnostics& diagnostics) {
  program::HostObject object;
  std::string error;
  const std::unique_ptr<llvm::TargetMachine> machine = machine_for(*module, error);
  llvm::SmallVector<char, 0> elf;
  if (machine != nullptr) {
    module->setDataLayout(machine->createDataLayout());
    name_device_parts(*module, tag, object);
    object.initialise = take_constructors(*module, tag);
    optimise(*module, *machine);
    llvm::raw_svector_ostream out(elf);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile))
      error = "no object file can be written";
    else passes.run(*module);
  }
  if (!error.empty() || elf.empty()) {
    Diagnostic failed;
    failed.message = "The host's part could not be compiled: " + error;
    diagnostics.push_back(std::move(failed));
    return std::nullopt;
  }
  // A stub that nobody launches is gone by now.
  std::erase_if(object.stubs, [&](const program::KernelStub& stub) {
    const llvm::Function* function = module->getFunction(stub.symbol);
    return function == nullptr || function->isDeclaration();
  });
  std::erase_if(object.shadows, [&](const program::DeviceShadow& shadow) {
    return module->getNamedGlobal(shadow.symbol) == nullptr;
  });
  add_lines(elf, texts, object);
  object.elf.assign(elf.begin(), elf.end());
  return object;
}

} // namespace warpscope::frontend
