// The families of PTX instructions. Each function translates one statement; false: it is none that is known.
#pragma once

#include "sim/frontend/ptx_values.h"

namespace warpscope::frontend {

/// Arithmetic, comparisons, conversions, moves: values in, values out.
[[nodiscard]] bool build_ptx_arithmetic(PtxValues& values, const PtxStatement& one);
/// The same for one value of a type; null: not known. Loads and atomics of halves are made of it, too.
[[nodiscard]] llvm::Value* ptx_half_as_float(PtxValues& values, PtxType type, llvm::Value* bits);
[[nodiscard]] llvm::Value* ptx_float_as_half(PtxValues& values, PtxType type, llvm::Value* value);
/// cvt between pairs of 8-bit floats and floats or halves.
[[nodiscard]] bool is_ptx_fp8(const PtxStatement& one);
/// null: not known.
[[nodiscard]] llvm::Value* ptx_fp8_converted(PtxValues& values, const PtxStatement& one);
/// ld, st, atom, red, cp.async, ldmatrix, stmatrix.
[[nodiscard]] bool build_ptx_memory(PtxValues& values, const PtxStatement& one);
void build_ptx_fence(PtxValues& values, const PtxStatement& one);
/// Bulk copies (cp.async.bulk, cp.reduce.async.bulk, st.async), of tensors' tiles, too; mbarrier.
[[nodiscard]] bool build_ptx_bulk(PtxValues& values, const PtxStatement& one);
[[nodiscard]] bool is_ptx_bulk(const PtxStatement& one);
/// mapa, getctarank, barrier.cluster.
[[nodiscard]] bool build_ptx_cluster(PtxValues& values, const PtxStatement& one);
/// wgmma: products of a warpgroup.
[[nodiscard]] bool build_ptx_wgmma(PtxValues& values, const PtxStatement& one);
/// mma.sync and movmatrix.
[[nodiscard]] bool build_ptx_matrices(PtxValues& values, const PtxStatement& one);

} // namespace warpscope::frontend
