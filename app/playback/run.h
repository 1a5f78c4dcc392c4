// A simulated block as a value: the result of a simulation that kept the trace of one block, and the tables
// of that trace that pictures, playback and comparisons query.
//
// In: a run::Result with a program and a trace. Out: its contents, and tables that are built on first use and
// kept. A Run is immutable and always shared, so that a picture, a film on another thread or the A side of a
// pair can hold one for as long as they need it. All functions may be called from several threads at the same
// time.
#pragma once

#include "app/playback/block_index.h"
#include "app/playback/difference.h"
#include "app/playback/memory_index.h"
#include "app/playback/playback.h"
#include "app/playback/site_index.h"
#include "sim/base/dim3.h"
#include "sim/program/named_memory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::program {
struct Program;
} // namespace warpscope::program
namespace warpscope::run {
struct Result;
} // namespace warpscope::run
namespace warpscope::tiling {
class Tiling;
} // namespace warpscope::tiling

namespace warpscope::playback {

/// Row lengths of buffers in elements, by the buffer's name, where a person set them.
using RowLengths = std::map<std::string, std::uint64_t>;

/// What a person wrote: the kernel, or an expression around which sim/expression made one.
enum class Written : std::uint8_t { Kernel, Expression };

class Run {
 public:
  /// `result` must have a program and a trace.
  [[nodiscard]] static std::shared_ptr<const Run> of(std::shared_ptr<const run::Result> result,
                                                     Written written = Written::Kernel);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Unique for each Run of this process and never 0: two Runs with the same id are the same object.
  [[nodiscard]] std::uint64_t id() const { return id_; }

  [[nodiscard]] Written written() const { return written_; }
  [[nodiscard]] const run::Result& result() const { return *result_; }
  [[nodiscard]] const std::shared_ptr<const run::Result>& shared_result() const { return result_; }
  [[nodiscard]] const program::Program& program() const { return *program_; }
  [[nodiscard]] const trace::BlockTrace& trace() const { return *trace_; }
  [[nodiscard]] Dim3 block() const { return block_; }
  [[nodiscard]] Dim3 grid() const;
  /// A line of the text that was run, from 1; empty: there is none.
  [[nodiscard]] std::string_view line(std::uint32_t number) const;
  [[nodiscard]] const std::vector<program::NamedMemory>& buffers() const { return buffers_; }

  // ---- tables of the trace, built on the first question
  [[nodiscard]] const Playback& playback() const;
  [[nodiscard]] const BlockIndex& block_index() const;
  [[nodiscard]] const SiteIndex& site_index() const;
  /// For ServedIndex::between(playback(), pin, now).
  [[nodiscard]] const ServedIndex& served_index() const;
  /// What memory held at an event; only for a trace that keeps values.
  [[nodiscard]] const MemoryIndex& memory_index() const;
  /// What the block does with shared memory, with its buffers laid out in rows of `row_lengths`. The last
  /// result is kept.
  [[nodiscard]] std::shared_ptr<const tiling::Tiling> tiling(const RowLengths& row_lengths = {}) const;

 private:
  /// A value that the first caller makes while all others wait for it.
  template <typename Value> struct Lazy {
    std::once_flag once;
    std::optional<Value> value;
    template <typename Make> const Value& get(const Make& make) {
      std::call_once(once, [&] { value.emplace(make()); });
      return *value;
    }
  };
  Run(std::shared_ptr<const run::Result> result, Written written);

  std::uint64_t id_;
  Written written_;
  std::shared_ptr<const run::Result> result_;
  std::shared_ptr<const program::Program> program_;
  std::shared_ptr<const trace::BlockTrace> trace_;
  Dim3 block_;
  std::vector<program::NamedMemory> buffers_;

  mutable Lazy<Playback> playback_;
  mutable Lazy<BlockIndex> block_index_;
  mutable Lazy<SiteIndex> site_index_;
  mutable Lazy<ServedIndex> served_index_;
  mutable Lazy<MemoryIndex> memory_index_;
  mutable std::mutex tiling_mutex_;
  mutable RowLengths tiling_rows_; ///< the row lengths of tiling_
  mutable std::shared_ptr<const tiling::Tiling> tiling_;
};

using RunPtr = std::shared_ptr<const Run>;

} // namespace warpscope::playback
