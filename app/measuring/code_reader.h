// What the compiler makes of a text, computed beside everything else: predicted first, then read where there
// is a compiler. Another text ends what is computed for the one before.
#pragma once

#include "sim/run/code_table.h"
#include "sim/run/request.h"
#include "sim/run/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warpscope::measuring {

class CodeReader {
 public:
  struct Answer {
    std::uint64_t key = 0; ///< as asked
    std::shared_ptr<const run::CodeTable> predicted, read;
    std::string why_not_predicted, why_not_read; ///< a sentence where there is none
    bool complete = false;                       ///< nothing more will come
  };

  CodeReader();
  ~CodeReader(); ///< ends what is computed
  CodeReader(const CodeReader&) = delete;
  CodeReader& operator=(const CodeReader&) = delete;

  /// Asks for the code of a request, unless that is there or on its way. `key`: of the request, not 0;
  /// `written`: what it counts as written.
  void want(std::uint64_t key, const run::Request& request, std::shared_ptr<const run::Result> written);
  /// Nobody looks, or the text has changed: ends what is computed.
  void stop();
  /// Of the last text that was asked for, as far as it has come; null: nothing yet.
  [[nodiscard]] std::shared_ptr<const Answer> answer() const;
  [[nodiscard]] bool busy() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::measuring
