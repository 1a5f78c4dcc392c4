// What `warpscope run` tells behind a program's own output: tables of launches and copies, and findings.
#pragma once

#include "app/lesson/program_answer.h"
#include "sim/labs/labs.h"
#include "sim/program/program_sources.h"
#include "sim/whole/record.h"

#include <string>
#include <vector>

namespace warpscope::cli {

struct ReportOptions {
  bool notes = false; ///< findings that are no mistakes, too (leaks)
  bool color = false;
  unsigned width = 100;
  std::string folder; ///< files below it are named relative to it
};

[[nodiscard]] std::string program_summary(const whole::Record& record,
                                          const std::vector<program::SourceFile>& texts,
                                          const ReportOptions& options);
/// Empty when there is nothing to tell.
[[nodiscard]] std::string program_findings(const whole::Record& record,
                                           const std::vector<program::SourceFile>& texts,
                                           const ReportOptions& options);
/// What a lab asks, its answer with the numbers of this run, and what it printed on a GPU.
[[nodiscard]] std::string lab_answer(const labs::Lab& lab, const whole::Record& record,
                                     const lesson::ParameterValues& macros, const ReportOptions& options);

} // namespace warpscope::cli
