// Reads the registers of the recording that is shown.
#include "app/measuring/registers.h"

namespace warpscope::measuring {

std::uint32_t registers_of(const Measuring& measuring) {
  const EvidencePtr& shown = measuring.shown();
  const protocol::RecordedBuild* build = shown == nullptr || measuring.of_older_text()
                                             ? nullptr
                                             : build_of(shown->recording, protocol::BuildKind::AsCompiled);
  return build != nullptr && build->resources ? build->resources->registers : 0;
}

} // namespace warpscope::measuring
