// What warpscope-measure is asked: one kernel of one text, its launch, its arguments and what to measure. A
// JSON document, see docs/measure.md; read strictly, since it may come from anywhere.
#pragma once

#include "sim/base/dim3.h"
#include "sim/base/element_type.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::protocol {

inline constexpr std::uint64_t measure_request_version = 1;

/// One argument at its place in the kernel's parameters, or what a __constant__ or __device__ variable is
/// filled with.
struct MeasureArgument {
  enum class Kind : std::uint8_t { Buffer, Scalar, Bytes } kind = Kind::Scalar;
  std::string name;
  std::uint32_t offset = 0; ///< bytes, in the parameters as the ABI lays them out; no meaning for a variable
  ElementType type = ElementType::Other; ///< Buffer: of its scalars (float4: F32; a struct: Other). Scalar:
                                         ///< of the value
  std::uint64_t bytes = 0;               ///< Buffer: its length
  std::uint32_t element_bytes = 0;       ///< Buffer: of what the pointer points at (float4: 16)
  bool read_only = false;                ///< Buffer: a pointer to const
  source::Fill fill;                     ///< Buffer without data; never a file
  std::vector<std::uint8_t> data; ///< Buffer: its contents (a file's); Bytes: the value (a struct, a float4)
  std::string value;              ///< Scalar: as in --arg
  bool operator==(const MeasureArgument&) const = default;
};

struct MeasureCall {
  std::string kernel; ///< name expression: "transpose", "tile<16, float>"
  std::uint32_t parameter_bytes = 0;
  std::vector<MeasureArgument> arguments;
  bool operator==(const MeasureCall&) const = default;
};

/// The output `output` must be what `reference`, launched alike, leaves in the buffer of that name.
struct MeasureCheck {
  std::string output;
  MeasureCall reference;
  bool operator==(const MeasureCheck&) const = default;
};

struct MeasureWhat {
  bool as_compiled = true, as_written = true; ///< the two builds
  bool times = true, totals = true, lines = true, check = true;
  bool values = false;       ///< the outputs' bytes beside their hashes
  bool as_they_come = false; ///< lines before the answer: the recording as far as it is (Recording::partial)
  bool operator==(const MeasureWhat&) const = default;
};

struct MeasureLimits {
  double seconds = 10;                     ///< then the program ends itself
  std::uint64_t memory_bytes = 8ull << 30; ///< on the device, copies for refilling included
  std::uint64_t value_bytes = 1u << 20;    ///< of one output
  bool operator==(const MeasureLimits&) const = default;
};

struct MeasureRequest {
  std::string file; ///< name in messages
  std::string text; ///< device code: the host's part is blanked
  std::vector<std::pair<std::string, std::string>> macros;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false; ///< the grid waits for all of its blocks
  MeasureCall call;
  std::vector<MeasureArgument> variables; ///< __constant__ and __device__ ones; Buffer or Scalar
  std::vector<MeasureCheck> checks;
  MeasureWhat what;
  MeasureLimits limits;
  bool operator==(const MeasureRequest&) const = default;
};

/// One line of JSON.
[[nodiscard]] std::string to_json(const MeasureRequest& request);
/// nullopt and one sentence that names the place in `error`.
[[nodiscard]] std::optional<MeasureRequest> parse_measure_request(std::string_view json, std::string& error);

/// 16 hex digits over what decides the counts: text, macros, kernel, launch, arguments and variables; not
/// over what is measured, its limits or the checks. FNV-1a of the JSON of those parts.
[[nodiscard]] std::string hash_of(const MeasureRequest& request);

/// What hash_of() is over, each by itself (16 hex digits), so that of two requests one can say what differs.
struct RequestParts {
  std::string text, macros, launch,
      arguments; ///< launch: grid, block, shared memory; arguments: the kernel's name and variables, too
  bool operator==(const RequestParts&) const = default;
};
[[nodiscard]] RequestParts parts_of(const MeasureRequest& request);

} // namespace warpscope::protocol
