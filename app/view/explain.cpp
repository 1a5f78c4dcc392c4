#include "app/view/explain.h"

#include "app/language/language.h"
#include "app/view/text_metrics.h"
#include "sim/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace warpscope::view {

namespace {

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool only_number(std::string_view text) {
  return has_digit(text) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == ',' || c == ' '; });
}

/// A text that contains the first says what the second does.
struct Rule {
  std::string_view has;  ///< a key of the language table, or what stands in every language
  std::string_view says; ///< a key
};

// The first that fits: special words before general ones.
constexpr std::array rules{
    Rule{"explain.has_degree", "explain.degree"},
    Rule{"explain.has_served_now", "explain.served_now"},
    Rule{"explain.has_group", "explain.group"},
    Rule{"explain.has_bits", "explain.group"},
    Rule{"explain.has_address_a_pass", "explain.pass"},
    Rule{"explain.has_bank_of", "explain.bank_address"},
    Rule{"= ", "explain.address"},
    Rule{"*4", "explain.address"},
    Rule{"explain.has_share", "explain.share"},
    Rule{"explain.has_fetched", "explain.fetched"},
    Rule{"explain.has_begin", "explain.begin"},
    Rule{"explain.has_each_sector", "explain.each_sector"},
    Rule{"explain.has_more_lines", "explain.more_lines"},
    Rule{"explain.has_line_head", "explain.line_head"},
    Rule{"explain.has_sector", "explain.sector"},
    Rule{"explain.has_lanes_word", "explain.lanes_word"},
    Rule{"×", "explain.sharing"},
    Rule{"explain.has_wavefront", "explain.wavefront"},
    Rule{"explain.has_passes", "explain.pass"},
    Rule{"explain.has_words_in", "explain.words_in"},
    Rule{"explain.has_word", "explain.word"},
    Rule{"explain.has_warp", "explain.warp"},
    Rule{"explain.has_step", "explain.step"},
    Rule{"explain.has_line_first", "explain.line"},
    Rule{"explain.has_line", "explain.line"},
    Rule{"explain.has_barrier", "explain.barrier"},
    Rule{"explain.has_banks", "explain.bank"},
    Rule{"explain.has_bank", "explain.bank"},
    Rule{"explain.has_lane", "explain.lane"},
    Rule{"explain.has_column", "explain.column"},
    Rule{"explain.has_row", "explain.row"},
    Rule{"[", "explain.cell"},
    Rule{"explain.has_block", "explain.block"},
    Rule{"explain.has_elements", "explain.phase_counts"},
    Rule{"explain.has_cells", "explain.phase_counts"},
    Rule{"explain.has_of", "explain.of"},
};

std::string_view of_number(SceneKind scene, bool top) {
  if (top && scene == SceneKind::Block) return language::tr("explain.step_on_show");
  if (top && scene != SceneKind::Sectors) return language::tr("explain.wavefront_on_show");
  switch (scene) {
  case SceneKind::Banks: return language::tr("explain.words_of_bank");
  case SceneKind::Array: return language::tr("explain.row_or_column");
  case SceneKind::Sectors: return language::tr("explain.sectors_touched");
  case SceneKind::Block: return language::tr("explain.steps_from");
  default: return "";
  }
}

/// The rules in the language that is chosen.
class Definitions {
 public:
  Definitions() {
    for (std::size_t i = 0; i < rules.size(); ++i) resolved_[i] = {language::tr(rules[i].has), rules[i].says};
  }
  /// Empty: nothing here knows such a text.
  [[nodiscard]] std::string_view of(std::string_view text, SceneKind scene, bool top) const {
    if (only_number(text)) return of_number(scene, top);
    for (const Rule& rule : resolved_)
      if (text.find(rule.has) != std::string_view::npos) return language::tr(rule.says);
    return {};
  }

 private:
  std::array<Rule, rules.size()> resolved_;
};

} // namespace

std::string definition_of(std::string_view text, SceneKind scene, bool top) {
  return std::string(Definitions().of(text, scene, top));
}

void explain_numbers(Picture& picture, SceneKind scene) {
  const Definitions definitions;
  std::vector<Hit> added;
  for (const Shape& shape : picture.shapes) {
    const auto* text = std::get_if<TextShape>(&shape);
    if (text == nullptr || !has_digit(text->text)) continue;
    const Box box = text_box(*text);
    const Point middle{box.x + box.w / 2, box.y + box.h / 2};
    const auto over = std::find_if(picture.hits.rbegin(), picture.hits.rend(),
                                   [&](const Hit& hit) { return hit.box.contains(middle); });
    if (over != picture.hits.rend() && !over->tooltip.empty()) continue;
    const std::string_view says = definitions.of(
        text->text, scene, middle.y < picture.height * .18F && middle.x > picture.width * .55F);
    if (says.empty() || box.w <= 0 || box.h <= 0) continue;
    if (over != picture.hits.rend())
      over->tooltip = says; // a place that leads somewhere and says nothing yet
    else added.push_back({box, HitKind::Text, 0, std::string(says), 0});
  }
  picture.hits.insert(picture.hits.begin(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
}

} // namespace warpscope::view
