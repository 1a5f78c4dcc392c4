// Questions about an access, and verdicts on typed answers.
#include "app/lesson/prediction.h"

#include "app/document/document.h"
#include "app/language/language.h"
#include "app/results/reasons.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <charconv>

namespace warpscope::lesson {

std::optional<Question> question_about(const trace::BlockTrace& trace, std::size_t event) {
  if (event >= trace.size()) return std::nullopt;
  const trace::BlockTrace::Event& e = trace.event(event);
  if (e.kind != trace::StepKind::Access || e.mask == 0) return std::nullopt;
  const WarpAccess access = trace.access(event);
  switch (cost_rule(e.space)) {
  case CostRule::Banks:
    return Question{model::count_banks(access, e.access_kind).wavefronts, language::tr("unit.wavefront"),
                    language::tr("unit.wavefronts"), results::why_shared(access, e.access_kind)};
  case CostRule::Sectors:
    return Question{model::count_sectors(access, e.access_kind).sectors, language::tr("unit.sector"),
                    language::tr("unit.sectors"), results::why_global(access, e.access_kind)};
  case CostRule::Passes:
    return Question{model::count_constant(access).passes, language::tr("unit.pass"),
                    language::tr("unit.passes"), results::why_constant(access)};
  default: return std::nullopt;
  }
}

void type_digit(Prediction& prediction, char digit) {
  if (digit < '0' || digit > '9' || prediction.typed.size() >= most_digits) return;
  if (prediction.typed == "0") prediction.typed.clear();
  prediction.typed += digit;
}

void erase_digit(Prediction& prediction) {
  if (!prediction.typed.empty()) prediction.typed.pop_back();
}

Prediction answered(const Prediction& prediction, std::size_t event, const Question& question,
                    bool with_number) {
  Prediction done;
  done.phase = Prediction::Phase::Answered;
  done.typed = prediction.typed;
  done.event = event;
  done.answer = question.answer;
  done.reason = question.reason;
  std::uint64_t number = 0;
  const char* end = prediction.typed.data() + prediction.typed.size();
  if (with_number && !prediction.typed.empty() &&
      std::from_chars(prediction.typed.data(), end, number).ptr == end)
    done.said = number;
  return done;
}

std::string verdict_of(const Prediction& prediction) {
  if (prediction.phase != Prediction::Phase::Answered || !prediction.said) return {};
  if (prediction.right())
    return language::trf("verdict.right", language::arg("answer", grouped(prediction.answer)));
  return language::trf("verdict.wrong", language::arg("said", grouped(*prediction.said)),
                       language::arg("answer", grouped(prediction.answer)));
}

} // namespace warpscope::lesson
