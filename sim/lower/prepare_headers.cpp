// Goes over the sides of a text whose headers are to be parsed ahead.
#include "sim/lower/prepare_headers.h"

#include "sim/frontend/parsed_prelude.h"
#include "sim/frontend/program_compile.h"

namespace warpscope::lower {

using frontend::Prepared;

Prepared prepare_headers(const program::TextSource& source) {
  return frontend::prepare_prelude(source.compute_capability, source.text);
}

Prepared prepare_headers(const program::ProgramSources& sources) {
  Prepared result = Prepared::Before;
  for (const program::SourceFile& file : sources.files)
    for (const auto prepare : {frontend::prepare_device_headers, frontend::prepare_host_headers}) {
      const Prepared now = prepare({file, sources});
      if (now == Prepared::NotKept) return now;
      if (now != Prepared::Before) result = now;
    }
  return result;
}

} // namespace warpscope::lower
