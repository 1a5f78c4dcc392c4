// Every number of a Picture is explained: each text with a digit lies in a hit with a tooltip, or its kind is
// listed here with the reason why it needs none.
#include "app/view/scene.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"
#include "tests/view/tiled_block.h"

#include <cctype>
#include <functional>
#include <map>

namespace warpscope {
namespace {

using namespace warpscope::testing;

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

const view::Hit* hit_at(const view::Picture& picture, view::Point p) {
  for (std::size_t i = picture.hits.size(); i-- > 0;)
    if (picture.hits[i].box.contains(p)) return &picture.hits[i];
  return nullptr;
}

/// Texts with a digit and no definition under the pointer.
std::vector<std::string> unexplained(const view::Picture& picture) {
  std::vector<std::string> found;
  for (const view::TextShape* text : texts(picture)) {
    if (!has_digit(text->text)) continue;
    const view::Box box = view::text_box(*text);
    const view::Hit* hit = hit_at(picture, {box.x + box.w / 2, box.y + box.h / 2});
    if (hit == nullptr || hit->tooltip.empty()) found.push_back(text->text);
  }
  return found;
}

TEST(EveryNumber, HasItsDefinitionUnderThePointer) {
  struct Shown {
    const char* name;
    view::SceneKind scene;
    Sample sample;
  };
  const Shown all[] = {{"banks", view::SceneKind::Banks, column_read()},
                       {"banks, padded", view::SceneKind::Banks, column_read(33)},
                       {"banks, broadcast", view::SceneKind::Banks, shared_broadcast(4)},
                       {"banks, one word", view::SceneKind::Banks, shared_broadcast(32)},
                       {"banks, 64 bit", view::SceneKind::Banks, shared_vector(8)},
                       {"banks, 128 bit", view::SceneKind::Banks, shared_vector(16)},
                       {"banks, stride 4", view::SceneKind::Banks, shared_stride(4)},
                       {"banks, partial", view::SceneKind::Banks, shared_stride(8, 0x0000FF0F)},
                       {"array", view::SceneKind::Array, column_read()},
                       {"array, padded", view::SceneKind::Array, column_read(33)},
                       {"sectors", view::SceneKind::Sectors, global_read(1, 0)},
                       {"sectors, stride 2", view::SceneKind::Sectors, global_read(2, 0)},
                       {"sectors, stride 32", view::SceneKind::Sectors, global_read(32, 0)},
                       {"sectors, offset", view::SceneKind::Sectors, global_read(1, 1)},
                       {"constant", view::SceneKind::Banks, constant_read(4)},
                       {"block", view::SceneKind::Block, block_of(8, 3)},
                       {"block of 32", view::SceneKind::Block, block_of(32, 2)},
                       {"tiling", view::SceneKind::Tiling, tiled_block(70, 16, 4, 4)},
                       {"tiling, one dimension", view::SceneKind::Tiling, block_of(8, 3)}};
  std::map<std::string, std::string> problems;
  for (const Shown& s : all)
    for (const auto& [w, h] : {std::pair{794.f, 376.f}, {1190.f, 598.f}, {1920.f, 1080.f}}) {
      view::SceneRequest in = s.sample.input(w, h);
      in.moment.wavefront = 1;
      for (const std::string& text : unexplained(view::build_scene(s.scene, in)))
        problems[std::string(s.name) + ": “" + text + "”"] = std::to_string(static_cast<int>(w));
    }
  std::string list;
  for (const auto& [text, at] : problems) list += "\n  " + text + " at " + at;
  EXPECT_TRUE(problems.empty()) << list;
}

} // namespace
} // namespace warpscope
