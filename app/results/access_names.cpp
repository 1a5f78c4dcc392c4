// Compares how the two texts of a pair write the access on the stage.
#include "app/results/access_names.h"

namespace warpscope::results {

AccessNames access_names(const PinnedPair& pair, const document::Document& b, const playback::Run& run_b,
                         std::size_t event) {
  if (pair.pair() == nullptr) return {};
  const document::Document& a = pair.pinned()->document;
  const bool text_alone = a.mode == document::SourceMode::Kernel && a.mode == b.mode && a.lab == b.lab &&
                          a.kernel_file == b.kernel_file && a.choices == b.choices && a.device == b.device;
  if (!text_alone) return {};
  const std::optional<std::size_t> in_a = pair.pair()->event_in_a(event);
  if (!in_a) return {};
  const playback::Run& run_a = *pair.pinned()->shown->run;
  const std::optional<playback::SiteIndex::Place> of_a = run_a.site_index().place_of(*in_a),
                                                  of_b = run_b.site_index().place_of(event);
  if (!of_a || !of_b) return {};
  const std::string &at_a = run_a.program().sites.at(of_a->site).text,
                    &at_b = run_b.program().sites.at(of_b->site).text;
  return at_a == at_b ? AccessNames{} : AccessNames{at_a, at_b};
}

} // namespace warpscope::results
