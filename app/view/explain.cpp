#include "app/view/explain.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/view/text_metrics.h"

namespace warpscope {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }
bool only_number(std::string_view text) {
  return has_digit(text) && std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == ',' || c == ' '; });
}

struct Rule {
  std::string_view has; ///< the text contains it
  std::string_view says;
};

// The first that fits: special words before general ones.
constexpr std::array rules{
    Rule{"-way conflict", "How many words the fullest bank has to give: it takes as many wavefronts, for a bank gives one word in each."},
    Rule{"served now", "The lanes that get their words in this wavefront. How many wavefronts there are is the hardware's; which lane goes first is this picture's convention: the lowest."},
    Rule{"group", "Accesses of 64 and 128 bits are served in groups of lanes that could fill all 32 banks once: 16 lanes of 8 bytes, 8 lanes of 16."},
    Rule{"bits a lane", "Accesses of 64 and 128 bits are served in groups of lanes that could fill all 32 banks once: 16 lanes of 8 bytes, 8 lanes of 16."},
    Rule{"address a pass", "A pass of the constant cache gives one address to every lane that asked for it; other addresses take passes of their own."},
    Rule{" B, bank", "The address with the numbers put in: indices and element size give the byte, and bank = (byte / 4) % 32."},
    Rule{"= ", "The address with the numbers put in: indices times the element's size, in bytes from the array's beginning."},
    Rule{"*4", "The address with the numbers put in: indices times the element's size, in bytes from the array's beginning."},
    Rule{"% of the bytes", "Bytes that a lane asked for, of all bytes that the touched sectors bring: 32 each."},
    Rule{"fetched", "Fetched: 32 bytes for each touched sector. Used: the different bytes that lanes asked for."},
    Rule{"begin", "Sectors begin at multiples of 32 bytes: a run of bytes that does not begin there cuts its first and its last sector."},
    Rule{"each sector", "A sector, 32 bytes, is the least that global memory moves; what no lane asked for is fetched in vain."},
    Rule{"more lines", "Touched 128-byte lines that do not fit here."},
    Rule{"128-byte line", "A line is 128 bytes at a multiple of 128: four sectors of 32 bytes."},
    Rule{"sector", "A sector is 32 bytes at a multiple of 32. A warp's access costs each different sector that one of its lanes touches, once."},
    Rule{"'s word", "The four bytes that this lane asked for."},
    Rule{"×", "How many lanes get this word at once: a broadcast costs no wavefront of its own."},
    Rule{"wavefront", "A wavefront is one pass of the shared memory's data stage: every bank gives one 4-byte word, to all lanes that asked for it."},
    Rule{"passes", "A pass of the constant cache gives one address to every lane that asked for it; other addresses take passes of their own."},
    Rule{"words in", "Different 4-byte words that one bank holds of this access: it gives one a wavefront."},
    Rule{"word", "A word is 4 bytes. A bank gives one word in a wavefront, to all lanes that asked for it."},
    Rule{"warp", "A warp is 32 consecutive threads of the block, x first; its lanes run each instruction together."},
    Rule{"step", "A step is one wavefront of a shared access, one global access or one barrier. Steps count work, not time."},
    Rule{"Line ", "The line of the text that this access stands in."},
    Rule{"line ", "The line of the text that this access stands in."},
    Rule{"barrier", "A barrier holds every thread of the block until all have come."},
    Rule{"banks", "Shared memory has 32 banks of 4 bytes: bank = (byte / 4) % 32. Each gives one word in a wavefront."},
    Rule{"bank", "Shared memory has 32 banks of 4 bytes: bank = (byte / 4) % 32. Each gives one word in a wavefront."},
    Rule{"lane", "A lane is one of the warp's 32 threads."},
    Rule{"column", "A column of the array: its last index."},
    Rule{"row", "A row of the array: the index before the last."},
    Rule{"[", "An element of the array, with the indices that this lane computed."},
    Rule{"block", "A block is a group of up to 1,024 threads that share one shared memory."},
    Rule{" of ", "Which one this is, of how many."},
};

std::string_view of_number(SceneKind scene, bool top) {
  if (top && scene == SceneKind::Block) return "The step on show: one wavefront of a shared access, one global access or one barrier.";
  if (top && scene != SceneKind::Sectors) return "The wavefront on show. In each, every bank gives one 4-byte word; their number is the access's cost.";
  switch (scene) {
  case SceneKind::Banks: return "How many different words this bank has to give: it gives one a wavefront.";
  case SceneKind::Array: return "A row's or a column's number: the indices with which the text reaches an element.";
  case SceneKind::Sectors: return "How many different 32-byte sectors the lanes touch. A bare number at a cell is the lane whose word it is.";
  case SceneKind::Block: return "Steps from the beginning of the block: they count work, not time.";
  default: return "";
  }
}

} // namespace

std::string definition_of(std::string_view text, SceneKind scene, bool top) {
  if (only_number(text)) return std::string(of_number(scene, top));
  for (const Rule& rule : rules)
    if (text.find(rule.has) != std::string_view::npos) return std::string(rule.says);
  return {};
}

void explain_numbers(Picture& picture, SceneKind scene) {
  std::vector<Hit> added;
  for (const Shape& shape : picture.shapes) {
    const auto* text = std::get_if<TextShape>(&shape);
    if (text == nullptr || !has_digit(text->text)) continue;
    const Box box = text_box(*text);
    const Point middle{box.x + box.w / 2, box.y + box.h / 2};
    const auto over = std::find_if(picture.hits.rbegin(), picture.hits.rend(), [&](const Hit& hit) { return hit.box.contains(middle); });
    if (over != picture.hits.rend() && !over->tooltip.empty()) continue;
    std::string says = definition_of(text->text, scene, middle.y < picture.height * .18F && middle.x > picture.width * .55F);
    if (says.empty() || box.w <= 0 || box.h <= 0) continue;
    if (over != picture.hits.rend()) over->tooltip = std::move(says); // a place that leads somewhere and says nothing yet
    else added.push_back({box, HitKind::Text, 0, std::move(says), 0});
  }
  picture.hits.insert(picture.hits.begin(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
}

} // namespace warpscope
