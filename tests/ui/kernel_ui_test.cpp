// Labs, parameters, the editor, files.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::headline;
using test::settle;

class KernelUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

void pick_lab(ImGuiTestContext* c, const char* id) {
  const document::LabEntry* lab = gui()->session().catalog().find_lab(id);
  IM_CHECK(lab != nullptr);
  c->SetRef("bar");
  c->ComboClick(("##lab/" + lab->title).c_str());
}

TEST_F(KernelUi, PicksALabAndChangesAParameter) {
  drive("lab", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    IM_CHECK(settle(c));
    session::Session& session = gui()->session();
    IM_CHECK_STR_EQ(session.document().lab.c_str(), "transpose_tile");
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts where 1 would do");
    IM_CHECK(session.runs().grid() != nullptr);
    IM_CHECK_GT(session.results().gutter().size(), 1u);
    c->SetRef("bar");
    c->ComboClick("##param_PAD/1");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session.document().choices.size(), 1u);
    for (const results::ResultRow& row : session.results().rows())
      if (row.counter == model::CounterId{model::CounterGroup::SharedLoad, model::CounterKind::Wavefronts})
        IM_CHECK(!row.over_ideal);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session.document().choices.empty());
  });
}

/// Words of title, topic, question or id, in any order and case; what is left stands under its topics.
TEST_F(KernelUi, LabsAreListedByTopicAndFoundByTheirWords) {
  drive("search", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    const std::vector<document::LabEntry>& labs = session.catalog().labs;
    std::vector<std::string> topics;
    for (const document::LabEntry& lab : labs)
      if (topics.empty() || topics.back() != lab.group) topics.push_back(lab.group);
    IM_CHECK_GT(topics.size(), 8u);
    IM_CHECK_EQ(std::set<std::string>(topics.begin(), topics.end()).size(), topics.size()); // each once
    for (const auto& [typed, found] : {std::pair{"SWIZZLE fields", "swizzle_template"},
                                       {"common BUGS halo", "bug_halo_not_loaded"},
                                       {"tma_columns", "tma_columns"},
                                       {"nothing has these words", "tma_columns"}}) {
      c->SetRef("bar");
      c->ItemClick("##lab");
      c->Yield(2);
      c->KeyChars(typed);
      c->KeyPress(ImGuiKey_Enter);
      c->Yield(2);
      c->KeyPress(ImGuiKey_Escape); // where nothing was found the list stays
      IM_CHECK(settle(c));
      IM_CHECK_STR_EQ(session.document().lab.c_str(), found);
    }
  });
}

/// A session, a shared text or --set may bring a value that the lab does not list.
TEST_F(KernelUi, AValueThatIsNotListedIsMarkedInTheBarAndInTheText) {
  drive("unlisted", [](ImGuiTestContext* c) {
    pick_lab(c, "matmul_layouts");
    IM_CHECK(settle(c));
    session::Session& session = gui()->session();
    const auto warnings = [&] {
      std::size_t count = 0;
      for (const Diagnostic& d : session.runs().diagnostics())
        count += d.severity == Severity::Warning &&
                 d.message.find("none of the lab's choices 0, 1, 2") != std::string::npos;
      return count;
    };
    const auto is_explained = [&] { // at once, as nothing else of the bar is
      c->MouseMove("//bar/##param_FORM");
      c->Yield(3);
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden) return true;
      return false;
    };
    IM_CHECK_EQ(warnings(), 0u);
    IM_CHECK(!is_explained());
    c->MouseMoveToPos({600, 300});
    session.edit()->set_choice("FORM", "7");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(warnings(), 1u);
    IM_CHECK(!session.runs().stale()); // it runs
    IM_CHECK(is_explained());
    c->SetRef("bar");
    c->ComboClick("##param_FORM/1");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(warnings(), 0u);
  });
}

TEST_F(KernelUi, TypesInTheEditor) {
  drive("editor", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    IM_CHECK(settle(c));
    session::Session& session = gui()->session();
    const std::string before = *session.document().kernel_text;
    const ImGuiTestItemInfo text = c->WindowInfo("//kernel/##text");
    IM_CHECK(text.ID != 0);
    c->MouseMoveToPos(text.Window->InnerRect.GetCenter());
    c->MouseClick();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
    c->KeyChars("oops ");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session.document().kernel_text->find("oops "), 0u);
    IM_CHECK(session.runs().stale());
    IM_CHECK(has_errors(session.runs().diagnostics()));
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(session.document().kernel_text->c_str(), before.c_str());
    IM_CHECK(!session.runs().stale());
  });
}

TEST_F(KernelUi, ClickingAResultGoesToItsLine) {
  drive("seek", [](ImGuiTestContext* c) {
    pick_lab(c, "transpose_tile");
    IM_CHECK(settle(c));
    session::Session& session = gui()->session();
    IM_CHECK_GT(session.results().rows().size(), 2u);
    const std::uint32_t line = session.results().rows()[0].line;
    IM_CHECK(session.time().seek_line(line));
    IM_CHECK(session.time().site() != ~0u);
    IM_CHECK_EQ(session.runs().picture()->program->sites[session.time().site()].span.line, line);
    session.play(false); // else the scene follows the playhead while the tabs are clicked
    // Scenes by their tabs.
    c->SetRef("stage");
    c->ItemClick("##scene_sectors");
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().scene, view::SceneKind::Sectors);
    IM_CHECK_NE(headline().find("sector"), std::string::npos);
    c->ItemClick("##scene_banks");
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().scene, view::SceneKind::Banks);
  });
}

TEST_F(KernelUi, EveryLabOpens) {
  const test::WithoutPixels quick;
  for (const document::LabEntry& lab : gui()->session().catalog().labs) {
    SCOPED_TRACE(lab.id);
    drive("lab " + lab.id, [&](ImGuiTestContext* c) {
      IM_CHECK(gui()->session().edit()->set_lab(lab.id));
      const session::Session& session = gui()->session();
      // The picture is enough: the whole grid of a big lab takes its time.
      for (int i = 0; i < 4000 && (session.runs().picture() == nullptr ||
                                   session.runs().picture()->scenario.title != lab.title);
           ++i)
        c->Yield();
      IM_CHECK(session.runs().picture() != nullptr);
      IM_CHECK_STR_EQ(session.runs().picture()->scenario.title.c_str(), lab.title.c_str());
      IM_CHECK(!session.runs().stale());
      // A program's launch may have gone wrong at its first access; its picture may come before its end.
      const auto record = [&] { return session.is_program() ? session.programs().record() : nullptr; };
      for (int i = 0; i < 4000 && session.time().track().empty() && record() == nullptr; ++i) c->Yield();
      const bool failed = record() != nullptr && !record()->findings.empty();
      IM_CHECK(failed || !session.time().track().empty());
    });
  }
}

TEST_F(KernelUi, AFailedSaveLosesNothing) {
  drive("save", [](ImGuiTestContext* c) {
    pick_lab(c, "copy_stride");
    IM_CHECK(settle(c));
    const std::string text = *gui()->session().document().kernel_text;
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    c->Yield(3);
    c->SetRef("//##path");
    c->ItemInputValue("##file", "no/such/folder/kernel.cu");
    c->ItemClick("###go");
    c->Yield(2);
    IM_CHECK(c->ItemExists("###go")); // the prompt is still there, with the sentence
    c->ItemClick("###cancel");
    IM_CHECK_STR_EQ(gui()->session().document().kernel_text->c_str(), text.c_str());
  });
}

TEST_F(KernelUi, SavesAndOpens) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("warpscope-ui-" + std::to_string(::getpid()) + ".cu"))
                               .string();
  drive("open", [&](ImGuiTestContext* c) {
    pick_lab(c, "copy_stride");
    IM_CHECK(settle(c));
    const std::string text = *gui()->session().document().kernel_text;
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    c->Yield(3);
    c->SetRef("//##path");
    c->ItemInputValue("##file", path.c_str());
    c->Yield(3);
    if (c->ItemExists("###go")) c->ItemClick("###go");
    c->Yield(3);
    IM_CHECK(std::filesystem::exists(path));
    gui()->session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
    c->Yield(3);
    c->SetRef("//##path");
    c->ItemInputValue("##file", path.c_str());
    c->Yield(3);
    if (c->ItemExists("###go")) c->ItemClick("###go");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().kernel_text->c_str(), text.c_str());
  });
  std::remove(path.c_str());
}

} // namespace
} // namespace warpscope
