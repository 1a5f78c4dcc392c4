// Lowers a module: finds the kernels, lays out variables, lowers each function and refuses what is not
// supported.
#include "sim/lower/lower.h"

#include "sim/lower/function_lowering.h"
#include "sim/lower/indirect_calls.h"
#include "sim/lower/prepare.h"
#include "sim/program/opcode_table.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace warpscope::lower {
namespace lowering {

using namespace llvm;

namespace {

// CUDA C++ Programming Guide, table of compute capabilities.
constexpr std::uint32_t constant_limit = 64u << 10;

/// Returns the function's name as a person would write it: without parameters, the device's own prefixes and
/// the return type of templates.
std::string written_name(const llvm::Function& function) {
  std::string name = demangle(function.getName().str());
  int depth = 0;
  std::size_t end = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0 && name.compare(i, 21, "(anonymous namespace)") != 0) {
      end = i;
      break;
    }
  }
  name.resize(end);
  // A template's demangled name begins with its return type.
  depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (name[i] == ' ' && depth == 0) {
      const bool part_of_name = name.find("operator") != std::string::npos ||
                                name.compare(i + 1, 10, "namespace)") == 0;
      if (!part_of_name) name.erase(0, i + 1);
      break;
    }
  }
  return name;
}

/// Returns the kernels in the order of the text, then those that only the module knows.
std::vector<llvm::Function*> find_kernels(llvm::Module& module, const frontend::FrontendOutput& input) {
  SetVector<llvm::Function*> kernels;
  for (const frontend::KernelSource& kernel : input.kernels)
    if (llvm::Function* function = module.getFunction(kernel.symbol);
        function != nullptr && !function->isDeclaration())
      kernels.insert(function);
  for (llvm::Function& function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration())
      kernels.insert(&function);
  if (const NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations"))
    for (const MDNode* node : annotations->operands())
      for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
        const auto* key = dyn_cast_or_null<MDString>(node->getOperand(i));
        const auto* value = mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
        if (key != nullptr && value != nullptr && key->getString() == "kernel" && !value->isDeclaration())
          kernels.insert(const_cast<llvm::Function*>(value));
      }
  for (llvm::Function* kernel : kernels) kernel->setCallingConv(CallingConv::PTX_Kernel);
  return {kernels.begin(), kernels.end()};
}

Reach reach_of(llvm::Function& kernel, SetVector<llvm::Function*>& prepared) {
  Reach reach;
  reach.kernel = &kernel;
  reach.functions.insert(&kernel);
  for (std::size_t i = 0; i < reach.functions.size(); ++i) {
    llvm::Function* function = reach.functions[i];
    if (prepared.insert(function))
      prepare(*function); // before calls are counted, so that those in dead code do not
    for (const llvm::Instruction& instruction : instructions(*function))
      if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr)
        if (auto* callee = dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCasts());
            callee != nullptr && !callee->isDeclaration())
          reach.functions.insert(callee);
  }
  return reach;
}

std::string name_of_kernel(const llvm::Function& function, const frontend::FrontendOutput& input) {
  for (const frontend::KernelSource& kernel : input.kernels)
    if (kernel.symbol == function.getName() && !kernel.name.empty()) return kernel.name;
  return written_name(function);
}

/// Returns the offsets of parameters: in order and naturally aligned, as the ABI lays them out.
std::vector<std::uint32_t> parameter_offsets(const llvm::Function& kernel, std::vector<std::uint32_t>& sizes,
                                             std::uint32_t& end) {
  const DataLayout& data = kernel.getDataLayout();
  std::vector<std::uint32_t> offsets;
  std::uint64_t at = 0;
  for (const Argument& argument : kernel.args()) {
    Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    std::uint64_t align = data.getABITypeAlign(type).value();
    if (argument.hasByValAttr()) align = argument.getParamAlign().value_or(Align(align)).value();
    const std::uint64_t size = data.getTypeAllocSize(type).getFixedValue();
    at = (at + align - 1) / align * align;
    offsets.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(at, ~0u)));
    sizes.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(size, ~0u)));
    at += size;
  }
  end = static_cast<std::uint32_t>(std::min<std::uint64_t>(at, ~0u));
  return offsets;
}

/// A field of a struct parameter is a parameter of its own, such as `matrix.width`.
program::Parameter parameter_of(const frontend::KernelParameterField& field,
                                const program::Parameter& whole) {
  program::Parameter part;
  part.name = whole.name + field.path;
  part.type = field.type;
  part.offset = whole.offset + field.offset;
  part.size = field.size;
  part.is_pointer = field.is_pointer;
  part.is_const = field.is_const;
  part.element = field.element;
  part.element_size = field.element_size;
  part.span = whole.span;
  return part;
}

program::Kernel kernel_of(const llvm::Function& function, const frontend::FrontendOutput& input,
                          ModuleContext& context) {
  program::Kernel kernel;
  kernel.symbol = function.getName().str();
  kernel.name = name_of_kernel(function, input);
  kernel.function = context.functions.lookup(&function);
  std::vector<std::uint32_t> sizes;
  const std::vector<std::uint32_t> offsets = parameter_offsets(function, sizes, kernel.parameter_bytes);
  context.parameter_offsets[&function] = offsets;
  std::vector<std::string>& names = context.parameter_names[&function];
  const auto source = std::find_if(
      input.kernels.begin(), input.kernels.end(),
      [&](const frontend::KernelSource& candidate) { return candidate.symbol == kernel.symbol; });
  const bool known = source != input.kernels.end();
  if (known) {
    kernel.max_threads = source->max_threads;
    kernel.min_blocks = source->min_blocks;
    kernel.cluster = source->cluster;
    kernel.span = source->span;
  }
  for (const Argument& argument : function.args()) {
    const unsigned i = argument.getArgNo();
    kernel.arguments.push_back({offsets[i], sizes[i]});
    program::Parameter parameter;
    parameter.offset = offsets[i];
    parameter.size = sizes[i];
    parameter.is_pointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    parameter.name = argument.getName().str();
    if (known && i < source->parameters.size()) {
      const frontend::KernelParameterSource& written = source->parameters[i];
      parameter.name = written.name;
      parameter.type = written.type;
      parameter.is_const = written.is_const;
      parameter.element = written.element;
      parameter.element_size = written.element_size;
      parameter.span = written.span;
    }
    names.push_back(parameter.name);
    if (known && i < source->parameters.size() && source->parameters[i].is_empty) continue;
    if (known && i < source->parameters.size() && !source->parameters[i].fields.empty()) {
      for (const frontend::KernelParameterField& field : source->parameters[i].fields)
        kernel.parameters.push_back(parameter_of(field, parameter));
      continue;
    }
    kernel.parameters.push_back(std::move(parameter));
  }
  return kernel;
}

class ModuleLowering {
 public:
  ModuleLowering(frontend::FrontendOutput& input, const frontend::FrontendInput& source,
                 Diagnostics& diagnostics, const LowerOptions& options)
      : input_(input), source_(source), diagnostics_(diagnostics), options_(options), positions_(input) {}

  /// Kernels that use something unsupported are added to `failed`.
  std::shared_ptr<program::Program> run(const std::vector<llvm::Function*>& kernels,
                                        SetVector<llvm::Function*>& failed) {
    llvm::Module& module = *input_.module;
    auto program = std::make_shared<program::Program>();
    SetVector<llvm::Function*> functions;
    std::vector<Reach> reaches;
    for (llvm::Function* kernel : kernels) reaches.push_back(reach_of(*kernel, functions));
    SetVector<const GlobalVariable*> named;
    for (const frontend::VariableSource& variable : input_.variables)
      if (const GlobalVariable* found = module.getNamedGlobal(variable.symbol)) named.insert(found);
    const ModuleLayout layout(module, reaches, named);
    if (!check_sizes(layout)) return nullptr;

    ModuleContext context(source_, diagnostics_, options_, layout, positions_, *program);
    for (llvm::Function* function : functions) {
      context.functions[function] = static_cast<std::uint32_t>(program->functions.size());
      program->functions.emplace_back().name = written_name(*function);
      Signature signature;
      if (function->getCallingConv() != CallingConv::PTX_Kernel) {
        for (const Argument& argument : function->args())
          count_registers(argument.getType(), signature.parameter_slots, signature.parameter_predicates);
        count_registers(function->getReturnType(), signature.result_slots, signature.result_predicates);
      }
      context.signatures.push_back(signature);
    }
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      program::Kernel kernel = kernel_of(*kernels[k], input_, context);
      kernel.shared_bytes = layout.shared_bytes(k);
      kernel.uses_dynamic_shared = layout.uses_dynamic_shared(k);
      program->functions[kernel.function].name = kernel.name;
      program->kernels.push_back(std::move(kernel));
    }
    add_variables(layout, context);
    for (llvm::Function* function : functions) {
      const std::size_t before = context.errors;
      check_variables(*function, context);
      FunctionLowering(context, *function).run();
      if (context.errors == before) continue;
      for (const Reach& reach : reaches)
        if (reach.functions.contains(function)) failed.insert(reach.kernel);
    }
    add_images(layout, *program);
    program->global_bytes = static_cast<std::uint32_t>(layout.global_end());
    program->constant_bytes = static_cast<std::uint32_t>(layout.constant_end());
    program->spans = positions_.take_spans();
    if (has_errors(diagnostics_)) return nullptr;
    return program;
  }

 private:
  /// Reports `message` at the largest variable of the space.
  void say(const ModuleLayout& layout, Space space, const std::string& message) {
    const PlacedVariable* largest = nullptr;
    for (const PlacedVariable& placed : layout.variables())
      if (placed.address.space == space && (largest == nullptr || placed.size > largest->size))
        largest = &placed;
    Span span;
    for (const frontend::VariableSource& source : input_.variables)
      if (largest != nullptr && largest->variable->getName() == source.symbol) span = source.span;
    diagnostics_.push_back(
        {Severity::Error, source_.file, span, message, std::string(line_of(source_.text, span.line)), {}});
  }

  bool check_sizes(const ModuleLayout& layout) {
    const std::size_t before = diagnostics_.size();
    if (layout.global_end() > program::max_global_end)
      say(layout, Space::Global, "the __device__ variables need more than 1 GiB; make them smaller");
    if (layout.constant_end() - program::window_base > constant_limit)
      say(layout, Space::Constant,
          "the __constant__ variables need " + std::to_string(layout.constant_end() - program::window_base) +
              " bytes, but a device has 65536; make them smaller");
    if (layout.shared_end() - program::window_base > program::max_shared_bytes)
      say(layout, Space::Shared,
          "the __shared__ variables need more than 1 MiB; no device has that much shared memory");
    return diagnostics_.size() == before;
  }

  void add_variables(const ModuleLayout& layout, ModuleContext& context) {
    for (const frontend::VariableSource& source : input_.variables)
      if (const GlobalVariable* found = input_.module->getNamedGlobal(source.symbol))
        context.variable_names[found] = source.name;
    for (const PlacedVariable& placed : layout.variables()) {
      const auto source = std::find_if(input_.variables.begin(), input_.variables.end(),
                                       [&](const frontend::VariableSource& candidate) {
                                         return placed.variable->getName() == candidate.symbol;
                                       });
      if (source == input_.variables.end() && placed.variable->hasPrivateLinkage())
        continue; // a string literal
      program::Variable variable;
      variable.symbol = placed.variable->getName().str();
      variable.name = demangle(placed.variable->getName().str());
      if (source != input_.variables.end()) {
        variable.name = source->name;
        variable.dimensions = source->dimensions;
        variable.element_type = source->element_type;
        variable.element = source->element;
        variable.element_size = source->element_size;
        variable.span = source->span;
      }
      variable.space = placed.address.space;
      variable.offset = placed.address.offset;
      variable.size = placed.size;
      variable.kernels = placed.kernels;
      context.program.variables.push_back(std::move(variable));
    }
  }

  /// Refuses a variable that is declared and never defined.
  void check_variables(const llvm::Function& function, ModuleContext& context) {
    for (const llvm::Instruction& instruction : instructions(function))
      for (const Use& operand : instruction.operands())
        if (const auto* constant = dyn_cast<Constant>(operand.get()))
          if (const auto* variable = dyn_cast<GlobalVariable>(constant->stripPointerCasts());
              variable != nullptr && variable->isDeclaration() && !is_dynamic_shared(*variable) &&
              !variable->getName().starts_with("llvm."))
            context.error(&instruction, "the variable '" + demangle(variable->getName().str()) +
                                            "' has no definition for the device");
  }

  void add_images(const ModuleLayout& layout, program::Program& program) {
    const GlobalVariable* bad = nullptr;
    for (ModuleLayout::Image& image : layout.images(bad))
      program.images.push_back({image.address.space, image.address.offset, std::move(image.bytes)});
    if (bad == nullptr || has_errors(diagnostics_)) return; // its use has already been refused, with its line
    Span span;
    for (const frontend::VariableSource& source : input_.variables)
      if (bad->getName() == source.symbol) span = source.span;
    diagnostics_.push_back({Severity::Error,
                            source_.file,
                            span,
                            "the initial value of '" + demangle(bad->getName().str()) +
                                "' (the address of a function?) is not supported",
                            std::string(line_of(source_.text, span.line)),
                            {}});
  }

  frontend::FrontendOutput& input_;
  const frontend::FrontendInput& source_;
  Diagnostics& diagnostics_;
  const LowerOptions& options_;
  SourcePositions positions_;
};

} // namespace

void ModuleContext::error(const llvm::Instruction* instruction, const std::string& message) {
  constexpr std::ptrdiff_t most = 20;
  ++errors;
  Diagnostic diagnostic;
  diagnostic.file = source.file;
  diagnostic.message = message;
  if (instruction != nullptr) diagnostic.span = positions.span(positions.span_index(*instruction));
  diagnostic.source_line = std::string(line_of(source.text, diagnostic.span.line));
  const bool said = std::find(diagnostics.begin(), diagnostics.end(), diagnostic) != diagnostics.end();
  const auto before = std::count_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
  if (!said && before < most) diagnostics.push_back(std::move(diagnostic));
}

void ModuleContext::unsupported(const llvm::Instruction* instruction, const std::string& what) {
  error(instruction, what + " is not supported");
}

} // namespace lowering

std::shared_ptr<program::Program> lower(frontend::FrontendOutput& input,
                                        const frontend::FrontendInput& source, Diagnostics& diagnostics,
                                        const LowerOptions& options, RefusedKernels* refused) {
  if (input.module == nullptr) return nullptr;
  const std::vector<llvm::Function*> kernels = lowering::find_kernels(*input.module, input);
  lowering::resolve_indirect_calls(*input.module);
  llvm::SetVector<llvm::Function*> failed;
  Diagnostics said;
  auto program = lowering::ModuleLowering(input, source, said, options).run(kernels, failed);
  std::vector<llvm::Function*> rest;
  std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(rest),
               [&](llvm::Function* kernel) { return !failed.contains(kernel); });
  if (refused == nullptr || failed.empty() || rest.empty()) {
    diagnostics.insert(diagnostics.end(), said.begin(), said.end());
    return program;
  }
  // Lower each kernel by itself to find its own errors, then the others together.
  llvm::SetVector<llvm::Function*> again;
  for (llvm::Function* kernel : failed) {
    Diagnostics own;
    lowering::ModuleLowering(input, source, own, options).run({kernel}, again);
    for (Diagnostic& why : own)
      refused->emplace_back(lowering::name_of_kernel(*kernel, input), std::move(why));
  }
  return lowering::ModuleLowering(input, source, diagnostics, options).run(rest, again);
}

} // namespace warpscope::lower
