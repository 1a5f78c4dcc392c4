// Asks for the headers of every lab.
#include "app/jobs/head_start.h"

#include "app/document/program_text.h"

#include <utility>
#include <vector>

namespace warpscope::jobs {

namespace {

std::uint32_t capability_of(const Device& device) {
  return static_cast<std::uint32_t>(device.cc_major * 10 + device.cc_minor);
}

compile::HeadStart::Request request_for(const document::LabEntry& lab, std::uint32_t capability) {
  const std::string file = "/" + lab.id + ".cu";
  if (document::is_program(lab.text)) {
    program::ProgramSources sources;
    sources.files.push_back({file, lab.text});
    sources.compute_capability = capability;
    return sources;
  }
  program::TextSource source;
  source.file = file;
  source.text = lab.text;
  source.compute_capability = capability;
  return source;
}

} // namespace

bool HeadStart::wanted(const Device& device) {
  using State = compile::HeadStart::State;
  switch (process_.state()) {
  case State::None: return true;
  case State::GaveUp:
  case State::Working: return false;
  case State::Done: break;
  }
  return asked_for_ != capability_of(device);
}

void HeadStart::go_on(const document::Catalog& catalog, const Device& device) {
  if (!wanted(device)) return;
  asked_for_ = capability_of(device);
  std::vector<compile::HeadStart::Request> requests;
  for (const document::LabEntry& lab : catalog.labs) requests.push_back(request_for(lab, asked_for_));
  process_.start(requests);
}

} // namespace warpscope::jobs
