// A fake simulator: no compiler, no executor. It understands just enough of the text to give different
// results for different texts, and can be made slow.
#pragma once

#include "app/document/catalog.h"
#include "app/jobs/worker.h"
#include "sim/model/tally.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace warpscope::test {

struct FakeControls {
  std::atomic<int> calls{0}, cancelled{0};
  std::atomic<int> slow_ms{0};   ///< every simulate() takes this long unless it is cancelled
  std::atomic<bool> deaf{false}; ///< ignores the request's cancel flag, as a hanging compiler does
  std::atomic<bool> killed{false};
};

/// "garbage" in the text: does not compile. "// endless": no end once a barrier is cut. "[33]": no conflict,
/// else every lane reads another word of one bank. The block has as many warps as the text says behind "block
/// = [".
/// "// a buffer": it has one, in, of 4,096 elements.
class FakeSimulator final : public jobs::Simulator {
 public:
  explicit FakeSimulator(std::shared_ptr<FakeControls> controls) : controls_(std::move(controls)) {}

  run::Result simulate(const run::Request& request) override {
    ++controls_->calls;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(controls_->slow_ms.load());
    while (std::chrono::steady_clock::now() < end && !controls_->killed) {
      if (!controls_->deaf && request.cancel != nullptr && request.cancel->load()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    run::Result result;
    if (controls_->killed.exchange(false) || (request.cancel != nullptr && request.cancel->load())) {
      ++controls_->cancelled;
      result.status = run::Status::Cancelled;
      return result;
    }
    const std::string& text = request.text;
    if (const std::size_t at = text.find("garbage"); at != std::string::npos) {
      result.status = run::Status::UserError;
      Diagnostic diagnostic;
      diagnostic.file = request.file;
      diagnostic.message = "use of undeclared identifier 'garbage'";
      diagnostic.span = place(text, at, 7);
      result.diagnostics.push_back(std::move(diagnostic));
      return result;
    }
    result.status = run::Status::Done;
    result.launch.kernel = "fake";
    result.launch.grid = text.find("// many blocks") != std::string::npos ? Dim3{64, 1, 1} : Dim3{1, 1, 1};
    result.launch.block = {32, 8, 1};
    if (text.find("block  = [64") != std::string::npos) result.launch.block = {64, 1, 1};

    auto program = std::make_shared<program::Program>();
    program->spans.push_back({});
    program::Site site;
    site.space = Space::Shared;
    site.variable = "tile";
    std::size_t at = text.rfind("tile[thread");
    if (at == std::string::npos) at = text.rfind("tile[");
    if (at != std::string::npos) site.span = place(text, at, 5);
    site.text = "tile[x][y]";
    program->sites.push_back(site);
    program::Variable tile;
    tile.name = "tile";
    tile.space = Space::Shared;
    tile.dimensions = {32, 32};
    if (const std::size_t declared = text.find("tile["); declared != std::string::npos)
      tile.span = place(text, declared, 4);
    program->variables.push_back(tile);

    const std::uint32_t pitch = text.find("[33]") != std::string::npos || text.find('^') != std::string::npos
                                    ? 33
                                    : 32;
    // Each line with a __syncthreads(); is one instruction; leaving it out creates a race.
    for (std::size_t call = text.find("__syncthreads();"); call != std::string::npos;
         call = text.find("__syncthreads();", call + 1)) {
      program::Instruction barrier;
      program->spans.push_back(place(text, call, 13));
      barrier.span = static_cast<std::uint32_t>(program->spans.size() - 1);
      const std::uint32_t line = program->spans.back().line;
      const bool left_out = std::count(request.without_barriers.begin(), request.without_barriers.end(),
                                       line) != 0;
      barrier.op = left_out ? program::Opcode::Nop : program::Opcode::BarSync;
      program->code.push_back(barrier);
      if (left_out && request.races)
        result.hazards.push_back(
            {races::HazardKind::Raw, Space::Shared, {0, 8}, {0, 40}, 0, 0, program::window_base, 32});
    }
    for (const std::uint32_t line : request.without_barriers)
      if (std::none_of(program->code.begin(), program->code.end(),
                       [&](const program::Instruction& i) { return program->spans[i.span].line == line; })) {
        result.status = run::Status::UserError;
        result.diagnostics.push_back({});
      }

    if (text.find("// endless") != std::string::npos && !request.without_barriers.empty()) {
      result.status = run::Status::BudgetExceeded;
      result.run.status = exec::RunStatus::BudgetExceeded;
      result.run.budget_message = "a block ran " + std::to_string(request.budget.warp_instructions_per_block);
      if (request.search_orders) result.orders.emplace().sentence = "the block does not end";
    }
    auto trace = std::make_shared<trace::BlockTrace>(0);
    model::Tally tally(1);
    for (std::uint32_t warp = 0; warp < result.launch.block.count() / 32; ++warp) {
      trace::AccessEvent event;
      event.warp = warp;
      event.space = Space::Shared;
      event.access.mask = 0xffff'ffffu;
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        event.access.offset[lane] = program::window_base + 4 * (lane * pitch + warp);
      trace->on_access(event);
      tally.on_access(event);
    }
    if (text.find("// a buffer") != std::string::npos) {
      run::PlacedBuffer buffer;
      buffer.name = "in";
      buffer.bytes = 4096 * 4;
      buffer.element_size = 4;
      result.buffers.push_back(std::move(buffer));
    }
    result.sites = tally.sites();
    result.totals = tally.total();
    result.program = std::move(program);
    if (request.trace_block) result.trace = std::move(trace);
    if (request.progress) {
      request.progress(1, 2);
      request.progress(2, 2);
    }
    return result;
  }

  void cancel() override { controls_->killed = true; }

 private:
  static Span place(const std::string& text, std::size_t at, std::uint32_t length) {
    Span span{1, 1, 1, 1};
    for (std::size_t i = 0; i < at; ++i) {
      if (text[i] == '\n') {
        ++span.line;
        span.column = 1;
      } else {
        ++span.column;
      }
    }
    span.end_line = span.line;
    span.end_column = span.column + length;
    return span;
  }

  std::shared_ptr<FakeControls> controls_;
};

inline document::Catalog small_catalog() {
  document::Catalog catalog;
  catalog.labs.push_back({"first", "First lab", "Why?", "Shared",
                          "// first\n__shared__ float tile[32][32];\nx = tile[threadIdx.x][0];\n"});
  catalog.labs.push_back({"many", "Many blocks", "", "Shared",
                          "// many blocks\n__shared__ float tile[32][32];\nx = tile[threadIdx.x][0];\n"});
  for (const char* id : {"cc70", "cc90"}) {
    Device device;
    device.id = id;
    catalog.devices.push_back(device);
  }
  return catalog;
}

} // namespace warpscope::test
