// Makes a Run from a simulation's result, and its tables on first use.
#include "app/playback/run.h"

#include "sim/run/simulate.h"
#include "sim/tiling/tiling.h"

#include <atomic>
#include <cassert>

namespace warpscope::playback {

namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

} // namespace

std::shared_ptr<const Run> Run::of(std::shared_ptr<const run::Result> result, Written written) {
  assert(result != nullptr && result->program != nullptr && result->trace != nullptr);
  return std::shared_ptr<const Run>(new Run(std::move(result), written));
}

Run::Run(std::shared_ptr<const run::Result> result, Written written)
    : id_(next_id()), written_(written), result_(std::move(result)), program_(result_->program),
      trace_(result_->trace), block_(result_->launch.block) {
  for (const run::PlacedBuffer& b : result_->buffers) buffers_.push_back(b); // without the contents
}

Dim3 Run::grid() const { return result_->launch.grid; }

std::string_view Run::line(std::uint32_t number) const { return line_of(result_->scenario.text, number); }

const Playback& Run::playback() const {
  return playback_.get([&] { return Playback(trace_); });
}

const BlockIndex& Run::block_index() const {
  return block_index_.get([&] { return BlockIndex(playback()); });
}

const SiteIndex& Run::site_index() const {
  return site_index_.get([&] { return SiteIndex(*trace_); });
}

const ServedIndex& Run::served_index() const {
  return served_index_.get([&] { return ServedIndex(playback()); });
}

const MemoryIndex& Run::memory_index() const {
  return memory_index_.get([&] { return MemoryIndex(*trace_); });
}

std::shared_ptr<const tiling::Tiling> Run::tiling(const RowLengths& row_lengths) const {
  const std::lock_guard lock(tiling_mutex_);
  if (tiling_ == nullptr || tiling_rows_ != row_lengths) {
    std::vector<tiling::TilingBuffer> list;
    for (const program::NamedMemory& b : buffers_) {
      const auto said = row_lengths.find(b.name);
      list.push_back(
          {b.name, b.offset, b.bytes, b.element_size, said == row_lengths.end() ? 0 : said->second});
    }
    tiling_ = std::make_shared<const tiling::Tiling>(*program_, *trace_, block_, list);
    tiling_rows_ = row_lengths;
  }
  return tiling_;
}

} // namespace warpscope::playback
