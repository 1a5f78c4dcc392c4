// A request to warpscope-measure: one kernel of one text, its launch, its arguments and what to measure. A
// JSON document, see docs/measure.md; it is read strictly, since it may come from anywhere.
#pragma once

#include "sim/base/dim3.h"
#include "sim/base/element_type.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::protocol {

inline constexpr std::uint64_t measure_request_version = 1;

/// One argument at its offset in the kernel's parameters, or the contents of a __constant__ or __device__
/// variable.
struct MeasureArgument {
  enum class Kind : std::uint8_t { Buffer, Scalar, Bytes, Tensor } kind = Kind::Scalar;
  std::string name;
  std::uint32_t offset = 0; ///< in bytes, as the ABI lays the parameters out; not used for a variable
  /// Buffer: the type of its scalars (float4: F32; a struct: Other). Scalar: the type of the value.
  ElementType type = ElementType::Other;
  std::uint64_t bytes = 0;         ///< Buffer: its length
  std::uint32_t element_bytes = 0; ///< Buffer: bytes of the pointee (float4: 16)
  bool read_only = false;          ///< Buffer: a pointer to const
  source::Fill fill;               ///< for a Buffer without data; never a file
  /// Buffer: its contents (from a file); Bytes: the value (a struct, a float4).
  std::vector<std::uint8_t> data;
  std::string value; ///< Scalar: as in --arg
  /// Tensor: a CUtensorMap of the buffer argument that it names.
  source::TensorTile tensor;
  bool passed = true; ///< Buffer: false: it is no parameter, a tensor alone names it
  bool operator==(const MeasureArgument&) const = default;
};

struct MeasureCall {
  std::string kernel; ///< name expression: "transpose", "tile<16, float>"
  std::uint32_t parameter_bytes = 0;
  std::vector<MeasureArgument> arguments;
  bool operator==(const MeasureCall&) const = default;
};

/// The output `output` must equal what `reference`, launched the same way, leaves in the buffer of that name.
struct MeasureCheck {
  std::string output;
  MeasureCall reference;
  bool operator==(const MeasureCheck&) const = default;
};

struct MeasureWhat {
  bool as_compiled = true, as_written = true; ///< the two builds
  bool times = true, totals = true, lines = true, check = true;
  bool values = false; ///< include the outputs' bytes beside their hashes
  /// The machine code of the build as compiled, for this compute capability (90: 9.0); 0: it is not wanted.
  /// It needs no device.
  std::uint32_t code = 0;
  bool samples = false; ///< include each sample of the times
  /// Launches between two events, for all that can be batched; 0: as many as take some 200 us.
  std::uint32_t batch = 0;
  bool as_they_come = false; ///< send lines before the answer: the recording so far (Recording::partial)
  bool operator==(const MeasureWhat&) const = default;
  /// Nothing is wanted that a device has to do.
  [[nodiscard]] bool code_alone() const { return code != 0 && !times && !totals && !lines && !check; }
};

struct MeasureLimits {
  double seconds = 10;                     ///< after that the program ends itself
  std::uint64_t memory_bytes = 8ull << 30; ///< on the device, including copies for refilling
  std::uint64_t value_bytes = 1u << 20;    ///< limit for one output
  bool operator==(const MeasureLimits&) const = default;
};

struct MeasureRequest {
  std::string file; ///< its name in messages
  std::string text; ///< device code, with the host code blanked
  /// The person's headers, by the name in their #include directives, with the host code blanked, too.
  std::map<std::string, std::string> headers;
  std::vector<std::pair<std::string, std::string>> macros;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t max_registers = 0; ///< of a thread, which the compiler keeps to; 0: no limit
  bool cooperative = false;        ///< a cooperative launch: the grid may wait for all of its blocks
  MeasureCall call;
  std::vector<MeasureArgument> variables; ///< __constant__ and __device__ variables; Buffer or Scalar
  std::vector<MeasureCheck> checks;
  MeasureWhat what;
  MeasureLimits limits;
  bool operator==(const MeasureRequest&) const = default;
};

/// Returns one line of JSON.
[[nodiscard]] std::string to_json(const MeasureRequest& request);
/// On failure nullopt and, in `error`, one sentence that names the position.
[[nodiscard]] std::optional<MeasureRequest> parse_measure_request(std::string_view json, std::string& error);

/// Returns 16 hex digits over what determines the counts: text, headers, macros, kernel, launch, arguments
/// and variables; not over what is measured, its limits or the checks. FNV-1a of the JSON of those parts.
[[nodiscard]] std::string hash_of(const MeasureRequest& request);

/// The parts that hash_of() covers, each hashed by itself (16 hex digits), to tell in which parts two
/// requests differ.
struct RequestParts {
  std::string text, macros, launch,
      arguments; ///< text: also the headers; launch: grid, block, shared memory; arguments: also the kernel's
                 ///< name and variables
  bool operator==(const RequestParts&) const = default;
};
[[nodiscard]] RequestParts parts_of(const MeasureRequest& request);

} // namespace warpscope::protocol
