// The kernel's editor, driven as a person would: messages and their cures, finding, going to a line, clicks,
// one undo for all.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class SourceUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

const char* const
    broken = "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [64]\n[args]\nout = \"zero[64]\"\n*/\n"
             "__global__ void k(float *out) {\n"
             "  __shared__ float tile[32][32];\n"
             "  int x = threadIdx.X;\n"
             "  tile[x & 31][0] = x\n"
             "  __synchthreads();\n"
             "  out[x] = tile[0][x & 31];\n"
             "}\n";

void show_text(ImGuiTestContext* c, const std::string& text) {
  session::Session& session = gui()->session();
  session.edit()->set_mode(document::SourceMode::Kernel);
  session.edit()->set_kernel_text(text);
  session.play(false);
  IM_CHECK(settle(c));
}

const std::string& text_now() { return *gui()->session().document().kernel_text; }

ImGuiWindow* editor_window(ImGuiTestContext* c) { return c->WindowInfo("//kernel/##text").Window; }

/// Into the text, where no plate of a message lies over it.
void click_text(ImGuiTestContext* c) {
  const ImRect text = editor_window(c)->InnerRect;
  for (const float share : {.5f, .9f, .7f, .3f, .1f}) {
    c->MouseMoveToPos({text.GetCenter().x, text.Min.y + share * text.GetHeight()});
    c->Yield(2);
    if (ImGui::GetCurrentContext()->HoveredWindow == editor_window(c)) break;
  }
  IM_CHECK(ImGui::GetCurrentContext()->HoveredWindow == editor_window(c));
  c->MouseClick();
}

TEST_F(SourceUi, EveryMessageIsReachedAndCuredByAClick) {
  drive("cures", [](ImGuiTestContext* c) {
    show_text(c, broken);
    session::Session& session = gui()->session();
    IM_CHECK(has_errors(session.runs().diagnostics()));
    const ImGuiTestItemInfo plate = c->WindowInfo("//kernel/##message");
    IM_CHECK(plate.ID != 0);
    // The plate stands between two lines of the text, not on one: the editor's own height is free under it.
    IM_CHECK_GT(plate.Window->Size.y, 20.f);
    c->SetRef(plate.Window->ID);
    c->ItemClick("##next_message");
    c->Yield(2);
    c->ItemClick("##fix"); // the second: the semicolon
    IM_CHECK(settle(c));
    IM_CHECK_NE(text_now().find("= x;\n"), std::string::npos);
    c->SetRef(c->WindowInfo("//kernel/##message").Window->ID);
    c->ItemClick("##fix");
    IM_CHECK(settle(c));
    IM_CHECK_NE(text_now().find("threadIdx.x;"), std::string::npos);
    c->SetRef(c->WindowInfo("//kernel/##message").Window->ID);
    c->ItemClick("##fix");
    IM_CHECK(settle(c));
    IM_CHECK_NE(text_now().find("  __syncthreads();"), std::string::npos);
    IM_CHECK(!has_errors(session.runs().diagnostics()));
    IM_CHECK(!session.runs().stale());
    for (int i = 0; i < 3; ++i) c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(text_now().c_str(), broken);
  });
}

TEST_F(SourceUi, TheEditorHoldsTheDocumentsTextThroughEveryChange) {
  drive("same text", [](ImGuiTestContext* c) {
    show_text(c, broken);
    click_text(c);
    // Undo and redo go in as small edits; what is typed after them shows whether the editor kept step.
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    c->KeyChars("// \xc3\xa4\xe2\x86\x92 x ");
    IM_CHECK(settle(c));
    const std::string typed = text_now();
    IM_CHECK_STR_EQ(typed.c_str(), (std::string("// \xc3\xa4\xe2\x86\x92 x ") + broken).c_str());
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    c->Yield(2);
    IM_CHECK_STR_EQ(text_now().c_str(), broken);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
    c->Yield(2);
    IM_CHECK_STR_EQ(text_now().c_str(), typed.c_str());
    c->KeyChars("y"); // the cursor stands behind what came back
    c->Yield(2);
    IM_CHECK_STR_EQ(text_now().c_str(), (std::string("// \xc3\xa4\xe2\x86\x92 x y") + broken).c_str());
  });
}

TEST_F(SourceUi, FindsCountsAndGoesToLines) {
  drive("find", [](ImGuiTestContext* c) {
    show_text(c, broken);
    click_text(c);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
    c->Yield(3);
    c->KeyChars("TILE");
    c->Yield(2);
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(3);
    c->SetRef("kernel");
    c->ItemClick("##find_next");
    c->ItemClick("##find_close");
    c->Yield(3);
    c->KeyChars("Q"); // replaces the match that is selected: the third
    c->Yield(3);
    IM_CHECK_NE(text_now().find("out[x] = Q[0]"), std::string::npos);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    c->Yield(2);
    IM_CHECK_STR_EQ(text_now().c_str(), broken);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_G);
    c->Yield(3);
    c->KeyChars("12");
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(4);
    c->KeyChars("/");
    c->Yield(3);
    IM_CHECK_NE(text_now().find("/  __synchthreads"), std::string::npos);
  });
}

TEST_F(SourceUi, AClickOnALineGoesToItsNextAccess) {
  drive("click", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    std::string good = broken;
    good.replace(good.find(".X"), 2, ".x");
    good.replace(good.find("= x\n"), 4, "= x;\n");
    good.replace(good.find("synch"), 5, "sync");
    show_text(c, good);
    IM_CHECK(!session.runs().stale());
    session.time().seek(0);
    c->Yield(2);
    ImGuiWindow* text = editor_window(c);
    const float row = text->InnerRect.Min.y;
    // Down the rows until the stage stands at line 13: its accesses come last.
    bool reached = false;
    for (float y = 8; y < text->InnerRect.GetHeight() && !reached; y += 10) {
      c->MouseMoveToPos({text->InnerRect.Min.x + 120, row + y});
      c->MouseClick();
      c->Yield(2);
      reached = session.time().site() != ~0u &&
                session.runs().picture()->program->sites[session.time().site()].span.line == 13;
    }
    IM_CHECK(reached);
    IM_CHECK(!session.time().playing());
  });
}

TEST_F(SourceUi, ParametersAndTheLaunchAreTurned) {
  drive("turned", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("bank_stride"));
    IM_CHECK(settle(c));
    session.play(false);
    const auto stride = [&] { return session.parameters().front().value; };
    c->SetRef("bar");
    c->ItemClick("##param_STRIDE_more");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(stride().c_str(), "2");
    c->ItemClick("##param_STRIDE"); // the middle of the slider: about half of 33
    IM_CHECK(settle(c));
    IM_CHECK_GT(std::stoi(stride()), 10);
    IM_CHECK_LT(std::stoi(stride()), 24);
    c->ItemClick("##param_STRIDE_less");
    IM_CHECK(settle(c));
    // The block's size, by its buttons and typed: the header's text follows.
    c->SetRef("bar");
    c->ItemClick(c->ItemExists("##chip_block") ? "##chip_block" : "##more_parameters");
    c->Yield(2);
    c->SetRef("//$FOCUSED");
    c->ItemClick("##knob_block.x_less");
    IM_CHECK(settle(c));
    IM_CHECK_NE(text_now().find("block  = [128]"), std::string::npos);
    IM_CHECK_EQ(session.block().x, 128u);
    c->ItemInputValue("##knob_block.x", 96);
    IM_CHECK(settle(c));
    IM_CHECK_NE(text_now().find("block  = [96]"), std::string::npos);
    IM_CHECK_EQ(session.block().x, 96u);
    c->KeyPress(ImGuiKey_Escape);
    c->KeyPress(ImGuiKey_Escape);
  });
}

TEST_F(SourceUi, AFileThatAnotherProgramWroteIsAskedAbout) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                       ("warpscope-disk-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "k.cu").string();
  const auto write = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(5));
  };
  const auto read = [&] {
    std::ifstream in(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  drive("disk", [&](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    std::ofstream(path, std::ios::binary) << "// 1\n";
    IM_CHECK_STR_EQ(session.edit()->open_file(path).c_str(), "");
    IM_CHECK(settle(c));
    session.edit()->set_kernel_text("// mine\n");
    write("// theirs\n");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    c->Yield(4);
    c->SetRef("//##disk");
    IM_CHECK(c->ItemExists("overwrite"));
    IM_CHECK_STR_EQ(read().c_str(), "// theirs\n"); // nothing is written before the answer
    c->ItemClick("reload");
    c->Yield(3);
    IM_CHECK_STR_EQ(text_now().c_str(), "// theirs\n");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    c->Yield(3);
    IM_CHECK_STR_EQ(text_now().c_str(), "// mine\n");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S); // known and newer: saved without a question
    c->Yield(4);
    IM_CHECK_STR_EQ(read().c_str(), "// mine\n");
    // A look at the disk now and then, without a key for it.
    write("// theirs again\n");
    bool asked = false;
    for (int i = 0; i < 4000 && !asked; ++i) {
      c->Yield();
      asked = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    }
    IM_CHECK(asked);
    c->SetRef("//##disk");
    c->ItemClick("keep");
    c->Yield(3);
    IM_CHECK_STR_EQ(text_now().c_str(), "// mine\n");
    // Saved elsewhere, over a file that is there: asked first.
    const std::string other = (folder / "other.cu").string();
    std::ofstream(other, std::ios::binary) << "// other\n";
    c->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
    c->Yield(3);
    c->SetRef("//##path");
    c->ItemInputValue("##file", other.c_str());
    c->Yield(3);
    c->SetRef("//##path");
    IM_CHECK(c->ItemExists("go"));
    std::ifstream in(other, std::ios::binary);
    IM_CHECK_STR_EQ(std::string(std::istreambuf_iterator<char>(in), {}).c_str(), "// other\n");
    c->ItemClick("go");
    c->Yield(3);
    std::ifstream again(other, std::ios::binary);
    IM_CHECK_STR_EQ(std::string(std::istreambuf_iterator<char>(again), {}).c_str(), "// mine\n");
  });
  std::filesystem::remove_all(folder);
}

TEST_F(SourceUi, AMegabyteAndAHundredThousandLinesStayEditable) {
  drive("large", [](ImGuiTestContext* c) {
    std::string lines = broken, wide = broken, junk = broken;
    while (lines.size() < 1'000'000) lines += "// line\n";
    lines += std::string(20'000, '\n');
    wide += "// " + std::string(1'000'000, 'x') + "\n";
    for (int i = 0; i < 100'000; ++i) junk += static_cast<char>(1 + i * 37 % 255);
    for (const std::string& text : {lines, wide, junk}) {
      show_text(c, text);
      IM_CHECK(text_now() == text); // shown is not changed
      click_text(c);
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
      const std::clock_t cpu = std::clock();
      c->KeyChars("q");
      for (int frames = 0; frames < 20 && !text_now().starts_with("q/* warpscope"); ++frames)
        c->Yield(); // the queue gives one event a frame
      const double seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
      std::printf("%zu bytes, %td lines: a key costs %.0f ms of CPU, a frame %.1f ms\n", text.size(),
                  std::count(text.begin(), text.end(), '\n'), seconds * 1e3,
                  gui()->last_frame_seconds() * 1e3);
      IM_CHECK(text_now().starts_with("q/* warpscope"));
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
      c->Yield(2);
      IM_CHECK(text_now() == text); // undo has every byte, whatever the editor made of them
    }
  });
}

TEST_F(SourceUi, TextParametersAndPlayheadGoBackTogether) {
  drive("one history", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    struct State {
      document::Document document;
      std::uint64_t step;
    };
    std::vector<State> states;
    const auto note = [&] { states.push_back({session.document(), session.time().step()}); };
    session.time().seek(3);
    note();
    click_text(c);
    session.time().seek(3);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_End);
    c->KeyChars("// a");
    IM_CHECK(settle(c));
    session.time().seek(70);
    note();
    c->SetRef("bar");
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    session.time().seek(12);
    note();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    c->KeyChars("x");
    IM_CHECK(settle(c));
    note();
    for (std::size_t i = 3; i-- > 0;) {
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
      IM_CHECK(settle(c));
      IM_CHECK(session.document() == states[i].document);
      IM_CHECK_EQ(session.time().step(), states[i].step);
    }
    for (std::size_t i = 1; i <= 3; ++i) {
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
      IM_CHECK(settle(c));
      IM_CHECK(session.document() == states[i].document);
      IM_CHECK_EQ(session.time().step(), states[i].step);
    }
  });
}

TEST_F(SourceUi, AQuitThatWasTakenBackDoesNotCloseTheWindowAtALaterSave) {
  static const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                            ("warpscope-quit-" + std::to_string(::getpid()) + ".cu");
  std::filesystem::remove(path);
  // Where the window closes, the body does not come to its end here but when the test engine is stopped.
  static bool still_open = false;
  drive("quit, save, cancel", [](ImGuiTestContext* c) {
    IM_CHECK(gui()->session().edit()->set_lab("transpose_tile")); // a text without a file
    show_text(c, "__global__ void k(float *out) { out[threadIdx.x] = 1; }\n");
    gui()->ui().commands.add(panels::Ask::Quit);
    c->Yield(4);
    c->SetRef("//##quit");
    c->ItemClick("save");
    c->Yield(4);
    c->SetRef("//##path");
    c->ItemClick("cancel");
    c->Yield(4);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    c->Yield(4);
    c->SetRef("//##path");
    c->ItemInputValue("##file", path.c_str()); // ends with enter, which is Save
    c->Yield(8);
    IM_CHECK(std::filesystem::exists(path));
    still_open = true;
  });
  EXPECT_TRUE(still_open);
  std::filesystem::remove(path);
}

} // namespace
} // namespace warpscope
