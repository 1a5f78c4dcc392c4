// The Measured tab: recordings without a GPU, ctrl+enter with a program in warpscope-measure's place, its
// faults, and that frames go on meanwhile.
#include "app/results/table.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;
using Phase = measuring::Measuring::Phase;

measuring::Measuring& measuring() { return gui()->measuring(); }

void fake(const std::string& fault, double patience = 5) {
  setenv("WARPSCOPE_MEASURE", WARPSCOPE_BINARY_DIR "/warpscope-fake-measure", 1);
  setenv("WARPSCOPE_FAKE", fault.c_str(),
         1); // the program inherits it; another profile starts another program
  remote::MeasureProfile profile;
  profile.name = "fake " + fault;
  profile.patience = patience;
  measuring().set_profiles({profile});
  measuring().limit_seconds = .1;
  measuring().allowed = {measuring().agreement()};
}

class MeasuredUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    fake("gone");
  }
  void TearDown() override {
    measuring().cancel();
    measuring().set_profiles({});
    measuring().allowed.clear();
    gui()->ui().results = panels::ResultsTab::Table;
    gui()->session().unpin();
    panels::Paint::log = nullptr;
  }
};

bool known(ImGuiTestContext* c) {
  for (int i = 0; i < 3000; ++i) {
    if (!gui()->session().busy() && measuring().at_rest() && !measuring().of_older_text() &&
        (measuring().table() != nullptr || measuring().nothing_fits()))
      return true;
    c->Yield();
  }
  return false;
}

void open_lab(ImGuiTestContext* c, const char* lab) {
  IM_CHECK(gui()->session().edit()->set_lab(lab));
  IM_CHECK(settle(c));
  gui()->ui().results = panels::ResultsTab::Measured;
  IM_CHECK(known(c));
  c->Yield(2);
}

/// Each difference has its reason, or has none: the compiler's code was counted.
bool reasons_come(ImGuiTestContext* c) {
  for (int i = 0; i < 3000; ++i) {
    const measuring::MeasuredTable* table = measuring().table();
    if (table != nullptr && std::none_of(table->rows.begin(), table->rows.end(),
                                         [](const measuring::MeasuredLine& row) { return row.due; }))
      return true;
    c->SleepNoSkip(.01f, .01f);
  }
  return false;
}

bool comes_to(ImGuiTestContext* c, Phase phase) {
  for (int i = 0; i < 3000 && measuring().phase() != phase; ++i) c->Yield();
  return measuring().phase() == phase;
}

/// All that the next frame writes, a line each.
std::string on_screen(ImGuiTestContext* c) {
  panels::PaintLog log;
  c->Yield(2);
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  std::string all;
  for (const panels::PaintLog::Item& item : log.items)
    if (!item.text.empty()) all += item.text + "\n";
  return all;
}
bool says(ImGuiTestContext* c, const std::string& words) {
  const std::string all = on_screen(c);
  if (all.find(words) != std::string::npos) return true;
  IM_ERRORF("“%s” is not on screen:\n%s", words.c_str(), all.c_str());
  return false;
}

TEST_F(MeasuredUi, ALabsRecordingIsShownLabelledSortedFilteredAndCopied) {
  drive("measured recording", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    IM_CHECK(says(c, "H200 · recorded 2026-11-21"));
    IM_CHECK(says(c, "no spills"));
    IM_CHECK(says(c, "1,048,576"));
    IM_CHECK(says(c, "equal"));
    const auto copied = [&] {
      c->SetRef("results");
      c->ItemClick("##copy");
      c->Yield();
      return std::string(ImGui::GetClipboardText());
    };
    IM_CHECK_EQ(copied().find("line\taccess\tcounter\tsimulated\tas_written\tas_compiled"), 0u);
    c->SetRef(c->WindowInfo("//results/##measured_rows").ID);
    c->ItemClick("$$3/##head"); // simulated
    c->Yield(2);
    const std::string sorted = copied();
    IM_CHECK_EQ(sorted.substr(sorted.find('\n') + 1).find("49\tout["), 0u);
    c->SetRef(c->WindowInfo("//results/##measured_rows").ID);
    c->ItemClick("$$3/##head");
    c->Yield();
    c->ItemClick("$$3/##head");
    c->SetRef("results");
    c->ItemInputValue("##filter", "simulated>1000000 load");
    c->Yield(2);
    const std::string filtered = copied();
    IM_CHECK_NE(filtered.find("shared load, wavefronts\t1048576\t1048576\t1048576"), std::string::npos);
    IM_CHECK_EQ(filtered.find("store"), std::string::npos);
    c->ItemInputValue("##filter", "");
    c->Yield(2);
    IM_CHECK_EQ(measuring().phase(), Phase::Idle);
  });
}

/// The verdict of `warpscope compare --shipped`, by the same counts of what the compiler makes of the text.
TEST_F(MeasuredUi, WhatTheCompilerMakesOfTheTextExplainsItsDifferences) {
  unsetenv("WARPSCOPE_MEASURE");
  const char* disassembler = std::getenv("WARPSCOPE_NVDISASM");
  const std::string before = disassembler != nullptr ? disassembler : "";
  setenv("WARPSCOPE_NVDISASM", "/nowhere", 1); // predicted: the same on every machine
  drive("measured reasons", [](ImGuiTestContext* c) {
    open_lab(c, "scan_blelloch");
    IM_CHECK(reasons_come(c));
    std::size_t merged = 0, differ = 0;
    for (const measuring::MeasuredLine& row : measuring().table()->rows) {
      if (row.reason.why == compare::Why::Unexplained)
        c->LogError("line %u: %s", row.line, row.reason.because.c_str());
      IM_CHECK(row.reason.why != compare::Why::Unexplained);
      IM_CHECK(!row.due);
      differ += row.reason.why == compare::Why::Equal ? 0 : 1;
      merged += row.line == 61 && row.reason.because ==
                                      "the compiler merged these loads into the wider ones of "
                                      "line 47"
                    ? 1
                    : 0;
    }
    IM_CHECK_GT(differ, 0u);
    IM_CHECK_GT(merged, 0u);
    IM_CHECK(on_screen(c).find("unexplained") == std::string::npos);
  });
  before.empty() ? unsetenv("WARPSCOPE_NVDISASM") : setenv("WARPSCOPE_NVDISASM", before.c_str(), 1);
}

TEST_F(MeasuredUi, ARowGoesToItsLineAndLightsItUp) {
  drive("measured row", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    session.play(false);
    session.time().go_home();
    c->Yield(2);
    std::size_t row = 0;
    const std::vector<measuring::MeasuredLine>& rows = measuring().table()->rows;
    while (model::key_of(rows[row].counter) != "shared_load.wavefronts") ++row;
    c->SetRef(c->WindowInfo("//results/##measured_rows").ID);
    const std::string id = "$$" + std::to_string(row) + "/##row";
    c->MouseMove(id.c_str());
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().hover.line, rows[row].line);
    c->ItemClick(id.c_str());
    c->Yield(2);
    IM_CHECK_EQ(session.runs().picture()->program->sites[session.time().site()].span.line, rows[row].line);
  });
}

TEST_F(MeasuredUi, TheSimulatedTabSaysThatARecordingFits) {
  drive("measured hint", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    gui()->ui().results = panels::ResultsTab::Table;
    IM_CHECK(says(c, "Measured: equal on H200"));
    c->SetRef("results");
    c->ItemClick("##measured_hint");
    c->Yield(2);
    IM_CHECK(gui()->ui().results == panels::ResultsTab::Measured);
  });
}

TEST_F(MeasuredUi, CtrlEnterAsksOnceThenMeasures) {
  drive("measured now", [](ImGuiTestContext* c) {
    open_lab(c,
             "copy_stride"); // what is measured stays in the window: the other tests show recordings of other
                             // labs
    fake("");
    measuring().allowed.clear();
    gui()->ui().results = panels::ResultsTab::Table;
    const std::string text = *gui()->session().document().kernel_text;
    c->MouseMoveToPos(c->WindowInfo("//kernel/##text").Window->InnerRect.GetCenter());
    c->MouseClick();
    c->Yield(2);
    IM_CHECK(ImGui::GetIO().WantTextInput);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    c->Yield(2);
    IM_CHECK_STR_EQ(gui()->session().document().kernel_text->c_str(), text.c_str()); // the key is no line end
    IM_CHECK_EQ(measuring().phase(), Phase::Asking);
    IM_CHECK(says(c, "warpscope-fake-measure --serve"));
    c->SetRef("results");
    c->ItemClick("##measure_yes");
    IM_CHECK(comes_to(c, Phase::Idle));
    IM_CHECK(known(c));
    IM_CHECK(says(c, "fake · measured now"));
    IM_CHECK(reasons_come(c));
    IM_CHECK(says(c, "unexplained")); // the fake counts line 1 alone: in words, not by colour
    IM_CHECK_EQ(gui()->ui().preferences.measure_allowed.size(), 1u);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    c->Yield(2);
    IM_CHECK(comes_to(c, Phase::Idle));
  });
}

TEST_F(MeasuredUi, FramesGoOnWhileTheProgramHangs) {
  drive("measured hang", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    fake("hang", 60);
    session::Session& session = gui()->session();
    session.settings.speed = 16;
    session.play(true);
    const std::uint64_t step = session.time().step();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    c->Yield();
    IM_CHECK_EQ(measuring().phase(), Phase::Running);
    using Clock = std::chrono::steady_clock;
    double slowest = 0;
    int frames = 0;
    const auto seconds = [](Clock::time_point from) {
      return std::chrono::duration<double>(Clock::now() - from).count();
    };
    for (const auto begin = Clock::now(); seconds(begin) < 1;) {
      const auto frame = Clock::now();
      c->Yield();
      slowest = std::max(slowest, seconds(frame));
      ++frames;
    }
    IM_CHECK_EQ(measuring().phase(), Phase::Running);
    IM_CHECK_GT(frames, 5); // software OpenGL on a busy machine; a window that waits draws one
    IM_CHECK_LT(slowest, .5);
    IM_CHECK_GT(session.time().step(), step + 4); // the playback went on
    IM_CHECK(says(c, "Measuring (fake hang): "));
    session.play(false);
    c->SetRef("results");
    c->ItemClick("##measure_stop");
    c->Yield(2);
    IM_CHECK_EQ(measuring().phase(), Phase::Idle);
    IM_CHECK(says(c, "H200 · recorded"));
  });
}

TEST_F(MeasuredUi, TimesAreShownWhileTheCountersAreMeasured) {
  drive("measured parts", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    fake("parts_hang", 60);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    for (int i = 0; i < 500 && !measuring().arriving(); ++i) c->Yield();
    IM_CHECK_EQ(measuring().phase(), Phase::Running);
    c->Yield(2);
    IM_CHECK(says(c, "2.00 µs")); // the fake's median
    IM_CHECK(says(c, "The times are measured; the counters come next"));
    IM_CHECK(says(c, "fake · measured now"));
    c->SetRef("results");
    c->ItemClick("##measure_stop");
    c->Yield(2);
    IM_CHECK(says(c, "H200 · recorded"));
  });
}

/// Where there is a GPU: the figure of a warm edit, in the real window.
TEST_F(MeasuredUi, OnAGpuAnEditIsMeasuredWithinASecond) {
  if (void* driver_library = dlopen("libcuda.so.1", RTLD_LAZY); driver_library == nullptr)
    GTEST_SKIP() << "this machine has no NVIDIA driver";
  else dlclose(driver_library);
  drive("measured on a gpu", [](ImGuiTestContext* c) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point from) {
      return std::chrono::duration<double>(Clock::now() - from).count();
    };
    const auto until = [&](const auto& done) {
      const auto begin = Clock::now();
      while (!done() && since(begin) < 60) c->Yield();
    };
    unsetenv("WARPSCOPE_MEASURE");
    measuring().set_profiles({remote::MeasureProfile()});
    measuring().limit_seconds = 10;
    measuring().allowed = {measuring().agreement()};
    open_lab(c, "transpose_tile");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter); // makes the context
    until([&] { return measuring().phase() != Phase::Running; });
    IM_CHECK_STR_EQ(measuring().failure().c_str(), "");
    for (const char* pad : {"1", "0"}) {
      session::Session& session = gui()->session();
      const std::uint64_t picture = session.runs().shown_generation();
      const auto begin = Clock::now();
      session.edit()->set_choice("PAD", pad);
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
      until([&] { return session.runs().shown_generation() != picture; });
      c->Yield();
      const double simulated = since(begin);
      until([&] { return measuring().arriving(); });
      c->Yield();
      const double first = since(begin);
      until([&] {
        return measuring().phase() != Phase::Running && measuring().table() != nullptr &&
               !measuring().of_older_text();
      });
      c->Yield();
      const double all = since(begin);
      std::printf(
          "PAD=%s: simulated picture %.3f s, measured times %.3f s, all counters %.3f s on screen (%s)\n",
          pad, simulated, first, all, measuring().shown()->recording.device.name.c_str());
      IM_CHECK(measuring().shown()->origin == measuring::Evidence::Origin::Now);
      IM_CHECK_EQ(measuring().table()->count(compare::Why::Unexplained), 0u);
      IM_CHECK_LT(all, 1.0);
    }
  });
}

TEST_F(MeasuredUi, FaultsAreOneSentenceAndTheRecordingStays) {
  drive("measured faults", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const std::pair<const char*, const char*> cases[] = {{"crash", "ended without an answer (signal 6"},
                                                         {"flood", "is longer than 128 MiB"},
                                                         {"other_hash", "is of another text"},
                                                         {"no_device", "no NVIDIA driver"},
                                                         {"faulted", "ILLEGAL_ADDRESS"}};
    for (const auto& [fault, sentence] : cases) {
      fake(fault);
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
      IM_CHECK(comes_to(c, Phase::Failed));
      IM_CHECK_NE(measuring().failure().find(sentence), std::string::npos);
      IM_CHECK(says(c, "H200 · recorded"));
    }
    c->SetRef("results");
    c->ItemClick("##measure_dismiss");
    c->Yield(2);
    IM_CHECK_EQ(measuring().phase(), Phase::Idle);
  });
}

TEST_F(MeasuredUi, AFaultIsNamedByItsLineWhereTheSimulatorSeesItToo) {
  drive("measured fault", [](ImGuiTestContext* c) {
    IM_CHECK_STR_EQ(gui()
                        ->session()
                        .edit()
                        ->open_file(WARPSCOPE_SOURCE_DIR "/tests/kernels/faults/past_the_end.cu")
                        .c_str(),
                    "");
    IM_CHECK(settle(c));
    fake("faulted");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    IM_CHECK(comes_to(c, Phase::Failed));
    IM_CHECK(says(c, "ILLEGAL_ADDRESS"));
    IM_CHECK(says(c, "line 10: "));
    IM_CHECK(says(c, "in has 100 elements"));
  });
}

TEST_F(MeasuredUi, NvrtcsMessageStandsInTheEditor) {
  drive("measured nvrtc", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    fake("not_compiled");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    IM_CHECK(comes_to(c, Phase::Failed));
    IM_CHECK(says(c, "NVRTC: identifier \"x\" is undefined"));
  });
}

TEST_F(MeasuredUi, AnEditDimsThenDropsAndUndoBringsBack) {
  drive("measured edit", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    const std::string before = *session.document().kernel_text;
    session.edit()->set_kernel_text("garbage " + before);
    IM_CHECK(settle(c));
    IM_CHECK(says(c, "of the text before your edit"));
    session.edit()->set_kernel_text(before + "// another text\n");
    IM_CHECK(settle(c));
    IM_CHECK(known(c));
    IM_CHECK(says(c, "differs in: text."));
    session.edit()->set_kernel_text(before);
    IM_CHECK(settle(c));
    IM_CHECK(known(c));
    IM_CHECK(says(c, "H200 · recorded"));
  });
}

TEST_F(MeasuredUi, ACutIsMeasuredAsItIsSimulated) {
  drive("measured cut", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    IM_CHECK(says(c, "H200 · recorded"));
    const std::uint32_t line = session.edits().barriers().at(0);
    const std::string removed = "barrier of line " + std::to_string(line) + " removed";
    IM_CHECK(session.edit()->toggle_barrier(line));
    c->Yield(); // not simulated yet: what was shown goes at once
    IM_CHECK(on_screen(c).find("H200") == std::string::npos);
    IM_CHECK(settle(c));
    IM_CHECK(known(c));
    IM_CHECK(measuring().table() == nullptr);
    IM_CHECK(says(c, "B" + removed.substr(1) + ": the recordings are of the text with its barriers"));
    gui()->ui().results = panels::ResultsTab::Table;
    IM_CHECK(on_screen(c).find("Measured:") == std::string::npos);

    fake("zeros");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    IM_CHECK(comes_to(c, Phase::Idle));
    IM_CHECK(known(c));
    IM_CHECK(says(c, removed + ", here as on the GPU"));
    IM_CHECK(says(c, "not defined: the barrier of line " + std::to_string(line) + " is removed"));
    const std::string all = on_screen(c);
    IM_CHECK(all.find("other bytes than simulated") == std::string::npos);
    IM_CHECK(all.find("unexplained") == std::string::npos);
    gui()->ui().results = panels::ResultsTab::Table;
    IM_CHECK(says(c, "on fake, " + removed)); // the hint

    session.edit()->restore_barriers();
    IM_CHECK(settle(c));
    IM_CHECK(known(c));
    gui()->ui().results = panels::ResultsTab::Measured;
    IM_CHECK(says(c, "H200 · recorded"));
    IM_CHECK(on_screen(c).find("removed") == std::string::npos);
    IM_CHECK(session.edit()->toggle_barrier(line));
    IM_CHECK(settle(c));
    gui()->ui().results = panels::ResultsTab::Measured;
    IM_CHECK(known(c));
    IM_CHECK(says(c, "fake · measured now")); // what was measured of the same cut
  });
}

TEST_F(MeasuredUi, TheTextWithACutIsPutBackWhereTheTabSaysSo) {
  drive("measured restore", [](ImGuiTestContext* c) {
    open_lab(c, "matmul_tile16");
    session::Session& session = gui()->session();
    const std::uint32_t line = session.edits().barriers().at(0);
    IM_CHECK(session.edit()->toggle_barrier(line));
    IM_CHECK(settle(c));
    gui()->ui().results = panels::ResultsTab::Measured;
    IM_CHECK(known(c));
    c->Yield(2);
    c->SetRef("results");
    c->ItemClick(("##restore_" + std::to_string(line)).c_str());
    IM_CHECK(settle(c));
    IM_CHECK(session.document().cuts.empty());
    IM_CHECK(known(c));
    IM_CHECK(says(c, "H200 · recorded"));
  });
}

TEST_F(MeasuredUi, APinnedPairShowsBothTimesAndTheSpeedup) {
  drive("measured pair", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    session::Session& session = gui()->session();
    IM_CHECK(session.pin());
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    IM_CHECK(known(c));
    for (int i = 0; i < 500 && !measuring().evidence_of(session.pair().pinned()->document, session); ++i)
      c->Yield();
    IM_CHECK(says(c, "as fast, measured"));
    IM_CHECK(says(c, "as fast by the model"));
    IM_CHECK(says(c, "shared load, wavefronts: 32× fewer"));
  });
}

} // namespace
} // namespace warpscope
