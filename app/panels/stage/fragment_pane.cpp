// Carries out what is chosen in the scene Fragment.
#include "app/panels/stage/fragment_pane.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "app/view/fragment_view.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

constexpr const char* menu_id = "##fragment_menu";

std::string menu_text(const fragments::Shape& shape, fragments::Type sum) {
  std::string text = shape.name() + "  " + std::string(fragments::type_of(shape.type).name);
  if (sum != fragments::sums_of(shape).front()) text += " → " + std::string(fragments::type_of(sum).name);
  return text;
}

void go_to_wavefront(PanelContext& c, const view::SceneRequest& request, std::uint32_t wavefront) {
  if (view::fragment_explores(request)) {
    c.ui.fragment.wavefront = wavefront;
    return;
  }
  const view::FragmentDrawn drawn = view::drawn_fragment(request);
  if (!drawn.load || !drawn.load->event) return;
  c.session.play(false);
  c.session.time().seek_moment({*drawn.load->event, wavefront});
}

/// Of the sparse product on the stage; the last is followed by the first.
std::uint32_t next_selector(const view::SceneRequest& request) {
  const view::FragmentDrawn drawn = view::drawn_fragment(request);
  return drawn.layout.metadata ? (drawn.selector + 1) % drawn.layout.metadata->selectors() : 0;
}
std::uint32_t next_pattern(const view::SceneRequest& request) {
  const view::FragmentDrawn drawn = view::drawn_fragment(request);
  if (!drawn.layout.metadata) return 0;
  const auto patterns = drawn.layout.metadata->patterns();
  const auto now = std::find(patterns.begin(), patterns.end(), drawn.four_bits) - patterns.begin();
  return static_cast<std::uint32_t>(now + 1) % static_cast<std::uint32_t>(patterns.size());
}

void click_fragment(PanelContext& c, const view::SceneRequest& request, const view::Hit& hit) {
  view::FragmentOptions& options = c.ui.fragment;
  if (hit.kind == view::HitKind::Register) { // again: none is pinned
    const std::optional<view::FragmentRegister> reg = view::register_of_index(hit.index);
    options.reg = options.reg == reg ? std::nullopt : reg;
  }
  if (hit.kind == view::HitKind::Lane) {
    options.lane = hit.index % warp_size;
    options.reg = view::register_of_index(hit.index);
  }
  if (hit.kind == view::HitKind::Wavefront) go_to_wavefront(c, request, hit.index);
  if (hit.kind == view::HitKind::Choice) switch (static_cast<view::FragmentChoice>(hit.index)) {
    case view::FragmentChoice::Menu: ImGui::OpenPopup(menu_id); break;
    case view::FragmentChoice::OperandA: options.operand = fragments::Operand::A; break;
    case view::FragmentChoice::OperandB: options.operand = fragments::Operand::B; break;
    case view::FragmentChoice::Side: options.other_side = !options.other_side; break;
    case view::FragmentChoice::Selector: options.selector = next_selector(request); break;
    case view::FragmentChoice::Pattern: options.pattern = next_pattern(request); break;
    }
}

} // namespace

void fragment_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer) {
  view::FragmentOptions& options = c.ui.fragment;
  const view::FragmentOptions before = options;
  options.pointed = pointer.hovered != nullptr && (pointer.hovered->kind == view::HitKind::Lane ||
                                                   pointer.hovered->kind == view::HitKind::Register)
                        ? view::register_of_index(pointer.hovered->index)
                        : std::nullopt;
  if (pointer.clicked && pointer.hovered != nullptr) click_fragment(c, request, *pointer.hovered);
  if (!(options == before)) c.ui.wake.again = true; // the next frame draws it
}

void draw_fragment_menu(PanelContext& c, const Paint& paint, const view::SceneRequest& request) {
  if (!ImGui::IsPopupOpen(menu_id)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(14), paint.px(12)});
  ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(15));
  ImGui::SetNextWindowSizeConstraints({0, 0}, {c.layout.width, .7f * c.layout.height});
  if (ImGui::BeginPopup(menu_id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    view::FragmentOptions& options = c.ui.fragment;
    const auto title = [&](std::string_view key) {
      const std::string_view text = language::tr(key);
      ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.t2));
      ImGui::TextUnformatted(text.data(), text.data() + text.size());
      ImGui::PopStyleColor();
    };
    const std::vector<view::FragmentProduct> products = view::fragment_products(request);
    if (!products.empty()) title("fragment.menu_text");
    for (std::uint32_t i = 0; i < products.size(); ++i)
      if (ImGui::MenuItem(
              (menu_text(*products[i].shape, products[i].sum) + "##text" + std::to_string(i)).c_str(),
              nullptr, !options.explore && options.product == products[i])) {
        options.explore = false;
        options.product = products[i];
        options.operand.reset();
      }
    for (const fragments::Family family : fragments::families) {
      title(family == fragments::Family::Mma      ? "fragment.menu_mma"
            : family == fragments::Family::Sparse ? "fragment.menu_sparse"
                                                  : "fragment.menu_wmma");
      const auto shapes = fragments::shapes();
      for (std::uint32_t s = 0; s < shapes.size(); ++s) {
        if (shapes[s].family != family) continue;
        const auto sums = fragments::sums_of(shapes[s]);
        for (std::uint32_t sum = 0; sum < sums.size(); ++sum)
          if (ImGui::MenuItem(
                  (menu_text(shapes[s], sums[sum]) + "##" + std::to_string(s) + "_" + std::to_string(sum))
                      .c_str(),
                  nullptr, view::fragment_explores(request) && options.shape == s && options.sum == sum)) {
            options.explore = true;
            options.shape = s;
            options.sum = sum;
            options.wavefront = 0;
            options.operand.reset();
          }
      }
    }
    c.ui.wake.again = true;
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

bool fragment_step(PanelContext& c, bool forward) {
  const StageView::Pane* const shown = c.ui.stage.present();
  if (c.ui.scene != view::SceneKind::Fragment || shown == nullptr ||
      shown->scene != view::SceneKind::Fragment || !view::fragment_explores(shown->request))
    return false;
  const std::uint32_t all = view::fragment_wavefronts(shown->request);
  std::uint32_t& now = c.ui.fragment.wavefront;
  if (forward && now + 1 < all) ++now;
  if (!forward && now > 0) --now;
  return true;
}

void fragment_lane(PanelContext& c, bool forward) {
  c.ui.fragment.lane = (c.ui.fragment.lane + (forward ? 1 : warp_size - 1)) % warp_size;
}

} // namespace warpscope::panels
