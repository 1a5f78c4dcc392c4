// What the session says comes out of the language table; files keep the names of their columns.
#include "app/document/text_edit.h"
#include "app/jobs/sweep.h"
#include "app/lesson/prediction.h"
#include "app/results/pair.h"
#include "app/results/table.h"
#include "tests/language/other_language.h"
#include "tests/session/session_fixture.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace language_testing;

/// Names that stand in rows in capitals ("SM" would), and columns of files.
const std::set<std::string, std::less<>> names{"sum"};

std::vector<std::string> said() {
  std::vector<std::string> texts;
  for (const results::ColumnInfo& column : results::result_columns())
    for (const std::string_view text : {column.label, column.definition}) texts.emplace_back(text);
  for (const jobs::SweepMeasure& measure : jobs::all_measures())
    for (const std::string_view text :
         {std::string_view(measure.label), measure.definition, measure.unit, measure.units})
      texts.emplace_back(text);
  for (const results::CounterInfo& counter : results::all_counters())
    for (const std::string_view text : {std::string_view(counter.label), counter.definition, counter.unit,
                                        counter.units, counter.best, counter.worst})
      texts.emplace_back(text);
  texts.emplace_back(results::filter_help());
  for (const char* block : {"", "0", "2048", "32 32 32", "99999999999", "no", "1 2 3 4"}) {
    std::string error;
    EXPECT_FALSE(document::parse_block(block, error));
    texts.push_back(error);
  }
  for (const char* filter : {"REQUESTS>x", "requests>x", "unknown>3"}) {
    std::string problem;
    (void)results::arrange({}, filter, {}, problem);
    if (!problem.empty()) texts.push_back(problem);
  }
  lesson::Prediction prediction;
  prediction.phase = lesson::Prediction::Phase::Answered;
  prediction.answer = 32;
  for (const std::uint64_t number : {8u, 32u}) {
    prediction.said = number;
    texts.push_back(lesson::verdict_of(prediction));
  }
  return texts;
}

TEST(SessionLanguage, IsTheOneThatIsChosen) {
  const std::vector<std::string> before = said();
  {
    const OtherLanguage other(::testing::TempDir());
    ASSERT_EQ(other.problem(), "");
    const std::vector<std::string> texts = said();
    ASSERT_EQ(texts.size(), before.size());
    for (const std::string& text : texts) {
      // What was typed is quoted as it was.
      EXPECT_TRUE(text.find("“") != std::string::npos || english_in(text, names).empty()) << text;
      std::set<std::string> rows;
      other.note_rows(text, rows);
      EXPECT_FALSE(rows.empty()) << text;
    }
    EXPECT_EQ(results::table_text({}, {}, results::TableFormat::Csv),
              "line,access,counter,ncu,requests,ideal,warp,block,launch,to_ideal,why\n");
  }
  EXPECT_EQ(said(), before) << "English again, all of it";
}

class SpokenSession : public test::SessionFixture {};

/// The gutter's and the results' words, and what is offered.
std::vector<std::string> shown_by(const session::Session& session) {
  std::vector<std::string> texts;
  for (const results::GutterRow& row : session.results().gutter())
    for (const std::string& text : {row.unit, row.tooltip}) texts.push_back(text);
  for (const results::ResultRow& row : session.results().rows())
    if (!row.why.empty()) texts.push_back(row.why);
  for (const results::Remedy& remedy : session.remedies())
    for (const std::string& text : {remedy.label, remedy.unit}) texts.push_back(text);
  return texts;
}

TEST_F(SpokenSession, ChangesItsWordsWithTheLanguage) {
  settle();
  const std::vector<std::string> before = shown_by(session_);
  const std::uint64_t version = session_.version();
  ASSERT_GE(before.size(), 6u);
  {
    const OtherLanguage other(::testing::TempDir());
    session_.poll();
    EXPECT_GT(session_.version(), version) << "what is drawn from it is drawn again";
    const std::vector<std::string> texts = shown_by(session_);
    ASSERT_EQ(texts.size(), before.size());
    const std::set<std::string, std::less<>> source{"ncu", "sum", "threadIdx", "tile"};
    for (const std::string& text : texts) EXPECT_EQ(english_in(text, source), "") << text;
  }
  session_.poll();
  EXPECT_EQ(shown_by(session_), before);
}

} // namespace
} // namespace warpscope
