// LLVM assembly -> program: the lowering alone.
#include "tests/lower/chain.h"

namespace warpscope::testing {
namespace {

constexpr const char* tid = "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n";

TEST(LowerAssembly, StoresThreadNumbers) {
  Machine m(lower_assembly(std::string(tid) + R"(
define ptx_kernel void @k(ptr %out, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = icmp ult i32 %t, %n
  br i1 %in, label %store, label %done
store:
  %i = sext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %i
  %v = mul i32 %t, 3
  store i32 %v, ptr %p, align 4
  ret void
done:
  ret void
})"));
  const auto out = m.put(std::vector<std::uint32_t>(40, 7));
  m.run_well("k", {}, {40}, out, 35);
  EXPECT_EQ(m.get<std::uint32_t>(out, 40),
            made<std::uint32_t>(40, [](std::size_t i) { return i < 35 ? 3 * i : 7; }));
  const std::string text = program::disassemble(m.program());
  EXPECT_NE(text.find("gep.s32"), std::string::npos);
  EXPECT_EQ(text.find("cvt.s64.s32"), std::string::npos) << text;
  EXPECT_NE(text.find("st.global"), std::string::npos);
}

TEST(LowerAssembly, SwapsPhisInALoop) {
  // a, b = b, a: a cycle of copies.
  Machine m(lower_assembly(R"(
define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %a, %loop ]
  %p = phi i1 [ true, %entry ], [ %q, %loop ]
  %q = phi i1 [ false, %entry ], [ %p, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store i64 %a, ptr %out, align 8
  %second = getelementptr i64, ptr %out, i64 1
  store i64 %b, ptr %second, align 8
  %third = getelementptr i64, ptr %out, i64 2
  %z = zext i1 %p to i64
  store i64 %z, ptr %third, align 8
  ret void
})"));
  for (int n = 1; n < 5; ++n) {
    const auto out = m.put(std::vector<std::uint64_t>(3));
    m.run_well("k", {}, {1}, out, n);
    const std::uint64_t odd = n % 2 == 0;
    EXPECT_EQ(m.get<std::uint64_t>(out, 3), (std::vector<std::uint64_t>{1 + odd, 2 - odd, 1 - odd}));
  }
}

TEST(LowerAssembly, OddWidthsKeepTheirBits) {
  Machine m(lower_assembly(R"(
define ptx_kernel void @k(ptr %out, i8 %a, i16 %b) {
  %sum = add i8 %a, 100
  %s = sext i8 %sum to i32
  store i32 %s, ptr %out, align 4
  %quotient = sdiv i16 %b, 7
  %q = sext i16 %quotient to i32
  %p1 = getelementptr i32, ptr %out, i64 1
  store i32 %q, ptr %p1, align 4
  %t = trunc i8 %a to i5
  %u = mul i5 %t, 7
  %v = sext i5 %u to i64
  %p2 = getelementptr i32, ptr %out, i64 2
  store i64 %v, ptr %p2, align 8
  %less = icmp slt i8 %sum, 0
  %l = zext i1 %less to i32
  %p3 = getelementptr i32, ptr %out, i64 4
  store i32 %l, ptr %p3, align 4
  ret void
})"));
  const auto out = m.put(std::vector<std::int32_t>(5));
  m.run_well("k", {}, {1}, out, std::int8_t{100}, std::int16_t{-700});
  // 100 + 100 wraps to -56; (100 & 31) * 7 = 28 = -4 in five bits.
  EXPECT_EQ(m.get<std::int32_t>(out, 5), (std::vector<std::int32_t>{-56, -100, -4, -1, 1}));
}

TEST(LowerAssembly, ContractsWhereBothAllowIt) {
  const char* text = R"(
define ptx_kernel void @k(ptr %out, float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %c
  store float %s, ptr %out, align 4
  ret void
})";
  EXPECT_NE(program::disassemble(*lower_assembly(text).program).find("fma.rn.f32"), std::string::npos);
  lower::LowerOptions apart;
  apart.contract = false;
  const std::string plain = program::disassemble(*lower_assembly(text, apart).program);
  EXPECT_EQ(plain.find("fma.rn.f32"), std::string::npos);
  EXPECT_NE(plain.find("mul.f32"), std::string::npos);
  EXPECT_NE(plain.find("add.f32"), std::string::npos);
}

TEST(LowerAssembly, ContractedDifferencesHaveTheRightSigns) {
  Machine m(lower_assembly(R"(
define ptx_kernel void @k(ptr %out, float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %s = fsub contract float %m, %c
  store float %s, ptr %out, align 4
  %m2 = fmul contract float %a, %b
  %s2 = fsub contract float %c, %m2
  %p = getelementptr float, ptr %out, i64 1
  store float %s2, ptr %p, align 4
  ret void
})"));
  const auto out = m.put(std::vector<float>(2));
  m.run_well("k", {}, {1}, out, 3.0f, 5.0f, 4.0f);
  EXPECT_EQ(m.get<float>(out, 2), (std::vector<float>{11, -11}));
}

TEST(LowerAssembly, VectorsAreOneAccessWhereAlignedAndSeveralElse) {
  Machine m(lower_assembly(R"(
define ptx_kernel void @k(ptr %in, ptr %out) {
  %v = load <4 x float>, ptr %in, align 16
  %w = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x float> %w, ptr %out, align 4
  %h = load <4 x i8>, ptr %in, align 4
  %p = getelementptr i8, ptr %out, i64 16
  store <4 x i8> %h, ptr %p, align 4
  ret void
})"));
  const auto in = m.put(std::vector<float>{1, 2, 3, 4});
  const auto out = m.put(std::vector<float>(5));
  m.run_well("k", {}, {1}, in, out);
  EXPECT_EQ(m.get<float>(out, 5), (std::vector<float>{4, 3, 2, 1, 1}));
  std::vector<std::uint32_t> loads, stores;
  for (const program::Site& site : m.program().sites)
    if (site.space == Space::Global) (site.kind == AccessKind::Load ? loads : stores).push_back(site.width);
  EXPECT_EQ(loads, (std::vector<std::uint32_t>{16, 4}));
  EXPECT_EQ(stores, (std::vector<std::uint32_t>{4, 4, 4, 4, 4}));
}

TEST(LowerAssembly, SwitchesWithSharedTargetsAndPhis) {
  Machine m(lower_assembly(std::string(tid) + R"(
define ptx_kernel void @k(ptr %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %t, label %other [ i32 1, label %join
                                i32 2, label %join
                                i32 3, label %three
                                i32 9, label %other ]
three:
  br label %join
other:
  %o = phi i32 [ 50, %entry ], [ 50, %entry ]
  br label %join
join:
  %v = phi i32 [ 10, %entry ], [ 10, %entry ], [ 30, %three ], [ %o, %other ]
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 %v, ptr %p, align 4
  ret void
})"));
  const auto out = m.put(std::vector<std::uint32_t>(32));
  m.run_well("k", {}, {32}, out);
  EXPECT_EQ(m.get<std::uint32_t>(out, 32), made<std::uint32_t>(32, [](std::size_t i) {
              return i == 1 || i == 2 ? 10 : i == 3 ? 30 : 50;
            }));
  // All lanes are together again for the store.
  EXPECT_EQ(m.sink.last.mask, 0xffff'ffffu);
}

TEST(LowerAssembly, ATrapDoesNotKeepLanesApart) {
  Machine m(lower_assembly(std::string(tid) + R"(
declare void @llvm.trap()
define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %check, label %join
check:
  %bad = icmp sgt i32 %t, %n
  br i1 %bad, label %fail, label %join
fail:
  call void @llvm.trap()
  unreachable
join:
  %p = getelementptr i32, ptr %out, i32 %t
  store i32 1, ptr %p, align 4
  ret void
})"));
  const auto out = m.put(std::vector<std::uint32_t>(32));
  m.run_well("k", {}, {32}, out, 100);
  EXPECT_EQ(m.sink.last.mask, 0xffff'ffffu);
  const exec::RunResult trapped = m.launch("k", {}, {32}, out, 8);
  ASSERT_EQ(trapped.faults.size(), 1u);
  EXPECT_EQ(trapped.faults[0].kind, trace::FaultKind::Trap);
}

TEST(LowerAssembly, EndlessLoopsStillEndWithARet) {
  const Lowered lowered = lower_assembly(std::string(tid) + R"(
define ptx_kernel void @k(ptr %out) {
entry:
  br label %loop
loop:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br i1 %odd, label %a, label %b
a:
  store i32 1, ptr %out, align 4
  br label %loop
b:
  store i32 2, ptr %out, align 4
  br label %loop
})");
  ASSERT_TRUE(lowered.program != nullptr);
  EXPECT_TRUE(program::verify(*lowered.program).empty());
  EXPECT_EQ(lowered.program->code.back().op, program::Opcode::Ret);
}

TEST(LowerAssembly, PointersOfTwoSpacesAreGeneric) {
  Machine m(lower_assembly(std::string(tid) + R"(
@s = internal addrspace(3) global [32 x i32] undef, align 4
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  %ps = getelementptr [32 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  %pg = addrspacecast ptr addrspace(3) %ps to ptr
  %po = getelementptr i32, ptr %out, i32 %t
  %p = select i1 %odd, ptr %po, ptr %pg
  store i32 5, ptr %p, align 4
  %v = load i32, ptr %p, align 4
  %w = add i32 %v, %t
  store i32 %w, ptr %po, align 4
  %none = icmp eq ptr %p, null
  br i1 %none, label %bad, label %good
bad:
  store i32 -1, ptr %out, align 4
  br label %good
good:
  ret void
})"));
  const auto out = m.put(std::vector<std::uint32_t>(32));
  m.run_well("k", {}, {32}, out);
  EXPECT_EQ(m.get<std::uint32_t>(out, 32), made<std::uint32_t>(32, [](std::size_t i) { return i + 5; }));
  const std::string text = program::disassemble(m.program());
  EXPECT_NE(text.find("cvta"), std::string::npos);
  EXPECT_EQ(m.kernel("k").shared_bytes, 128u);
}

TEST(LowerAssembly, ManyLivesShareFewSlots) {
  // A chain of 4,000 values, each used once: the frame stays small.
  std::string text = "define ptx_kernel void @k(ptr %out, i32 %n) {\n  %v0 = add i32 %n, 1\n";
  for (int i = 1; i < 4000; ++i)
    text += "  %v" + std::to_string(i) + " = mul i32 %v" + std::to_string(i - 1) + ", 3\n";
  text += "  store i32 %v3999, ptr %out, align 4\n  ret void\n}\n";
  Machine m(lower_assembly(text));
  EXPECT_LT(m.program().functions[0].slots, 8u);
  const auto out = m.put(std::vector<std::uint32_t>(1));
  m.run_well("k", {}, {1}, out, 4);
  std::uint32_t expected = 5;
  for (int i = 1; i < 4000; ++i) expected *= 3;
  EXPECT_EQ(m.get<std::uint32_t>(out, 1)[0], expected);
}

TEST(LowerAssembly, CallsRecursively) {
  Machine m(lower_assembly(std::string(tid) + R"(
define i64 @sum(i32 %n, i1 %twice, i64 %so_far) noinline {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %base, label %step
base:
  ret i64 %so_far
step:
  %w = zext i32 %n to i64
  %d = shl i64 %w, 1
  %x = select i1 %twice, i64 %d, i64 %w
  %next = add i64 %so_far, %x
  %m = sub i32 %n, 1
  %r = call i64 @sum(i32 %m, i1 %twice, i64 %next)
  %s = add i64 %r, 1
  ret i64 %s
}
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  %r = call i64 @sum(i32 %t, i1 %odd, i64 1000)
  %p = getelementptr i64, ptr %out, i32 %t
  store i64 %r, ptr %p, align 8
  ret void
})"));
  const auto out = m.put(std::vector<std::uint64_t>(32));
  m.run_well("k", {}, {32}, out);
  EXPECT_EQ(m.get<std::uint64_t>(out, 32), made<std::uint64_t>(32, [](std::size_t i) {
              return 1000 + i * (i + 1) / 2 * (i % 2 == 0 ? 1 : 2) + i;
            }));
}

TEST(LowerAssembly, IntrinsicsOfAllWidths) {
  Machine m(lower_assembly(R"(
declare i8 @llvm.ctlz.i8(i8, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i16 @llvm.bswap.i16(i16)
declare i64 @llvm.bswap.i64(i64)
declare i8 @llvm.bitreverse.i8(i8)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i16 @llvm.abs.i16(i16, i1)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare i16 @llvm.smax.i16(i16, i16)
define ptx_kernel void @k(ptr %out, i8 %a, i16 %b, i64 %c, i32 %d) {
  %r0 = call i8 @llvm.ctlz.i8(i8 %a, i1 false)
  %w0 = zext i8 %r0 to i64
  store i64 %w0, ptr %out, align 8
  %r1 = call i16 @llvm.cttz.i16(i16 0, i1 false)
  %w1 = zext i16 %r1 to i64
  %p1 = getelementptr i64, ptr %out, i64 1
  store i64 %w1, ptr %p1, align 8
  %w2 = call i64 @llvm.ctpop.i64(i64 %c)
  %p2 = getelementptr i64, ptr %out, i64 2
  store i64 %w2, ptr %p2, align 8
  %r3 = call i16 @llvm.bswap.i16(i16 %b)
  %w3 = zext i16 %r3 to i64
  %p3 = getelementptr i64, ptr %out, i64 3
  store i64 %w3, ptr %p3, align 8
  %w4 = call i64 @llvm.bswap.i64(i64 %c)
  %p4 = getelementptr i64, ptr %out, i64 4
  store i64 %w4, ptr %p4, align 8
  %r5 = call i8 @llvm.bitreverse.i8(i8 %a)
  %w5 = zext i8 %r5 to i64
  %p5 = getelementptr i64, ptr %out, i64 5
  store i64 %w5, ptr %p5, align 8
  %w6 = call i64 @llvm.fshl.i64(i64 %c, i64 %c, i64 72)
  %p6 = getelementptr i64, ptr %out, i64 6
  store i64 %w6, ptr %p6, align 8
  %r7 = call i8 @llvm.fshr.i8(i8 %a, i8 -127, i8 3)
  %w7 = zext i8 %r7 to i64
  %p7 = getelementptr i64, ptr %out, i64 7
  store i64 %w7, ptr %p7, align 8
  %r8 = call i16 @llvm.abs.i16(i16 -5, i1 false)
  %w8 = zext i16 %r8 to i64
  %p8 = getelementptr i64, ptr %out, i64 8
  store i64 %w8, ptr %p8, align 8
  %r9 = call i32 @llvm.sadd.sat.i32(i32 %d, i32 100)
  %w9 = zext i32 %r9 to i64
  %p9 = getelementptr i64, ptr %out, i64 9
  store i64 %w9, ptr %p9, align 8
  %w10 = call i64 @llvm.usub.sat.i64(i64 5, i64 %c)
  %p10 = getelementptr i64, ptr %out, i64 10
  store i64 %w10, ptr %p10, align 8
  %r11 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %d, i32 100)
  %o11 = extractvalue { i32, i1 } %r11, 1
  %r12 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %c, i64 %c)
  %o12 = extractvalue { i64, i1 } %r12, 1
  %r13 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %d, i32 100)
  %o13 = extractvalue { i32, i1 } %r13, 1
  %z11 = zext i1 %o11 to i64
  %z12 = zext i1 %o12 to i64
  %z13 = zext i1 %o13 to i64
  %s12 = shl i64 %z12, 1
  %s13 = shl i64 %z13, 2
  %t = or i64 %z11, %s12
  %w11 = or i64 %t, %s13
  %p11 = getelementptr i64, ptr %out, i64 11
  store i64 %w11, ptr %p11, align 8
  %r14 = call i16 @llvm.smax.i16(i16 -3, i16 %b)
  %w14 = zext i16 %r14 to i64
  %p12 = getelementptr i64, ptr %out, i64 12
  store i64 %w14, ptr %p12, align 8
  ret void
})"));
  const auto out = m.put(std::vector<std::uint64_t>(13));
  const std::uint64_t c = 0x0123'4567'89ab'cdefu;
  m.run_well("k", {}, {1}, out, std::uint8_t{0x13}, std::uint16_t{0x8001}, c, std::int32_t{0x7fff'fff0});
  EXPECT_EQ(
      m.get<std::uint64_t>(out, 13),
      (std::vector<std::uint64_t>{3, 16, 32, 0x0180, 0xefcd'ab89'6745'2301u, 0xc8, 0x2345'6789'abcd'ef01u,
                                  (0x1381u >> 3) & 0xff, 5, 0x7fff'ffff, 0, 3, 0xfffd}));
}

TEST(LowerAssembly, RefusesByName) {
  const auto message = [](std::string_view body) {
    const Lowered lowered = lower_assembly(body);
    EXPECT_TRUE(lowered.program == nullptr);
    return lowered.diagnostics.empty() ? std::string() : lowered.diagnostics[0].message;
  };
  EXPECT_NE(message(R"(
define ptx_kernel void @k(ptr %f) {
  call void %f()
  ret void
})")
                .find("a call through a pointer to a function"),
            std::string::npos);
  EXPECT_NE(message(R"(
define ptx_kernel void @k(ptr %p) {
  %v = load i128, ptr %p, align 16
  store i128 %v, ptr %p, align 16
  ret void
})")
                .find("128 bits is not supported"),
            std::string::npos);
  EXPECT_NE(message(R"(
declare void @nobody()
define ptx_kernel void @k() {
  call void @nobody()
  ret void
})")
                .find("'nobody' has no definition"),
            std::string::npos);
  EXPECT_NE(message(R"(
define ptx_kernel void @k() {
  call void asm sideeffect "nanosleep.u32 20;", ""()
  ret void
})")
                .find("the inline PTX 'nanosleep.u32 20' is not supported"),
            std::string::npos);
  EXPECT_NE(message(R"(
@name = private unnamed_addr constant [8 x i8] c"texture\00"
declare void @__ws_unsupported(ptr)
define ptx_kernel void @k() {
  call void @__ws_unsupported(ptr @name)
  ret void
})")
                .find("texture is not supported"),
            std::string::npos);
}

TEST(LowerAssembly, WhatNoKernelReachesIsNotRefused) {
  const Lowered lowered = lower_assembly(R"(
declare void @__ws_unsupported(ptr)
define void @unused() {
  call void @__ws_unsupported(ptr null)
  ret void
}
define ptx_kernel void @k() {
  br i1 false, label %dead, label %alive
dead:
  call void @__ws_unsupported(ptr null)
  br label %alive
alive:
  ret void
})");
  EXPECT_TRUE(lowered.program != nullptr) << format_diagnostics(lowered.diagnostics);
}

TEST(LowerAssembly, SharedLayouts) {
  Machine m(lower_assembly(R"(
@a = internal addrspace(3) global [10 x i8] undef, align 1
@b = internal addrspace(3) global [4 x i32] undef, align 4
@c = internal addrspace(3) global [4 x i64] undef, align 8
@dynamic = external addrspace(3) global [0 x i32], align 4
define ptx_kernel void @first() {
  store i8 1, ptr addrspace(3) @a, align 1
  store i32 1, ptr addrspace(3) @b, align 4
  store i32 1, ptr addrspace(3) @dynamic, align 4
  ret void
}
define ptx_kernel void @second() {
  store i32 1, ptr addrspace(3) @b, align 4
  ret void
}
define ptx_kernel void @third() {
  store i64 1, ptr addrspace(3) @c, align 8
  store i32 1, ptr addrspace(3) @dynamic, align 4
  ret void
})"));
  // a at 0, b at 12, dynamic at 32; the second kernel reaches b, so it has the first one's layout; c is
  // alone.
  EXPECT_EQ(m.kernel("first").shared_bytes, 32u);
  EXPECT_EQ(m.kernel("second").shared_bytes, 28u);
  EXPECT_EQ(m.kernel("third").shared_bytes, 32u);
  EXPECT_TRUE(m.kernel("first").uses_dynamic_shared);
  EXPECT_FALSE(m.kernel("second").uses_dynamic_shared);
  for (const program::Variable& variable : m.program().variables) {
    if (variable.name == "b") {
      EXPECT_EQ(variable.offset, program::window_base + 12);
      EXPECT_EQ(variable.kernels, (std::vector<std::uint32_t>{0, 1}));
    }
    if (variable.name == "c") {
      EXPECT_EQ(variable.offset, program::window_base);
    }
    if (variable.name == "dynamic") {
      EXPECT_EQ(variable.size, 0u);
    }
  }
}

TEST(LowerAssembly, InitialisedVariables) {
  Machine m(lower_assembly(R"(
@table = addrspace(4) global [3 x i32] [i32 10, i32 20, i32 30], align 4
@value = addrspace(1) global { i8, i64, ptr } { i8 3, i64 -2, ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @target, i64 4) to ptr) }, align 8
@target = addrspace(1) global [2 x float] [float 1.5, float 2.5], align 4
define ptx_kernel void @k(ptr %out) {
  %t = load i32, ptr addrspace(4) getelementptr (i32, ptr addrspace(4) @table, i64 2), align 4
  store i32 %t, ptr %out, align 4
  %q = load ptr, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @value, i64 16), align 8
  %f = load float, ptr %q, align 4
  %p = getelementptr float, ptr %out, i64 1
  store float %f, ptr %p, align 4
  ret void
})"));
  const auto out = m.put(std::vector<std::uint32_t>(2));
  m.run_well("k", {}, {1}, out);
  EXPECT_EQ(m.get<std::uint32_t>(out, 1)[0], 30u);
  EXPECT_EQ(m.get<float>(out, 2)[1], 2.5f);
}

TEST(LowerAssembly, ParametersByValueAreCopiedOnlyWhenWritten) {
  const char* text = R"(
%s = type { i32, [8 x i32] }
define ptx_kernel void @reads(ptr byval(%s) align 4 %s, ptr %out, i32 %i) {
  %p = getelementptr %s, ptr %s, i32 0, i32 1, i32 %i
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %out, align 4
  ret void
}
define ptx_kernel void @writes(ptr byval(%s) align 4 %s, ptr %out, i32 %i) {
  %p = getelementptr %s, ptr %s, i32 0, i32 1, i32 %i
  %v = load i32, ptr %p, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr %p, align 4
  %u = load i32, ptr %p, align 4
  store i32 %u, ptr %out, align 4
  ret void
})";
  Machine m(lower_assembly(text));
  struct S {
    std::int32_t first;
    std::int32_t rest[8];
  } s{1, {10, 11, 12, 13, 14, 15, 16, 17}};
  const auto out = m.put(std::vector<std::int32_t>(1));
  m.run_well("reads", {}, {1}, s, out, 5);
  EXPECT_EQ(m.get<std::int32_t>(out, 1)[0], 15);
  m.run_well("writes", {}, {1}, s, out, 5);
  EXPECT_EQ(m.get<std::int32_t>(out, 1)[0], 16);
}

} // namespace
} // namespace warpscope::testing
