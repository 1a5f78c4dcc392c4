// A thread's arrays with indices of the run, beside those that ptxas 13.0 keeps in registers.
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "sim/frontend/as_compiled.h"
#include "sim/frontend/frontend.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

/// A kernel that fills an array of `size` floats and then does `body`.
std::string kernel_with_array(unsigned size, const std::string& body) {
  const std::string words = std::to_string(size);
  return "__global__ void k(const float *in, const int *at, float *out, int n, int m) {\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float a[" +
         words + "];\n#pragma unroll\n  for (int j = 0; j < " + words + "; j++) a[j] = in[i + j * n];\n  " +
         body + "\n}\n";
}

bool is_in_registers(const std::string& text) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = optimised(context, text);
  if (module == nullptr) return false;
  for (const llvm::Function& function : *module)
    for (const llvm::Instruction& one : llvm::instructions(function))
      if (llvm::isa<llvm::AllocaInst>(one)) return false;
  return true;
}

struct ArrayRow {
  const char* body;
  std::vector<unsigned> in_registers, in_memory; ///< sizes, by nvcc 13.0 for sm_90, 2026-11-30
};

const std::vector<ArrayRow>& array_rows() {
  static const std::vector<ArrayRow> rows = {
      {"out[i] = a[at[i]];", {2, 8, 16, 33, 64, 80}, {96, 128}},
      {"out[i] = a[at[i]] + a[at[i + n]] + a[at[i + 2 * n]] + a[at[i + 3 * n]];",
       {2, 8, 13, 16, 19, 22, 26, 27, 31, 39},
       {20, 24, 28, 32, 34, 36, 40, 64}},
      {"float s = 0;\n#pragma unroll 1\nfor (int j = 0; j < m; j++) s += a[at[j]];\nout[i] = s;",
       {2, 4, 8, 11, 12, 13},
       {15, 16, 20, 24, 32, 64}},
      {"float s = 0;\n#pragma unroll 1\nfor (int j = 0; j < m; j++) s += a[at[j]] + a[at[j + n]];\nout[i] = "
       "s;",
       {2, 4, 7, 8, 9},
       {10, 12, 16, 24, 32}},
      {"\n#pragma unroll 1\nfor (int j = 0; j < m; j++) a[at[j]] = j;\n#pragma unroll\n"
       "for (int j = 0; j < SIZE; j++) out[i + j * n] = a[j];",
       {2, 8, 12, 16, 18},
       {22, 24, 28, 32}},
      {"float s = 0;\n#pragma unroll 1\nfor (int j = 0; j < m; j++) s += a[at[j] & (SIZE - 1)];\nout[i] = s;",
       {2, 4, 8, 16},
       {32, 64}},
  };
  return rows;
}

TEST(ArraysInRegisters, MostAreWherePtxasHasThem) {
  std::size_t asked = 0, right = 0;
  for (const ArrayRow& row : array_rows())
    for (const bool expected : {true, false})
      for (const unsigned size : expected ? row.in_registers : row.in_memory) {
        const std::string text = "#define SIZE " + std::to_string(size) + "\n" +
                                 kernel_with_array(size, row.body);
        const bool found = is_in_registers(text);
        ++asked;
        right += found == expected ? 1 : 0;
        if (found != expected)
          std::cout << size << (expected ? " in registers: " : " in memory: ") << row.body << "\n";
      }
  RecordProperty("right", static_cast<int>(right));
  std::cout << right << " of " << asked << "\n";
  EXPECT_GE(right * 100, asked * 90);
}

/// What names a place that is known when it is compiled needs no comparison, and what is handed on stays in
/// memory.
TEST(ArraysInRegisters, OtherArraysAreLeftAlone) {
  EXPECT_FALSE(is_in_registers(kernel_with_array(4, "out[i] = *(const float *)(at[i] & 1 ? a : a + 2);")));
  EXPECT_FALSE(is_in_registers(kernel_with_array(4, "volatile float *v = a; out[i] = v[at[i]];")));
  EXPECT_TRUE(is_in_registers(kernel_with_array(4, "out[i] = a[3];")));
}

} // namespace
} // namespace warpscope
