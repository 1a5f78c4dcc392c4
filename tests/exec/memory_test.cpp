// Device memory, accesses of every width, generic accesses, atomics, faults.
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace warpscope::testing {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

TEST(DeviceMemory, BuffersLieApartAndStartAsZero) {
  exec::DeviceMemory memory{program::Program{}};
  const auto a = memory.allocate("a", 100), b = memory.allocate("b", 0),
             c = memory.allocate("c", u64{2} << 30);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(*a % 512, 0u);
  EXPECT_GE(*b, *a + 100 + 65536);
  EXPECT_EQ(memory.bytes(Space::Global, *c, u64{2} << 30).size(), u64{2} << 30);
  EXPECT_EQ(memory.bytes(Space::Global, *c, 1)[0], 0);
  EXPECT_EQ(memory.bytes(Space::Global, *a, 101).size(), 0u);
  EXPECT_EQ(memory.bytes(Space::Global, *a + 100, 1).size(), 0u);
  EXPECT_EQ(memory.bytes(Space::Global, 0, 1).size(), 0u);
  EXPECT_EQ(memory.find(Space::Global, *a + 99)->name, "a");
  EXPECT_EQ(memory.find(Space::Global, *a + 5000)->name, "a");
  EXPECT_EQ(memory.find(Space::Global, 5), nullptr);
  EXPECT_FALSE(memory.allocate("d", u64{2} << 30)); // over the budget of 3 GiB
  memory.set_budget(~u64{0});
  EXPECT_FALSE(memory.allocate("d", u64{2} << 30)); // over the window
  EXPECT_FALSE(memory.allocate("d", ~u64{0}));
  EXPECT_TRUE(memory.allocate("d", 1000));
}

TEST(DeviceMemory, ReleasedPlacesAreTakenAgainLowestFirstAndBeginAsZero) {
  exec::DeviceMemory memory{program::Program{}};
  const auto a = memory.allocate("a", 100), b = memory.allocate("b", 200'000), c = memory.allocate("c", 100);
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(memory.used(), 200'200u);
  memory.bytes(Space::Global, *b, 4)[3] = 7;
  EXPECT_FALSE(memory.release(*b + 512)) << "inside of a buffer";
  EXPECT_TRUE(memory.release(*b, Span{.line = 12}));
  EXPECT_FALSE(memory.release(*b)) << "a second time";
  EXPECT_TRUE(memory.bytes(Space::Global, *b, 1).empty());
  ASSERT_NE(memory.find_freed(*b + 199'999), nullptr);
  EXPECT_EQ(memory.find_freed(*b)->freed.line, 12u);
  EXPECT_EQ(memory.find_freed(*b + 200'000), nullptr);
  const auto large = memory.allocate("large", 300'000), again = memory.allocate("again", 150'000);
  ASSERT_TRUE(large && again);
  EXPECT_GT(*large, *c) << "no released place is large enough";
  EXPECT_EQ(*again, *b);
  EXPECT_EQ(memory.bytes(Space::Global, *again, 4)[3], 0);
  EXPECT_EQ(memory.find_freed(*b), nullptr) << "its bytes belong to another buffer now";
  EXPECT_EQ(memory.find(Space::Global, *b + 5)->name, "again");
  for (const exec::Allocation& piece : memory.allocations(Space::Global)) EXPECT_EQ(piece.offset % 65536, 0u);
}

TEST(DeviceMemory, BuffersThatComeAndGoNeverFillTheWindow) {
  exec::DeviceMemory memory{program::Program{}};
  const auto kept = memory.allocate("kept", 64);
  std::optional<u32> first;
  for (int i = 0; i < 100; ++i) {
    const auto place = memory.allocate("each", u64{1} << 30);
    ASSERT_TRUE(place) << i;
    if (!first) first = place;
    EXPECT_EQ(place, first);
    EXPECT_TRUE(memory.release(*place));
  }
  EXPECT_EQ(memory.used(), 64u);
  EXPECT_TRUE(memory.allocate_at({"there", *kept + (1u << 20), 4096}));
  EXPECT_FALSE(memory.allocate_at({"on it", *kept + (1u << 20) + 4095, 1}));
  EXPECT_FALSE(memory.allocate_at({"null", 0, 1}));
  EXPECT_FALSE(memory.allocate_at({"behind the window", 0xffff'0000u, 1u << 20}));
}

TEST(DeviceMemory, AFileIsTheWindowForBothThatMapIt) {
  const int file = memfd_create("window", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(file, static_cast<off_t>(exec::DeviceMemory::window_bytes)), 0);
  {
    exec::DeviceMemory memory(program::Program{}, file);
    ASSERT_TRUE(memory.usable());
    const auto a = memory.allocate("a", u64{2} << 30);
    ASSERT_TRUE(a);
    memory.bytes(Space::Global, *a + 5, 1)[0] = 9;
    u32 seen = 0;
    EXPECT_EQ(pread(file, &seen, 1, *a + 5), 1);
    EXPECT_EQ(seen, 9u);
    struct stat facts{};
    fstat(file, &facts);
    EXPECT_LT(facts.st_blocks * 512, 8 << 20) << "what nobody touched takes no memory";
    EXPECT_TRUE(memory.release(*a));
    fstat(file, &facts);
    EXPECT_EQ(facts.st_blocks, 0);
  }
  close(file);
  exec::DeviceMemory none(program::Program{}, 1000); // no such file
  EXPECT_FALSE(none.usable());
  EXPECT_FALSE(none.allocate("a", 1));
}

TEST(DeviceMemory, HoldsTheProgramsVariables) {
  program::Program program;
  program.spans.resize(1);
  program.global_bytes = program::window_base + 64;
  program.constant_bytes = program::window_base + 8;
  program::Variable variable;
  variable.name = "counter", variable.space = Space::Global, variable.offset = program::window_base + 16,
  variable.size = 4;
  program.variables.push_back(variable);
  variable.name = "table", variable.space = Space::Constant, variable.offset = program::window_base,
  variable.size = 8;
  program.variables.push_back(variable);
  program.images.push_back({Space::Global, program::window_base + 16, {1, 2, 3, 4}});
  program.images.push_back({Space::Global, program::window_base + 32, {'h', 'i', 0}});
  program.images.push_back({Space::Constant, program::window_base + 4, {9}});
  ASSERT_TRUE(program::verify(program).empty());
  exec::DeviceMemory memory(program);
  EXPECT_EQ(memory.bytes(Space::Global, program::window_base + 16, 4)[2], 3);
  EXPECT_EQ(memory.bytes(Space::Global, program::window_base + 32, 3)[0], 'h');
  EXPECT_EQ(memory.bytes(Space::Constant, program::window_base, 8)[4], 9);
  EXPECT_TRUE(memory.bytes(Space::Global, program::window_base + 20, 1).empty()); // between variables
  EXPECT_TRUE(memory.bytes(Space::Constant, program::window_base + 8, 1).empty());
  EXPECT_EQ(memory.find(Space::Constant, program::window_base + 3)->name, "table");
}

/// One warp whose lane i copies `width` bytes from in + i * stride to out + i * stride.
program::Program copies(u32 bytes, u32 components, u32 stride, program::Opcode load, program::Opcode store) {
  Assembler as;
  as.begin("copy", 40, 0);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base), 4, 2);
  as.special(2, program::SpecialRegister::TidX);
  as.op(program::Opcode::Gep32, 0, 0, 2, program::no_operand, stride);
  as.op(program::Opcode::Gep32, 1, 1, 2, program::no_operand, stride);
  if (load == program::Opcode::LoadGeneric) {
    as.op(program::Opcode::ToGeneric, 3, 0, program::no_operand, program::no_operand, 1);
    as.op(program::Opcode::ToGeneric, 5, 1, program::no_operand, program::no_operand, 1);
  }
  as.load(load, 8, load == program::Opcode::LoadGeneric ? 3 : 0, bytes, components);
  as.store(store, store == program::Opcode::StoreGeneric ? 5 : 1, 8, bytes, components);
  as.ret();
  as.end();
  as.kernel(0, 8);
  return as.program;
}

TEST(Memory, EveryWidthAndStrideFullAndPartWarps) {
  for (const auto& [bytes, components] : {std::pair{1u, 1u},
                                          {2u, 1u},
                                          {4u, 1u},
                                          {8u, 1u},
                                          {1u, 2u},
                                          {1u, 4u},
                                          {2u, 2u},
                                          {2u, 4u},
                                          {4u, 2u},
                                          {4u, 4u},
                                          {8u, 2u},
                                          {8u, 4u},
                                          {4u, 8u},
                                          {1u, 16u},
                                          {2u, 16u}}) {
    const u32 width = bytes * components;
    for (const u32 stride : {width, 2 * width, 64u}) {
      if (stride % width != 0) continue;
      for (const u32 threads : {32u, 13u}) {
        for (const bool generic : {false, true}) {
          Machine machine(copies(bytes, components, stride,
                                 generic ? program::Opcode::LoadGeneric : program::Opcode::LoadGlobal,
                                 generic ? program::Opcode::StoreGeneric : program::Opcode::StoreGlobal));
          ASSERT_TRUE(program::verify(machine.program).empty());
          std::vector<u32> in(32 * 16);
          for (u32 i = 0; i < in.size(); ++i) in[i] = 0x01020304u * (i + 1);
          const u32 a = machine.buffer("in", in), b = machine.buffer("out", std::vector<u32>(in.size()));
          machine.argument(a);
          machine.argument(b);
          machine.launch.block = {threads, 1, 1};
          ASSERT_EQ(machine.go().status, exec::RunStatus::Done);
          const auto from = machine.memory.bytes(Space::Global, a, in.size() * 4);
          const auto to = machine.memory.bytes(Space::Global, b, in.size() * 4);
          for (u32 i = 0; i < in.size() * 4; ++i) {
            const bool copied = i / stride < threads && i % stride < width;
            ASSERT_EQ(to[i], copied ? from[i] : 0)
                << bytes << "x" << components << " stride " << stride << " byte " << i;
          }
          ASSERT_EQ(machine.sink.accesses.size(), 2u);
          for (const auto& access : machine.sink.accesses) {
            EXPECT_EQ(access.event.access.width, width);
            EXPECT_EQ(access.event.space, Space::Global);
            for (u32 i = 0; i < threads * width; ++i)
              ASSERT_EQ(access.values[i], from[i / width * stride + i % width]);
          }
        }
      }
    }
  }
}

TEST(Memory, AGenericAccessIsOneForEachSpace) {
  // Even lanes read global memory, odd lanes shared memory, in one instruction.
  Assembler as;
  as.begin("both", 16, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base));
  as.op(program::Opcode::Gep32, 1, 1, 0, program::no_operand, 4);
  as.op(program::Opcode::Gep32, 2, as.c32(program::window_base), 0, program::no_operand, 4);
  as.store(program::Opcode::StoreShared, 2, 0);
  as.op(program::Opcode::ToGeneric, 4, 1, program::no_operand, program::no_operand, 1);
  as.op(program::Opcode::ToGeneric, 6, 2, program::no_operand, program::no_operand, 2);
  as.op(program::Opcode::Select64, 4, 0, 6, 4);
  as.load(program::Opcode::LoadGeneric, 4, 4); // over its own address
  as.store(program::Opcode::StoreGlobal, 1, 4);
  as.ret();
  as.end();
  as.kernel(0, 4, 128);
  Machine machine(as.program);
  const u32 data = machine.buffer("data", std::vector<u32>(32, 1000));
  machine.argument(data);
  machine.launch.block = {32, 1, 1};
  ASSERT_EQ(machine.go().status, exec::RunStatus::Done);
  const auto words = machine.words(data, 32);
  for (u32 i = 0; i < 32; ++i) EXPECT_EQ(words[i], i % 2 != 0 ? i : 1000u);
  ASSERT_EQ(machine.sink.accesses.size(), 4u);
  EXPECT_EQ(machine.sink.accesses[1].event.space, Space::Global);
  EXPECT_EQ(machine.sink.accesses[1].event.access.mask, 0x55555555u);
  EXPECT_EQ(machine.sink.accesses[2].event.space, Space::Shared);
  EXPECT_EQ(machine.sink.accesses[2].event.access.mask, 0xaaaaaaaau);
}

TEST(Memory, LanesMayPointIntoDifferentBuffers) {
  Assembler as;
  as.begin("two", 16, 1);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::S32ToP, 0, 0);
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base), 4, 2);
  as.op(program::Opcode::Select32, 3, 0, 1, 2);
  as.store(program::Opcode::StoreGlobal, 3, as.c32(5));
  as.ret();
  as.end();
  as.kernel(0, 8);
  Machine machine(as.program);
  const u32 a = machine.buffer("a", {0}), b = machine.buffer("b", {0});
  machine.argument(a);
  machine.argument(b);
  machine.launch.block = {32, 1, 1};
  ASSERT_EQ(machine.go().status, exec::RunStatus::Done);
  EXPECT_EQ(machine.words(a, 1)[0], 5u);
  EXPECT_EQ(machine.words(b, 1)[0], 5u);
}

// -- faults ---------------------------------------------------------------------------------------

trace::Fault fault_of(const std::function<void(Assembler&)>& body, u32 buffer_words = 16,
                      u32 shared_bytes = 64) {
  Assembler as;
  as.begin("k", 16, 1);
  as.function().local_bytes = 16;
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base));
  as.special(1, program::SpecialRegister::TidX);
  as.special(2, program::SpecialRegister::TidY);
  as.op(program::Opcode::Shl32, 2, 2, as.c32(3));
  as.op(program::Opcode::Add32, 1, 1, 2); // the linear thread number
  body(as);
  as.ret();
  as.end();
  as.kernel(0, 4, shared_bytes);
  Machine machine(as.program);
  EXPECT_EQ(program::verify(machine.program), std::vector<std::string>{});
  machine.argument(machine.buffer("data", std::vector<u32>(buffer_words)));
  machine.launch.block = {8, 8, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Faulted);
  EXPECT_EQ(result.faults.size(), 1u);
  return result.faults.empty() ? trace::Fault{} : result.faults[0];
}

TEST(Fault, SaysWhoWhatAndWhere) {
  trace::Fault fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::Gep32, 2, 0, 1, program::no_operand, 16);
    as.store(program::Opcode::StoreGlobal, 2, 1);
  });
  EXPECT_EQ(fault.kind, trace::FaultKind::OutOfBounds);
  EXPECT_EQ(fault.thread, 4u);
  EXPECT_EQ(fault.message,
            "thread (4,0,0) of block (0,0,0) writes 4 bytes at offset 64 of the 64-byte buffer data");
  EXPECT_EQ(fault.width, 4u);
  EXPECT_EQ(fault.space, Space::Global);

  fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::Gep32, 2, 0, as.c32(static_cast<u32>(-1)), program::no_operand, 4);
    as.load(program::Opcode::LoadGlobal, 3, 2);
  });
  EXPECT_EQ(fault.message,
            "thread (0,0,0) of block (0,0,0) reads 4 bytes 4 bytes before the 64-byte buffer data");

  fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::Gep32, 2, 0, 1, program::no_operand, 4);
    as.load(program::Opcode::LoadGlobal, 4, 2, 4, 2);
  });
  EXPECT_EQ(fault.kind, trace::FaultKind::Misaligned);
  EXPECT_EQ(fault.thread, 1u);
  EXPECT_EQ(fault.message, "thread (1,0,0) of block (0,0,0) reads 8 bytes at offset 4 of the 64-byte buffer "
                           "data, which is not a multiple of 8");

  fault = fault_of([](Assembler& as) { as.load(program::Opcode::LoadGlobal, 3, as.c32(0)); });
  EXPECT_EQ(fault.kind, trace::FaultKind::NullPointer);
  EXPECT_EQ(fault.message, "thread (0,0,0) of block (0,0,0) reads 4 bytes through a null pointer");

  fault = fault_of([](Assembler& as) { as.load(program::Opcode::LoadGeneric, 3, as.c64(0)); });
  EXPECT_EQ(fault.kind, trace::FaultKind::NullPointer);

  fault = fault_of(
      [](Assembler& as) { as.load(program::Opcode::LoadGeneric, 3, as.c64(u64{77} << 32 | 0x5000)); });
  EXPECT_EQ(fault.kind, trace::FaultKind::OutOfBounds);

  fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::Gep32, 2, as.c32(program::window_base), 1, program::no_operand, 4);
    as.store(program::Opcode::StoreShared, 2, 1);
  });
  EXPECT_EQ(fault.thread, 16u);
  EXPECT_EQ(fault.message,
            "thread (0,2,0) of block (0,0,0) writes 4 bytes at offset 64 of 64 bytes of shared memory");

  fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::LocalAddress, 2, program::no_operand, program::no_operand, program::no_operand,
          12);
    as.load(program::Opcode::LoadLocal, 3, 2, 8, 1);
  });
  EXPECT_EQ(fault.kind, trace::FaultKind::OutOfBounds);

  fault = fault_of([](Assembler& as) {
    as.store(program::Opcode::StoreGeneric, as.c64(u64{5} << 32 | program::window_base), 1);
  });
  EXPECT_EQ(fault.kind, trace::FaultKind::ReadOnly);

  fault = fault_of([](Assembler& as) {
    as.op(program::Opcode::Gep32, 2, 0, as.c32(0x7fffffff), program::no_operand, 4);
    as.atomic(program::Opcode::AtomGlobal, program::AtomicOp::Add, program::no_operand, 2, 1);
  });
  EXPECT_EQ(fault.address, program::invalid_offset);
  EXPECT_NE(fault.message.find("updates 4 bytes at an address outside of global memory"), std::string::npos);

  fault = fault_of([](Assembler& as) { as.op(program::Opcode::Trap); });
  EXPECT_EQ(fault.kind, trace::FaultKind::Trap);
}

TEST(Fault, DynamicSharedMemoryEndsWhereTheLaunchSays) {
  for (const u32 last : {124u, 128u}) {
    Assembler as;
    as.begin("k", 4, 0);
    as.store(program::Opcode::StoreShared, as.c32(program::window_base + last), as.c32(1));
    as.ret();
    as.end();
    as.kernel(0, 0, 64);
    Machine machine(as.program);
    machine.launch.dynamic_shared_bytes = 64;
    EXPECT_EQ(machine.go().status, last == 124 ? exec::RunStatus::Done : exec::RunStatus::Faulted);
  }
}

TEST(Fault, OnlyTheBlockStopsAndDescriptionsAreCounted) {
  Assembler as;
  as.begin("k", 4, 0);
  as.op(program::Opcode::Trap);
  as.ret();
  as.end();
  as.kernel(0);
  Machine machine(as.program);
  machine.launch.grid = {100, 1, 1};
  machine.options.budget.faults = 3;
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.faulted_blocks, 100u);
  EXPECT_EQ(result.simulated_blocks, 100u);
  EXPECT_EQ(result.faults.size(), 3u);
  EXPECT_EQ(machine.sink.ended.size(), 100u);
}

// -- atomics --------------------------------------------------------------------------------------

/// All 32 lanes update one place with `operand + lane`; returns what is there afterwards and the old values.
std::pair<u64, std::vector<u64>> update(program::AtomicOp op, u32 bytes, u64 before, u64 operand,
                                        bool add_lane, u64 compared = 0) {
  Assembler as;
  as.begin("k", 24, 0);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base), 4, 2);
  as.special(2, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Zext32To64, 4, 2);
  if (!add_lane) as.op(program::Opcode::Mov64, 4, as.c64(0));
  as.op(program::Opcode::Add64, 4, 4, as.c64(operand));
  as.op(program::Opcode::Mov64, 6, as.c64(compared));
  as.op(program::Opcode::Mov64, 8, as.c64(0));
  as.atomic(program::Opcode::AtomGlobal, op, 8, 0, 4, op == program::AtomicOp::Cas ? 6 : program::no_operand,
            bytes);
  as.op(program::Opcode::Gep32, 1, 1, 2, program::no_operand, 8);
  as.store(program::Opcode::StoreGlobal, 1, 8, 8, 1);
  as.ret();
  as.end();
  as.kernel(0, 8);
  Machine machine(as.program);
  EXPECT_EQ(program::verify(machine.program), std::vector<std::string>{});
  const u32 place = machine.buffer("place", {static_cast<u32>(before), static_cast<u32>(before >> 32)});
  const u32 out = machine.buffer("old", std::vector<u32>(64));
  machine.argument(place);
  machine.argument(out);
  machine.launch.block = {32, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  EXPECT_EQ(machine.sink.accesses[0].event.kind, AccessKind::Atomic);
  EXPECT_TRUE(machine.sink.accesses[0].event.returns);
  const auto after = machine.words(place, 2), old = machine.words(out, 64);
  std::vector<u64> values;
  for (std::size_t i = 0; i < 32; ++i) values.push_back(old[2 * i] | u64{old[2 * i + 1]} << 32);
  return {after[0] | u64{after[1]} << 32, values};
}

TEST(Atomic, EveryOperationInAscendingLanes) {
  auto [after, old] = update(program::AtomicOp::Add, 4, 10, 1, true);
  EXPECT_EQ(after, 10u + 32 * 33 / 2);
  for (u32 i = 0; i < 32; ++i) EXPECT_EQ(old[i], 10u + i * (i + 1) / 2);
  EXPECT_EQ(update(program::AtomicOp::Add, 8, 0xffffffff, 1, true).first, 0xffffffffull + 32 * 33 / 2);
  EXPECT_EQ(update(program::AtomicOp::MinS, 4, 5, 0xfffffff0, true).first, 0xfffffff0u);
  EXPECT_EQ(update(program::AtomicOp::MinU, 4, 5, 0xffffffe0, true).first, 5u);
  EXPECT_EQ(update(program::AtomicOp::MaxS, 4, 5, 0xffffffe0, true).first, 5u);
  EXPECT_EQ(update(program::AtomicOp::MaxU, 4, 5, 0xffffff00, true).first, 0xffffff1fu);
  EXPECT_EQ(update(program::AtomicOp::MaxS, 8, 5, u64{1} << 63, true).first, 5u);
  EXPECT_EQ(update(program::AtomicOp::And, 4, 0xffff, 0xff00, true).first, 0xff00u);
  EXPECT_EQ(update(program::AtomicOp::Or, 4, 0x100, 0, true).first, 0x11fu);
  EXPECT_EQ(update(program::AtomicOp::Xor, 8, 0, 0, true).first, 0u);
  std::tie(after, old) = update(program::AtomicOp::Exch, 4, 99, 0, true);
  EXPECT_EQ(after, 31u);
  EXPECT_EQ(old[0], 99u);
  EXPECT_EQ(old[31], 30u);
  std::tie(after, old) = update(program::AtomicOp::Cas, 4, 7, 100, true, 7);
  EXPECT_EQ(after, 100u); // only the first lane finds a 7
  EXPECT_EQ(old[1], 100u);
  EXPECT_EQ(update(program::AtomicOp::Cas, 2, 0x50007, 1, false, 7).first, 0x50001u);
  EXPECT_EQ(update(program::AtomicOp::Inc, 4, 0, 9, false).first, 32u % 10);
  // 0 -> 9 -> 8 … : 32 steps of a ring of ten.
  EXPECT_EQ(update(program::AtomicOp::Dec, 4, 0, 9, false).first, 8u);
  EXPECT_EQ(
      update(program::AtomicOp::AddF32, 4, std::bit_cast<u32>(0.5f), std::bit_cast<u32>(2.0f), false).first,
      std::bit_cast<u32>(64.5f));
  EXPECT_EQ(
      update(program::AtomicOp::AddF64, 8, std::bit_cast<u64>(0.5), std::bit_cast<u64>(2.0), false).first,
      std::bit_cast<u64>(64.5));
  EXPECT_EQ(update(program::AtomicOp::AddF16, 2, 0x3c00, 0x3c00, false).first, 0x5020u); // 1 + 32 * 1 = 33
  EXPECT_EQ(update(program::AtomicOp::AddBF16, 2, 0x3f80, 0x3f80, false).first, 0x4204u);
}

} // namespace
} // namespace warpscope::testing
