// A whole program in the window: it runs when it is opened, its launches are a row, its output a tab.
#include "app/panels/source/missing_header.h"
#include "app/panels/window/paint.h"
#include "app/results/launches.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <unistd.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::headline;

constexpr const char* rows_cuh = R"(#pragma once
__device__ inline float row_sum(const float *m, int row) {
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += m[row * 32 + i];
  return sum;
}
)";

constexpr const char* program = R"(#include "rows.cuh"
#include <cstdio>
#include <cstdlib>

__global__ void columns(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  tile[x][y] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[x][y];
}

__global__ void rows(float *out, const float *in) { out[threadIdx.x] = row_sum(in, threadIdx.x); }

__global__ void never(float *out) { out[threadIdx.x] = 1; }

__global__ void racing(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  float start[1024];
  for (int i = 0; i < 1024; ++i) start[i] = i;
  cudaMemcpy(in, start, 4096, cudaMemcpyHostToDevice);
  for (int i = 0; i < 100; ++i) columns<<<1, 1024>>>(out, in);
  rows<<<1, 32>>>(out, in);
  never<<<1, 2048>>>(out);
  racing<<<1, 64>>>(out);
  cudaMemcpy(start, out, 4096, cudaMemcpyDeviceToHost);
  std::printf("argument %s\n", argc > 1 ? argv[1] : "none");
  std::fprintf(stderr, "to stderr\n");
  int typed = 0;
  if (std::scanf("%d", &typed) == 1) std::printf("read %d\n", typed);
  cudaFree(in), cudaFree(out);
  return argc > 2 ? std::atoi(argv[2]) : 0;
}
)";

std::string shown_output() {
  std::string text;
  for (const jobs::Printed& piece : gui()->session().programs().printed()) text += piece.text;
  return text;
}

/// Until the program, the launch that is looked into and its grid are there, or what is `enough`.
bool wait(ImGuiTestContext* c, const std::function<bool()>& enough = [] { return false; }) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  int quiet = 0;
  while (std::chrono::steady_clock::now() < end && quiet < 5) {
    c->Yield();
    quiet = gui()->session().busy() && !enough() ? 0 : quiet + 1;
  }
  return quiet == 5;
}

class ProgramUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    folder_ = std::filesystem::temp_directory_path() / ("warpscope-program-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "headers");
    write("rows.cuh", rows_cuh);
    write("program.cu", program);
  }
  void TearDown() override {
    gui()->session().set_program_options({});
    test::start_over();
    std::filesystem::remove_all(folder_);
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void open(ImGuiTestContext* c, const std::string& name) const {
    gui()->ui().commands.add(panels::OpenFile{path(name)});
    c->Yield(3);
    IM_CHECK(wait(c));
  }

  std::filesystem::path folder_;
  int scrolled_ = 0;
};

TEST_F(ProgramUi, RunsWhenItIsOpenedAndShowsTheLongestLaunch) {
  drive("program", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    const session::Session& session = gui()->session();
    IM_CHECK(session.programs().record() != nullptr);
    IM_CHECK(shown_output().find("argument none") != std::string::npos);
    IM_CHECK(gui()->ui().results == panels::ResultsTab::Output);
    IM_CHECK(session.runs().picture() != nullptr && !session.runs().stale());
    IM_CHECK_STR_EQ(session.runs().picture()->launch.kernel.c_str(), "columns");
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts where 1 would do");
    const results::ProgramCounts counts = results::program_counts(*session.programs().record());
    IM_CHECK_EQ(counts.launches, 103u);
    IM_CHECK_GE(counts.repeats, 98u);
    IM_CHECK_EQ(counts.never_ran, 1u);
  });
}

TEST_F(ProgramUi, ALaunchIsChosenByAClickAndByKeys) {
  drive("launches", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    const std::vector<results::LaunchItem> items = results::launch_items(*session.programs().record());
    std::size_t rows = 0;
    while (rows < items.size() && items[rows].name != "rows") ++rows;
    IM_CHECK_LT(rows, items.size());
    c->SetRef("launches");
    c->ItemClick(("##launch_" + std::to_string(rows)).c_str());
    IM_CHECK(wait(c));
    IM_CHECK_STR_EQ(session.runs().picture()->launch.kernel.c_str(), "rows");
    // The data is that of the program: the ramp that main() copied.
    IM_CHECK_EQ(session.runs().picture()->buffers.size(), 2u);
    session.play(false);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_LeftArrow);
    IM_CHECK(wait(c));
    IM_CHECK_STR_EQ(session.runs().picture()->launch.kernel.c_str(), "columns");
  });
}

TEST_F(ProgramUi, AnEditOfAKernelRunsItsLaunchAloneAndOneOfTheHostTheProgram) {
  drive("edits", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    const auto before = session.programs().record();
    const auto replaced = [&](const std::string& what, const std::string& with) {
      std::string text = *session.document().kernel_text;
      text.replace(text.find(what), what.size(), with);
      return text;
    };
    session.edit()->set_kernel_text(
        replaced("out[threadIdx.x] = tile[x][y];", "out[threadIdx.x] = tile[y][x];"));
    IM_CHECK(wait(c));
    IM_CHECK(!session.runs().stale());
    IM_CHECK(session.programs().replay() != nullptr);
    IM_CHECK_EQ(session.programs().record()->seconds, before->seconds); // the same run
    session.edit()->set_kernel_text(replaced("i < 100", "i < 7"));
    IM_CHECK(wait(c));
    IM_CHECK_EQ(results::program_counts(*session.programs().record()).launches, 10u);
    IM_CHECK(!session.runs().stale());
  });
}

TEST_F(ProgramUi, ArgumentsAndStdinComeFromTheBar) {
  drive("arguments", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    c->SetRef("bar");
    test::type_into(c, "##arguments", "'two words' 3");
    test::type_into(c, "##stdin", "42");
    c->ItemClick("##run_again");
    IM_CHECK(wait(c));
    IM_CHECK(shown_output().find("argument two words") != std::string::npos);
    IM_CHECK(shown_output().find("read 42") != std::string::npos);
    IM_CHECK_EQ(session.programs().record()->end.code, 3);
  });
}

TEST_F(ProgramUi, AFindingGoesToItsLine) {
  drive("findings", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    const session::Session& session = gui()->session();
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    const auto raced = [&] {
      for (const whole::LaunchRecord& launch : session.programs().record()->launches)
        if (!launch.result.hazards.empty()) return true;
      return false;
    };
    while (!raced() && std::chrono::steady_clock::now() < end) c->Yield();
    IM_CHECK(raced());
    const auto cards = results::finding_cards(*session.programs().record(), path("program.cu"));
    IM_CHECK_GE(cards.size(), 2u);
    IM_CHECK(cards.front().error);
    c->Yield(3);
    const ImGuiTestItemInfo list = c->WindowInfo("//results/##findings");
    IM_CHECK(list.ID != 0);
    c->SetRef(list.Window);
    c->ItemClick("##finding_0");
    c->Yield(3);
    for (const whole::Finding& finding : session.programs().record()->findings)
      IM_CHECK(finding.message.find(" --") == std::string::npos);
  });
}

TEST_F(ProgramUi, HeadersAreTabsWithTheirOwnCounts) {
  drive("tabs", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    IM_CHECK_EQ(session.programs().texts().size(), 2u);
    const auto& launches = session.programs().record()->launches;
    for (std::size_t i = 0; i < launches.size(); ++i)
      if (launches[i].result.launch.kernel == "rows") session.choose_launch(i);
    IM_CHECK(wait(c));
    c->SetRef("kernel");
    c->ItemClick("##file_1");
    c->Yield(3);
    IM_CHECK(!session.results().gutter(1).empty());
    IM_CHECK_EQ(session.results().gutter(1).front().line, 4u);
    c->ItemClick("##file_0");
    c->Yield(3);
  });
}

TEST_F(ProgramUi, AMissingHeaderIsSaidFirstAndItsFolderTaken) {
  write("headers/apart.h", "#pragma once\nconstexpr int apart = 7;\n");
  write("missing.cu",
        "#include \"apart.h\"\n#include <cstdio>\n__global__ void k(int *p) { *p = apart; }\n"
        "int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); std::puts(\"there\"); cudaFree(p); }\n");
  drive("header", [&](ImGuiTestContext* c) {
    open(c, "missing.cu");
    const session::Session& session = gui()->session();
    IM_CHECK(!session.runs().diagnostics().empty());
    IM_CHECK_STR_EQ(panels::missing_header(session.runs().diagnostics().front().message).c_str(), "apart.h");
    c->SetRef("kernel");
    test::type_into(c, "##header_folder", path("headers"));
    c->ItemClick("##look_there");
    IM_CHECK(wait(c));
    IM_CHECK_STR_EQ(shown_output().c_str(), "there\n");
  });
}

/// The same for a file of kernels alone; the folder is known when the file is opened again, and is part of
/// the call that counts the same.
TEST_F(ProgramUi, AKernelAloneFindsHeadersInItsFolders) {
  write("headers/apart.h", "#pragma once\nconstexpr int apart = 7;\n");
  write("alone.cu",
        "/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = 32\n[args]\np = \"zero[32]\"\n*/\n"
        "#include \"apart.h\"\n__global__ void k(int *p) { p[threadIdx.x * apart % 32] = apart; }\n");
  write("other.cu", "/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = 32\n[args]\np = \"zero[32]\"\n*/\n"
                    "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n");
  drive("header of a kernel", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    const auto open_kernel = [&](const char* name) {
      gui()->ui().commands.add(panels::OpenFile{path(name)});
      c->Yield(3);
      IM_CHECK(test::settle(c));
    };
    open_kernel("alone.cu");
    IM_CHECK(!session.runs().diagnostics().empty());
    c->SetRef("kernel");
    test::type_into(c, "##header_folder", path("headers"));
    c->ItemClick("##look_there");
    IM_CHECK(test::settle(c));
    IM_CHECK(session.runs().diagnostics().empty());
    IM_CHECK(session.command_line().text.find(" -I " + path("headers")) != std::string::npos);
    open_kernel("other.cu");
    IM_CHECK(session.program_options().include_folders.empty());
    IM_CHECK(session.command_line().text.find(" -I ") == std::string::npos);
    open_kernel("alone.cu");
    IM_CHECK(session.runs().diagnostics().empty());
    IM_CHECK_EQ(session.runs().picture()->totals.global[1].requests, 1u);
  });
}

TEST_F(ProgramUi, EscapeStopsAProgramThatDoesNotEnd) {
  write("endless.cu", "#include <cstdio>\n__global__ void k(int *p) { *p = 1; }\n"
                      "int main() { std::puts(\"begun\"); std::fflush(stdout); for (;;) {} }\n");
  drive("stop", [&](ImGuiTestContext* c) {
    gui()->ui().commands.add(panels::OpenFile{path("endless.cu")});
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (shown_output() != "begun\n" && std::chrono::steady_clock::now() < end) c->Yield();
    IM_CHECK_STR_EQ(shown_output().c_str(), "begun\n");
    IM_CHECK(gui()->session().busy());
    c->KeyPress(ImGuiKey_Escape);
    IM_CHECK(wait(c));
    IM_CHECK(gui()->session().programs().record()->end.cancelled);
  });
}

TEST_F(ProgramUi, AKernelAloneHasFieldsInPlaceOfALaunch) {
  write("alone.cu",
        "__global__ void add(float *out, const float *in, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = in[i] + 1;\n}\n");
  drive("fields", [&](ImGuiTestContext* c) {
    open(c, "alone.cu");
    session::Session& session = gui()->session();
    IM_CHECK(session.runs().picture() != nullptr && !session.runs().stale());
    IM_CHECK_STR_EQ(session.runs().picture()->launch.kernel.c_str(), "add");
    IM_CHECK_EQ(session.runs().picture()->launch.grid.x, 4u);
    c->SetRef("launches");
    test::type_into(c, "##launch_grid", "2");
    IM_CHECK(wait(c));
    IM_CHECK_EQ(session.runs().picture()->launch.grid.x, 2u);
    session.edit()->undo();
    IM_CHECK(wait(c));
    IM_CHECK_EQ(session.runs().picture()->launch.grid.x, 4u);
  });
}

/// The line alone would mislead: the program's own text has a line 4, too.
TEST_F(ProgramUi, AnEndlessLoopOfAHeaderIsNamedWithItsFile) {
  drive("endless header", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    const auto& launches = session.programs().record()->launches;
    for (std::size_t i = 0; i < launches.size(); ++i)
      if (launches[i].result.launch.kernel == "rows") session.choose_launch(i);
    IM_CHECK(wait(c));
    IM_CHECK(headline().find("does not end") == std::string::npos);
    std::string text = rows_cuh;
    text.replace(text.find("int i = 0; i < 32; ++i"), 22, ";;");
    text.replace(text.find("[row * 32 + i]"), 14, "[row]");
    session.edit()->set_header_text(path("rows.cuh"), text);
    IM_CHECK(wait(c));
    IM_CHECK_STR_EQ(headline().c_str(), "The loop of line 4 of rows.cuh does not end");
    IM_CHECK(gui()->ui().stage.headline.explanation.starts_with("look at what should end that loop"));
    session.edit()->undo();
    IM_CHECK(wait(c));
    IM_CHECK(headline().find("does not end") == std::string::npos);
  });
}

TEST_F(ProgramUi, AHeaderIsEditedLikeTheProgram) {
  drive("edit header", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    const auto& launches = session.programs().record()->launches;
    for (std::size_t i = 0; i < launches.size(); ++i)
      if (launches[i].result.launch.kernel == "rows") session.choose_launch(i);
    IM_CHECK(wait(c));
    const auto before = session.programs().record();
    std::string text = rows_cuh;
    text.replace(text.find("row * 32 + i"), 12, "i * 32 + row");
    session.edit()->set_header_text(path("rows.cuh"), text);
    IM_CHECK(wait(c));
    IM_CHECK_EQ(session.programs().record(), before); // its launch ran again, alone
    IM_CHECK(!session.runs().stale());
    IM_CHECK_STR_EQ(session.results().gutter(1).front().number.c_str(), "4"); // sectors: neighbours now
    IM_CHECK(session.edits().unsaved());
    session.edit()->undo();
    IM_CHECK(wait(c));
    IM_CHECK_STR_EQ(session.results().gutter(1).front().number.c_str(), "32");
    IM_CHECK(!session.edits().unsaved());
    c->SetRef("kernel");
    c->ItemClick("##file_1");
    c->Yield(3);
    session.edit()->redo();
    IM_CHECK(wait(c));
    IM_CHECK(session.save_file(path("program.cu")).empty());
    IM_CHECK(!session.edits().unsaved());
    std::ifstream in(path("rows.cuh"));
    IM_CHECK_STR_EQ(std::string(std::istreambuf_iterator<char>(in), {}).c_str(), text.c_str());
    IM_CHECK(wait(c));
    IM_CHECK_EQ(session.programs().record(), before);
    c->ItemClick("##file_0");
    c->Yield(3);
  });
}

TEST_F(ProgramUi, EachFileKeepsItsArguments) {
  write("other.cu", program);
  drive("keeps", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    c->SetRef("bar");
    test::type_into(c, "##arguments", "mine 3");
    test::type_into(c, "##stdin", "42");
    open(c, "other.cu");
    IM_CHECK(shown_output().find("argument none") != std::string::npos);
    open(c, "program.cu");
    IM_CHECK(shown_output().find("argument mine") != std::string::npos);
    IM_CHECK(shown_output().find("read 42") != std::string::npos);
    IM_CHECK_STR_EQ(session.known_program_options().front().first.c_str(), path("program.cu").c_str());
    const std::string command = session.command_line().text;
    IM_CHECK(command.starts_with("printf %s 42 | warpscope run " + path("program.cu")));
    IM_CHECK(command.ends_with("-- mine 3"));
  });
}

TEST_F(ProgramUi, APillListsTheRepeats) {
  drive("repeats", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    session::Session& session = gui()->session();
    const std::vector<results::LaunchItem> items = results::launch_items(*session.programs().record());
    std::size_t deck = 0;
    while (deck < items.size() && items[deck].name != "columns") ++deck;
    IM_CHECK_LT(deck, items.size());
    const auto rows = results::repeat_rows(*session.programs().record(), items[deck]);
    IM_CHECK_GE(rows.size(), 2u);
    IM_CHECK(rows.back().text.find("to 100") != std::string::npos);
    c->SetRef("launches");
    c->ItemClick(("##launch_" + std::to_string(deck)).c_str(), ImGuiMouseButton_Right);
    c->Yield(3);
    IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    IM_CHECK_STR_EQ(
        results::launch_position(*session.programs().record(), rows.front().launch.value(), 0, false).c_str(),
        "launch 1 of 103 · block 1 of 1");
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
  });
}

TEST_F(ProgramUi, PrintedLinesHaveTheLinesThatPrintThem) {
  drive("printed", [&](ImGuiTestContext* c) {
    open(c, "program.cu");
    c->Yield(3);
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield(2);
    panels::Paint::log = nullptr;
    std::uint32_t line = 0, at = 1;
    for (std::size_t i = 0; i < std::string(program).find("\"argument %s"); ++i)
      if (program[i] == '\n') ++at;
    const auto printed = std::find_if(log.items.begin(), log.items.end(),
                                      [](const auto& item) { return item.text == "argument none"; });
    IM_CHECK(printed != log.items.end());
    for (const panels::PaintLog::Item& item : log.items)
      if (item.box.y < printed->box.y + printed->box.h && item.box.y + item.box.h > printed->box.y &&
          item.box.x + item.box.w <= printed->box.x && item.box.x + item.box.w > printed->box.x - 60 &&
          !item.text.empty())
        line = static_cast<std::uint32_t>(std::stoul(item.text));
    IM_CHECK_EQ(line, at);
  });
}

/// The labs' recordings stand below what this run printed.
TEST_F(ProgramUi, OutputOpensAtTheBeginningOfThisRun) {
  drive("output_begins", [&](ImGuiTestContext* c) {
    for (const char* lab : {"texture_fetch", "graph_launches", "allocation_kinds"}) {
      IM_CHECK(gui()->session().edit()->set_lab(lab));
      IM_CHECK(wait(c));
      gui()->ui().results = panels::ResultsTab::Output;
      c->Yield(6);
      const ImGuiTestItemInfo item = c->WindowInfo("//results/##printed");
      IM_CHECK(item.Window != nullptr);
      if (item.Window->ScrollMax.y <= 0) continue; // all of it is in sight
      if (item.Window->Scroll.y != 0)
        c->LogError("%s: scrolled to %.0f", lab, static_cast<double>(item.Window->Scroll.y));
      IM_CHECK_EQ(item.Window->Scroll.y, 0.f);
      // What a person scrolls to stays.
      c->ScrollToBottom(item.Window->ID);
      c->Yield(10);
      IM_CHECK_GT(item.Window->Scroll.y, 0.f);
      ++scrolled_;
    }
    IM_CHECK_GT(scrolled_, 0);
  });
}

TEST_F(ProgramUi, ATimeOfTheModelIsMarkedAsOne) {
  write("timed.cu",
        "#include <cstdio>\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
        "int main() {\n  int *p; cudaMalloc(&p, 4096);\n  cudaEvent_t a, b; cudaEventCreate(&a);\n"
        "  cudaEventCreate(&b); cudaEventRecord(a);\n  k<<<1, 1024>>>(p);\n  cudaEventRecord(b);\n"
        "  cudaEventSynchronize(b); float ms; cudaEventElapsedTime(&ms, a, b);\n"
        "  std::printf(\"took %f ms\\n\", ms); cudaFree(p);\n}\n");
  drive("modelled", [&](ImGuiTestContext* c) {
    open(c, "timed.cu");
    c->Yield(3);
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield(2);
    panels::Paint::log = nullptr;
    IM_CHECK(std::any_of(log.items.begin(), log.items.end(),
                         [](const auto& item) { return item.text == "modelled time"; }));
  });
}

TEST_F(ProgramUi, NothingInSightNamesAnOptionOfTheCommandLine) {
  const std::pair<const char*, const char*> texts[] = {
      {"shared.cu",
       "extern __shared__ int s[];\n__global__ void k(int *p) { s[threadIdx.x] = 1; *p = s[0]; }\n"},
      {"template.cu", "template <typename T, typename F> __global__ void k(T *p, F f) { *p = f(); }\n"},
      {"endless.cu", "__global__ void k(volatile int *p) { while (*p >= 0) *p = 1; }\n"},
      {"leaves.cu", "__global__ void k(int *p) { p[threadIdx.x * 100000] = 1; }\n"},
      {"constant.cu", "__constant__ float f[4];\n__global__ void k(float *p) { *p = f[threadIdx.x & 3]; }\n"
                      "void fill(float *h) { cudaMemcpyToSymbol(f, h, 16); }\n"},
      {"none.cu", "__device__ int f() { return 1; }\n"}};
  const test::WithoutPixels quick;
  for (const auto& [name, text] : texts) {
    write(name, text);
    drive(name, [&](ImGuiTestContext* c) {
      gui()->ui().commands.add(panels::OpenFile{path(name)});
      c->Yield(3);
      // Of what never ends one block is enough: its grid takes as long again and the same is said of it.
      const bool endless = std::string_view(name) == "endless.cu";
      IM_CHECK(wait(c, [&] { return endless && !gui()->session().runs().trouble().empty(); }));
      panels::PaintLog log;
      panels::Paint::log = &log;
      c->Yield(3);
      panels::Paint::log = nullptr;
      for (const panels::PaintLog::Item& item : log.items)
        for (std::size_t at = item.text.find("--"); at != std::string::npos;
             at = item.text.find("--", at + 2))
          if (at + 2 < item.text.size() && std::islower(static_cast<unsigned char>(item.text[at + 2])) != 0)
            IM_ERRORF("%s: %s", name, item.text.c_str());
    });
  }
}

TEST_F(ProgramUi, TheBrowserOpensAFileOfAFolder) {
  drive("browse", [&](ImGuiTestContext* c) {
    gui()->ui().preferences.last_folder = folder_.string();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
    c->Yield(3);
    const ImGuiTestItemInfo list = c->WindowInfo("//##path/##folder");
    IM_CHECK(list.ID != 0);
    c->SetRef(list.Window);
    c->ItemClick("###entry_program.cu");
    c->Yield(3);
    IM_CHECK(wait(c));
    IM_CHECK(gui()->session().is_program());
  });
}

} // namespace
} // namespace warpscope
