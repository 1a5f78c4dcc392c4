// Export and Share through the dialog, by keys and pointer; each file is opened again.
#include "tests/ui/ui_driver.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <png.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using test::drive;
using test::gui;
using test::settle;

class ExportUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->ui().results = panels::ResultsTab::Table;
    fs::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string operator/(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_ = fs::temp_directory_path() / ("warpscope-ui-export-" + std::to_string(getpid()));
};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, got);
  ::pclose(pipe);
  return text;
}

/// Opens the dialog, chooses, types the path, presses Export and waits for the file.
void write_it(ImGuiTestContext* c, int what, const char* format, const std::string& path) {
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
  c->Yield(3);
  c->SetRef("//##export");
  c->ItemClick(("###what_" + std::to_string(what)).c_str());
  c->Yield();
  c->ItemClick((std::string("###format_") + format).c_str());
  c->Yield();
  c->ItemInputValue("##path", path.c_str()); // ends with enter, which is Export
  for (int i = 0;
       i < 6000 && ImGui::IsPopupOpen("##export", ImGuiPopupFlags_AnyPopupLevel | ImGuiPopupFlags_AnyPopupId);
       ++i)
    c->Yield();
  c->Yield(3);
}

struct Image {
  unsigned width = 0, height = 0;
  std::string rgba;
};
Image decode(const std::string& path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  Image image;
  if (png_image_begin_read_from_file(&png, path.c_str()) == 0) return image;
  png.format = PNG_FORMAT_RGBA;
  image.rgba.resize(PNG_IMAGE_SIZE(png));
  if (png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) == 0) return {};
  image.width = png.width;
  image.height = png.height;
  return image;
}

TEST_F(ExportUi, TheStageAsPngAndSvg) {
  drive("export stage", [&](ImGuiTestContext* c) {
    const ImVec2 stage = c->ItemInfo("//stage/##picture").RectFull.GetSize();
    write_it(c, 0, "png", *this / "stage.png");
    const Image image = decode(*this / "stage.png");
    IM_CHECK_EQ(image.width, static_cast<unsigned>(stage.x) * 2);
    IM_CHECK_EQ(image.height, static_cast<unsigned>(stage.y) * 2);
    // The ground in the corner, and the accent of what is served now somewhere.
    const view::Theme& t = view::dark_theme();
    IM_CHECK_EQ(static_cast<std::uint8_t>(image.rgba[0]), t.bg1.r);
    IM_CHECK_EQ(static_cast<std::uint8_t>(image.rgba[2]), t.bg1.b);
    std::size_t now = 0, conflict = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
      const view::Color color{static_cast<std::uint8_t>(image.rgba[i]),
                              static_cast<std::uint8_t>(image.rgba[i + 1]),
                              static_cast<std::uint8_t>(image.rgba[i + 2]), 255};
      now += color == t.now ? 1 : 0;
      conflict += color == t.conflict ? 1 : 0;
    }
    IM_CHECK_GT(now, 500u);
    IM_CHECK_GT(conflict, 500u);

    write_it(c, 0, "svg", *this / "stage.svg");
    const std::string svg = read(*this / "stage.svg");
    IM_CHECK_NE(svg.find("<svg "), std::string::npos);
    IM_CHECK_NE(svg.find("32 wavefronts"), std::string::npos);
    IM_CHECK_NE(svg.rfind("</svg>"), std::string::npos);
  });
}

TEST_F(ExportUi, AnExistingFileIsAskedAboutAndAWrongPlaceIsASentence) {
  drive("export replace", [&](ImGuiTestContext* c) {
    std::ofstream(*this / "a.svg") << "mine";
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
    c->Yield(3);
    c->SetRef("//##export");
    c->ItemClick("###what_0");
    c->ItemClick("###format_svg");
    c->ItemInputValue("##path", (*this / "a.svg").c_str());
    c->Yield(5);
    IM_CHECK_STR_EQ(read(*this / "a.svg").c_str(), "mine");
    c->ItemClick("###go");
    for (int i = 0; i < 600 && read(*this / "a.svg") == "mine"; ++i) c->Yield();
    IM_CHECK_NE(read(*this / "a.svg"), "mine");
    c->Yield(4);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
    c->Yield(3);
    c->ItemInputValue("##path", (*this / "no/such/folder.svg").c_str());
    for (int i = 0; i < 600 && !gui()->notice().error; ++i) c->Yield();
    IM_CHECK(gui()->notice().error);
    IM_CHECK_NE(gui()->notice().sentence.find("does not exist"), std::string::npos);
    gui()->ui().commands.add(panels::Notice{}); // away with it
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!ImGui::IsPopupOpen("##export", ImGuiPopupFlags_AnyPopupLevel | ImGuiPopupFlags_AnyPopupId));
  });
}

TEST_F(ExportUi, ThePlaybackAsGif) {
  if (output_of("ffprobe -version").find("ffprobe version") == std::string::npos)
    GTEST_SKIP() << "no ffmpeg on this machine";
  drive("export gif", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("tile[threadIdx.x][threadIdx.y * 0 + threadIdx.x % 8]");
    IM_CHECK(settle(c));
    session.settings.speed = 8;
    const std::uint64_t steps = session.time().track().steps();
    IM_CHECK_GT(steps, 1u);
    write_it(c, 1, "gif", *this / "play.gif");
    const ImVec2 stage = c->ItemInfo("//stage/##picture").RectFull.GetSize();
    const std::string wanted = std::to_string(static_cast<int>(stage.x) * 2) + "," +
                               std::to_string(static_cast<int>(stage.y) * 2) + "," +
                               std::to_string((steps * 25 + 4) / 8) + "\n"; // 25 frames a second, 8 steps
    const std::string probed = output_of("ffprobe -v error -count_frames -select_streams v:0 -show_entries "
                                         "stream=width,height,nb_read_frames -of csv=p=0 '" +
                                         (*this / "play.gif") + "'");
    IM_CHECK_STR_EQ(probed.c_str(), wanted.c_str());
    IM_CHECK_EQ(session.time().track().steps(), steps);
    session.settings.speed = 4;
  });
}

TEST_F(ExportUi, TheComparisonAsGifHasBothHalvesAndAllStepsOfTheLongerOne) {
  if (output_of("ffprobe -version").find("ffprobe version") == std::string::npos)
    GTEST_SKIP() << "no ffmpeg on this machine";
  drive("export comparison gif", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("tile[threadIdx.x][0]");
    IM_CHECK(settle(c));
    IM_CHECK(session.pin());
    session.edit()->set_expression("tile[0][threadIdx.x]");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session.time().track().steps(), 1u); // B is served at once, A needs 32 wavefronts
    session.settings.speed = 8;
    write_it(c, 1, "gif", *this / "both.gif");
    const ImVec2 stage = c->WindowInfo("//stage").Window->Size;
    const std::string probed = output_of("ffprobe -v error -count_frames -select_streams v:0 -show_entries "
                                         "stream=width,height,nb_read_frames -of csv=p=0 '" +
                                         (*this / "both.gif") + "'");
    int width = 0, height = 0, frames = 0;
    IM_CHECK_EQ(std::sscanf(probed.c_str(), "%d,%d,%d", &width, &height, &frames), 3);
    IM_CHECK_EQ(width, static_cast<int>(stage.x) * 2); // the whole stage, not one half
    IM_CHECK_EQ(frames, 32 * 25 / 8);
    session.unpin();
    session.settings.speed = 4;
  });
}

TEST_F(ExportUi, WithoutFfmpegThereAreFramesAndASentence) {
  const std::string path = std::getenv("PATH");
  drive("export frames", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("tile[threadIdx.x % 2][0]");
    IM_CHECK(settle(c));
    session.settings.speed = 64;
    setenv("PATH", folder_.c_str(), 1);
    write_it(c, 1, "mp4", *this / "play.mp4");
    setenv("PATH", path.c_str(), 1);
    session.settings.speed = 4;
    IM_CHECK(!fs::exists(*this / "play.mp4"));
    IM_CHECK(fs::exists(folder_ / "play.frames" / "frame-00001.png"));
    IM_CHECK_NE(gui()->notice().sentence.find("no ffmpeg"), std::string::npos);
  });
  setenv("PATH", path.c_str(), 1);
}

TEST_F(ExportUi, TheCountsAsJsonAndCsv) {
  drive("export counts", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    write_it(c, 3, "json", *this / "counts.json");
    IM_CHECK_STR_EQ(read(*this / "counts.json").c_str(), run::to_json(*session.runs().grid()).c_str());
    const nlohmann::json document = nlohmann::json::parse(read(*this / "counts.json"), nullptr, false);
    IM_CHECK_EQ(document.at("totals").at("shared_load").at("wavefronts").get<std::uint64_t>(),
                session.runs().grid()->totals.shared[0].wavefronts);
    write_it(c, 3, "csv", *this / "counts.csv");
    const std::string csv = read(*this / "counts.csv");
    IM_CHECK_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')),
                session.results().rows().size() + 1);
    for (const results::ResultRow& row : session.results().rows())
      IM_CHECK_NE(csv.find("," + std::to_string(row.launch) + ","), std::string::npos);
  });
}

TEST_F(ExportUi, TheChartAsPictureAndTable) {
  drive("export chart", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_expression("a[threadIdx.x * 2]");
    IM_CHECK(settle(c));
    gui()->ui().results = panels::ResultsTab::Chart;
    session.runs().start_sweep("expression 1");
    for (int i = 0; i < 4000 && session.runs().sweeping(); ++i) c->Yield();
    c->Yield(3);
    write_it(c, 2, "svg", *this / "chart.svg");
    IM_CHECK_NE(read(*this / "chart.svg").find("global load, sectors"), std::string::npos);
    write_it(c, 2, "png", *this / "chart.png");
    IM_CHECK_EQ(decode(*this / "chart.png").width, 2560u);
    write_it(c, 2, "csv", *this / "chart.csv");
    IM_CHECK_STR_EQ(read(*this / "chart.csv").c_str(),
                    jobs::sweep_text(*session.runs().sweep(), true).c_str());
    // With recordings: what was measured stands beside it, in the picture and in the table.
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.runs().start_sweep("PAD");
    for (int i = 0; i < 4000 && (session.runs().sweeping() || !gui()->measuring().at_rest()); ++i) c->Yield();
    c->Yield(10);
    for (int i = 0; i < 4000 && !gui()->measuring().at_rest(); ++i) c->Yield();
    write_it(c, 2, "svg", *this / "measured.svg");
    IM_CHECK_NE(read(*this / "measured.svg").find("measured on NVIDIA H200"), std::string::npos);
    write_it(c, 2, "csv", *this / "measured.csv");
    IM_CHECK_NE(read(*this / "measured.csv").find("shared_load_wavefronts_measured"), std::string::npos);
    IM_CHECK_NE(read(*this / "measured.csv").find(",NVIDIA H200"), std::string::npos);
    gui()->ui().results = panels::ResultsTab::Table;
    session.runs().close_sweep();
  });
}

TEST_F(ExportUi, ShareBringsEverythingBack) {
  drive("share", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    session.play(false);
    session.time().seek(40);
    c->Yield(2);
    gui()->ui().scene = view::SceneKind::Block;
    c->Yield(2);
    const document::Document before = session.document();
    write_it(c, 4, "cu", *this / "shared.cu");
    IM_CHECK(session.edit()->set_lab("copy_stride"));
    IM_CHECK(settle(c));
    gui()->ui().scene = view::SceneKind::Sectors;
    IM_CHECK_STR_EQ(session.edit()->open_file(*this / "shared.cu").c_str(), "");
    IM_CHECK(settle(c));
    c->Yield(2);
    IM_CHECK(session.document() == before);
    IM_CHECK_EQ(session.time().step(), 40u);
    IM_CHECK_EQ(gui()->ui().scene, view::SceneKind::Block);
    gui()->ui().scene = view::SceneKind::Banks;
  });
}

TEST_F(ExportUi, TheCommandLineIsCopied) {
  drive("export command", [&](ImGuiTestContext* c) {
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
    c->Yield(3);
    c->SetRef("//##export");
    c->ItemClick("###command");
    c->Yield(3);
    IM_CHECK_STR_EQ(ImGui::GetClipboardText(), gui()->session().edits().as_command_line().text.c_str());
    IM_CHECK_EQ(std::string(ImGui::GetClipboardText()).find("warpscope expr '"), 0u);
  });
}

/// "Copy as one line" in the dialog; the clipboard's text.
std::string copied_line(ImGuiTestContext* c) {
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_E);
  c->Yield(3);
  c->SetRef("//##export");
  c->ItemClick("###line");
  c->Yield(3);
  return ImGui::GetClipboardText();
}

struct WindowState {
  document::Document document;
  std::optional<document::Document> a;
  playback::Moment moment;
  view::SceneKind scene = view::SceneKind::Banks;
  std::string headline;
  bool operator==(const WindowState&) const = default;
};

WindowState shown_state() {
  const session::Session& session = gui()->session();
  WindowState state{session.document(), {}, session.time().moment(), gui()->ui().scene, test::headline()};
  state.document.kernel_folder.clear();
  if (state.document.mode == document::SourceMode::Expression) { // no kernel goes with it
    document::Document alone;
    alone.expression = state.document.expression;
    alone.declaration = state.document.declaration;
    alone.block = state.document.block;
    alone.warp = state.document.warp;
    alone.device = state.document.device;
    state.document = alone;
  }
  state.document.file_form.reset();
  if (session.pair().pinned() != nullptr) state.a = session.pair().pinned()->document;
  return state;
}

/// Another window, so to speak: nothing of what was there.
void other_window(ImGuiTestContext* c) {
  session::Session& session = gui()->session();
  session.unpin();
  IM_CHECK(session.edit()->set_lab("copy_stride"));
  IM_CHECK(settle(c));
  session.edit()->start_over();
  gui()->ui().scene = view::SceneKind::Banks;
  IM_CHECK(settle(c));
  c->Yield(2);
}

void paste_into_the_expression(ImGuiTestContext* c, const std::string& line) {
  ImGui::SetClipboardText(line.c_str());
  c->SetRef("expression");
  c->ItemClick("##expression");
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
  c->Yield(2);
  IM_CHECK(settle(c));
  c->Yield(4);
}

void paste_where_files_are_opened(ImGuiTestContext* c, const std::string& line) {
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
  c->Yield(3);
  c->SetRef("//##path");
  ImGui::SetClipboardText(line.c_str());
  c->ItemClick("##file");
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
  c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
  c->KeyPress(ImGuiKey_Enter);
  c->Yield(3);
  IM_CHECK(settle(c));
  c->Yield(4);
}

/// A state is made, copied, and pasted in another window: into the expression's field and where files are
/// opened.
void goes_round(const char* name, view::SceneKind scene, const std::function<void(ImGuiTestContext*)>& make) {
  drive(name, [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    make(c);
    IM_CHECK(settle(c));
    session.play(false);
    session.time().seek(session.time().track().steps() * 2 / 3);
    gui()->ui().scene = scene;
    c->Yield(4);
    const WindowState before = shown_state();
    const std::string line = copied_line(c);
    for (const bool as_expression : {true, false}) {
      other_window(c);
      if (as_expression) paste_into_the_expression(c, line);
      else paste_where_files_are_opened(c, line);
      const WindowState after = shown_state();
      if (after.document != before.document) c->LogError("%s: another document", name);
      if (after.moment != before.moment)
        c->LogError("%s: event %d.%d, not %d.%d", name, static_cast<int>(after.moment.event),
                    static_cast<int>(after.moment.wavefront), static_cast<int>(before.moment.event),
                    static_cast<int>(before.moment.wavefront));
      if (after.headline != before.headline)
        c->LogError("%s: %s, not %s", name, after.headline.c_str(), before.headline.c_str());
      IM_CHECK(after == before);
    }
    session.unpin();
  });
  test::start_over();
}

/// A small grid: the place does not depend on it.
void open_transpose(ImGuiTestContext* c) {
  IM_CHECK(gui()->session().edit()->set_lab("transpose_tile"));
  gui()->session().edit()->set_choice("WIDTH", "256");
  IM_CHECK(settle(c));
  gui()->session().play(false);
}

TEST_F(ExportUi, AnExpressionAsOneLineComesBack) {
  goes_round("expression as a line", view::SceneKind::Banks, [](ImGuiTestContext*) {
    gui()->session().edit()->set_fields("tile[threadIdx.x * 2][3]", "__shared__ int tile[64][33]");
    gui()->session().edit()->set_block("64 × 2");
    gui()->session().edit()->set_warp(2);
  });
}

TEST_F(ExportUi, ALabWithParametersAndBreakpointsAsOneLineComesBack) {
  goes_round("lab as a line", view::SceneKind::Block, [](ImGuiTestContext* c) {
    open_transpose(c);
    gui()->session().edit()->set_choice("PAD", "1");
    gui()->session().edit()->toggle_stop(49);
  });
}

TEST_F(ExportUi, AnOwnTextWithACutBarrierAsOneLineComesBack) {
  goes_round("text as a line", view::SceneKind::Banks, [](ImGuiTestContext* c) {
    open_transpose(c);
    std::string text = *gui()->session().document().kernel_text;
    gui()->session().edit()->set_kernel_text(text.insert(text.find("__syncthreads"), "/* mine */ "));
    IM_CHECK(settle(c));
    IM_CHECK(gui()->session().edit()->toggle_barrier(gui()->session().edits().barriers().front()));
  });
}

TEST_F(ExportUi, ABesideBAsOneLineComesBack) {
  goes_round("pair as a line", view::SceneKind::Block, [](ImGuiTestContext* c) {
    open_transpose(c);
    IM_CHECK(gui()->session().pin());
    gui()->session().edit()->set_choice("PAD", "1");
  });
}

} // namespace
} // namespace warpscope
