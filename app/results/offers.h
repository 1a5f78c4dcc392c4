// What the window offers to click: examples with their counts, and cures of a conflict with what they would
// give. What each would cost is simulated beside the run on the stage; an answer is found by its key.
#pragma once

#include "app/document/document.h"
#include "app/document/request.h"
#include "app/results/rows.h"
#include "app/results/shown_run.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::results {

/// Blocks of texts that might be chosen, as far as they are simulated.
using Answers = document::ByRunKey<std::shared_ptr<const run::Result>>;

/// One line of "or try".
struct Example {
  std::string expression, declaration;
  bool current = false; ///< it is what the fields hold
  WarpCost cost;        ///< valid once simulated
};

/// One click: the document after it, and what the access would cost then.
struct Remedy {
  enum class Cure : std::uint8_t { Pad, Swizzle, Stride } cure = Cure::Pad;
  std::string label;   ///< "Pad"
  std::string tail;    ///< "[32][33]"
  std::string outcome; ///< wavefronts per access, such as "1"; empty until simulated
  std::string unit;    ///< "wavefront"
  document::Document after;
  document::RunKey key; ///< of the probe that answers
};

/// Finds what could be clicked, without the cost: pure, and also called on the worker's thread. `site`: only
/// for this one.
[[nodiscard]] std::vector<Remedy> find_remedies(const document::Document& document, const Device& device,
                                                const run::Result& picture,
                                                std::optional<std::uint32_t> site);

/// Of the examples: the texts to simulate. Nothing for one that cannot be.
[[nodiscard]] std::vector<std::pair<Example, std::optional<document::PreparedText>>>
prepared_examples(const document::Document& document, const Device& device);

/// What is offered for a document. Asked every frame: found anew only when something is another.
class Offers {
 public:
  struct Of {
    std::uint64_t revision = 0; ///< of the document
    ShownRunPtr shown;          ///< null: nothing is on the stage, or it is of an older text
    std::uint64_t answered = 0; ///< how many answers have come
    std::uint32_t site = ~0u;   ///< at the playhead
    std::uint32_t warp = 0;     ///< that an example's cost is of
    bool hidden = false;        ///< a question about the counts is open
    const char* language = nullptr;
    bool operator==(const Of&) const = default;
  };
  /// For the access at the playhead, those that were simulated and help.
  [[nodiscard]] const std::vector<Remedy>& remedies(const Of& of, const document::Document& document,
                                                    const Device& device, const Answers& answers);
  /// Those of before in kernel mode.
  [[nodiscard]] const std::vector<Example>& examples(const Of& of, const document::Document& document,
                                                     const Device& device, const Answers& answers);

 private:
  std::optional<Of> remedies_of_, examples_of_;
  std::vector<Remedy> remedies_;
  std::vector<Example> examples_;
};

} // namespace warpscope::results
