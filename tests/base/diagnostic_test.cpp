// How diagnostics are printed: the line, the caret, tabs, wide letters, fix-its.
#include "sim/base/diagnostic.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope;

Diagnostic at(Span span, std::string line, std::string message = "unknown name 'x'") {
  Diagnostic d;
  d.file = "a.cu";
  d.span = span;
  d.message = std::move(message);
  d.source_line = std::move(line);
  return d;
}

TEST(Diagnostic, PointsAtTheBytes) {
  EXPECT_EQ(format_diagnostic(at({3, 5, 3, 6}, "a = x + 1;")), "a.cu:3:5: error: unknown name 'x'\n"
                                                               "  a = x + 1;\n"
                                                               "      ^\n");
  EXPECT_EQ(format_diagnostic(at({3, 5, 3, 10}, "a = x + 1;")), "a.cu:3:5: error: unknown name 'x'\n"
                                                                "  a = x + 1;\n"
                                                                "      ^~~~~\n");
}

TEST(Diagnostic, TabsStayAndWideLettersCountOnce) {
  EXPECT_EQ(format_diagnostic(at({1, 3, 1, 4}, "\t\tx;")), "a.cu:1:3: error: unknown name 'x'\n"
                                                           "  \t\tx;\n"
                                                           "  \t\t^\n");
  EXPECT_EQ(format_diagnostic(at({1, 4, 1, 5}, "\xC3\xA4 x")), "a.cu:1:4: error: unknown name 'x'\n"
                                                               "  \xC3\xA4 x\n"
                                                               "    ^\n")
      << "the umlaut is two bytes and one column";
  EXPECT_EQ(format_diagnostic(at({1, 1, 1, 5}, "\xC3\xA4\xC3\xB6 x")), "a.cu:1:1: error: unknown name 'x'\n"
                                                                       "  \xC3\xA4\xC3\xB6 x\n"
                                                                       "  ^~\n")
      << "two letters of two bytes each";
}

TEST(Diagnostic, SpansThatDoNotFitTheLine) {
  EXPECT_EQ(format_diagnostic(at({1, 3, 1, 90}, "abcde")), "a.cu:1:3: error: unknown name 'x'\n"
                                                           "  abcde\n"
                                                           "    ^~~\n");
  EXPECT_EQ(format_diagnostic(at({1, 9, 1, 12}, "abc")), "a.cu:1:9: error: unknown name 'x'\n"
                                                         "  abc\n"
                                                         "     ^\n")
      << "beyond the line: one past its end";
  EXPECT_EQ(format_diagnostic(at({1, 2, 4, 3}, "abc")), "a.cu:1:2: error: unknown name 'x'\n"
                                                        "  abc\n"
                                                        "   ^\n")
      << "more than a line: only its start";
  const std::string far = format_diagnostic(at({1, 4'000'000'000u, 1, 4'000'000'001u}, "abc"));
  EXPECT_LT(far.size(), 10'000u) << "a column far beyond the line does not fill memory";
  EXPECT_EQ(format_diagnostic(at({1, 0, 1, 0}, "abc")), "a.cu:1:0: error: unknown name 'x'\n"
                                                        "  abc\n"
                                                        "  ^\n");
}

TEST(Diagnostic, JunkDoesNotReachTheTerminal) {
  EXPECT_EQ(format_diagnostic(at({1, 3, 1, 4}, std::string("\x1B[2J\0", 5))),
            "a.cu:1:3: error: unknown name 'x'\n"
            "  ?[2J?\n"
            "    ^\n");
  EXPECT_EQ(format_diagnostic(at({1, 3, 1, 4}, std::string(1'000'000, 'x'))),
            "a.cu:1:3: error: unknown name 'x'\n");
}

TEST(Diagnostic, WithoutPlaceOrFile) {
  Diagnostic d = at({}, "abc", "no such file");
  EXPECT_EQ(format_diagnostic(d), "a.cu: error: no such file\n");
  d.file.clear();
  d.severity = Severity::Warning;
  EXPECT_EQ(format_diagnostic(d), "warning: no such file\n");
  d.span = {2, 1, 2, 2};
  d.severity = Severity::Note;
  d.source_line.clear();
  EXPECT_EQ(format_diagnostic(d), "2:1: note: no such file\n");
}

TEST(Diagnostic, FixItsStandUnderTheirPlace) {
  Diagnostic d = at({1, 5, 1, 6}, "int i", "expected ';'");
  d.fixes = {{{1, 6, 1, 6}, ";"}, {{2, 1, 2, 1}, "elsewhere"}};
  EXPECT_EQ(format_diagnostic(d), "a.cu:1:5: error: expected ';'\n"
                                  "  int i\n"
                                  "      ^\n"
                                  "       ;\n");
}

TEST(Diagnostic, ErrorsAmongOthers) {
  Diagnostic warning = at({}, "");
  warning.severity = Severity::Warning;
  EXPECT_FALSE(has_errors({}));
  EXPECT_FALSE(has_errors({warning, warning}));
  EXPECT_TRUE(has_errors({warning, at({}, "")}));
  EXPECT_EQ(format_diagnostics({warning, warning}),
            "a.cu: warning: unknown name 'x'\na.cu: warning: unknown name 'x'\n");
}

TEST(Diagnostic, LinesOfAText) {
  EXPECT_EQ(line_of("one\ntwo\r\nthree", 1), "one");
  EXPECT_EQ(line_of("one\ntwo\r\nthree", 2), "two");
  EXPECT_EQ(line_of("one\ntwo\r\nthree", 3), "three");
  EXPECT_EQ(line_of("one\ntwo\r\nthree", 4), "");
  EXPECT_EQ(line_of("one\n", 2), "");
  EXPECT_EQ(line_of("", 1), "");
  EXPECT_EQ(line_of("one", 0), "");
}

} // namespace
