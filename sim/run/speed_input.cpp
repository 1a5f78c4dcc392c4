// Extracts the speed model's input from a simulation.
#include "sim/run/speed_input.h"

#include "sim/model/constant.h"

#include <algorithm>
#include <unordered_set>

namespace warpscope::run {

namespace {

double latency_of(const Device& device, std::string_view key) {
  const DeviceNumber* number = device.find(key);
  return number == nullptr ? 0 : number->value;
}

/// Reads from one block's trace what the grid's counts do not tell.
class BlockReader {
 public:
  explicit BlockReader(const Device& device)
      : shared_(latency_of(device, "shared_latency")), l1_(latency_of(device, "l1_latency")),
        l2_(latency_of(device, "l2_latency")) {}

  void read(const trace::BlockTrace& trace) {
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const trace::BlockTrace::Event& event = trace.event(i);
      if (event.kind == trace::StepKind::Access) access(event, trace.access(i));
      else if (event.kind == trace::StepKind::BarrierArrive) {
        barrier(event.warp);
        barriers_ += event.warp == 0;
      }
    }
  }
  [[nodiscard]] std::uint64_t barriers() const { return barriers_; }
  [[nodiscard]] std::uint64_t constant_passes() const { return passes_; }
  [[nodiscard]] double first_share() const {
    return sectors_ == 0 ? 1 : static_cast<double>(seen_.size()) / static_cast<double>(sectors_);
  }
  [[nodiscard]] double latency() {
    double longest = 0;
    for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
      barrier(warp);
      longest = std::max(longest, warps_[warp].cycles);
    }
    return longest;
  }

 private:
  struct Warp {
    double cycles = 0, global = 0, shared = 0; ///< since the last barrier: the slowest load of each kind
  };
  Warp& at(std::uint32_t warp) {
    if (warp >= warps_.size()) warps_.resize(warp + 1);
    return warps_[warp];
  }
  void barrier(std::uint32_t warp) {
    Warp& w = at(warp);
    w.cycles += w.global + w.shared;
    w.global = w.shared = 0;
  }
  void access(const trace::BlockTrace::Event& event, const WarpAccess& access) {
    Warp& w = at(event.warp);
    const bool waits = event.access_kind == AccessKind::Load || event.returns;
    if (event.space == Space::Shared && waits) w.shared = std::max(w.shared, shared_);
    if (event.space == Space::Constant && event.warp == 0) passes_ += model::count_constant(access).passes;
    if (event.space != Space::Global) return;
    bool fresh = false;
    if (event.access_kind == AccessKind::Load) {
      std::unordered_set<std::uint32_t> mine;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        if ((access.mask >> lane & 1u) != 0)
          for (std::uint32_t sector = access.offset[lane] / 32;
               sector <= (access.offset[lane] + access.width - 1) / 32; ++sector)
            mine.insert(sector);
      sectors_ += mine.size();
      for (const std::uint32_t sector : mine) fresh = seen_.insert(sector).second || fresh;
    }
    if (waits) w.global = std::max(w.global, event.access_kind != AccessKind::Load || fresh ? l2_ : l1_);
  }

  double shared_, l1_, l2_;
  std::vector<Warp> warps_;
  std::unordered_set<std::uint32_t> seen_;
  std::uint64_t sectors_ = 0, barriers_ = 0, passes_ = 0;
};

} // namespace

std::optional<model::SpeedInput> speed_input(const Result& result, const Device& device,
                                             const trace::BlockTrace* trace) {
  if (trace == nullptr) trace = result.trace.get();
  if (trace == nullptr || trace->size() == 0 || result.program == nullptr) return std::nullopt;
  model::SpeedInput input;
  input.totals = result.totals;
  input.warp_instructions = result.scaled_warp_instructions;
  input.blocks = result.launch.grid.count();
  input.threads = result.launch.block.count();
  input.shared_bytes = std::uint64_t{result.program->kernels[result.kernel].shared_bytes} +
                       result.launch.dynamic_shared_bytes;
  for (const PlacedBuffer& buffer : result.buffers) input.buffer_bytes += buffer.bytes;
  BlockReader reader(device);
  reader.read(*trace);
  input.first_read_share = reader.first_share();
  input.block_latency_cycles = reader.latency();
  input.warp_barriers = reader.barriers();
  input.warp_constant_passes = reader.constant_passes();
  return input;
}

} // namespace warpscope::run
