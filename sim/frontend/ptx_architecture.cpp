// The table of instructions and what they need, and who of a module has them.
#include "sim/frontend/ptx_architecture.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpscope::frontend {
namespace {

constexpr std::uint32_t ampere = 80, ada = 89, hopper = 90, blackwell = 100;

/// An instruction whose first word is `name` and that has all of `words`, which are parts of words.
struct NeedRow {
  std::string_view name;
  std::vector<std::string_view> words;
  PtxNeed need;
};

const std::vector<NeedRow>& need_rows() {
  static const std::vector<NeedRow> rows = {
      {"mbarrier", {}, {ampere}},
      {"mbarrier", {"expect_tx"}, {hopper}},
      {"mbarrier", {"complete_tx"}, {hopper}},
      {"mbarrier", {"try_wait"}, {hopper}},
      {"mbarrier", {"shared::cluster"}, {hopper}},
      {"cp", {"async"}, {ampere}},
      {"cp", {"bulk"}, {hopper}},
      {"cp", {"reduce"}, {hopper}},
      {"st", {"async"}, {hopper}},
      {"red", {"async"}, {hopper}},
      {"ld", {"shared::cluster"}, {hopper}},
      {"st", {"shared::cluster"}, {hopper}},
      {"red", {"shared::cluster"}, {hopper}},
      {"atom", {"shared::cluster"}, {hopper}},
      {"ld", {"L2::cache_hint"}, {ampere}},
      {"st", {"L2::cache_hint"}, {ampere}},
      {"ld", {"L2::256B"}, {ampere}},
      {"ld", {"v8"}, {blackwell}}, // 32 bytes a lane
      {"st", {"v8"}, {blackwell}},
      {"ld", {"v4", "f64"}, {blackwell}},
      {"ld", {"v4", "b64"}, {blackwell}},
      {"ld", {"v4", "u64"}, {blackwell}},
      {"ld", {"v4", "s64"}, {blackwell}},
      {"st", {"v4", "f64"}, {blackwell}},
      {"st", {"v4", "b64"}, {blackwell}},
      {"st", {"v4", "u64"}, {blackwell}},
      {"st", {"v4", "s64"}, {blackwell}},
      {"prefetch", {"tensormap"}, {hopper}},
      {"createpolicy", {}, {ampere}},
      {"discard", {}, {ampere}},
      {"applypriority", {}, {ampere}},
      {"multimem", {}, {hopper}},
      {"tensormap", {}, {hopper}},
      {"fence", {"mbarrier_init"}, {hopper}},
      {"fence", {"proxy", "async"}, {hopper}},
      {"fence", {"proxy", "tensormap"}, {hopper}},
      {"fence", {"cluster"}, {hopper}},
      {"mapa", {}, {hopper}},
      {"getctarank", {}, {hopper}},
      {"barrier", {"cluster"}, {hopper}},
      {"isspacep", {"shared::cluster"}, {hopper}},
      {"elect", {}, {hopper}},
      {"griddepcontrol", {}, {hopper}},
      {"redux", {}, {ampere}},
      {"stmatrix", {}, {hopper}},
      {"wgmma", {}, {hopper, true}},
      {"setmaxnreg", {}, {hopper, true}}, // sm_100a and sm_120a have it as well, which we never name to NVRTC
      {"mma", {"m8n8k4", "f64"}, {ampere}},
      {"mma", {"m16n8k4"}, {ampere}},
      {"mma", {"m16n8k4", "f64"}, {hopper}},
      {"mma", {"m16n8k8", "f64"}, {hopper}},
      {"mma", {"m16n8k8", "bf16"}, {ampere}},
      {"mma", {"m16n8k8", "tf32"}, {ampere}},
      {"mma", {"m16n8k16"}, {ampere}},
      {"mma", {"m16n8k16", "f64"}, {hopper}},
      {"mma", {"m16n8k32"}, {ampere}},
      {"mma", {"m16n8k64"}, {ampere}},
      {"mma", {"m16n8k128"}, {ampere}},
      {"mma", {"m16n8k256"}, {ampere}},
      {"mma", {"m8n8k128", "and"}, {ampere}},
      {"mma", {"e4m3"}, {ada}},
      {"mma", {"e5m2"}, {ada}},
      {"cvt", {"bf16"}, {ampere}},
      {"cvt", {"tf32"}, {ampere}},
      {"cvt", {"e4m3x2"}, {ada}},
      {"cvt", {"e5m2x2"}, {ada}},
      {"fma", {"bf16"}, {ampere}},
      {"fma", {"relu"}, {ampere}},
      {"add", {"bf16"}, {hopper}},
      {"sub", {"bf16"}, {hopper}},
      {"mul", {"bf16"}, {hopper}},
      {"min", {"f16"}, {ampere}},
      {"max", {"f16"}, {ampere}},
      {"min", {"bf16"}, {ampere}},
      {"max", {"bf16"}, {ampere}},
      {"atom", {"bf16"}, {hopper}},
      {"red", {"bf16"}, {hopper}},
      {"atom", {"b128"}, {hopper}},
  };
  return rows;
}

bool has_word_beginning(const PtxStatement& one, std::string_view beginning) {
  return std::any_of(one.words.begin(), one.words.end(),
                     [&](const std::string& word) { return word.starts_with(beginning); });
}

/// ".cluster" as the scope of any instruction of memory.
bool in_cluster_scope(const PtxStatement& one) {
  static const std::set<std::string_view> of_memory = {"ld", "st", "atom", "red", "mbarrier", "membar"};
  return of_memory.contains(one.words.front()) && one.has("cluster");
}

const llvm::DILocation* place_in_text(const llvm::Instruction& instruction, const TextNames& texts) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  for (; location != nullptr; location = location->getInlinedAt())
    if (location->getLine() != 0 && texts.find(std::string_view(location->getFilename()))) return location;
  return nullptr;
}

/// The kernels and what they refer to, directly or through other functions.
std::vector<const llvm::Function*> reached_by_kernels(const FrontendOutput& output) {
  std::vector<const llvm::Function*> reached;
  std::set<const llvm::Function*> known;
  const auto add = [&](const llvm::Function& function) {
    if (!function.isDeclaration() && known.insert(&function).second) reached.push_back(&function);
  };
  for (const KernelSource& kernel : output.kernels)
    if (const llvm::Function* function = output.module->getFunction(kernel.symbol)) add(*function);
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const llvm::Instruction& instruction : llvm::instructions(*reached[i]))
      for (const llvm::Value* operand : instruction.operand_values())
        if (const auto* called = llvm::dyn_cast<llvm::Function>(operand->stripPointerCasts())) add(*called);
  return reached;
}

std::string name_of_statement(const PtxStatement& one) {
  std::string name;
  for (const std::string& word : one.words) name += (name.empty() ? "" : ".") + word;
  return name;
}

std::string sentence(const std::string& what, const PtxNeed& need, std::uint32_t compute_capability) {
  const auto written = [](std::uint32_t capability) {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  };
  return "'" + what + "' needs compute capability " + written(need.from) +
         (need.this_one_only ? " itself (sm_" + std::to_string(need.from) + "a)" : " or higher") +
         ", this device has " + written(compute_capability) +
         ": nvcc compiles nothing of this text for it. It is simulated as if the device had it.";
}

} // namespace

PtxNeed need_of(const PtxStatement& one) {
  PtxNeed most;
  if (one.words.empty()) return most;
  if (in_cluster_scope(one)) most = {hopper};
  for (const NeedRow& row : need_rows()) {
    if (row.name != one.words.front() || row.need.from < most.from) continue;
    if (std::all_of(row.words.begin(), row.words.end(),
                    [&](std::string_view word) { return has_word_beginning(one, word); }))
      most = row.need;
  }
  return most;
}

Diagnostics lacking_instructions(const FrontendOutput& output, std::uint32_t compute_capability,
                                 std::string_view file, std::string_view text) {
  Diagnostics result;
  std::set<Span> said;
  const auto say = [&](const Span& span, const std::string& what, const PtxNeed& need) {
    if (!said.insert(span).second) return;
    Diagnostic lacking;
    lacking.severity = Severity::Warning;
    lacking.file = file;
    lacking.span = span;
    if (span.file == 0) lacking.source_line = std::string(line_of(text, span.line));
    lacking.message = sentence(what, need, compute_capability);
    result.push_back(std::move(lacking));
  };
  constexpr PtxNeed of_clusters{hopper};
  for (const KernelSource& kernel : output.kernels)
    if (kernel.cluster.x != 0 && !of_clusters.met_by(compute_capability))
      say(kernel.span, "__cluster_dims__", of_clusters);
  for (const llvm::Function* function : reached_by_kernels(output))
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || !call->isInlineAsm()) continue;
      const auto statements = ptx_statements(
          llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString());
      const llvm::DILocation* place = place_in_text(instruction, output.texts);
      if (!statements || place == nullptr) continue;
      for (const PtxStatement& one : *statements) {
        const PtxNeed need = need_of(one);
        if (need.met_by(compute_capability)) continue;
        const std::uint32_t in = output.texts.find(std::string_view(place->getFilename())).value_or(0);
        say({place->getLine(), place->getColumn(), place->getLine(), place->getColumn() + 1, in},
            name_of_statement(one), need);
      }
    }
  return result;
}

} // namespace warpscope::frontend
