// Which atomics a warp combines before one lane brings them: the rules beside what ptxas 13.0 made of these
// very kernels (nvcc -arch=sm_75, sm_80 and sm_90, 2026-11-23; VOTE, POPC, REDUX or SHFL before the atomic).
#include "sim/frontend/as_compiled.h"
#include "sim/frontend/combined_atomics.h"
#include "sim/program/enums.h"
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <map>
#include <string>

namespace warpscope {
namespace {

using program::Asks;

struct CombinedCase {
  const char* name;
  const char* body;
  Asks expected = Asks::OneLane; ///< of sm_90
};

constexpr CombinedCase combined_cases[] = {
    {"one", "atomicAdd(p, 1u);"},
    {"one_if", "if (v & 1) atomicAdd(p, 1u);"},
    {"value", "atomicAdd(p, v);"},
    {"uniform_value", "atomicAdd(p, n);"},
    {"minus", "atomicSub(p, v);"},
    {"of_the_block", "atomicAdd(p + blockIdx.x, v);"},
    {"of_the_warp", "atomicAdd(p + t / 32, v);", Asks::EachLane},
    {"row_of_the_block", "atomicAdd(p + threadIdx.y, v);", Asks::EachLane},
    {"by_parameter", "atomicAdd(p + n, v);"},
    {"by_data", "atomicAdd(p + v, 1u);", Asks::EachLane},
    {"by_one_datum", "atomicAdd(p + key[n], v);"},
    {"select", "atomicAdd(n ? p : p + 9, v);"},
    {"select_by_data", "atomicAdd(v ? p : p + 9, v);", Asks::EachLane},
    {"returns_one", "out[i] = atomicAdd(p, 1u);"},
    {"returns_uniform", "out[i] = atomicAdd(p, n);"},
    {"returns_value", "out[i] = atomicAdd(p, v);", Asks::OneLaneOfAll},
    {"returns_one_if", "if (v & 1) { unsigned at = atomicAdd(p, 1u); out[at] = v; }"},
    {"inc", "atomicInc(p, 1000u);", Asks::EachLane},
    {"inc_that_wraps", "atomicInc(p, 0xffffffffu);"},
    {"dec", "atomicDec(p, 1000u);", Asks::EachLane},
    {"min", "atomicMin(p, v);"},
    {"max", "atomicMax((int *)p, (int)v);"},
    {"max_returns", "out[i] = atomicMax(p, v);", Asks::EachLane},
    {"and_", "atomicAnd(p, v);"},
    {"or_", "atomicOr(p, 4u);"},
    {"xor_", "atomicXor(p, v);"},
    {"exchange", "atomicExch(p, v);", Asks::EachLane},
    {"swap", "atomicCAS(p, 0u, v);", Asks::EachLane},
    {"in_float", "atomicAdd((float *)p, 1.f);", Asks::EachLane},
    {"wide", "atomicAdd((unsigned long long *)p, 1ull);"},
    {"wide_value", "atomicAdd((unsigned long long *)p, (unsigned long long)v);", Asks::EachLane},
    {"wide_or", "atomicOr((unsigned long long *)p, (unsigned long long)v);", Asks::EachLane},
    {"loop", "for (unsigned k = 0; k < n; ++k) atomicAdd(p + k * n, v);"},
    {"loop_of_a_lane", "for (unsigned k = 0; k < v; ++k) atomicAdd(p + k * n, 1u);", Asks::EachLane},
    {"loop_of_a_lane_on_one", "for (unsigned k = 0; k < v; ++k) atomicAdd(p, k);"},
    {"loop_of_some", "if (v & 1) for (unsigned k = 0; k < n; ++k) atomicAdd(p + k * n, v);"},
    {"loop_left", "for (unsigned k = 0; k < n; ++k) { if (key[i + k]) break; atomicAdd(p + k * n, v); }"},
    {"loop_by_data", "unsigned k = 0; while (key[i + k]) { atomicAdd(p + k * n, 1u); ++k; }", Asks::EachLane},
    {"after_a_loop", "unsigned k = 0; for (; k < n; ++k) if (key[i + k]) break; atomicAdd(p + k, v);",
     Asks::EachLane},
    {"vote", "atomicAdd(p + (__any_sync(~0u, v) ? 1 : 0), v);"},
    {"shuffled", "atomicAdd(p + __shfl_sync(~0u, v, 0), v);"},
    {"shuffled_across", "atomicAdd(p + __shfl_xor_sync(~0u, v, 1), v);", Asks::EachLane},
    {"matched", "atomicAdd(p + __match_any_sync(~0u, v) % 3, v);", Asks::EachLane},
    {"branches", "unsigned a; if (v & 1) a = key[1]; else a = key[2]; atomicAdd(p + a, v);", Asks::EachLane},
    {"uniform_branches", "unsigned a; if (n & 1) a = key[1]; else a = key[2]; atomicAdd(p + a, v);"},
    {"shared_one",
     "__shared__ unsigned s; s = 0; __syncthreads(); atomicAdd(&s, 1u); __syncthreads(); out[i] = s;",
     Asks::EachLane},
    {"shared_value",
     "__shared__ unsigned s; s = 0; __syncthreads(); atomicAdd(&s, v); __syncthreads(); out[i] = s;"},
    {"shared_five",
     "__shared__ unsigned s; s = 0; __syncthreads(); atomicAdd(&s, 5u); __syncthreads(); out[i] = s;"},
    {"shared_returns_one", "__shared__ unsigned s; s = 0; __syncthreads(); out[i] = atomicAdd(&s, 1u);"},
    {"shared_by_data",
     "__shared__ unsigned s[64]; s[t] = 0; __syncthreads(); atomicAdd(&s[v], v); __syncthreads(); out[i] = "
     "s[t];",
     Asks::EachLane},
};

std::string text_of_cases() {
  std::string text;
  for (const CombinedCase& one : combined_cases)
    text += std::string("extern \"C\" __global__ void ") + one.name +
            "(unsigned *p, const unsigned *key, unsigned n, unsigned *out) {\n"
            "  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = key[i];\n  (void)i, "
            "(void)v;\n  " +
            one.body + "\n}\n";
  return text;
}

std::map<std::string, Asks> asks_by_kernel(std::uint32_t compute_capability) {
  llvm::LLVMContext context;
  frontend::FrontendInput input;
  input.file = "combined.cu";
  input.text = text_of_cases();
  input.compute_capability = compute_capability;
  frontend::FrontendOutput output = frontend::run_frontend(context, input);
  std::map<std::string, Asks> asks;
  EXPECT_TRUE(output.module != nullptr) << format_diagnostics(output.diagnostics);
  if (output.module == nullptr) return asks;
  frontend::optimise_as_compiled(*output.module, compute_capability);
  for (const llvm::Function& function : *output.module)
    for (const llvm::Instruction& one : llvm::instructions(function))
      if (const llvm::MDNode* note = one.getMetadata(frontend::combined_atomic))
        asks[function.getName().str()] = static_cast<Asks>(
            llvm::mdconst::extract<llvm::ConstantInt>(note->getOperand(0))->getZExtValue());
  return asks;
}

TEST(CombinedAtomics, AreThoseThatPtxasCombines) {
  const std::map<std::string, Asks> asks = asks_by_kernel(90);
  for (const CombinedCase& one : combined_cases) {
    const auto found = asks.find(one.name);
    EXPECT_EQ(found == asks.end() ? Asks::EachLane : found->second, one.expected) << one.name;
  }
}

/// Before Hopper a vote counts as one that differs; Turing has no REDUX, and shuffles where all lanes are
/// there; nor an increment of shared memory that nobody asks about.
TEST(CombinedAtomics, DependOnTheComputeCapability) {
  const std::map<std::string, Asks> ampere = asks_by_kernel(80), turing = asks_by_kernel(75);
  EXPECT_EQ(ampere.count("vote"), 0u);
  EXPECT_EQ(ampere.count("shuffled"), 0u);
  EXPECT_EQ(ampere.at("value"), Asks::OneLane);
  EXPECT_EQ(ampere.count("shared_one"), 0u);
  EXPECT_EQ(turing.at("value"), Asks::OneLaneOfAll);
  EXPECT_EQ(turing.at("max"), Asks::OneLaneOfAll);
  EXPECT_EQ(turing.at("one"), Asks::OneLane);
  EXPECT_EQ(turing.at("shared_one"), Asks::OneLane);
}

} // namespace
} // namespace warpscope
