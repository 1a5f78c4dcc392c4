// Collects findings.
#include "sim/whole/findings.h"

#include <algorithm>
#include <utility>

namespace warpscope::whole {

void Findings::add(Finding finding) {
  const auto [entry,
              added] = index_.emplace(std::tuple(finding.kind, finding.place.file, finding.place.line,
                                                 finding.place.known() ? std::string() : finding.message),
                                      found_.size());
  if (!added) {
    found_[entry->second].count += finding.count;
  } else if (found_.size() < most) {
    found_.push_back(std::move(finding));
  } else {
    index_.erase(entry);
  }
}

std::vector<Finding> Findings::worst_first() const {
  std::vector<Finding> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return sorted;
}

} // namespace warpscope::whole
